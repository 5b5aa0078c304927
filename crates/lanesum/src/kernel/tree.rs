//! BLAKE3's kernels for nodes of its tree that are equally long and lie side
//! by side: the chunks of a large message, parents, blocks of extended output.
//!
//! They need no scheduler: the lanes are filled once, at a fixed stride, and
//! all end together.

use super::lanes::Lanes;
use super::{Kernels, MAX_LANES};
use crate::algorithm::blake3::{Blake3, CHUNK_END, CHUNK_START, STATE, chain, output};
use crate::algorithm::compression::Compression;
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode, Node};
use crate::isa::Token;
use crate::lanes::{ByteOrder, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// BLAKE3's kernels on this CPU.
pub(crate) struct TreeKernels {
    /// For messages of different lengths.
    pub(crate) kernels: Kernels,
    /// The same kernels, in the same order, for nodes of one length.
    pub(crate) tree: Vec<Box<dyn Tree>>,
    /// The best one for one node.
    pub(crate) one: Box<dyn One>,
}

impl TreeKernels {
    /// The kernel for the first of `nodes` nodes.
    #[inline]
    pub(crate) fn tree(&self, nodes: usize) -> &dyn Tree {
        &*self.tree[self.kernels.plan.kernel(nodes.min(MAX_LANES))]
    }
}

/// A kernel for one node.
pub(crate) trait One: Send + Sync {
    /// Adds blocks to a chaining value. Only the first has the flag
    /// `CHUNK_START`, if it is set.
    ///
    /// # Panics
    ///
    /// Where `blocks` is no whole number of them.
    fn compress(&self, cv: &mut [u32; 8], blocks: &[u8], counter: u64, len: u32, flags: u32);
}

impl<V: Vector<Word = u32>> One for Lanes<Blake3, V> {
    fn compress(&self, cv: &mut [u32; 8], blocks: &[u8], counter: u64, len: u32, flags: u32) {
        const { assert!(V::LANES == 1) }
        let isa = self.isa();
        let (blocks, rest) = blocks.as_chunks::<BLOCK_LEN>();
        assert!(rest.is_empty());
        let mut s = keyed::<V>(isa, cv);
        s[8] = V::splat(isa, counter as u32);
        s[9] = V::splat(isa, (counter >> 32) as u32);
        s[10] = V::splat(isa, len);
        s[11] = V::splat(isa, flags);
        for block in blocks {
            // SAFETY: the lane reads the block.
            let mut m = unsafe { V::load_block(isa, &[block.as_ptr()], 0, ByteOrder::Little) };
            s = Blake3::compress(isa, s, &mut m);
        }
        for i in 0..8 {
            s[i].store(&mut cv[i..i + 1]);
        }
    }
}

/// A kernel for up to `lanes` nodes at once.
pub(crate) trait Tree: Send + Sync {
    /// How many nodes it takes.
    fn lanes(&self) -> usize;

    /// The chaining values of the chunks of `input`, of which the last may be
    /// shorter, but has a byte. `first` is the number of the first chunk.
    ///
    /// # Panics
    ///
    /// Where there are no or too many chunks, or `out` is not as long as their
    /// values.
    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, out: &mut [u8]);

    /// The chaining values of parents, whose children's lie in `children`.
    ///
    /// # Panics
    ///
    /// Where there are no or too many parents, or `out` is not half as long.
    fn parents(&self, mode: &Mode, children: &[u8], out: &mut [u8]);

    /// Blocks of a root's output, from block `first` on.
    ///
    /// # Panics
    ///
    /// Where `out` is not one to `lanes` blocks long.
    fn output(&self, root: &Node, first: u64, out: &mut [u8]);
}

impl<V: Vector<Word = u32>> Tree for Lanes<Blake3, V> {
    fn lanes(&self) -> usize {
        V::LANES
    }

    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, out: &mut [u8]) {
        let isa = self.isa();
        isa.vectorize(
            #[inline(always)]
            || chunks::<V>(isa, mode, input, first, out),
        )
    }

    fn parents(&self, mode: &Mode, children: &[u8], out: &mut [u8]) {
        let isa = self.isa();
        isa.vectorize(
            #[inline(always)]
            || parents::<V>(isa, mode, children, out),
        )
    }

    fn output(&self, root: &Node, first: u64, out: &mut [u8]) {
        let isa = self.isa();
        isa.vectorize(
            #[inline(always)]
            || blocks_of_output::<V>(isa, root, first, out),
        )
    }
}

/// The counters `first` and on, a lane each.
#[inline(always)]
fn count<V: Vector<Word = u32>>(isa: V::Token, first: u64) -> [V; 2] {
    let mut words = [[0; MAX_LANES]; 2];
    for i in 0..V::LANES {
        let counter = first.wrapping_add(i as u64);
        words[0][i] = counter as u32;
        words[1][i] = (counter >> 32) as u32;
    }
    [V::load(isa, &words[0][..V::LANES]), V::load(isa, &words[1][..V::LANES])]
}

/// The state before the first block: the key in every lane.
#[inline(always)]
fn keyed<V: Vector<Word = u32>>(isa: V::Token, key: &[u32; 8]) -> [V; STATE] {
    let mut s = [V::splat(isa, 0); STATE];
    for i in 0..8 {
        s[i] = V::splat(isa, key[i]);
    }
    s
}

