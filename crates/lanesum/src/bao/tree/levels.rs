//! The nodes of a subtree that is small enough to be hashed at once: all of its
//! chunks in lanes, then all of their parents, level by level.

use crate::bao::tree::equal;
use crate::bao::tree::shape::ChunkGroup;
use crate::bao::tree::shape::{PARENT_LEN, parents_before};
use crate::blake3::nodes::Soon;
use crate::blake3::of_blake3;
use crate::blake3::tree::{chunks, parents, subtree};
use crate::blake3::{CHUNK_LEN, CV_LEN, Mode, Node, Serial};
use alloc::vec::Vec;
use core::ops::Range;

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

/// The bytes of a subtree, a few chunks after the other.
pub(crate) trait Content {
    fn len(&self) -> usize;

    /// The chaining values of all chunks, as many as there is room for. The first is number
    /// `first`. One set at a time: it and its copy fit the first level of the cache.
    fn hash(&mut self, mode: &Mode, first: u64, values: &mut [u8]) {
        let (len, n) = (self.len(), values.len() / CV_LEN);
        let mut done = 0;
        while done < n {
            let kernel = of_blake3().tree(n - done);
            let end = n.min(done + kernel.lanes());
            let bytes = done * CHUNK_LEN..len.min(end * CHUNK_LEN);
            let (input, soon) = self.chunks(bytes.clone());
            kernel.chunks(mode, input, first + done as u64, soon, &mut values[done * CV_LEN..end * CV_LEN]);
            self.hashed(bytes);
            done = end;
        }
    }

    /// The next ones, and what is read and written after them. They are hashed
    /// now,
    fn chunks(&mut self, bytes: Range<usize>) -> (&[u8], Soon);

    /// and have been.
    fn hashed(&mut self, _: Range<usize>) {}
}

impl Content for &[u8] {
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    /// Nothing is copied.
    fn hash(&mut self, mode: &Mode, first: u64, values: &mut [u8]) {
        chunks(mode, self, first, values);
    }

    fn chunks(&mut self, bytes: Range<usize>) -> (&[u8], Soon) {
        (&self[bytes], Soon::NOTHING)
    }
}

impl Levels {
    /// Hashes a subtree, whose first chunk is number `first`. Says what its top
    /// is.
    pub(crate) fn hash(&mut self, mode: &Mode, mut content: impl Content, first: u64) -> Node {
        let len = content.len();
        self.starts.clear();
        if len <= CHUNK_LEN {
            let top = subtree::<Serial>(mode, content.chunks(0..len).0, first);
            content.hashed(0..len);
            return top;
        }
        let mut n = len.div_ceil(CHUNK_LEN);
        // Each level is half of the one before, rounded up.
        let room = CV_LEN * (2 * n + usize::BITS as usize);
        if self.values.len() < room {
            self.values.resize(room, 0);
        }
        content.hash(mode, first, &mut self.values[..n * CV_LEN]);
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

    /// Calls `parent` with each parent over `leaves` leaves, in pre-order, and
    /// where it lies in an encoding that has `between` bytes for each leaf: those
    /// of a group in a combined one, and none in an outboard one.
    #[inline]
    fn walk(
        &self,
        group: ChunkGroup,
        leaves: usize,
        between: usize,
        mut parent: impl FnMut(usize, &[u8; PARENT_LEN]),
    ) {
        let log = u32::from(group.log());
        let mut at = 0;
        for leaf in 0..leaves {
            for height in (0..parents_before(leaf, leaves)).rev() {
                let lower = height + log;
                let children = self.starts[lower as usize] + CV_LEN * (leaf << log >> lower);
                let children = self.values[children..].first_chunk();
                parent(at, children.expect("a level above has half as many"));
                at += PARENT_LEN;
            }
            at += between;
        }
    }

    /// Writes the parents to where they lie.
    pub(crate) fn write(&self, group: ChunkGroup, leaves: usize, between: usize, out: &mut [u8]) {
        self.walk(group, leaves, between, |at, parent| out[at..at + PARENT_LEN].copy_from_slice(parent));
    }

    /// Whether the parents lie where they should, in a time that does not depend
    /// on where they differ.
    pub(crate) fn are_in(&self, group: ChunkGroup, leaves: usize, between: usize, encoded: &[u8]) -> bool {
        let mut same = true;
        self.walk(group, leaves, between, |at, parent| {
            same &= encoded.get(at..at + PARENT_LEN).is_some_and(|there| equal(there, parent));
        });
        same
    }
}
