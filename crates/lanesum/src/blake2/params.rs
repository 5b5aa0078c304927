//! The parameter block, the key, and the chaining value that they make.

use super::Variant;
use super::compression::Words;
use super::variant::MAX_BLOCK;
use crate::lanes::Word;
use crate::wipe::{Wiped, wipe_on_drop};
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

/// The parameters of BLAKE2b or BLAKE2s: all that its parameter block says, the
/// key, and whether the node is the last of its level.
///
/// Each setter takes the parameters and gives them back, or says why it does
/// not. New ones are those of the plain hash.
#[derive(Clone)]
pub struct Params<B> {
    /// The first word of the parameter block.
    head: u32,
    pub(super) last_node: bool,
    /// What a plain hash has none of.
    more: Option<Arc<More>>,
    variant: PhantomData<fn() -> B>,
}

wipe_on_drop!([B] Params<B>);

/// What few hashes are told.
#[derive(Clone)]
struct More {
    /// The parameter block behind its first word, which is 0 here. BLAKE2s has the first half.
    block: [u8; 64],
    /// The key, with zeros up to a block.
    key: Wiped<[u8; MAX_BLOCK]>,
}

/// The bytes of the first word (the BLAKE2 paper, 2.8).
const DIGEST_LEN: usize = 0;
const KEY_LEN: usize = 1;
const FANOUT: usize = 2;
const DEPTH: usize = 3;

/// Where the parameter block has the rest.
impl<B: Variant> Params<B> {
    const LEAF_LEN: Range<usize> = 4..8;
    const NODE_OFFSET: Range<usize> = 8..Self::NODE_DEPTH;
    const NODE_DEPTH: usize = if B::MAX_LEN == 64 { 16 } else { 14 };
    const INNER_LEN: usize = Self::NODE_DEPTH + 1;
    const SALT: Range<usize> = B::MAX_LEN / 2..Self::PERSONAL.start;
    const PERSONAL: Range<usize> = B::MAX_LEN / 2 + B::SALT_LEN..B::MAX_LEN;
}

impl<B: Variant> Params<B> {
    /// Those of the plain hash: the longest digest, no key, no salt, a tree of
    /// one node.
    pub const fn new() -> Self {
        Self::of_len(B::MAX_LEN)
    }

    /// Those of the plain hash, with a digest of a length that is known to be
    /// right.
    pub(crate) const fn of_len(digest_len: usize) -> Self {
        Self::of_tree(digest_len, 1, 1)
    }

    /// Those of a tree of so many children to a node, and so many levels.
    pub(super) const fn of_tree(digest_len: usize, fanout: u8, depth: u8) -> Self {
        let head = u32::from_le_bytes([digest_len as u8, 0, fanout, depth]);
        Self { head, last_node: false, more: None, variant: PhantomData }
    }

    /// A byte of the first word.
    fn byte(&self, at: usize) -> u8 {
        self.head.to_le_bytes()[at]
    }

    /// Sets a byte of the first word.
    fn set_byte(&mut self, at: usize, byte: usize) {
        let mut bytes = self.head.to_le_bytes();
        bytes[at] = byte as u8;
        self.head = u32::from_le_bytes(bytes);
    }

    /// What few hashes are told, to be told more.
    fn more(&mut self) -> &mut More {
        let none = || Arc::new(More { block: [0; 64], key: Wiped([0; MAX_BLOCK]) });
        Arc::make_mut(self.more.get_or_insert_with(none))
    }

    /// Sets a part of the block behind the first word: to these bytes, and zeros.
    fn set(&mut self, at: Range<usize>, bytes: &[u8]) {
        let part = &mut self.more().block[at];
        part.fill(0);
        part[..bytes.len()].copy_from_slice(bytes);
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
        self.set_byte(DIGEST_LEN, bytes);
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
        self.set_byte(KEY_LEN, key.len());
        self.more().key = Wiped(padded(key));
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
        self.set(Self::SALT, salt);
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
        self.set(Self::PERSONAL, personal);
        Ok(self)
    }

