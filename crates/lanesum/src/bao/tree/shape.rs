//! The shape of the tree, as arithmetic: which bytes lie under a node, and
//! where its encoding begins, from the length of the message alone.
//!
//! A leaf is a chunk group. Leaf number `i` of `n` has, in pre-order, all the
//! parents of the whole subtrees to its left before it, `i - popcount(i)` of
//! them, and its ancestors: those of which it lies to the right, one for each
//! bit of `i` that is set, and those of which it lies to the left, one for each
//! bit that is not, up to the highest bit in which `i` and the last leaf differ:
//! above that, it runs along the right edge, where a node without a right child
//! is no node. So `i` plus those zeros is its place among the parents.

use crate::bao::error::Error;
use crate::blake3::{BLOCK_LEN, CHUNK_LEN};
use core::ops::Range;

/// Bytes of the length, which every encoding begins with.
pub(crate) const HEADER_LEN: usize = 8;

/// Bytes of a parent: the chaining values of its children.
pub(crate) const PARENT_LEN: usize = BLOCK_LEN;

/// Chunk groups of 2^n chunks: the leaves that an encoding has.
///
/// An encoding with larger groups has fewer parents, 64 bytes for each group
/// but one, and verifies no part of a group without the whole, but for a slice
/// that was asked for the part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkGroup(u8);

impl ChunkGroup {
    /// One chunk, as the `bao` crate has it: 6.25 % of the message in parents.
    pub const CHUNK: Self = Self(0);

    /// 16 chunks: 0.4 %.
    pub const KIB_16: Self = Self(4);

    /// The largest: 4096 chunks, 4 MiB. A decoder holds a group before it gives
    /// out the first byte of it, so a larger one would cost that much memory.
    pub const MAX: Self = Self(12);

    /// Groups of 2^`log` chunks; none where that is more than [`ChunkGroup::MAX`].
    #[inline]
    pub const fn from_log(log: u8) -> Option<Self> {
        if log <= Self::MAX.0 { Some(Self(log)) } else { None }
    }

    /// n, where a group has 2^n chunks.
    #[inline]
    pub const fn log(self) -> u8 {
        self.0
    }

    /// Bytes in a group.
    #[inline]
    pub const fn bytes(self) -> usize {
        CHUNK_LEN << self.0
    }

    /// How many whole groups are in `len` bytes. To divide by a number that is known at run time
    /// alone takes tens of cycles, three times for each piece of an encoding.
    #[inline]
    const fn whole(self, len: u64) -> u64 {
        len >> (CHUNK_LEN.ilog2() + self.0 as u32)
    }
}

/// The bytes of the message under a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    /// A multiple of the chunk.
    pub(crate) start: u64,
    /// 0 for the one chunk of the empty message only.
    pub(crate) len: u64,
}

impl Subtree {
    pub(crate) fn end(self) -> u64 {
        self.start + self.len
    }

    /// The chunks, by number.
    pub(crate) fn chunks(self) -> Range<u64> {
        let first = self.start / CHUNK_LEN as u64;
        first..first + self.len.div_ceil(CHUNK_LEN as u64).max(1)
    }

    /// The children of a node over more than a chunk.
    pub(crate) fn children(self) -> (Self, Self) {
        let whole = (self.len - 1) / CHUNK_LEN as u64;
        let left = (CHUNK_LEN as u64) << whole.ilog2();
        (Self { start: self.start, len: left }, Self { start: self.start + left, len: self.len - left })
    }
}

/// The tree of a message in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    len: u64,
    group: ChunkGroup,
}

impl Shape {
    /// No message is this long, and no shorter one has an encoding of 2^64 bytes.
    const TOO_LONG: u64 = 1 << 63;

    pub(crate) fn new(len: u64, group: ChunkGroup) -> Result<Self, Error> {
        if len < Self::TOO_LONG { Ok(Self { len, group }) } else { Err(Error::TooLong) }
    }

    /// Bytes of the message.
    pub(crate) fn len(self) -> u64 {
        self.len
    }

    pub(crate) fn group(self) -> ChunkGroup {
        self.group
    }

    pub(crate) fn root(self) -> Subtree {
        Subtree { start: 0, len: self.len }
    }

    pub(crate) fn is_root(self, subtree: Subtree) -> bool {
        subtree == self.root()
    }

    /// Whether a subtree is a group, or lies in one.
    pub(crate) fn is_leaf(self, subtree: Subtree) -> bool {
        subtree.len <= self.group.bytes() as u64
    }

