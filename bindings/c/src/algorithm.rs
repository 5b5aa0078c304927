//! Algorithms by name.

use crate::border::get;
use lanesum::Algorithm;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// An algorithm. There is one of each, for as long as the process lives.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_algorithm {
    pub(crate) algorithm: Algorithm,
    name: CString,
    kernels: CString,
}

impl lanesum_algorithm {
    fn of(algorithm: Algorithm) -> &'static Self {
        static MADE: Mutex<BTreeMap<Algorithm, &'static lanesum_algorithm>> = Mutex::new(BTreeMap::new());
        MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(algorithm).or_insert_with(|| {
            let kernels: Vec<_> = algorithm.kernels().iter().map(ToString::to_string).collect();
            // There are as many as there are algorithms: it does not grow.
            Box::leak(Box::new(Self {
                algorithm,
                name: text(algorithm.name()),
                kernels: text(&kernels.join(" ")),
            }))
        })
    }
}

fn text(text: &str) -> CString {
    CString::new(text).expect("no name has a zero byte")
}

/// The algorithm of a name, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_named(name: *const c_char) -> *const lanesum_algorithm {
    if name.is_null() {
        return ptr::null();
    }
    // SAFETY: the header asks for a string.
    let name = unsafe { CStr::from_ptr(name) };
    let algorithm = name.to_str().ok().and_then(|name| name.parse().ok());
    algorithm.map_or(ptr::null(), |algorithm| lanesum_algorithm::of(algorithm))
}

/// The algorithm at a place of the list, or null past its end.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_algorithm_at(place: usize) -> *const lanesum_algorithm {
    Algorithm::ALL.get(place).map_or(ptr::null(), |&algorithm| lanesum_algorithm::of(algorithm))
}

/// The name, or null of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_name(algorithm: *const lanesum_algorithm) -> *const c_char {
    // SAFETY: the header asks for null or an algorithm, which is never freed.
    unsafe { get(algorithm) }.map_or(ptr::null(), |algorithm| algorithm.name.as_ptr())
}

/// Bytes in a digest, or 0 of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_digest_len(algorithm: *const lanesum_algorithm) -> usize {
    // SAFETY: as above.
    unsafe { get(algorithm) }.map_or(0, |algorithm| algorithm.algorithm.digest_len())
}

/// The names of its kernels here, or null of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_kernels(algorithm: *const lanesum_algorithm) -> *const c_char {
    // SAFETY: as above.
    unsafe { get(algorithm) }.map_or(ptr::null(), |algorithm| algorithm.kernels.as_ptr())
}
