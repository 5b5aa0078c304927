//! A few nodes at once, by kernels that are not lanes.

use super::chunks::{IDLE, is_taken};
use super::{Leaf, Leaves, Soon, Tails, Tree, bytes, last, state};
use crate::blake3::compression::{Blake3, CHUNK_END, CHUNK_START, PARENT, ROOT, STATE, output};
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode, Node};
use crate::isa::portable::{Portable, U32x1};
use crate::kernel::Shape;
use crate::kernel::narrow::{Interleaved, Narrow};
use crate::lanes::Vector;

/// What the function puts out for a few blocks.
pub(crate) trait Nodes<const N: usize>: Interleaved<Blake3, N> {
    /// The chaining values of whole chunks, from their states before the first block. The
    /// states may be others then.
    fn chunks(
        self,
        states: &mut [[u32; STATE]; N],
        chunks: [&[u8; CHUNK_LEN]; N],
        out: &mut [[u8; CV_LEN]; N],
    );

    /// The chaining values that a state becomes by each of some blocks.
    fn values(self, state: [u32; STATE], blocks: [&[u8; BLOCK_LEN]; N], out: &mut [[u8; CV_LEN]; N]);

    /// All that the compression function puts out for each of the states and the
    /// same block. The states may be others then.
    fn output(self, states: &mut [[u32; STATE]; N], block: &[u8; BLOCK_LEN], out: &mut [[u8; BLOCK_LEN]; N]);
}

/// Where a kernel writes what the function puts out.
#[cfg(target_arch = "x86_64")]
pub(crate) enum To<'o, const N: usize> {
    /// To the states.
    States,
    /// The chaining values here.
    Values(&'o mut [[u8; CV_LEN]; N]),
    /// All of it here.
    Blocks(&'o mut [[u8; BLOCK_LEN]; N]),
}

impl Nodes<1> for Portable {
    fn chunks(
        self,
        states: &mut [[u32; STATE]; 1],
        [chunk]: [&[u8; CHUNK_LEN]; 1],
        out: &mut [[u8; CV_LEN]; 1],
    ) {
        let (blocks, last) = chunk.split_last_chunk().expect("longer than a block");
        // SAFETY: the slice holds that many blocks.
        unsafe {
            Interleaved::<Blake3, 1>::compress(self, states, [blocks.as_ptr()], blocks.len() / BLOCK_LEN)
        }
        states[0][11] |= CHUNK_END;
        self.values(states[0], [last], out);
    }

    fn values(self, state: [u32; STATE], [block]: [&[u8; BLOCK_LEN]; 1], [out]: &mut [[u8; CV_LEN]; 1]) {
        let mut states = [state];
        // SAFETY: the block is one.
        unsafe { Interleaved::<Blake3, 1>::compress(self, &mut states, [block.as_ptr()], 1) }
        *out = bytes(&states[0]);
    }

    fn output(
        self,
        [state]: &mut [[u32; STATE]; 1],
        block: &[u8; BLOCK_LEN],
        [out]: &mut [[u8; BLOCK_LEN]; 1],
    ) {
        let splat = |word| U32x1::splat(self, word);
        let mut m = block
            .as_chunks()
            .0
            .first_chunk::<16>()
            .expect("16 words")
            .map(|word| splat(u32::from_le_bytes(word)));
        U32x1::store_columns(output(self, state.map(splat), &mut m), out);
    }
}

impl<T: Nodes<N>, const N: usize> Tree for Narrow<Blake3, T, N> {
    fn kernel(&self) -> Shape {
        self.shape()
    }

    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, _: Soon, out: &mut [u8]) {
        let n = input.len().div_ceil(CHUNK_LEN);
        assert!(is_taken(n) && out.len() == CV_LEN * n);
        let mut counter = first;
        for (input, out) in input.chunks(CHUNK_LEN * N).zip(out.chunks_mut(CV_LEN * N)) {
            let counters = core::array::from_fn(|i| counter.wrapping_add(i as u64));
            counter = counter.wrapping_add(N as u64);
            if let Some(chunks) = input.as_chunks().0.as_array::<N>()
                && let Some(out) = out.as_chunks_mut().0.as_mut_array()
            {
                self.isa().chunks(&mut states(mode, counters), chunks.each_ref(), out);
                continue;
            }
            let mut leaves = [NO_LEAF; N];
            for (i, (leaf, bytes)) in leaves.iter_mut().zip(input.chunks(CHUNK_LEN)).enumerate() {
                *leaf = Leaf { bytes, counter: counters[i], root: 0 };
            }
            run(self.isa(), mode, &leaves[..out.len() / CV_LEN], out);
        }
    }

    fn leaves(&self, mode: &Mode, leaves: &Leaves<'_>, _: &[&[u8]], _: Soon, _: &mut Tails, out: &mut [u8]) {
        assert!(leaves.len() > 0 && out.len() == CV_LEN * leaves.len());
        let mut given = 0;
        for out in out.chunks_mut(CV_LEN * N) {
            let (mut set, n) = ([NO_LEAF; N], out.len() / CV_LEN);
            for (i, leaf) in set[..n].iter_mut().enumerate() {
                *leaf = leaves.get(given + i);
            }
            run(self.isa(), mode, &set[..n], out);
            given += n;
        }
    }

    fn parents(&self, mode: &Mode, children: &[u8], root: u32, out: &mut [u8]) {
        let n = children.len() / BLOCK_LEN;
        assert!(is_taken(n) && out.len() == CV_LEN * n && children.len() == BLOCK_LEN * n);
        let state = state(&mode.key, 0, BLOCK_LEN, mode.flags | PARENT | root);
        let (blocks, values) = (children.as_chunks::<BLOCK_LEN>().0, out.as_chunks_mut().0);
        for (blocks, values) in blocks.chunks(N).zip(values.chunks_mut(N)) {
            // Lanes past the last one take the first's.
            let mut each = [&blocks[0]; N];
            each[..blocks.len()].iter_mut().zip(blocks).for_each(|(each, block)| *each = block);
            in_full(values, |values| self.isa().values(state, each, values));
        }
    }

    fn output(&self, root: &Node, first: u64, out: &mut [u8]) {
        assert!(!out.is_empty() && out.len().is_multiple_of(BLOCK_LEN));
        for (i, out) in out.chunks_mut(BLOCK_LEN * N).enumerate() {
            let mut states = [state(&root.cv, 0, root.len as usize, root.flags | ROOT); N];
            for (lane, state) in states.iter_mut().enumerate() {
                let counter = first.wrapping_add((i * N + lane) as u64);
                (state[8], state[9]) = (counter as u32, (counter >> 32) as u32);
            }
            in_full(out.as_chunks_mut().0, |blocks| self.isa().output(&mut states, &root.block, blocks));
        }
    }
}

