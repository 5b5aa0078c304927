//! BLAKE3's kernels for nodes of its tree side by side: chunks, of one message
//! or of many, parents, blocks of extended output.
//!
//! They need no scheduler: no chunk has more than sixteen blocks, so the lanes
//! are filled once, and what is shorter waits.

mod chunks;
mod few;
mod leaves;
mod one;
mod output;
mod parents;
#[cfg(test)]
mod tests;

use super::compression::{Blake3, STATE};
use super::{BLOCK_LEN, CV_LEN, Mode, Node};
use crate::host;
use crate::kernel::lanes::Lanes;
use crate::kernel::{Candidate, Kernels, Layout, Shape};
use crate::lanes::Vector;
use core::hint::black_box;

pub(crate) use crate::kernel::ahead::Soon;
pub(crate) use chunks::Tails;
#[cfg(any(target_arch = "x86_64", lanesum_guest))]
pub(crate) use few::Nodes;
#[cfg(target_arch = "x86_64")]
pub(crate) use few::To;
pub(crate) use leaves::{BLOCKS, Leaf, Leaves};
pub(crate) use one::{One, bytes, compress_last, last, last_block, padded, state};

/// The most lanes of a kernel: two sets of the widest vector.
pub(crate) const LANES: usize = 32;

/// The most nodes that lie behind each other and are given to a kernel at once: the first
/// block of a group of `LANES` is loaded beside the last rounds of the group before.
pub(crate) const MOST: usize = 4 * LANES;

/// A level of parents that fills the lanes once runs each instruction of its kernel once, and
/// those have to be decoded first: 16 KB for sixteen parents with AVX-512, which on an AMD
/// Zen 4 took 923 cycles, twice what a block costs where it is one of many. Half of the
/// kernel, run twice, and once more for the next level, takes a quarter less time of both, so it is
/// chosen up to where half of the nodes cost this part of what all do. One set has half of the
/// code, and runs it once: on an Intel Granite Rapids sixteen parents take 140 ns, and twice
/// eight 180.
const TWICE: (u32, u32) = (3, 4);

/// BLAKE3's kernels on this CPU.
pub(crate) type TreeKernels = Kernels<dyn Tree, dyn One>;

impl TreeKernels {
    /// The kernel for the first of `nodes` nodes.
    #[inline]
    pub(crate) fn tree(&self, nodes: usize) -> &dyn Tree {
        let nodes = nodes.min(LANES);
        // As much as chunks of all their blocks cost.
        host::spend(|| u64::from(self.plan().cost(nodes)) * BLOCKS as u64);
        &*self.list[self.plan().kernel(nodes)]
    }

    /// The kernel for the first of `nodes` parents whose children lie behind each other, and how
    /// many of them it takes.
    #[inline]
    pub(crate) fn parents(&self, nodes: usize) -> (&dyn Tree, usize) {
        let plan = self.plan();
        let (all, half) = (nodes.min(LANES), nodes.div_ceil(2));
        let is_long = || self.list[plan.kernel(all)].kernel().sets() > 1;
        let is_dear = || plan.cost(half) * TWICE.1 < plan.cost(all) * TWICE.0;
        if (9..=LANES / 2).contains(&nodes) && is_long() && is_dear() {
            let kernel = self.tree(half);
            return (kernel, kernel.takes(nodes));
        }
        self.stretch(nodes)
    }

    /// The kernel for the first of `nodes` nodes that lie behind each other, and how many of
    /// them it takes.
    #[inline]
    pub(crate) fn stretch(&self, nodes: usize) -> (&dyn Tree, usize) {
        if nodes < 2 * LANES {
            let kernel = self.tree(nodes);
            return (kernel, kernel.takes(nodes));
        }
        let plan = self.plan();
        let cost = || plan.cost(LANES) * BLOCKS as u32;
        let groups = (nodes.min(MOST) / LANES).min(host::most(cost));
        host::spend(|| u64::from(cost()) * groups as u64);
        (&*self.list[plan.kernel(LANES)], groups * LANES)
    }
}

/// A kernel for nodes side by side: a set of `lanes` of them at once, and set
/// after set of up to `LANES`.
pub(crate) trait Tree: Send + Sync {
    /// Name and width.
    fn kernel(&self) -> Shape;

    /// How many nodes lie side by side.
    #[inline]
    fn lanes(&self) -> usize {
        self.kernel().lanes()
    }

    /// How many of so many nodes to give it: whole sets, or less than one.
    #[inline]
    fn takes(&self, nodes: usize) -> usize {
        let (lanes, nodes) = (self.lanes(), nodes.min(LANES));
        if nodes < lanes { nodes } else { nodes - nodes % lanes }
    }