    /// How many children a node of the tree has; 0 for any number, 1 for a
    /// plain hash.
    pub fn fanout(mut self, children: u8) -> Self {
        self.set_byte(FANOUT, children.into());
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
        self.set_byte(DEPTH, levels.into());
        Ok(self)
    }

    /// How many bytes a leaf has at most; 0 for any number, as in a plain hash.
    pub fn max_leaf_len(mut self, bytes: u32) -> Self {
        self.set(Self::LEAF_LEN, &bytes.to_le_bytes());
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
        let at = Self::NODE_OFFSET;
        self.set(at.clone(), &offset.to_le_bytes()[..at.len()]);
        Ok(self)
    }

    /// The level of the node, from 0 for leaves.
    pub fn node_depth(mut self, level: u8) -> Self {
        self.more().block[Self::NODE_DEPTH] = level;
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
        self.more().block[Self::INNER_LEN] = bytes as u8;
        Ok(self)
    }

    /// Whether the node is the last of its level. A
    /// [`State`](super::State) can still be told later.
    pub fn last_node(mut self, last: bool) -> Self {
        self.last_node = last;
        self
    }

    /// Bytes in a digest.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.byte(DIGEST_LEN).into()
    }

    /// The block that the message begins with: the key; empty without one.
    #[inline]
    pub(super) fn key_block(&self) -> &[u8] {
        match &self.more {
            Some(more) if self.byte(KEY_LEN) > 0 => &more.key[..B::BLOCK_LEN],
            _ => &[],
        }
    }

    /// The state before the first block: the initialization vector and the parameter block
    /// (the BLAKE2 paper, 2.4), a counter of 0, no flag.
    #[inline]
    pub(super) fn start(&self) -> Words<B> {
        let [first, b, c, d, e, f, g, h] = B::IV;
        let zero = B::Word::ZERO;
        let mut words = [first, b, c, d, e, f, g, h, zero, zero, zero, zero];
        change(&mut words[0], self.head.into());
        if let Some(more) = &self.more {
            for (word, bytes) in words.iter_mut().zip(more.block[..B::MAX_LEN].chunks_exact(B::MAX_LEN / 8)) {
                change(word, word_of(bytes));
            }
        }
        words
    }

    /// That of a node of BLAKE2bp or BLAKE2sp, whose place these parameters do not say.
    pub(super) fn start_at(&self, node_offset: u8, node_depth: u8) -> Words<B> {
        let mut words = self.start();
        let (inner_len, len) = (B::MAX_LEN as u8, B::MAX_LEN / 8);
        let place = [
            (Self::NODE_OFFSET.start, node_offset),
            (Self::NODE_DEPTH, node_depth),
            (Self::INNER_LEN, inner_len),
        ];
        for (at, byte) in place {
            change(&mut words[at / len], u64::from(byte) << (8 * (at % len)));
        }
        words
    }
}

/// Adds bits to a word of the initialization vector.
#[inline(always)]
fn change<W: Word>(word: &mut W, bits: u64) {
    *word = W::truncate(word.widen() ^ bits);
}

/// A word, little-endian.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        _ => unreachable!("a word has 8 bytes, or 4"),
    }
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
        let block = self.more.as_ref().map_or([0; 64], |more| more.block);
        let block = |at: Range<usize>| &block[at];
        let number = |at| block(at).iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        f.debug_struct("Params")
            .field("variant", &B::NAME)
            .field("digest_len", &self.byte(DIGEST_LEN))
            .field("key_len", &self.byte(KEY_LEN))
            .field("fanout", &self.byte(FANOUT))
            .field("max_depth", &self.byte(DEPTH))
            .field("max_leaf_len", &number(Self::LEAF_LEN))
            .field("node_offset", &number(Self::NODE_OFFSET))
            .field("node_depth", &number(Self::NODE_DEPTH..Self::INNER_LEN))
            .field("inner_len", &number(Self::INNER_LEN..Self::INNER_LEN + 1))
            .field("last_node", &self.last_node)
            .field("salt", &block(Self::SALT))
            .field("personal", &block(Self::PERSONAL))
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
