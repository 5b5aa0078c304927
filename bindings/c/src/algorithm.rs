//! Algorithms by name.

use crate::border::{bytes, free, get, put, status};
use crate::status::Status;
use lanesum::{Algorithm, Function, FunctionError};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// An algorithm, and what it is told. Of those that are told nothing there is one of
/// each, for as long as the process lives.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_algorithm {
    pub(crate) function: Function,
    name: CString,
    kernels: CString,
}

/// What an algorithm is told beside the message. All zeros are nothing.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
pub struct lanesum_told {
    /// The key.
    pub key: *const c_void,
    /// Bytes in it.
    pub key_len: usize,
    /// The context that a key is derived for.
    pub context: *const c_void,
    /// Bytes in it.
    pub context_len: usize,
    /// The salt.
    pub salt: *const c_void,
    /// Bytes in it.
    pub salt_len: usize,
    /// The personalisation.
    pub personal: *const c_void,
    /// Bytes in it.
    pub personal_len: usize,
    /// Bytes of output; 0 for the usual ones.
    pub output_len: usize,
    /// Bytes of output that are passed over.
    pub seek: u64,
}

impl lanesum_algorithm {
    fn of(algorithm: Algorithm) -> &'static Self {
        static MADE: Mutex<BTreeMap<Algorithm, &'static lanesum_algorithm>> = Mutex::new(BTreeMap::new());
        MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(algorithm).or_insert_with(|| {
            // There are as many as there are algorithms: it does not grow.
            Box::leak(Box::new(Self::new(algorithm.into())))
        })
    }

    fn new(function: Function) -> Self {
        let kernels: Vec<_> = function.algorithm().kernels().iter().map(ToString::to_string).collect();
        Self { name: text(&function.name()), kernels: text(&kernels.join(" ")), function }
    }
}

impl From<FunctionError> for Status {
    fn from(error: FunctionError) -> Self {
        match error {
            FunctionError::Length(..) | FunctionError::PastTheEnd => Self::Length,
            _ => Self::NotTaken,
        }
    }
}

/// # Safety
///
/// What `told` points to can be read.
unsafe fn tell(function: &Function, told: &lanesum_told) -> Result<Function, Status> {
    let mut function = function.clone();
    // SAFETY: the caller's.
    let [key, context, salt, personal] = unsafe {
        [
            bytes(told.key, told.key_len)?,
            bytes(told.context, told.context_len)?,
            bytes(told.salt, told.salt_len)?,
            bytes(told.personal, told.personal_len)?,
        ]
    };
    // A context of no bytes is one, and a key of none an error; a null pointer is nothing.
    if !told.key.is_null() {
        function = function.with_key(key)?;
    }
    if !told.context.is_null() {
        function = function.with_context(context)?;
    }
    if !told.salt.is_null() {
        function = function.with_salt(salt)?;
    }
    if !told.personal.is_null() {
        function = function.with_personal(personal)?;
    }
    if told.output_len > 0 {
        function = function.with_output_len(told.output_len)?;
    }
    if told.seek > 0 {
        function = function.with_seek(told.seek)?;
    }
    Ok(function)
}

/// An algorithm that is told something.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_told(
    algorithm: *const lanesum_algorithm,
    told: *const lanesum_told,
    made: *mut *mut lanesum_algorithm,
) -> c_int {
    // SAFETY: the header's: null or an algorithm, what it is told, and room for a pointer.
    status(|| unsafe {
        let algorithm = get(algorithm).map_err(|_| Status::Algorithm)?;
        let function = tell(&algorithm.function, get(told)?)?;
        put(made, || lanesum_algorithm::new(function))
    })
}

/// Frees one that is told something.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_free(algorithm: *mut lanesum_algorithm) {
    // SAFETY: the header's: null, or one of `lanesum_algorithm_told` that is not used again.
    unsafe { free(algorithm) };
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

/// Bytes in a digest, or of output, or 0 of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_digest_len(algorithm: *const lanesum_algorithm) -> usize {
    // SAFETY: as above.
    unsafe { get(algorithm) }.map_or(0, |algorithm| algorithm.function.output_len())
}

/// The names of its kernels here, or null of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_kernels(algorithm: *const lanesum_algorithm) -> *const c_char {
    // SAFETY: as above.
    unsafe { get(algorithm) }.map_or(ptr::null(), |algorithm| algorithm.kernels.as_ptr())
}
