//! One message in pieces.

use super::{Iterated, MAX_BLOCK, many};
use crate::digest::Output;
use crate::family::State;
use crate::wipe::wipe_on_drop;

/// A message so far: its whole blocks are in the state.
#[derive(Clone)]
pub(crate) struct Pieces<H: Iterated> {
    hash: H,
    state: H::Words,
    /// What came after the last whole block.
    rest: [u8; MAX_BLOCK],
    /// How many bytes of it: less than a block.
    held: u8,
    /// Bytes so far.
    len: u64,
}

const _: () = assert!(MAX_BLOCK <= u8::MAX as usize);

wipe_on_drop!([H: Iterated] Pieces<H> { state, rest });

impl<H: Iterated> Pieces<H> {
    /// Of a message without a byte.
    pub(crate) fn new(hash: H) -> Self {
        Self { hash, state: hash.start(), rest: [0; MAX_BLOCK], held: 0, len: 0 }
    }

    /// Of a message of `len` bytes, whose last ones, less than a block, are not in
    /// the state.
    #[cfg(feature = "digest")]
    pub(crate) fn at(hash: H, state: H::Words, rest: &[u8], len: u64) -> Self {
        let mut pieces = Self { state, len, ..Self::new(hash) };
        pieces.hold(rest);
        pieces
    }

    /// The hash.
    pub(crate) fn hash(&self) -> H {
        self.hash
    }

    /// Bytes so far.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The state after the padded end of the message so far.
    #[inline]
    pub(crate) fn last(&self) -> H::Words {
        let mut state = self.state;
        self.hash.compress_end(&mut state, &[], self.held(), self.len);
        state
    }

    /// The bytes after the last whole block.
    #[inline]
    pub(crate) fn held(&self) -> &[u8] {
        &self.rest[..self.held.into()]
    }

    /// The state after the last whole block.
    #[inline]
    pub(crate) fn state(&self) -> &H::Words {
        &self.state
    }

    /// To be set when whole blocks of a piece were run elsewhere.
    #[inline]
    pub(super) fn state_mut(&mut self) -> &mut H::Words {
        &mut self.state
    }

    /// Holds the end of a piece whose whole blocks, the one that began with
    /// what was held included, were run elsewhere.
    pub(super) fn hold_rest(&mut self, piece: &[u8]) {
        let (block, all) = (self.hash.block_len(), usize::from(self.held) + piece.len());
        self.len = self.len.wrapping_add(piece.len() as u64);
        if all >= block {
            self.held = 0;
            self.hold(&piece[piece.len() - all % block..]);
        } else {
            self.hold(piece);
        }
    }

    /// Holds some bytes more, with which there is less than a block.
    #[inline]
    fn hold(&mut self, bytes: &[u8]) {
        self.rest[self.held.into()..][..bytes.len()].copy_from_slice(bytes);
        self.held += bytes.len() as u8;
    }
}

impl<H: Iterated> State for Pieces<H> {
    fn update(&mut self, mut piece: &[u8]) {
        let block = self.hash.block_len();
        self.len = self.len.wrapping_add(piece.len() as u64);
        if self.held > 0 {
            let Some((fill, after)) = piece.split_at_checked(block - usize::from(self.held)) else {
                return self.hold(piece);
            };
            self.hold(fill);
            self.hash.compress(&mut self.state, &self.rest[..block]);
            (self.held, piece) = (0, after);
        }
        if piece.len() >= block {
            let (blocks, rest) = piece.split_at(piece.len() - piece.len() % block);
            self.hash.compress(&mut self.state, blocks);
            piece = rest;
        }
        self.hold(piece);
    }

    fn finalize(&self, digest: &mut [u8]) {
        let state = self.last();
        self.hash.write_digest(|w| state.as_ref()[w], digest);
    }

    fn message_len(&self) -> u64 {
        self.len
    }

    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        many::update(updates);
    }

    fn finalize_many(states: &[&Self], output: &mut impl Output) {
        many::finalize(states, output);
    }
}
