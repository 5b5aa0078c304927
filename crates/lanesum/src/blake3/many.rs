//! Many messages at once: their chunks share the lanes, and so do the parents.
//!
//! A chunk goes to the chunks that have as many blocks, and these are run when
//! they fill the lanes, so that lanes end together whatever the messages'
//! lengths. They are run once the next ones are known, which come near meanwhile. Where
//! messages lie one behind the other, those that come do, and short ones need not wait.
//! When enough messages have all their chunks, their trees are built side by
//! side, level by level. A message that fills the lanes itself is hashed at once.

mod coming;
mod done;
mod group;
mod pairs;
mod short;
mod trees;

use super::tree::WIDE;
use super::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode};
use crate::blake3::compression::ROOT;
use crate::blake3::nodes::{BLOCKS, LANES, Leaf, Leaves, Tails, last};
use crate::blake3::of_blake3;
use crate::digest::Output;
use crate::feed::AHEAD;
use crate::host;
use crate::isa::prefetch;
use alloc::boxed::Box;
use alloc::vec::Vec;
use coming::{Coming, Near};
use core::mem;
use done::Done;
use group::Group;
use pairs::Pairs;
use short::Short;
use trees::{Tree, Trees};

/// Messages of this length or more are hashed one by one.
const LONG: usize = WIDE;

/// How many chaining values are kept before their trees are built: enough to
/// fill the lanes a few levels up, and no more than 32 KiB.
const VALUES: usize = 1024;

type Value = [u8; CV_LEN];

/// Writes the hashes of many messages, in any order.
pub(crate) fn hash_each(mode: &Mode, messages: &[&[u8]], output: &mut impl Output) {
    if of_blake3().tree(LANES).lanes() == 1 {
        return one_by_one(mode, messages, output);
    }
    let mut many = Many {
        mode,
        groups: Default::default(),
        short: Short::new(),
        full: Group::new(),
        trees: Trees::new(),
        done: Done { output, fresh: [[0; CV_LEN]; LANES], values: Vec::new() },
        tails: Box::new(Tails::new()),
        coming: Coming::new(),
    };
    let mut even = Leaves::new();
    let mut sets = messages.chunks(LANES).enumerate().peekable();
    while let Some((set, now)) = sets.next() {
        let then = sets.peek().map_or(&[][..], |&(_, then)| then);
        many.coming.follow(now, then);
        many.few(LANES * set, now, then, &mut even);
    }
    many.finish();
}

/// Where there are no lanes.
fn one_by_one(mode: &Mode, messages: &[&[u8]], output: &mut impl Output) {
    for (i, message) in messages.iter().enumerate() {
        host::spend(|| u64::from(of_blake3().plan().cost(1)) * BLOCKS as u64);
        output.put(i, &[*mode.hash(message).as_bytes()]);
    }
}

/// Prefetches the first lines of a message's last chunk, behind which the kernel prefetches
/// itself, and the last one, which is padded. It waits in its group meanwhile. Of those before the
/// kernel brings all lines, between the rounds of others.
///
/// No branch depends on how long it is: to spare chunks of more than eight blocks, of which the
/// kernel brings all lines too, took 1.03 to 1.06 times as long where messages lie anywhere (AMD
/// Zen 5, 0 to 4 KiB, and to 10 KB).
#[inline(always)]
fn prefetch_ends(chunk: &[u8]) {
    for line in 0..AHEAD {
        prefetch(chunk.as_ptr().wrapping_add(line * BLOCK_LEN));
    }
    prefetch(chunk.as_ptr().wrapping_add(chunk.len()));
}

