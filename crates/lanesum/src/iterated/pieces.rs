//! One message in pieces.

use super::held::Held;
use super::{Iterated, MAX_BLOCK, ended, many};
use crate::digest::{Digest, Output};
use crate::family::State;
use crate::wipe::wipe_on_drop;

/// A message so far: its whole blocks are in the state.
#[derive(Clone)]
pub(crate) struct Pieces<H: Iterated> {
    hash: H,
    state: H::Words,
    /// What came after the last whole block.
    held: Held<MAX_BLOCK>,
    /// Bytes in the state.
    done: u64,
}

wipe_on_drop!([H: Iterated] Pieces<H> { state, held });

impl<H: Iterated> Pieces<H> {
    /// Of a message without a byte.
    #[inline(always)]
    pub(crate) fn new(hash: H) -> Self {
        Self { hash, state: hash.start(), held: Held::new(), done: 0 }
    }

    /// Begins another message.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.held.reset();
        (self.state, self.done) = (self.hash.start(), 0);
    }

    /// The hash.
    pub(crate) fn hash(&self) -> H {
        self.hash
    }

    /// Bytes so far.
    #[inline]
    pub(crate) fn len(&self) -> u64 {
        self.done.wrapping_add(self.held.len() as u64)
    }

    /// Does something with the state after the padded end of the message so far.
    #[inline(always)]
    pub(crate) fn ended<R>(&self, f: impl FnOnce(&H::Words) -> R) -> R {
        ended(self.hash, self.state, [&[], self.held()], self.len(), f)
    }

    /// The bytes after the last whole block.
    #[inline]
    pub(crate) fn held(&self) -> &[u8] {
        self.held.bytes()
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

    /// The whole blocks that there are with a piece: what is held, and the beginning of the piece.
    #[inline]
    pub(super) fn blocks<'p>(&self, piece: &'p [u8]) -> (&[u8], &'p [u8]) {
        self.held.blocks(piece, self.hash.block_len(), 0)
    }

    /// Holds the end of a piece whose whole blocks were run elsewhere.
    pub(super) fn hold_rest(&mut self, piece: &[u8]) {
        let more = self.held.hold_rest(piece, self.hash.block_len(), 0);
        self.done = self.done.wrapping_add(more);
    }
}

impl<H: Iterated> State for Pieces<H> {
    #[inline(always)]
    fn hold_few(&mut self, piece: &[u8]) -> bool {
        self.held.push_few(piece, self.hash.block_len() - 1)
    }

    #[inline(always)]
    fn update(&mut self, piece: &[u8]) {
        let Self { hash, state, held, done } = self;
        let more = held.update(piece, hash.block_len(), 0, |blocks| hash.compress(state, blocks));
        *done = done.wrapping_add(more);
    }

    fn finalize(&self, digest: &mut [u8]) {
        self.ended(|state| self.hash.write_digest_of(state, digest));
    }

    fn digest(&self, len: usize) -> Digest {
        self.ended(|state| self.hash.digest(state, len))
    }

    fn message_len(&self) -> u64 {
        self.len()
    }

    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        many::update(updates);
    }

    fn finalize_many(states: &[&Self], output: &mut impl Output) {
        many::finalize(states, output);
    }
}
