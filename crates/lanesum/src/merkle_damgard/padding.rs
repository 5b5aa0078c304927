//! Padding: a one bit, zeros, and the message's length in bits fill the last block, or the last
//! two (RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1).

use crate::feed::TAIL_BLOCKS;
use crate::iterated::copy_short;

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
