//! Many messages in pieces at once.

use crate::border::{bytes, get, items, room_mut, status, zeroed};
use crate::hasher::lanesum_hasher;
use crate::status::Status;
use lanesum::{Hasher, finalize_many, update_many};
use std::ffi::{c_int, c_void};

/// A piece of a message.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
pub struct lanesum_update {
    /// The message.
    pub hasher: *mut lanesum_hasher,
    /// Its next bytes. May be null where there are none.
    pub piece: *const c_void,
    /// How many.
    pub len: usize,
}

/// Adds a piece to each of many messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_update_many(updates: *const lanesum_update, count: usize) -> c_int {
    // SAFETY: the header's: hashers that no other call has, and bytes that nobody writes.
    status(|| unsafe {
        let updates = items(updates, count)?;
        let mut handles: Vec<_> = updates.iter().map(|update| update.hasher).collect();
        handles.sort_unstable();
        if handles.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(if handles.contains(&std::ptr::null_mut()) { Status::Null } else { Status::Twice });
        }
        let mut pairs: Vec<(&mut Hasher, &[u8])> = Vec::with_capacity(count);
        for update in updates {
            // No other one of them is this hasher.
            let hasher = update.hasher.as_mut().ok_or(Status::Null)?;
            pairs.push((&mut hasher.0, bytes(update.piece, update.len)?));
        }
        update_many(&mut pairs);
        Ok(())
    })
}

/// Writes the digests of many messages so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_finalize_many(
    hashers: *const *const lanesum_hasher,
    count: usize,
    digests: *mut c_void,
    stride: usize,
) -> c_int {
    // SAFETY: the header's: hashers that no other call changes, and room for the digests.
    status(|| unsafe {
        let hashers = items(hashers, count)?;
        let mut each = Vec::with_capacity(count);
        for &hasher in hashers {
            each.push(&get(hasher)?.0);
        }
        let len = |hasher: &Hasher| hasher.function().output_len();
        if each.iter().any(|hasher| len(hasher) > stride) {
            return Err(Status::Length);
        }
        let Some(last) = each.last() else { return Ok(()) };
        let room = (count - 1).checked_mul(stride).and_then(|before| before.checked_add(len(last)));
        room.filter(|&room| room <= isize::MAX as usize).ok_or(Status::Length)?;
        if digests.is_null() {
            return Err(Status::Null);
        }
        let short = finalize_many(&each);
        for (i, (hasher, digest)) in each.iter().zip(short).enumerate() {
            let place = digests.cast::<u8>().add(i * stride).cast();
            if len(hasher) == digest.as_bytes().len() {
                room_mut(place, len(hasher))?.write_copy_of_slice(digest.as_bytes());
            } else {
                hasher.finalize_into(zeroed(room_mut(place, len(hasher))?)).map_err(|_| Status::Length)?;
            }
        }
        Ok(())
    })
}
