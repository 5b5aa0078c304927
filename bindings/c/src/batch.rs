//! Many messages at once.

use crate::algorithm::lanesum_algorithm;
use crate::border::{bytes, get, items, room_mut, status, zeroed};
use crate::status::Status;
use lanesum::{Function, OutputLengthError, hash_many_into, par_hash_many_into};
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::slice;

/// A message.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
pub struct lanesum_message {
    /// Its bytes. May be null where there are none.
    pub data: *const c_void,
    /// How many.
    pub len: usize,
}

/// Hashes messages on this core.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_hash_many(
    algorithm: *const lanesum_algorithm,
    messages: *const lanesum_message,
    count: usize,
    digests: *mut c_void,
    stride: usize,
) -> c_int {
    // SAFETY: the header's, as there.
    status(|| unsafe { hash(|a, m, d| hash_many_into(a, m, d), algorithm, messages, count, digests, stride) })
}

/// Hashes messages on all cores.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_par_hash_many(
    algorithm: *const lanesum_algorithm,
    messages: *const lanesum_message,
    count: usize,
    digests: *mut c_void,
    stride: usize,
) -> c_int {
    // SAFETY: the header's, as there.
    status(|| unsafe {
        hash(|a, m, d| par_hash_many_into(a, m, d), algorithm, messages, count, digests, stride)
    })
}

/// A message that was checked: its bytes are there for as long as `'a`.
#[repr(transparent)]
struct Bytes<'a>(lanesum_message, PhantomData<&'a [u8]>);

impl AsRef<[u8]> for Bytes<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        if self.0.len == 0 {
            return &[];
        }
        // SAFETY: that was checked where it was made.
        unsafe { slice::from_raw_parts(self.0.data.cast(), self.0.len) }
    }
}

// SAFETY: the bytes are only read.
unsafe impl Sync for Bytes<'_> {}

/// # Safety
///
/// `algorithm` is null or an algorithm. `messages` are `count`, and each has as
/// many bytes as it says, initialised. Nobody writes to them, nor touches the
/// digests, before this returns. What lies between the digests is the caller's:
/// a message may, so there is never a reference to it that writes.
unsafe fn hash(
    hash_many: impl Fn(&Function, &[Bytes<'_>], &mut [u8]) -> Result<(), OutputLengthError>,
    algorithm: *const lanesum_algorithm,
    messages: *const lanesum_message,
    count: usize,
    digests: *mut c_void,
    stride: usize,
) -> Result<(), Status> {
    // SAFETY: the caller's.
    let function = &unsafe { get(algorithm) }.map_err(|_| Status::Algorithm)?.function;
    let len = function.output_len();
    if stride < len {
        return Err(Status::Length);
    }
    // The last digest need not fill its stride.
    let room = count.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(len));
    let room = room.filter(|&room| room <= isize::MAX as usize).ok_or(Status::Length)?;
    if digests.is_null() && room > 0 {
        return Err(Status::Null);
    }
    // SAFETY: the caller's.
    let messages = unsafe { items(messages, count)? };
    for message in messages {
        // SAFETY: the caller's.
        unsafe { bytes(message.data, message.len) }?;
    }
    // SAFETY: a `Bytes` is laid out as a message, and each was just checked.
    let messages = unsafe { slice::from_raw_parts(messages.as_ptr().cast::<Bytes<'_>>(), count) };
    if stride == len || count == 1 {
        // SAFETY: the caller's: the digests are one behind the other, or there is one.
        let digests = unsafe { room_mut(digests, room)? };
        hash_many(function, messages, zeroed(digests)).map_err(|_| Status::Length)?;
    } else {
        let mut packed = vec![0; count.checked_mul(len).ok_or(Status::Length)?];
        hash_many(function, messages, &mut packed).map_err(|_| Status::Length)?;
        for (i, digest) in packed.chunks_exact(len).enumerate() {
            // SAFETY: the caller's: `i` strides on, there is room for a digest.
            unsafe { digests.cast::<u8>().add(i * stride).copy_from_nonoverlapping(digest.as_ptr(), len) };
        }
    }
    Ok(())
}