/// Lets a kernel fill `N`, of which the first are wanted: in place where all are.
#[inline(always)]
fn in_full<const LEN: usize, const N: usize>(
    wanted: &mut [[u8; LEN]],
    fill: impl FnOnce(&mut [[u8; LEN]; N]),
) {
    match wanted.as_mut_array() {
        Some(all) => fill(all),
        None => {
            let mut all = [[0; LEN]; N];
            fill(&mut all);
            wanted.copy_from_slice(&all[..wanted.len()]);
        }
    }
}

/// In the place of one.
const NO_LEAF: Leaf<'static> = Leaf { bytes: &[], counter: 0, root: 0 };

/// The chaining values of chunks.
#[inline]
fn run<T, const N: usize>(isa: T, mode: &Mode, leaves: &[Leaf<'_>], out: &mut [u8])
where
    T: Nodes<N>,
{
    let n = leaves.len();
    let mut counters = [0; N];
    counters.iter_mut().zip(leaves).for_each(|(counter, leaf)| *counter = leaf.counter);
    let mut states = states(mode, counters);
    if let Some(out) = out.as_chunks_mut().0.as_mut_array()
        && let Some(chunks) = whole(leaves)
    {
        return isa.chunks(&mut states, chunks, out);
    }
    let mut from = [IDLE.as_ptr(); N];
    // The block with which each lane ends; none of those that have.
    let mut ends = [None; N];
    for (i, Leaf { bytes, .. }) in leaves.iter().enumerate() {
        assert!(bytes.len() <= CHUNK_LEN);
        from[i] = bytes.as_ptr();
        ends[i] = Some(last(bytes.len()));
    }
    let mut tails = [[0; BLOCK_LEN]; N];
    let mut block = 0;
    while let Some(end) = ends.iter().flatten().min().copied() {
        if end > block {
            let at = from.map(
                #[inline(always)]
                |from| from.wrapping_add(block * BLOCK_LEN),
            );
            // SAFETY: no lane that runs ends before, so all these blocks are whole; the
            // others have as many zeros as a chunk has bytes.
            unsafe { isa.compress(&mut states, at, end - block) }
        }
        let mut at = [IDLE.as_ptr(); N];
        for i in 0..n {
            at[i] = from[i].wrapping_add(end * BLOCK_LEN);
            if ends[i] == Some(end) {
                let rest = &leaves[i].bytes[end * BLOCK_LEN..];
                states[i][10] = rest.len() as u32;
                states[i][11] |= CHUNK_END | leaves[i].root;
                if rest.len() < BLOCK_LEN {
                    tails[i][..rest.len()].copy_from_slice(rest);
                    at[i] = tails[i].as_ptr();
                }
            }
        }
        // SAFETY: the block of a lane that ends is whole or in its tail, and that of one
        // that does not is whole.
        unsafe { isa.compress(&mut states, at, 1) }
        for i in 0..n {
            if ends[i] == Some(end) {
                out[CV_LEN * i..][..CV_LEN].copy_from_slice(&bytes(&states[i]));
                (ends[i], from[i]) = (None, IDLE.as_ptr());
            }
        }
        block = end + 1;
    }
}

/// The states of chunks before their first blocks.
#[inline]
fn states<const N: usize>(mode: &Mode, counters: [u64; N]) -> [[u32; STATE]; N] {
    counters.map(
        #[inline(always)]
        |counter| state(&mode.key, counter, BLOCK_LEN, mode.flags | CHUNK_START),
    )
}

/// The chunks of as many leaves, where all of them are whole and none is a root.
#[inline]
fn whole<'a, const N: usize>(leaves: &[Leaf<'a>]) -> Option<[&'a [u8; CHUNK_LEN]; N]> {
    let mut chunks = [&IDLE; N];
    for (chunk, leaf) in chunks.iter_mut().zip(leaves) {
        if leaf.root != 0 {
            return None;
        }
        *chunk = leaf.bytes.as_array()?;
    }
    Some(chunks)
}
