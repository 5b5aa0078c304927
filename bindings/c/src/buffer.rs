//! Bytes that the library made.

use crate::border::{free, get};
use std::ffi::c_void;
use std::ptr;

/// Bytes, to be read and freed.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_buffer(pub(crate) Vec<u8>);

/// The bytes, or null of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_buffer_data(buffer: *const lanesum_buffer) -> *const c_void {
    // SAFETY: the header's: null, or a buffer.
    unsafe { get(buffer) }.map_or(ptr::null(), |buffer| buffer.0.as_ptr().cast())
}

/// How many bytes, or 0 of a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_buffer_len(buffer: *const lanesum_buffer) -> usize {
    // SAFETY: as above.
    unsafe { get(buffer) }.map_or(0, |buffer| buffer.0.len())
}

/// Frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_buffer_free(buffer: *mut lanesum_buffer) {
    // SAFETY: the header's: null, or a buffer that is not used again.
    unsafe { free(buffer) };
}
