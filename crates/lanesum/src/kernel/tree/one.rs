//! One node after the other.

use super::super::narrow::{Interleaved, Narrow};
use super::{Leaf, Tails, Tree};
use crate::algorithm::blake3::{Blake3, CHUNK_END, CHUNK_START, PARENT, STATE};
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode, Node};
use crate::isa::portable::{Portable, U32x1};

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

/// The state of a chunk before its last block, and that block's bytes.
#[inline]
pub(crate) fn last_block<'a>(
    one: &dyn One,
    mode: &Mode,
    chunk: &'a [u8],
    counter: u64,
) -> ([u32; STATE], &'a [u8]) {
    let (blocks, rest) = chunk.split_at(chunk.len().saturating_sub(1) / BLOCK_LEN * BLOCK_LEN);
    let mut state = state(&mode.key, counter, BLOCK_LEN, mode.flags | CHUNK_START);
    if !blocks.is_empty() {
        one.compress(&mut state, blocks);
    }
    state[10] = rest.len() as u32;
    state[11] |= CHUNK_END;
    (state, rest)
}

/// Adds a last block.
#[inline]
pub(crate) fn compress_last(one: &dyn One, state: &mut [u32; STATE], rest: &[u8]) {
    if rest.len() == BLOCK_LEN {
        one.compress(state, rest);
    } else {
        let mut block = [0; BLOCK_LEN];
        block[..rest.len()].copy_from_slice(rest);
        one.compress(state, &block);
    }
}

impl<T: Interleaved<Blake3, 1>> Tree for Narrow<Blake3, T, 1> {
    fn lanes(&self) -> usize {
        1
    }

    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, out: &mut [u8]) {
        assert!(!input.is_empty());
        self.leaves(mode, &[Leaf { bytes: input, counter: first, root: 0 }], &mut Tails::new(), out);
    }

    fn leaves(&self, mode: &Mode, leaves: &[Leaf<'_>], _: &mut Tails, out: &mut [u8]) {
        assert!(leaves.len() == 1 && leaves[0].bytes.len() <= CHUNK_LEN);
        let Leaf { bytes: chunk, counter, root } = leaves[0];
        let (mut state, rest) = last_block(self, mode, chunk, counter);
        state[11] |= root;
        compress_last(self, &mut state, rest);
        out.copy_from_slice(&bytes(&state));
    }

    fn parents(&self, mode: &Mode, children: &[u8], root: u32, out: &mut [u8]) {
        assert!(children.len() == BLOCK_LEN);
        let mut state = state(&mode.key, 0, BLOCK_LEN, mode.flags | PARENT | root);
        self.compress(&mut state, children);
        out.copy_from_slice(&bytes(&state));
    }

    fn output(&self, root: &Node, first: u64, out: &mut [u8]) {
        super::output::run::<U32x1>(Portable, root, first, out);
    }
}
