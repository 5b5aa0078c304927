//! A node of the tree before its last compression, which is another one where
//! the node turns out to be the root.

use super::nodes;
use super::{BLOCK_LEN, CV_LEN, Hash, Mode};
use crate::blake3::compression::{PARENT, ROOT};
use crate::blake3::of_blake3;
use crate::wipe::wipe_on_drop;

/// What goes into the last compression of a chunk or a parent.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) cv: [u32; 8],
    pub(crate) block: [u8; BLOCK_LEN],
    /// The number of the chunk; 0 of a parent.
    pub(crate) counter: u64,
    /// Bytes of the block that are not padding.
    pub(crate) len: u32,
    /// All flags but `ROOT`.
    pub(crate) flags: u32,
}

wipe_on_drop!([] Node { cv, block });

impl Node {
    /// The parent of two nodes, whose chaining values lie behind each other.
    #[inline]
    pub(crate) fn parent(mode: &Mode, children: &[u8; BLOCK_LEN]) -> Self {
        Self { cv: mode.key, block: *children, counter: 0, len: BLOCK_LEN as u32, flags: mode.flags | PARENT }
    }

    /// The parent of two nodes with these chaining values.
    #[inline]
    pub(crate) fn over(mode: &Mode, left: &[u8; CV_LEN], right: &[u8; CV_LEN]) -> Self {
        let mut children = [0; BLOCK_LEN];
        children[..CV_LEN].copy_from_slice(left);
        children[CV_LEN..].copy_from_slice(right);
        Self::parent(mode, &children)
    }

    /// What enters the parent.
    pub(crate) fn chaining_value(&self) -> [u8; CV_LEN] {
        self.compress(self.counter, self.flags)
    }

    /// Of the root: the hash.
    #[inline]
    pub(crate) fn hash(&self) -> Hash {
        Hash::from_bytes(self.compress(0, self.flags | ROOT))
    }

    #[inline]
    fn compress(&self, counter: u64, flags: u32) -> [u8; CV_LEN] {
        let mut state = nodes::state(&self.cv, counter, self.len as usize, flags);
        of_blake3().one().compress(&mut state, &self.block);
        nodes::bytes(&state)
    }
}
