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

/// Bytes of the first subtree that is taken where somebody sought a place, and may read little
/// there. The next ones have up to twice as many, just as the tree's nodes lie behind any place.
/// Two chunks take hardly longer than one.
#[cfg(feature = "std")]
pub(crate) const FIRST_RUN_LEN: u64 = 2 << 10;

/// A walk; `T` is what is known of a node from its parent.
#[derive(Clone, Debug)]
pub(crate) struct Walk<T> {
    shape: Shape,
    /// Chunks.
    wanted: Vec<Range<u64>>,
    /// What is to come, the next one last: at most one node a level.
    stack: Vec<Node<T>>,
    /// Bytes of the subtrees that are taken at once.
    run_len: u64,
}

/// A node that something is wanted of.
#[derive(Clone, Debug)]
struct Node<T> {
    subtree: Subtree,
    /// Whether all of it is.
    is_whole: bool,
    known: T,
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
        Self::with_runs(shape, wanted, root, RUN_LEN)
    }

    /// The same, that takes subtrees of so many bytes at first.
    pub(crate) fn with_runs(shape: Shape, wanted: Vec<Range<u64>>, root: T, run_len: u64) -> Self {
        let mut walk = Self { shape, wanted, stack: Vec::new(), run_len };
        walk.push(shape.root(), root);
        walk
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The next step, which stays the next one until it is taken.
    pub(crate) fn peek(&self) -> Option<(Step, &T)> {
        let &Node { subtree, is_whole, ref known } = self.stack.last()?;
        let run_len = self.run_len.max(self.shape.group().bytes() as u64);
        let at_once = subtree.len <= CHUNK_LEN as u64 || subtree.len <= run_len && is_whole;
        let step = if at_once { Step::Run(subtree) } else { Step::Parent(subtree) };
        Some((step, known))
    }

    /// Goes on after the next step, without what lies under it.
    pub(crate) fn skip(&mut self) {
        if let Some(Node { subtree, .. }) = self.stack.pop() {
            self.expect(2 * subtree.len.min(RUN_LEN));
        }
    }

    /// At least so many bytes are wanted next, or as many as are taken at once.
    pub(crate) fn expect(&mut self, bytes: u64) {
        self.run_len = bytes.clamp(self.run_len, RUN_LEN);
    }

    /// Goes down from the next step, a parent.
    pub(crate) fn descend(&mut self, left: T, right: T) {
        if let Some(Node { subtree, .. }) = self.stack.pop() {
            let (left_child, right_child) = subtree.children();
            self.push(right_child, right);
            self.push(left_child, left);
        }
    }

    fn push(&mut self, subtree: Subtree, known: T) {
        let share = share(&self.wanted, subtree);
        if share != Share::Nothing {
            self.stack.push(Node { subtree, is_whole: share == Share::Whole, known });
        }
    }
}
