//! The parameters of the two trees.

use super::compression::Words;
use super::{ParamError, Params, Variant};
use crate::wipe::wipe_on_drop;
use core::fmt;

/// The parameters of BLAKE2bp or BLAKE2sp.
#[derive(Clone)]
pub struct TreeParams<B> {
    /// Those that all nodes have in common.
    node: Params<B>,
}

wipe_on_drop!([B] TreeParams<B>);

impl<B: Variant> TreeParams<B> {
    /// The longest digest, no key.
    pub const fn new() -> Self {
        Self::of_len(B::MAX_LEN)
    }

    /// A digest of a length that is known to be right, no key.
    pub(crate) const fn of_len(digest_len: usize) -> Self {
        Self { node: Params::of_tree(digest_len, B::LEAVES as u8, 2) }
    }

    /// Bytes in a digest, of which each length is another hash.
    ///
    /// # Errors
    ///
    /// [`ParamError::DigestLength`] for 0, and for more than
    /// [`Variant::MAX_LEN`].
    pub fn digest_len(self, bytes: usize) -> Result<Self, ParamError> {
        Ok(Self { node: self.node.digest_len(bytes)? })
    }

    /// The key, which makes the hash a MAC. An empty one is none.
    ///
    /// # Errors
    ///
    /// [`ParamError::KeyLength`] for more than [`Variant::MAX_LEN`] bytes.
    pub fn key(self, key: &[u8]) -> Result<Self, ParamError> {
        Ok(Self { node: self.node.key(key)? })
    }

    /// Bytes in a digest.
    pub(super) fn len(&self) -> usize {
        self.node.len()
    }

    /// The block that each leaf begins with: the key; empty without one.
    pub(super) fn key_block(&self) -> &[u8] {
        self.node.key_block()
    }

    /// A leaf's state before its first block.
    pub(super) fn leaf(&self, leaf: usize) -> Words<B> {
        self.node.start_at(leaf as u8, 0)
    }

    /// The root's.
    pub(super) fn root(&self) -> Words<B> {
        self.node.start_at(0, 1)
    }
}

impl<B: Variant> Default for TreeParams<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Variant> fmt::Debug for TreeParams<B> {
    /// All but the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeParams").field("node", &self.node).finish()
    }
}
