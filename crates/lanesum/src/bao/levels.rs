//! The nodes of a subtree that is small enough to be hashed at once: all of its
//! chunks in lanes, then all of their parents, level by level.

use super::shape::{PARENT_LEN, parents_before};
use super::{ChunkGroup, equal};
use crate::blake3::tree::{chunks, parents, subtree};
use crate::blake3::{CHUNK_LEN, CV_LEN, Mode, Node, Serial};
use alloc::vec::Vec;

/// The chaining values of the levels of a subtree, the chunks' first.
///
/// An odd one at the end of a level is in the next one too: node `i` of level
/// `h` has the chunks from `i << h` on, as far as there are some, and may itself
/// be of a lower level.
#[derive(Clone, Default)]
pub(crate) struct Levels {
    values: Vec<u8>,
    /// Where each level begins.
    starts: Vec<usize>,
}

impl Levels {
    /// Hashes a subtree, whose first chunk is number `first`. Says what its top
    /// is.
    pub(crate) fn hash(&mut self, mode: &Mode, content: &[u8], first: u64) -> Node {
        self.starts.clear();
        if content.len() <= CHUNK_LEN {
            return subtree::<Serial>(mode, content, first);
        }
        let mut n = content.len().div_ceil(CHUNK_LEN);
        // Each level is half of the one before, rounded up.
        let room = CV_LEN * (2 * n + usize::BITS as usize);
        if self.values.len() < room {
            self.values.resize(room, 0);
        }
        chunks(mode, content, first, &mut self.values);
        self.starts.push(0);
        let mut start = 0;
        while n > 2 {
            let end = start + CV_LEN * n;
            let (lower, upper) = self.values.split_at_mut(end);
            n = parents(mode, &lower[start..], upper);
            self.starts.push(end);
            start = end;
        }
        let mut children = [0; PARENT_LEN];
        children.copy_from_slice(&self.values[start..start + PARENT_LEN]);
        Node::parent(mode, &children)
    }

    /// The children of the parent of that height over the chunks from `chunk`
    /// on.
    fn children(&self, height: u32, chunk: usize) -> &[u8] {
        let lower = height - 1;
        &self.values[self.starts[lower as usize] + CV_LEN * (chunk >> lower)..][..PARENT_LEN]
    }

    /// Calls `parent` with each parent in pre-order, and `leaf` with the number
    /// of each leaf between them.
    #[inline]
    fn walk(
        &self,
        group: ChunkGroup,
        leaves: usize,
        mut parent: impl FnMut(&[u8]),
        mut leaf: impl FnMut(usize),
    ) {
        let log = u32::from(group.log());
        for i in 0..leaves {
            for height in (1..=parents_before(i, leaves)).rev() {
                parent(self.children(height + log, i << log));
            }
            leaf(i);
        }
    }

    /// Writes the parents of the `leaves` leaves in pre-order.
    pub(crate) fn write_tree(&self, group: ChunkGroup, leaves: usize, out: &mut [u8]) {
        let mut parents = out.chunks_exact_mut(PARENT_LEN);
        self.walk(
            group,
            leaves,
            |children| parents.next().expect("there is room for each").copy_from_slice(children),
            |_| (),
        );
    }

    /// Writes the parents and the leaves in pre-order.
    pub(crate) fn write_combined(&self, group: ChunkGroup, content: &[u8], out: &mut [u8]) {
        let out = core::cell::Cell::new(out);
        let write = |bytes: &[u8]| {
            let (here, after) = out.take().split_at_mut(bytes.len());
            here.copy_from_slice(bytes);
            out.set(after);
        };
        let leaves = content.len().div_ceil(group.bytes()).max(1);
        self.walk(group, leaves, write, |i| {
            let start = i * group.bytes();
            write(&content[start..content.len().min(start + group.bytes())]);
        });
    }

    /// Whether these are the parents, in a time that does not depend on where
    /// they differ.
    pub(crate) fn is_tree(&self, group: ChunkGroup, leaves: usize, tree: &[u8]) -> bool {
        let mut parents = tree.chunks_exact(PARENT_LEN);
        let mut same = true;
        self.walk(
            group,
            leaves,
            |children| same &= parents.next().is_some_and(|parent| equal(parent, children)),
            |_| (),
        );
        same
    }

    /// [`Levels::is_tree`] of the parents that come before each leaf.
    pub(crate) fn are_before_leaves<'a>(
        &self,
        group: ChunkGroup,
        parents: impl Iterator<Item = &'a [u8]>,
    ) -> bool {
        let log = u32::from(group.log());
        let mut same = true;
        for (i, parents) in parents.enumerate() {
            let heights = (1..=(parents.len() / PARENT_LEN) as u32).rev();
            for (height, parent) in heights.zip(parents.chunks_exact(PARENT_LEN)) {
                same &= equal(parent, self.children(height + log, i << log));
            }
        }
        same
    }
}
