//! Chunks that are run together.

use crate::blake3::nodes::{LANES, Leaf, Leaves};
use alloc::boxed::Box;
use core::ops::Range;

/// Chunks, and where their values go: to a message, where the chunk is the
/// whole of it, or to a place among the values.
pub(super) struct Group<'a> {
    pub(super) leaves: Leaves<'a>,
    pub(super) targets: [usize; LANES],
}

impl<'a> Group<'a> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self { leaves: Leaves::new(), targets: [0; LANES] })
    }

    /// Adds one, and says how many there are.
    #[inline]
    pub(super) fn push(&mut self, leaf: Leaf<'a>, target: usize) -> usize {
        let i = self.leaves.len();
        self.targets[i] = target;
        self.leaves.push(leaf);
        i + 1
    }

    /// Some of it.
    pub(super) fn part(&self, which: Range<usize>) -> Box<Self> {
        let mut part = Self::new();
        for i in which {
            part.push(self.leaves.get(i), self.targets[i]);
        }
        part
    }
}
