//! What the two sides agree on, and the two layouts of an encoding.

use crate::bao::tree::shape::outboard_len;
use crate::bao::tree::shape::{ChunkGroup, Shape, Subtree};
use crate::blake3::{Hash, Mode};
use crate::wipe::wipe_by_hand;

/// What the two sides agree on: BLAKE3's mode, and the size of the leaves. No
/// encoding says which it is.
///
/// ```
/// use lanesum::bao::{ChunkGroup, Format};
///
/// let format = Format::BAO.with_chunk_group(ChunkGroup::KIB_16);
/// let (hash, outboard) = format.outboard(&[0; 100_000]);
/// assert_eq!(outboard.len() as u128, format.outboard_len(100_000));
/// assert_eq!(hash, lanesum::blake3::hash(&[0; 100_000]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Format {
    mode: Mode,
    group: ChunkGroup,
}

wipe_by_hand!(Format { mode });

impl Format {
    /// The format of the `bao` crate and command: no key, and chunks of 1,024 bytes for leaves.
    pub const BAO: Self = Self { mode: Mode::HASH, group: ChunkGroup::CHUNK };

    /// The format with keyed BLAKE3, or another mode.
    #[must_use]
    pub const fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// The format with groups of chunks for leaves.
    #[must_use]
    pub const fn with_chunk_group(self, group: ChunkGroup) -> Self {
        Self { group, ..self }
    }

    /// BLAKE3's mode.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The leaves.
    pub const fn chunk_group(&self) -> ChunkGroup {
        self.group
    }

    /// The hash under which all of the encodings of a message are decoded:
    /// BLAKE3's.
    pub fn hash(&self, message: &[u8]) -> Hash {
        self.mode.hash(message)
    }

    /// Bytes of the outboard encoding of a message of `len` bytes, the 8 of its length among
    /// them.
    pub fn outboard_len(&self, len: u64) -> u128 {
        outboard_len(len, self.group)
    }

    /// Bytes of the combined encoding of a message of `len` bytes: those of the outboard
    /// encoding and of the message.
    pub fn encoded_len(&self, len: u64) -> u128 {
        outboard_len(len, self.group) + u128::from(len)
    }
}

/// With or without the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The tree and the message.
    Combined,
    /// The tree; the message lies beside it.
    Outboard,
}

impl Layout {
    /// Where a subtree begins.
    pub(crate) fn offset(self, shape: Shape, subtree: Subtree) -> u64 {
        match self {
            Self::Combined => shape.encoded_offset(subtree),
            Self::Outboard => shape.tree_offset(subtree),
        }
    }

    /// Bytes between the parents for each leaf.
    pub(crate) fn between(self, shape: Shape) -> usize {
        match self {
            Self::Combined => shape.group().bytes(),
            Self::Outboard => 0,
        }
    }

    /// Bytes of a subtree.
    pub(crate) fn len(self, shape: Shape, subtree: Subtree) -> u64 {
        match self {
            Self::Combined => shape.tree_len(subtree) + subtree.len,
            Self::Outboard => shape.tree_len(subtree),
        }
    }
}
