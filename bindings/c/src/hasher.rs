//! One message in pieces.

use crate::algorithm::lanesum_algorithm;
use crate::border::{bytes, free, get, get_mut, put, room_mut, status, zeroed};
use crate::status::Status;
use lanesum::{Hasher, OutputLengthError};
use std::ffi::{c_int, c_void};

/// One message in pieces.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_hasher(pub(crate) Hasher);

/// Writes output where there is room for `room` bytes.
///
/// # Safety
///
/// Nobody else touches them.
pub(crate) unsafe fn write(
    len: usize,
    out: *mut c_void,
    room: usize,
    finalize: impl FnOnce(&mut [u8]) -> Result<(), OutputLengthError>,
) -> Result<(), Status> {
    if room < len {
        return Err(Status::Length);
    }
    // SAFETY: the caller's.
    finalize(zeroed(unsafe { room_mut(out, len) }?)).map_err(|_| Status::Length)
}

/// A hasher for a new message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_new(
    algorithm: *const lanesum_algorithm,
    hasher: *mut *mut lanesum_hasher,
) -> c_int {
    // SAFETY: the header's: null or an algorithm, and room for a pointer.
    status(|| unsafe {
        let function = &get(algorithm).map_err(|_| Status::Algorithm)?.function;
        put(hasher, || lanesum_hasher(Hasher::new(function)))
    })
}

/// Adds a piece.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_update(
    hasher: *mut lanesum_hasher,
    piece: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the header's: a hasher that no other call has, and bytes that nobody writes.
    status(|| unsafe {
        get_mut(hasher)?.0.update(bytes(piece, len)?);
        Ok(())
    })
}

/// Adds a piece, on all cores.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_par_update(
    hasher: *mut lanesum_hasher,
    piece: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: as above.
    status(|| unsafe {
        get_mut(hasher)?.0.par_update(bytes(piece, len)?);
        Ok(())
    })
}

/// Writes the digest so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_finalize(
    hasher: *const lanesum_hasher,
    digest: *mut c_void,
    len: usize,
) -> c_int {
    // SAFETY: the header's: a hasher that no other call changes, and room for the digest.
    status(|| unsafe {
        let hasher = &get(hasher)?.0;
        write(hasher.function().output_len(), digest, len, |out| hasher.finalize_into(out))
    })
}

/// Begins a new message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_reset(hasher: *mut lanesum_hasher) -> c_int {
    // SAFETY: the header's: a hasher that no other call has.
    status(|| unsafe {
        get_mut(hasher)?.0.reset();
        Ok(())
    })
}

/// Another one with the same message so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_clone(
    hasher: *const lanesum_hasher,
    clone: *mut *mut lanesum_hasher,
) -> c_int {
    // SAFETY: the header's: a hasher that no other call changes, and room for a pointer.
    status(|| unsafe {
        let hasher = &get(hasher)?.0;
        put(clone, || lanesum_hasher(hasher.clone()))
    })
}

/// Frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hasher_free(hasher: *mut lanesum_hasher) {
    // SAFETY: the header's: null, or a hasher that is not used again.
    unsafe { free(hasher) };
}
