//! The parameter block, the key, and the chaining value that they make.

use super::Variant;
use super::compression::{STATE, Words};
use super::variant::MAX_BLOCK;
use crate::wipe::wipe_on_drop;
use core::fmt;
use core::marker::PhantomData;

/// The parameters of BLAKE2b or BLAKE2s: all that its parameter block says, the
/// key, and whether the node is the last of its level.
///
/// Each setter takes the parameters and gives them back, or says why it does
/// not. New ones are those of the plain hash.
#[derive(Clone)]
pub struct Params<B> {
    pub(super) digest_len: u8,
    key_len: u8,
    fanout: u8,
    depth: u8,
    leaf_len: u32,
    node_offset: u64,
    node_depth: u8,
    inner_len: u8,
    pub(super) last_node: bool,
    salt: [u8; 16],
    personal: [u8; 16],
    /// The key, with zeros up to a block.
    key: [u8; MAX_BLOCK],
    variant: PhantomData<fn() -> B>,
}

wipe_on_drop!([B] Params<B> { key });

impl<B: Variant> Params<B> {
    /// Those of the plain hash: the longest digest, no key, no salt, a tree of
    /// one node.
    pub const fn new() -> Self {
        Self {
            digest_len: B::MAX_LEN as u8,
            key_len: 0,
            fanout: 1,
            depth: 1,
            leaf_len: 0,
            node_offset: 0,
            node_depth: 0,
            inner_len: 0,
            last_node: false,
            salt: [0; 16],
            personal: [0; 16],
            key: [0; MAX_BLOCK],
            variant: PhantomData,
        }
    }

    /// Those of the nodes of BLAKE2bp or BLAKE2sp (the BLAKE2 paper, 2.10).
    pub(super) const fn of_tree() -> Self {
        let mut params = Self::new();
        params.fanout = B::LEAVES as u8;
        params.depth = 2;
        params.inner_len = B::MAX_LEN as u8;
        params
    }

    /// Those of the plain hash, with a digest of a length that is known to be
    /// right.
    pub(crate) const fn of_len(digest_len: usize) -> Self {
        let mut params = Self::new();
        params.digest_len = digest_len as u8;
        params
    }

    /// Bytes in a digest, of which each length is another hash.
    ///
    /// # Errors
    ///
    /// [`ParamError::DigestLength`] for 0, and for more than
    /// [`Variant::MAX_LEN`].
    pub fn digest_len(mut self, bytes: usize) -> Result<Self, ParamError> {
        if bytes == 0 || bytes > B::MAX_LEN {
            return Err(ParamError::DigestLength { len: bytes, max: B::MAX_LEN });
        }
        self.digest_len = bytes as u8;
        Ok(self)
    }

    /// The key, which makes the hash a MAC. An empty one is none.
    ///
    /// # Errors
    ///
    /// [`ParamError::KeyLength`] for more than [`Variant::MAX_LEN`] bytes.
    pub fn key(mut self, key: &[u8]) -> Result<Self, ParamError> {
        if key.len() > B::MAX_LEN {
            return Err(ParamError::KeyLength { len: key.len(), max: B::MAX_LEN });
        }
        self.key_len = key.len() as u8;
        self.key = padded(key);
        Ok(self)
    }

    /// The salt. Zeros follow a short one.
    ///
    /// # Errors
    ///
    /// [`ParamError::SaltLength`] for more than [`Variant::SALT_LEN`] bytes.
    pub fn salt(mut self, salt: &[u8]) -> Result<Self, ParamError> {
        if salt.len() > B::SALT_LEN {
            return Err(ParamError::SaltLength { len: salt.len(), max: B::SALT_LEN });
        }
        self.salt = padded(salt);
        Ok(self)
    }

    /// The personalisation, which sets apart the hashes of different uses.
    /// Zeros follow a short one.
    ///
    /// # Errors
    ///
    /// [`ParamError::PersonalLength`] for more than [`Variant::SALT_LEN`] bytes.
    pub fn personal(mut self, personal: &[u8]) -> Result<Self, ParamError> {
        if personal.len() > B::SALT_LEN {
            return Err(ParamError::PersonalLength { len: personal.len(), max: B::SALT_LEN });
        }
        self.personal = padded(personal);
        Ok(self)
    }

    /// How many children a node of the tree has; 0 for any number, 1 for a
    /// plain hash.
    pub fn fanout(mut self, children: u8) -> Self {
        self.fanout = children;
        self
    }

    /// How many levels the tree has at most; 255 for any number, 1 for a plain
    /// hash.
    ///
    /// # Errors
    ///
    /// [`ParamError::Depth`] for 0.
    pub fn max_depth(mut self, levels: u8) -> Result<Self, ParamError> {
        if levels == 0 {
            return Err(ParamError::Depth);
        }
        self.depth = levels;
        Ok(self)
    }

    /// How many bytes a leaf has at most; 0 for any number, as in a plain hash.
    pub fn max_leaf_len(mut self, bytes: u32) -> Self {
        self.leaf_len = bytes;
        self
    }

    /// The number of the node on its level, from 0.
    ///
    /// # Errors
    ///
    /// [`ParamError::NodeOffset`] for BLAKE2s, from 2^48 on.
    pub fn node_offset(mut self, offset: u64) -> Result<Self, ParamError> {
        if B::MAX_LEN == 32 && offset >> 48 != 0 {
            return Err(ParamError::NodeOffset);
        }
        self.node_offset = offset;
        Ok(self)
    }

