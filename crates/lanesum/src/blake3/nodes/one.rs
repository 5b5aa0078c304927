//! One node after the other.

use crate::blake3::compression::{Blake3, CHUNK_END, CHUNK_START, STATE};
use crate::blake3::{BLOCK_LEN, CV_LEN, Mode};
use crate::kernel::narrow::{Interleaved, Narrow};
use crate::lanes::vectors;

/// A kernel for one node.
pub(crate) trait One: Send + Sync {
    /// Adds blocks to a state, as [`Blake3`] does: the chaining value becomes
    /// that of the last one, and only the first has the flag `CHUNK_START`, if
    /// it is set.
    ///
    /// # Panics
    ///
    /// Where `blocks` is no whole number of them.
    fn compress(&self, state: &mut [u32; STATE], blocks: &[u8]);
}

impl<T: Interleaved<Blake3, 1>> One for Narrow<Blake3, T, 1> {
    #[inline]
    fn compress(&self, state: &mut [u32; STATE], blocks: &[u8]) {
        assert!(blocks.len().is_multiple_of(BLOCK_LEN));
        // SAFETY: the slice holds that many blocks.
        unsafe {
            self.isa().compress(core::array::from_mut(state), [blocks.as_ptr()], blocks.len() / BLOCK_LEN);
        }
    }
}

/// The number of the last block of a chunk of `len` bytes. One of none has a
/// block, too.
#[inline(always)]
pub(crate) fn last(len: usize) -> usize {
    len.saturating_sub(1) / BLOCK_LEN
}

/// The state before a chunk's or a parent's first block.
#[inline]
pub(crate) fn state(key: &[u32; 8], counter: u64, len: usize, flags: u32) -> [u32; STATE] {
    let [a, b, c, d, e, f, g, h] = *key;
    [a, b, c, d, e, f, g, h, counter as u32, (counter >> 32) as u32, len as u32, flags]
}

/// A chaining value's bytes.
#[inline]
pub(crate) fn bytes(state: &[u32; STATE]) -> [u8; CV_LEN] {
    let mut bytes = [0; CV_LEN];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// The state of a chunk before its last block, and that block's bytes. `root` is
/// the flag `ROOT`, or 0.
#[inline]
pub(crate) fn last_block<'a>(
    one: &dyn One,
    mode: &Mode,
    chunk: &'a [u8],
    counter: u64,
    root: u32,
) -> ([u32; STATE], &'a [u8]) {
    let (blocks, rest) = chunk.split_at(last(chunk.len()) * BLOCK_LEN);
    let mut state = state(&mode.key, counter, BLOCK_LEN, mode.flags | CHUNK_START);
    if !blocks.is_empty() {
        one.compress(&mut state, blocks);
    }
    state[10] = rest.len() as u32;
    state[11] |= CHUNK_END | root;
    (state, rest)
}

/// Adds a last block.
#[inline]
pub(crate) fn compress_last(one: &dyn One, state: &mut [u32; STATE], rest: &[u8]) {
    one.compress(state, padded(rest, &mut None));
}

/// A last block: what there is of it, and zeros behind. Where it is not whole it is made in `room`, in
/// whole vectors, for kernels read such.
#[inline(always)]
pub(crate) fn padded<'b>(rest: &'b [u8], room: &'b mut Option<[[u8; 16]; 4]>) -> &'b [u8; BLOCK_LEN] {
    if let Some(whole) = rest.as_array() {
        return whole;
    }
    room.insert(vectors(rest, 0, 0)).as_flattened().as_array().expect("four vectors are a block")
}
