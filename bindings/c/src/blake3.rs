//! BLAKE3 with all it has.

use crate::border::{bytes, free, get, get_mut, put, room_mut, status, zeroed};
use crate::status::Status;
use lanesum::blake3::{Hasher, KEY_LEN, OUT_LEN};
use std::ffi::{c_int, c_void};

/// One message in pieces, in one of BLAKE3's modes.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_blake3(Hasher);

/// The key at a pointer.
///
/// # Safety
///
/// It is null, or a key that nobody writes to for as long as `'a`.
pub(crate) unsafe fn key<'a>(key: *const u8) -> Result<&'a [u8; KEY_LEN], Status> {
    // SAFETY: the caller's.
    unsafe { get(key.cast()) }
}

/// For the hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_new(hasher: *mut *mut lanesum_blake3) -> c_int {
    // SAFETY: the header's: room for a pointer.
    status(|| unsafe { put(hasher, || lanesum_blake3(Hasher::new())) })
}

/// For the keyed hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_new_keyed(
    key_bytes: *const u8,
    hasher: *mut *mut lanesum_blake3,
) -> c_int {
    // SAFETY: the header's: a key, and room for a pointer.
    status(|| unsafe {
        let key = key(key_bytes)?;
        put(hasher, || lanesum_blake3(Hasher::new_keyed(key)))
    })
}

/// For deriving a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_new_derive_key(
    context: *const c_void,
    context_len: usize,
    hasher: *mut *mut lanesum_blake3,
) -> c_int {
    // SAFETY: the header's: bytes that nobody writes, and room for a pointer.
    status(|| unsafe {
        let context = bytes(context, context_len)?;
        put(hasher, || lanesum_blake3(Hasher::new_derive_key(context)))
    })
}

/// Adds a piece.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_update(
    hasher: *mut lanesum_blake3,
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
pub unsafe extern "C" fn lanesum_blake3_par_update(
    hasher: *mut lanesum_blake3,
    piece: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: as above.
    status(|| unsafe {
        get_mut(hasher)?.0.par_update(bytes(piece, len)?);
        Ok(())
    })
}

/// Writes the hash so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_finalize(hasher: *const lanesum_blake3, hash: *mut u8) -> c_int {
    // SAFETY: the header's: a hasher that no other call changes, and room for a hash.
    status(|| unsafe {
        let hash = room_mut(hash.cast(), OUT_LEN)?;
        hash.write_copy_of_slice(get(hasher)?.0.finalize().as_bytes());
        Ok(())
    })
}

/// Bytes of output that are written at a time: whole sets of any kernel's lanes.
const PIECE: usize = 16 << 10;

/// Writes a part of the extended output so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_finalize_xof(
    hasher: *const lanesum_blake3,
    position: u64,
    out: *mut c_void,
    len: usize,
) -> c_int {
    // SAFETY: the header's: a hasher that no other call changes, and so much room.
    status(|| unsafe {
        let out = room_mut(out, len)?;
        let mut reader = get(hasher)?.0.finalize_xof();
        reader.set_position(position);
        // So few at a time that the zeros are still in the cache.
        for piece in out.chunks_mut(PIECE) {
            reader.fill(zeroed(piece));
        }
        Ok(())
    })
}

/// Begins a new message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_reset(hasher: *mut lanesum_blake3) -> c_int {
    // SAFETY: the header's: a hasher that no other call has.
    status(|| unsafe {
        get_mut(hasher)?.0.reset();
        Ok(())
    })
}

/// Another one with the same message so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_clone(
    hasher: *const lanesum_blake3,
    clone: *mut *mut lanesum_blake3,
) -> c_int {
    // SAFETY: the header's: a hasher that no other call changes, and room for a pointer.
    status(|| unsafe {
        let hasher = &get(hasher)?.0;
        put(clone, || lanesum_blake3(hasher.clone()))
    })
}

/// Frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_blake3_free(hasher: *mut lanesum_blake3) {
    // SAFETY: the header's: null, or a hasher that is not used again.
    unsafe { free(hasher) };
}