/// Messages on their way.
struct Many<'m, 'a, O> {
    mode: &'m Mode,
    /// Chunks that wait for others of as many blocks; one of no bytes has one.
    groups: [Option<Box<Group<'a>>>; BLOCKS],
    /// Short messages that wait, where it is known what comes next.
    short: Short<'a>,
    /// The chunks that fill the lanes, and wait for the next ones that do.
    full: Box<Group<'a>>,
    trees: Trees,
    done: Done<'m, O>,
    tails: Box<Tails>,
    /// Where the next messages lie.
    coming: Coming,
}

impl<'a, O: Output> Many<'_, 'a, O> {
    /// Adds a few messages, the first of which is number `first`, before some others. Where
    /// they have as many blocks, in one chunk, whole sets of lanes are run at once.
    fn few(&mut self, mut first: usize, mut messages: &[&'a [u8]], later: &[&[u8]], even: &mut Leaves<'a>) {
        while !messages.is_empty() {
            let kernel = of_blake3().tree(messages.len());
            let n = kernel.takes(messages.len());
            if n < kernel.lanes() || !even.fill(&messages[..n]) {
                break;
            }
            (first, messages) = (first + n, &messages[n..]);
            let later = if messages.is_empty() { later } else { messages };
            let near = self.coming.near(even.blocks(), later);
            self.done.even(kernel, self.mode, &mut self.tails, even, near, first - n);
        }
        for (i, message) in messages.iter().enumerate() {
            self.add(first + i, message);
        }
    }

    #[inline]
    fn add(&mut self, message: usize, bytes: &'a [u8]) {
        self.done.output.expect(message);
        if Short::takes(bytes) && self.coming.is_known() {
            if let Some(alike) = self.short.push(message, bytes) {
                let (messages, leaves) = alike.take();
                let near = self.coming.near(last(bytes.len()) + 1, &[]);
                self.done.alike(self.mode, &mut self.tails, leaves, near, messages);
            }
        } else if bytes.len() <= CHUNK_LEN {
            prefetch_ends(bytes);
            self.leaf(Leaf { bytes, counter: 0, root: ROOT }, message);
        } else if bytes.len() < LONG {
            self.chunks(message, bytes);
        } else {
            self.done.output.put(message, &[*self.mode.hash(bytes).as_bytes()]);
        }
    }

    /// Adds a message of several chunks.
    fn chunks(&mut self, message: usize, bytes: &'a [u8]) {
        if self.done.values.capacity() == 0 {
            // All that there ever are: so many that the trees are built, and one message.
            self.done.values.reserve_exact(VALUES + LONG / CHUNK_LEN);
        }
        let (first, len) = (self.done.values.len(), bytes.len().div_ceil(CHUNK_LEN));
        self.done.values.resize(first + len, [0; CV_LEN]);
        for (i, chunk) in bytes.chunks(CHUNK_LEN).enumerate() {
            if i + 1 == len {
                prefetch_ends(chunk);
            }
            self.leaf(Leaf { bytes: chunk, counter: i as u64, root: 0 }, first + i);
        }
        self.trees.push(len, message, first);
        if self.done.values.len() >= VALUES {
            self.finish();
        }
    }

    #[inline]
    fn leaf(&mut self, leaf: Leaf<'a>, target: usize) {
        let group = &mut self.groups[last(leaf.bytes.len())];
        let group = group.get_or_insert_with(Group::new);
        if group.push(leaf, target) == LANES {
            let near = self.coming.near(self.full.leaves.blocks(), group.leaves.bytes());
            self.done.leaves(self.mode, &mut self.tails, &mut self.full, near);
            mem::swap(group, &mut self.full);
        }
    }

    /// Runs what waits, and builds the trees.
    fn finish(&mut self) {
        let Self { mode, groups, short, full, done, tails, .. } = self;
        // The longest first, so that like ones still share the lanes.
        let mut rest = Group::new();
        for group in groups.iter_mut().rev().flatten() {
            for i in 0..group.leaves.len() {
                if rest.push(group.leaves.get(i), group.targets[i]) == LANES {
                    done.leaves(mode, tails, full, Near::of(rest.leaves.bytes()));
                    mem::swap(&mut rest, full);
                }
            }
            group.leaves.clear();
        }
        for (message, bytes) in short.take() {
            if rest.push(Leaf { bytes, counter: 0, root: ROOT }, message) == LANES {
                done.leaves(mode, tails, full, Near::of(rest.leaves.bytes()));
                mem::swap(&mut rest, full);
            }
        }
        done.leaves(mode, tails, full, Near::of(rest.leaves.bytes()));
        done.leaves(mode, tails, &mut rest, Near::of(&[]));
        let mut level = 0;
        while self.level(level) {
            level += 1;
        }
        self.trees.clear();
        self.done.values.clear();
    }

    /// Pairs the values of each message up to the next level. Of an odd number the last is of
    /// that level already. Says whether there is another level above.
    fn level(&mut self, level: u32) -> bool {
        let Self { mode, trees, done, .. } = self;
        let (mut pairs, mut roots) = (Pairs::new(0), Pairs::new(ROOT));
        let mut above = false;
        for chunks in trees.chunks() {
            let len = chunks.div_ceil(1 << level);
            if len == 2 {
                for Tree { message, first, .. } in trees.of(chunks) {
                    roots.add(mode, done, first, message);
                }
            } else if len > 2 {
                above = true;
                for Tree { first, .. } in trees.of(chunks) {
                    // A value is overwritten after it was read: pair `i` is of 2i and 2i + 1.
                    for i in 0..len / 2 {
                        pairs.add(mode, done, first + 2 * i, first + i);
                    }
                    if len % 2 == 1 {
                        done.values[first + len / 2] = done.values[first + len - 1];
                    }
                }
            }
        }
        pairs.run(mode, done);
        roots.run(mode, done);
        above
    }
}
