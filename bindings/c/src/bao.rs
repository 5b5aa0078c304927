//! Bao: a message in memory against an outboard encoding of its tree.

use crate::blake3::key;
use crate::border::{bytes, get, get_mut, room_mut, status};
use crate::status::Status;
use lanesum::bao::{ChunkGroup, Error, Format};
use lanesum::blake3::{Hash, Mode, OUT_LEN};
use std::ffi::{c_int, c_void};

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
        let Err(error) = format.verify(&hash, outboard, message) else {
            return Ok(());
        };
        let (why, offset) = match error {
            Error::ParentMismatch { offset, .. } | Error::LeafMismatch { offset } => {
                (Status::Mismatch, offset)
            }
            Error::Truncated { offset } | Error::MessageTruncated { offset } => (Status::Truncated, offset),
            Error::MessageTooLong { offset } => (Status::TooLong, offset),
            _ => (Status::TooLong, 0),
        };
        if let Ok(wrong_at) = get_mut(wrong_at) {
            *wrong_at = offset;
        }
        Err(why)
    })
}