    pub(crate) fn leaves(self, subtree: Subtree) -> u64 {
        leaves(subtree.len, self.group)
    }

    /// The parents of a subtree, as an encoding has them.
    pub(crate) fn parents(self, subtree: Subtree) -> u64 {
        self.leaves(subtree) - 1
    }

    /// Bytes of its parents.
    pub(crate) fn tree_len(self, subtree: Subtree) -> u64 {
        PARENT_LEN as u64 * self.parents(subtree)
    }

    /// Where a subtree's parents begin in the outboard encoding.
    pub(crate) fn tree_offset(self, subtree: Subtree) -> u64 {
        HEADER_LEN as u64 + PARENT_LEN as u64 * self.place(subtree).parents_before
    }

    /// Where a subtree begins in the combined encoding.
    pub(crate) fn encoded_offset(self, subtree: Subtree) -> u64 {
        self.tree_offset(subtree) + subtree.start
    }

    /// How many ancestors a subtree of groups has.
    pub(crate) fn depth(self, subtree: Subtree) -> u32 {
        self.place(subtree).depth
    }

    fn place(self, subtree: Subtree) -> Place {
        let leaf = self.group.whole(subtree.start);
        let height = ceil_log2(self.leaves(subtree));
        let last = leaves(self.len, self.group) - 1;
        let zeros = match (leaf ^ last).checked_ilog2() {
            Some(top) if top >= height => {
                let bits = top - height + 1;
                bits - ((leaf >> height) & ((1 << bits) - 1)).count_ones()
            }
            _ => 0,
        };
        Place { parents_before: leaf + u64::from(zeros), depth: leaf.count_ones() + zeros }
    }
}

struct Place {
    parents_before: u64,
    depth: u32,
}

fn leaves(len: u64, group: ChunkGroup) -> u64 {
    group.whole(len.saturating_sub(1)) + 1
}

/// The height of a subtree of `leaves` leaves, of which there is one at least.
fn ceil_log2(leaves: u64) -> u32 {
    u64::BITS - (leaves - 1).leading_zeros()
}

/// The heights of the parents that come, the highest first, right before a leaf
/// in the pre-order of a subtree of `leaves` leaves: those which begin with it.
/// A leaf has height 0.
#[inline]
pub(crate) fn parents_before(leaf: usize, leaves: usize) -> u32 {
    leaf.trailing_zeros().min(ceil_log2((leaves - leaf) as u64))
}

/// Bytes of the outboard encoding of a message of `len` bytes.
pub(crate) fn outboard_len(len: u64, group: ChunkGroup) -> u128 {
    HEADER_LEN as u128 + PARENT_LEN as u128 * u128::from(leaves(len, group) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The places as a walk in pre-order counts them.
    fn count(shape: Shape, subtree: Subtree, depth: u32, parents: &mut u64, all: &mut Vec<Subtree>) {
        assert_eq!(shape.tree_offset(subtree), 8 + 64 * *parents, "{shape:?} {subtree:?}");
        assert_eq!(shape.encoded_offset(subtree), 8 + 64 * *parents + subtree.start);
        assert_eq!(shape.depth(subtree), depth);
        all.push(subtree);
        if shape.is_leaf(subtree) {
            assert_eq!(shape.parents(subtree), 0);
            return;
        }
        let before = *parents;
        *parents += 1;
        let (left, right) = subtree.children();
        count(shape, left, depth + 1, parents, all);
        count(shape, right, depth + 1, parents, all);
        assert_eq!(*parents - before, shape.parents(subtree));
    }

    #[test]
    fn places() {
        for log in [0, 1, 3] {
            let group = ChunkGroup::from_log(log).expect("a small one");
            for chunks in 1..70 {
                for len in [1024 * chunks - 1023, 1024 * chunks] {
                    let shape = Shape::new(len, group).expect("a short one");
                    let mut parents = 0;
                    count(shape, shape.root(), 0, &mut parents, &mut Vec::new());
                    assert_eq!(outboard_len(len, group), u128::from(8 + 64 * parents));
                }
            }
        }
    }

    #[test]
    fn parents_in_order() {
        for n in 1..70 {
            let total: u32 = (0..n).map(|leaf| parents_before(leaf, n)).sum();
            assert_eq!(total as usize, n - 1);
        }
        assert_eq!([0, 1, 2, 3, 4].map(|leaf| parents_before(leaf, 5)), [3, 0, 1, 0, 0]);
    }
}
