//! Bao: a message in memory against an outboard encoding of its tree.

use crate::blake3::key;
use crate::border::{bytes, get, get_mut, items, put, room_mut, status};
use crate::buffer::lanesum_buffer;
use crate::status::Status;
use lanesum::bao::{ChunkGroup, Error, Format};
use lanesum::blake3::{Hash, Mode, OUT_LEN};
use std::ffi::{c_int, c_void};
use std::ops::Range;

/// # Safety
///
/// `key_bytes` is null or a key.
unsafe fn format(chunk_group: u8, key_bytes: *const u8) -> Result<Format, Status> {
    let group = ChunkGroup::from_log(chunk_group).ok_or(Status::ChunkGroup)?;
    // SAFETY: the caller's.
    let mode = match unsafe { key(key_bytes) } {
        Ok(key) => Mode::keyed(key),
        Err(_) => Mode::HASH,
    };
    Ok(Format::BAO.with_mode(mode).with_chunk_group(group))
}

/// Bytes of an outboard encoding.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_bao_outboard_len(
    message_len: usize,
    chunk_group: u8,
    outboard_len: *mut usize,
) -> c_int {
    // SAFETY: the header's: room for a length.
    status(|| unsafe {
        let len = format(chunk_group, std::ptr::null())?.outboard_len(message_len as u64);
        *get_mut(outboard_len)? = len.try_into().map_err(|_| Status::Length)?;
        Ok(())
    })
}

/// Writes the outboard encoding of a message, and its hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_bao_outboard(
    message: *const c_void,
    message_len: usize,
    chunk_group: u8,
    key: *const u8,
    outboard: *mut c_void,
    outboard_len: usize,
    hash: *mut u8,
) -> c_int {
    // SAFETY: the header's: bytes that nobody writes, and room that nobody else touches.
    status(|| unsafe {
        let format = format(chunk_group, key)?;
        let message = bytes(message, message_len)?;
        if format.outboard_len(message.len() as u64) != outboard_len as u128 {
            return Err(Status::Length);
        }
        let (outboard, hash) = (room_mut(outboard, outboard_len)?, room_mut(hash.cast(), OUT_LEN)?);
        let (root, encoding) = format.outboard(message);
        outboard.write_copy_of_slice(&encoding);
        hash.write_copy_of_slice(root.as_bytes());
        Ok(())
    })
}

/// Verifies a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_bao_verify(
    hash: *const u8,
    outboard: *const c_void,
    outboard_len: usize,
    message: *const c_void,
    message_len: usize,
    chunk_group: u8,
    key: *const u8,
    wrong_at: *mut u64,
) -> c_int {
    // SAFETY: the header's: bytes that nobody writes, and null or room for an offset.
    status(|| unsafe {
        let format = format(chunk_group, key)?;
        let hash = Hash::from_bytes(*get(hash.cast::<[u8; OUT_LEN]>())?);
        let (outboard, message) = (bytes(outboard, outboard_len)?, bytes(message, message_len)?);
        format.verify(&hash, outboard, message).map_err(|error| refused(error, wrong_at))
    })
}

/// The status of an error; where it is goes to `wrong_at`.
///
/// # Safety
///
/// `wrong_at` is null, or room for an offset.
unsafe fn refused(error: Error, wrong_at: *mut u64) -> Status {
    let (why, offset) = match error {
        Error::ParentMismatch { offset, .. } | Error::LeafMismatch { offset } => (Status::Mismatch, offset),
        Error::Truncated { offset } | Error::MessageTruncated { offset } => (Status::Truncated, offset),
        Error::MessageTooLong { offset } => (Status::TooLong, offset),
        _ => (Status::TooLong, 0),
    };
    // SAFETY: the caller's.
    if let Ok(wrong_at) = unsafe { get_mut(wrong_at) } {
        *wrong_at = offset;
    }
    why
}

/// Bytes of a message.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
pub struct lanesum_range {
    /// The first.
    pub start: u64,
    /// The one behind the last.
    pub end: u64,
}

/// # Safety
///
/// `ranges` are `count`, and nobody writes to them.
unsafe fn wanted(ranges: *const lanesum_range, count: usize) -> Result<Vec<Range<u64>>, Status> {
    // SAFETY: the caller's.
    let ranges = unsafe { items(ranges, count)? };
    Ok(ranges.iter().map(|range| range.start..range.end).collect())
}

/// Makes the slice for ranges of a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_bao_slice(
    outboard: *const c_void,
    outboard_len: usize,
    message: *const c_void,
    message_len: usize,
    chunk_group: u8,
    key: *const u8,
    ranges: *const lanesum_range,
    count: usize,
    slice: *mut *mut lanesum_buffer,
) -> c_int {
    // SAFETY: the header's: bytes that nobody writes, and room for a pointer.
    status(|| unsafe {
        let format = format(chunk_group, key)?;
        let (outboard, message) = (bytes(outboard, outboard_len)?, bytes(message, message_len)?);
        let made = format.slice_outboard(outboard, message, &wanted(ranges, count)?);
        let made = made.map_err(|error| refused(error, std::ptr::null_mut()))?;
        put(slice, || lanesum_buffer(made))
    })
}

/// Verifies a slice, and gives its content.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_bao_decode_slice(
    hash: *const u8,
    slice: *const c_void,
    slice_len: usize,
    chunk_group: u8,
    key: *const u8,
    ranges: *const lanesum_range,
    count: usize,
    content: *mut *mut lanesum_buffer,
    wrong_at: *mut u64,
) -> c_int {
    // SAFETY: the header's: bytes that nobody writes, room for a pointer, and null or room for an
    // offset.
    status(|| unsafe {
        let format = format(chunk_group, key)?;
        let hash = Hash::from_bytes(*get(hash.cast::<[u8; OUT_LEN]>())?);
        let slice = bytes(slice, slice_len)?;
        let made = format.decode_slice(&hash, slice, &wanted(ranges, count)?);
        let made = made.map_err(|error| refused(error, wrong_at))?;
        put(content, || lanesum_buffer(made))
    })
}
