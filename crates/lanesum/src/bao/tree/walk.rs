//! The walk that the two sides of an encoding share: in pre-order over what is
//! wanted, a node at a time above, and whole subtrees at a time as soon as they
//! are small enough.

use crate::bao::tree::ranges::{Share, share};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::blake3::CHUNK_LEN;
use alloc::vec::Vec;
use core::ops::Range;

/// Bytes of the subtrees that are taken at once: enough that the levels on which
/// there are fewer nodes than lanes cost little, and few enough to stay in the
/// second-level cache.
pub(crate) const RUN_LEN: u64 = 256 << 10;

/// A walk; `T` is what is known of a node from its parent.
#[derive(Clone, Debug)]
pub(crate) struct Walk<T> {
    shape: Shape,
    /// Chunks.
    wanted: Vec<Range<u64>>,
    /// What is to come, the next one last: at most one node a level.
    stack: Vec<(Subtree, T)>,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A parent on its own.
    Parent(Subtree),
    /// A subtree, all of it: its parents down to the groups, and its bytes.
    Run(Subtree),
}

impl<T: Clone> Walk<T> {
    /// Over sorted ranges of chunks.
    pub(crate) fn new(shape: Shape, wanted: Vec<Range<u64>>, root: T) -> Self {
        let mut walk = Self { shape, wanted, stack: Vec::new() };
        walk.push(shape.root(), root);
        walk
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The next step, which stays the next one until it is taken.
    pub(crate) fn peek(&self) -> Option<(Step, &T)> {
        let (subtree, known) = self.stack.last()?;
        let run_len = RUN_LEN.max(self.shape.group().bytes() as u64);
        let at_once = subtree.len <= CHUNK_LEN as u64
            || subtree.len <= run_len && share(&self.wanted, *subtree) == Share::Whole;
        let step = if at_once { Step::Run(*subtree) } else { Step::Parent(*subtree) };
        Some((step, known))
    }

    /// Goes on after the next step, without what lies under it.
    pub(crate) fn skip(&mut self) {
        self.stack.pop();
    }

    /// Goes down from the next step, a parent.
    pub(crate) fn descend(&mut self, left: T, right: T) {
        if let Some((subtree, _)) = self.stack.pop() {
            let (left_child, right_child) = subtree.children();
            self.push(right_child, right);
            self.push(left_child, left);
        }
    }

    fn push(&mut self, subtree: Subtree, known: T) {
        if share(&self.wanted, subtree) != Share::Nothing {
            self.stack.push((subtree, known));
        }
    }
}