    /// The level of the node, from 0 for leaves.
    pub fn node_depth(mut self, level: u8) -> Self {
        self.node_depth = level;
        self
    }

    /// How many bytes the digests have that an inner node is the hash of; 0 in
    /// a plain hash.
    ///
    /// # Errors
    ///
    /// [`ParamError::InnerLength`] for more than [`Variant::MAX_LEN`].
    pub fn inner_len(mut self, bytes: usize) -> Result<Self, ParamError> {
        if bytes > B::MAX_LEN {
            return Err(ParamError::InnerLength { len: bytes, max: B::MAX_LEN });
        }
        self.inner_len = bytes as u8;
        Ok(self)
    }

    /// Whether the node is the last of its level. A
    /// [`State`](super::State) can still be told later.
    pub fn last_node(mut self, last: bool) -> Self {
        self.last_node = last;
        self
    }

    /// The block that the message begins with: the key; empty without one.
    #[inline]
    pub(super) fn key_block(&self) -> &[u8] {
        if self.key_len > 0 { &self.key[..B::BLOCK_LEN] } else { &[] }
    }

    /// The state before the first block.
    pub(super) fn start(&self) -> Words {
        self.start_at(self.node_offset, self.node_depth)
    }

    /// The state before the first block of a node at some place: the initialization
    /// vector and the parameter block (the BLAKE2 paper, 2.4 and 2.8), a counter of 0, no flag.
    pub(super) fn start_at(&self, node_offset: u64, node_depth: u8) -> Words {
        let Self { digest_len, key_len, fanout, depth, .. } = *self;
        let head = u64::from(u32::from_le_bytes([digest_len, key_len, fanout, depth]));
        let head = head | u64::from(self.leaf_len) << 32;
        let node = u64::from(node_depth) | u64::from(self.inner_len) << 8;
        let ([salt, more_salt], [personal, more_personal]) = (halves(&self.salt), halves(&self.personal));
        let mut words = [0; STATE];
        if B::MAX_LEN == 64 {
            let block = [head, node_offset, node, 0, salt, more_salt, personal, more_personal];
            words[..8].copy_from_slice(&block);
        } else {
            // The offset has 48 bits.
            let block = [head, node_offset & ((1 << 48) - 1) | node << 48, salt, personal];
            for (words, two) in words.chunks_exact_mut(2).zip(block) {
                words.copy_from_slice(&[two & u64::from(u32::MAX), two >> 32]);
            }
        }
        for (word, iv) in words.iter_mut().zip(B::IV) {
            *word ^= iv;
        }
        words
    }
}

/// Both halves, little-endian.
fn halves(bytes: &[u8; 16]) -> [u64; 2] {
    let bytes = u128::from_le_bytes(*bytes);
    [bytes as u64, (bytes >> 64) as u64]
}

/// The bytes, and zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    out[..bytes.len()].copy_from_slice(bytes);
    out
}

impl<B: Variant> Default for Params<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Variant> fmt::Debug for Params<B> {
    /// All but the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Params")
            .field("variant", &B::NAME)
            .field("digest_len", &self.digest_len)
            .field("key_len", &self.key_len)
            .field("fanout", &self.fanout)
            .field("max_depth", &self.depth)
            .field("max_leaf_len", &self.leaf_len)
            .field("node_offset", &self.node_offset)
            .field("node_depth", &self.node_depth)
            .field("inner_len", &self.inner_len)
            .field("last_node", &self.last_node)
            .field("salt", &self.salt)
            .field("personal", &self.personal)
            .finish_non_exhaustive()
    }
}

/// A parameter that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamError {
    /// A digest of no bytes, or of too many.
    DigestLength {
        /// In bytes.
        len: usize,
        /// The most it may be.
        max: usize,
    },
    /// A key that is too long.
    KeyLength {
        /// In bytes.
        len: usize,
        /// The most it may be.
        max: usize,
    },
    /// A salt that is too long.
    SaltLength {
        /// In bytes.
        len: usize,
        /// The most it may be.
        max: usize,
    },
    /// A personalisation that is too long.
    PersonalLength {
        /// In bytes.
        len: usize,
        /// The most it may be.
        max: usize,
    },
    /// Digests of inner nodes that are too long.
    InnerLength {
        /// In bytes.
        len: usize,
        /// The most it may be.
        max: usize,
    },
    /// A tree of no levels.
    Depth,
    /// A node offset that BLAKE2s has no room for.
    NodeOffset,
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DigestLength { len, max } => write!(f, "a digest of {len} bytes: it has 1 to {max}"),
            Self::KeyLength { len, max } => write!(f, "a key of {len} bytes: it has up to {max}"),
            Self::SaltLength { len, max } => write!(f, "a salt of {len} bytes: it has up to {max}"),
            Self::PersonalLength { len, max } => {
                write!(f, "a personalisation of {len} bytes: it has up to {max}")
            }
            Self::InnerLength { len, max } => {
                write!(f, "inner digests of {len} bytes: they have up to {max}")
            }
            Self::Depth => f.write_str("a tree has at least one level"),
            Self::NodeOffset => f.write_str("the node offset of BLAKE2s has 48 bits"),
        }
    }
}

impl core::error::Error for ParamError {}
