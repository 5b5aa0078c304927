//! Messages of several chunks, until their trees are built.

use super::{CHUNK_LEN, LONG, VALUES};
use alloc::vec::Vec;

/// The chunks of a message that is hashed beside others, and one more.
const CHUNKS: usize = LONG / CHUNK_LEN + 1;

/// No tree.
const NONE: u16 = u16::MAX;

/// Trees, by how many chunks they have: how a tree of so many is built is the same for all of
/// them, so that no branch depends on the next one. In one piece of memory: a guest's heap frees
/// nothing before its call ends.
pub(super) struct Trees {
    all: Vec<Tree>,
    /// Of each number of chunks, the place of the tree that was added last.
    last: [u16; CHUNKS],
}

/// A message of several chunks, and where the values of its next level are.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    pub(super) message: usize,
    pub(super) first: usize,
    /// The place of the tree of as many chunks that was added before it.
    before: u16,
}

impl Trees {
    /// None.
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), last: [NONE; CHUNKS] }
    }

    /// Adds the tree of so many chunks, of which a message has at least two.
    #[inline]
    pub(super) fn push(&mut self, chunks: usize, message: usize, first: usize) {
        if self.all.capacity() == 0 {
            // As many as there are values for.
            self.all.reserve_exact((VALUES + LONG / CHUNK_LEN) / 2);
        }
        let place = self.all.len() as u16;
        let before = core::mem::replace(&mut self.last[chunks], place);
        self.all.push(Tree { message, first, before });
    }

    /// Those of so many chunks.
    pub(super) fn of(&self, chunks: usize) -> impl Iterator<Item = Tree> {
        let get = |place: u16| self.all.get(usize::from(place)).copied();
        core::iter::successors(get(self.last[chunks]), move |tree| get(tree.before))
    }

    /// The numbers of chunks of which there are trees.
    pub(super) fn chunks(&self) -> impl Iterator<Item = usize> {
        (0..CHUNKS).filter(|&chunks| self.last[chunks] != NONE)
    }

    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.last = [NONE; CHUNKS];
    }
}

const _: () = assert!(VALUES + LONG / CHUNK_LEN < NONE as usize, "a place is no mark");