/// Writes the first chaining values of the lanes.
#[inline(always)]
fn store<V: Vector<Word = u32>>(s: &[V; STATE], out: &mut [u8]) {
    let [h0, h1, h2, h3, h4, h5, h6, h7, ..] = *s;
    let cv = [h0, h1, h2, h3, h4, h5, h6, h7];
    if out.len() == CV_LEN * V::LANES {
        V::store_columns(cv, out);
    } else {
        let mut all = [0; CV_LEN * MAX_LANES];
        V::store_columns(cv, &mut all[..CV_LEN * V::LANES]);
        out.copy_from_slice(&all[..out.len()]);
    }
}

#[inline(always)]
fn chunks<V: Vector<Word = u32>>(isa: V::Token, mode: &Mode, input: &[u8], first: u64, out: &mut [u8]) {
    let n = input.len().div_ceil(CHUNK_LEN);
    assert!(0 < n && n <= V::LANES && out.len() == CV_LEN * n);
    // Lanes past the last read what the first does.
    let mut from = [input.as_ptr(); MAX_LANES];
    for i in 1..n {
        from[i] = input[CHUNK_LEN * i..].as_ptr();
    }
    // The last chunk may be shorter. Its last block is staged, its chaining
    // value taken when it is there, and its lane goes on as the first one does.
    let rest = &input[CHUNK_LEN * (n - 1)..];
    let (short, is_short) = ((rest.len() - 1) / BLOCK_LEN, rest.len() < CHUNK_LEN);
    let last = if n == 1 { short } else { CHUNK_LEN / BLOCK_LEN - 1 };
    let staged = &rest[BLOCK_LEN * short..];
    let mut tail = [0; BLOCK_LEN];
    tail[..staged.len()].copy_from_slice(staged);

    let mut s = keyed::<V>(isa, &mode.key);
    [s[8], s[9]] = count(isa, first);
    let (mut lens, mut flags) = ([BLOCK_LEN as u32; MAX_LANES], [mode.flags | CHUNK_START; MAX_LANES]);
    let mut blocks = [[s[8]; 16]; 2];
    let mut short_cv = [0; CV_LEN];
    for block in 0..=last {
        if block == last {
            flags[..V::LANES].fill(mode.flags | if block == 0 { CHUNK_START | CHUNK_END } else { CHUNK_END });
        }
        if block == short && is_short {
            flags[n - 1] |= CHUNK_END;
            lens[n - 1] = staged.len() as u32;
            from[n - 1] = tail.as_ptr().wrapping_sub(BLOCK_LEN * block);
        }
        (s[10], s[11]) = (V::load(isa, &lens[..V::LANES]), V::load(isa, &flags[..V::LANES]));
        // SAFETY: each lane has a whole chunk, but for the last, which has blocks
        // up to its last, where the staged block is read, and the first chunk's
        // after that.
        blocks[0] = unsafe { V::load_block(isa, &from[..V::LANES], BLOCK_LEN * block, ByteOrder::Little) };
        s = chain(isa, s, &mut blocks[0], || {});
        if block == 0 {
            flags[..V::LANES].fill(mode.flags);
        }
        if block == short && is_short {
            take(&s, n - 1, &mut short_cv);
            lens[n - 1] = BLOCK_LEN as u32;
            from[n - 1] = from[0];
        }
    }
    store(&s, out);
    if is_short {
        out[CV_LEN * (n - 1)..].copy_from_slice(&short_cv);
    }
}

/// Writes one lane's chaining value.
#[inline(always)]
fn take<V: Vector<Word = u32>>(s: &[V; STATE], lane: usize, cv: &mut [u8; CV_LEN]) {
    let mut row = [0; MAX_LANES];
    for (v, bytes) in s.iter().zip(cv.as_chunks_mut().0) {
        v.store(&mut row[..V::LANES]);
        *bytes = row[lane].to_le_bytes();
    }
}

#[inline(always)]
fn parents<V: Vector<Word = u32>>(isa: V::Token, mode: &Mode, children: &[u8], out: &mut [u8]) {
    let n = children.len() / BLOCK_LEN;
    assert!(0 < n && n <= V::LANES && out.len() == CV_LEN * n && children.len() == BLOCK_LEN * n);
    let mut from = [children.as_ptr(); MAX_LANES];
    for i in 1..n {
        from[i] = children[BLOCK_LEN * i..].as_ptr();
    }
    let mut s = keyed::<V>(isa, &mode.key);
    s[10] = V::splat(isa, BLOCK_LEN as u32);
    s[11] = V::splat(isa, mode.flags | crate::algorithm::blake3::PARENT);
    // SAFETY: each lane reads one of the blocks.
    let mut m = unsafe { V::load_block(isa, &from[..V::LANES], 0, ByteOrder::Little) };
    s = Blake3::compress(isa, s, &mut m);
    store(&s, out)
}

#[inline(always)]
fn blocks_of_output<V: Vector<Word = u32>>(isa: V::Token, root: &Node, first: u64, out: &mut [u8]) {
    assert!(!out.is_empty() && out.len() <= BLOCK_LEN * V::LANES && out.len().is_multiple_of(BLOCK_LEN));
    let mut s = keyed::<V>(isa, &root.cv);
    [s[8], s[9]] = count(isa, first);
    s[10] = V::splat(isa, root.len);
    s[11] = V::splat(isa, root.flags | crate::algorithm::blake3::ROOT);
    let mut m = [s[8]; 16];
    for (m, word) in m.iter_mut().zip(root.block.as_chunks().0) {
        *m = V::splat(isa, u32::from_le_bytes(*word));
    }
    let words = output(isa, s, m);
    if out.len() == BLOCK_LEN * V::LANES {
        V::store_columns(words, out);
    } else {
        let mut all = [0; BLOCK_LEN * MAX_LANES];
        V::store_columns(words, &mut all[..BLOCK_LEN * V::LANES]);
        out.copy_from_slice(&all[..out.len()]);
    }
}
