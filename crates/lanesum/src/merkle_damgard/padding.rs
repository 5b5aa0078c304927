//! Padding: a one bit, zeros, and the message's length in bits fill the last block, or the last
//! two (RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1).

use crate::feed::TAIL_BLOCKS;
use crate::iterated::copy_short;
use crate::lanes::sixteen;
use core::array;

/// How many blocks a message of `len` bytes has behind its whole ones: the rest, a byte for the
/// one bit, and two words for the length.
#[inline(always)]
pub(super) fn tail_blocks<const BLOCK: usize>(len: usize) -> usize {
    1 + usize::from(len % BLOCK + 1 + BLOCK / 8 > BLOCK)
}

/// Pads blocks of a constant length: [`Iterated::pad`](crate::iterated::Iterated::pad).
#[inline(always)]
pub(super) fn pad<const BLOCK: usize>(
    rest: usize,
    message_len: u64,
    blocks: &mut [u8],
    bytes: impl Fn(u64) -> [u8; 8],
) {
    blocks[rest] = 0x80;
    let (blocks, low) = blocks.split_last_chunk_mut().expect("a block has as much");
    *low = bytes(message_len << 3);
    if BLOCK == 128
        && let Some(high) = blocks.last_chunk_mut()
    {
        // The length has 128 bits; those past 64 are what the shift lost.
        *high = bytes(message_len >> 61);
    }
}

/// [`Iterated::write_tail`](crate::iterated::Iterated::write_tail), for blocks of a constant length.
#[inline(always)]
pub(super) fn write_tail<const BLOCK: usize>(
    rest: &[u8],
    message_len: u64,
    tail: &mut [u8],
    bytes: impl Fn(u64) -> [u8; 8],
) -> usize {
    let blocks = tail_blocks::<BLOCK>(rest.len());
    tail[..BLOCK].fill(0);
    copy_short(rest, tail);
    if blocks > 1 {
        tail[BLOCK..TAIL_BLOCKS * BLOCK].fill(0);
    }
    pad::<BLOCK>(rest.len(), message_len, &mut tail[..blocks * BLOCK], bytes);
    blocks
}

/// The last blocks of one message, vector by vector: its last bytes, and the padding. The length
/// stands in the last bytes of the last vector, as in those of `length`, in memory; the rest of both is 0
/// there.
///
/// Each vector is written once, and whole, for kernels read whole ones at once.
#[inline(always)]
pub(super) fn vectors<const VECTORS: usize>(rest: &[u8], length: u128) -> [[u8; 16]; VECTORS] {
    let (full, part) = rest.as_chunks();
    let part = number(part) | 0x80 << (8 * part.len());
    let last = VECTORS - 1;
    let with_length = sixteen(if full.len() == last { part | length } else { length });
    let part = sixteen(part);
    array::from_fn(
        #[inline(always)]
        |i| match full.get(i) {
            _ if i == last => with_length,
            Some(full) => *full,
            None if i == full.len() => part,
            None => [0; 16],
        },
    )
}

/// Fewer than sixteen bytes as a number, the lowest first: two pieces of a fixed length, which
/// overlap.
#[inline(always)]
fn number(bytes: &[u8]) -> u128 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|piece| u128::from(u64::from_le_bytes(*piece)));
        return first | last << (8 * (bytes.len() - 8));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|piece| u64::from(u32::from_le_bytes(*piece)));
        return u128::from(first | last << (8 * (bytes.len() - 4)));
    }
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}
