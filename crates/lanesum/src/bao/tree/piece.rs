//! What the state machines ask for and hand out: a piece of an encoding.

use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN, parents_before};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::Step;
use alloc::vec::Vec;
use core::ops::Range;

/// The next piece of an encoding: its length, a parent, or a whole subtree of
/// up to 256 KiB (or a group) of the message.
///
/// It has nodes of the tree, and bytes of the message. A combined encoding and a
/// slice have them mixed, in pre-order; an outboard encoding has the nodes, and
/// the message the bytes. Where and how many follows from the length that the
/// encoding claims, which is **not verified** before its last byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Header,
    Step(Shape, Step),
}

impl Piece {
    pub(crate) const HEADER: Self = Self(Kind::Header);

    pub(crate) fn new(shape: Shape, step: Step) -> Self {
        Self(Kind::Step(shape, step))
    }

    /// Bytes of the piece in the outboard encoding: of its nodes of the tree, or of the length,
    /// where that is the piece.
    pub fn tree_len(&self) -> usize {
        match self.0 {
            Kind::Header => HEADER_LEN,
            Kind::Step(_, Step::Parent(_)) => PARENT_LEN,
            // A run is small.
            Kind::Step(shape, Step::Run(subtree)) => shape.tree_len(subtree) as usize,
        }
    }

    /// The range of the message that is in the piece, in bytes; empty where there is none.
    pub fn content(&self) -> Range<u64> {
        match self.0 {
            Kind::Header => 0..0,
            Kind::Step(_, Step::Parent(subtree)) => subtree.start..subtree.start,
            Kind::Step(_, Step::Run(subtree)) => subtree.start..subtree.end(),
        }
    }

    /// How many bytes of the message are in the piece: the length of [`Piece::content`].
    pub fn content_len(&self) -> usize {
        let content = self.content();
        // A run is small.
        (content.end - content.start) as usize
    }

    /// Bytes of the piece in the combined encoding: [`Piece::tree_len`] and
    /// [`Piece::content_len`] together.
    pub fn encoded_len(&self) -> usize {
        self.tree_len() + self.content_len()
    }

    /// The byte at which the piece begins in the outboard encoding, which has its nodes alone.
    pub fn tree_offset(&self) -> u64 {
        self.subtree().map_or(0, |(shape, subtree)| shape.tree_offset(subtree))
    }

    /// The byte at which the piece begins in the combined encoding.
    pub fn encoded_offset(&self) -> u64 {
        self.subtree().map_or(0, |(shape, subtree)| shape.encoded_offset(subtree))
    }

    /// For a parent inside a group, which a slice may have, but no whole
    /// encoding: the bytes of the message under it, up to a group.
    pub fn hashed(&self) -> Option<Range<u64>> {
        match self.0 {
            Kind::Step(shape, Step::Parent(subtree)) if shape.is_leaf(subtree) => {
                Some(subtree.start..subtree.end())
            }
            _ => None,
        }
    }

    /// Parts an encoded piece, or the beginning of one, into its nodes, which are added to
    /// `tree`, and its bytes of the message, which are added to `content`.
    pub fn split(&self, encoded: &[u8], tree: &mut Vec<u8>, content: &mut Vec<u8>) {
        tree.reserve(self.tree_len().min(encoded.len()));
        content.reserve(self.content_len().min(encoded.len()));
        let mut rest = encoded;
        self.order(|len, is_content| {
            let part = rest.split_off(..len.min(rest.len())).unwrap_or_default();
            if is_content {
                content.extend_from_slice(part)
            } else {
                tree.extend_from_slice(part)
            }
            !rest.is_empty()
        });
    }

    /// Mixes nodes and bytes of the message, all of them, into an encoded
    /// piece, which is added to `encoded`.
    ///
    /// # Panics
    ///
    /// Where `tree` has not [`Piece::tree_len`] bytes, or `content` not [`Piece::content_len`].
    pub fn join(&self, tree: &[u8], content: &[u8], encoded: &mut Vec<u8>) {
        assert!(tree.len() == self.tree_len() && content.len() == self.content_len());
        encoded.reserve(self.encoded_len());
        let mut rest = [tree, content];
        self.order(|len, is_content| {
            encoded.extend_from_slice(rest[usize::from(is_content)].split_off(..len).unwrap_or_default());
            true
        });
    }

    /// What is missing first, in pre-order, where there is only so much of its
    /// nodes and its content: whether it is content.
    #[cfg(feature = "std")]
    pub(crate) fn missing(&self, tree_len: usize, content_len: usize) -> Option<bool> {
        let (mut rest, mut missing) = ([tree_len, content_len], None);
        self.order(|len, is_content| {
            let rest = &mut rest[usize::from(is_content)];
            match rest.checked_sub(len) {
                Some(after) => *rest = after,
                None => missing = Some(is_content),
            }
            missing.is_none()
        });
        missing
    }

    pub(crate) fn subtree(&self) -> Option<(Shape, Subtree)> {
        match self.0 {
            Kind::Header => None,
            Kind::Step(shape, Step::Parent(subtree) | Step::Run(subtree)) => Some((shape, subtree)),
        }
    }

    /// The lengths of the parts, in pre-order, and whether they are bytes of the
    /// message, as long as it is told to go on.
    fn order(&self, mut part: impl FnMut(usize, bool) -> bool) {
        let Kind::Step(shape, Step::Run(subtree)) = self.0 else {
            part(self.tree_len(), false);
            return;
        };
        let leaves = shape.leaves(subtree) as usize;
        let mut rest = subtree.len as usize;
        for leaf in 0..leaves {
            let parents = PARENT_LEN * parents_before(leaf, leaves) as usize;
            let content = rest.min(shape.group().bytes());
            rest -= content;
            if parents > 0 && !part(parents, false) || !part(content, true) {
                return;
            }
        }
    }
}