    /// The chaining values of the chunks of `input`, of which the last may be
    /// shorter, but has a byte. `first` is the number of the first chunk. `soon`
    /// may be brought near meanwhile.
    ///
    /// # Panics
    ///
    /// Where there are no or too many chunks, more than `LANES` that are no groups of so
    /// many, or `out` is not as long as their values.
    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, soon: Soon, out: &mut [u8]);

    /// The chaining values of chunks that lie anywhere. A set takes as long as its
    /// longest one. Meanwhile as much of the chunks that come `later` may be brought near, and
    /// `soon`.
    ///
    /// # Panics
    ///
    /// Where there are no or too many chunks, or `out` is not as long as their
    /// values.
    fn leaves(
        &self,
        mode: &Mode,
        leaves: &Leaves<'_>,
        later: &[&[u8]],
        soon: Soon,
        tails: &mut Tails,
        out: &mut [u8],
    );

    /// The chaining values of parents, whose children's lie in `children`.
    /// `root` is the flag `ROOT`, or 0.
    ///
    /// # Panics
    ///
    /// As [`Tree::chunks`], and where `out` is not half as long.
    fn parents(&self, mode: &Mode, children: &[u8], root: u32, out: &mut [u8]);

    /// Blocks of a root's output, from block `first` on, as many as one likes.
    ///
    /// # Panics
    ///
    /// Where `out` is not one or more whole blocks long.
    fn output(&self, root: &Node, first: u64, out: &mut [u8]);
}

impl Candidate for dyn Tree {
    fn shape(&self) -> Shape {
        self.kernel()
    }

    fn period(&self) -> usize {
        BLOCKS
    }

    fn run(&self, _: Layout, bytes: &[u8], blocks: usize) {
        let mut messages = [&[][..]; LANES];
        for (i, message) in messages[..self.lanes()].iter_mut().enumerate() {
            *message = &bytes[i * BLOCK_LEN..];
        }
        self.repeat(&messages[..self.lanes()], blocks);
    }
}

impl dyn Tree {
    /// Runs so many blocks of each message, for the time that they take: the first chunk again
    /// and again, so that what is laid out before a kernel runs is laid out once.
    ///
    /// # Panics
    ///
    /// Where there are more messages than it has lanes, or one has no chunk and not as many blocks.
    pub(crate) fn repeat(&self, messages: &[&[u8]], mut blocks: usize) {
        assert!(messages.len() <= self.lanes(), "more messages than lanes");
        let (mut values, mut tails) = ([[0; CV_LEN]; LANES], Tails::new());
        let values = values[..messages.len()].as_flattened_mut();
        while blocks > 0 {
            let len = blocks.min(BLOCKS);
            let mut leaves = Leaves::new();
            for message in messages {
                leaves.push(Leaf { bytes: &message[..len * BLOCK_LEN], counter: 0, root: 0 });
            }
            let times = blocks / len;
            for _ in 0..times {
                self.leaves(&Mode::HASH, &leaves, &[], Soon::NOTHING, &mut tails, values);
            }
            blocks -= times * len;
        }
        black_box(values);
    }
}

impl<V: Vector<Word = u32>> Tree for Lanes<Blake3, V> {
    fn kernel(&self) -> Shape {
        self.shape()
    }

    fn chunks(&self, mode: &Mode, input: &[u8], first: u64, soon: Soon, out: &mut [u8]) {
        chunks::of_message::<V>(self.isa(), mode, input, first, soon, out);
    }

    fn leaves(
        &self,
        mode: &Mode,
        leaves: &Leaves<'_>,
        later: &[&[u8]],
        soon: Soon,
        tails: &mut Tails,
        out: &mut [u8],
    ) {
        chunks::gathered::<V>(self.isa(), mode, leaves, later, soon, tails, out);
    }

    fn parents(&self, mode: &Mode, children: &[u8], root: u32, out: &mut [u8]) {
        parents::run::<V>(self.isa(), mode, children, root, out);
    }

    fn output(&self, root: &Node, first: u64, out: &mut [u8]) {
        output::run::<V>(self.isa(), root, first, out);
    }
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
fn store<V: Vector<Word = u32>>(cv: [V; 8], out: &mut [u8]) {
    if out.len() == CV_LEN * V::LANES {
        V::store_columns(cv, out);
    } else {
        let mut all = [0; CV_LEN * LANES];
        V::store_columns(cv, &mut all[..CV_LEN * V::LANES]);
        out.copy_from_slice(&all[..out.len()]);
    }
}

/// The chaining value of a state.
#[inline(always)]
fn chaining_value<V: Copy>(s: &[V; STATE]) -> [V; 8] {
    let [h0, h1, h2, h3, h4, h5, h6, h7, ..] = *s;
    [h0, h1, h2, h3, h4, h5, h6, h7]
}
