//! One message in pieces.

#[cfg(test)]
mod tests;

use super::compression::Words;
use super::job::End;
use super::position::{add_blocks, add_last, count};
use super::variant::MAX_BLOCK;
use super::{Params, Variant};
use crate::digest::Digest;
use crate::iterated::copy_short;
use crate::wipe::{Wiped, wipe_on_drop};
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

/// BLAKE2b or BLAKE2s of a message that comes in pieces.
#[derive(Clone)]
pub struct State<B> {
    /// The chaining value, and the counter of the bytes in it.
    pub(super) words: Words,
    /// What is not in it yet. The last block of a message is another one than
    /// those before: it is held until there is more.
    held: [u8; MAX_BLOCK],
    held_len: u8,
    last_node: bool,
    digest_len: u8,
    /// What another message begins with: the chaining value, the key block, and
    /// whether it is the last node.
    start: Words,
    key: Option<Box<Wiped<[u8; MAX_BLOCK]>>>,
    is_last_node: bool,
    variant: PhantomData<fn() -> B>,
}

wipe_on_drop!([B] State<B> { words, held, start });

impl<B: Variant> State<B> {
    /// For a new message.
    pub fn new(params: &Params<B>) -> Self {
        let start = params.start();
        let mut state = Self {
            words: start,
            held: [0; MAX_BLOCK],
            held_len: 0,
            last_node: params.last_node,
            digest_len: params.digest_len,
            start,
            key: None,
            is_last_node: params.last_node,
            variant: PhantomData,
        };
        let key = params.key_block();
        if !key.is_empty() {
            state.hold(key);
            state.key = Some(Box::new(Wiped(state.held)));
        }
        state
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        let Some(ready) = self.ready(piece.len()) else {
            self.hold(piece);
            return self;
        };
        let (mut body, rest) = piece.split_at(ready);
        let held = usize::from(self.held_len);
        if held > 0 {
            let (fill, after) = body.split_at(B::BLOCK_LEN - held);
            self.hold(fill);
            add_blocks::<B>(&mut self.words, &self.held[..B::BLOCK_LEN]);
            body = after;
        }
        add_blocks::<B>(&mut self.words, body);
        self.hold_rest(rest);
        self
    }

    /// The digest of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Digest {
        let mut words = self.words;
        let mut block = [0; MAX_BLOCK];
        copy_short(self.held(), &mut block);
        add_last::<B>(&mut words, &block[..B::BLOCK_LEN], self.held_len.into(), self.last_node);
        digest::<B>(&words, self.digest_len)
    }

    /// Sets whether this node is the last of its level, where
    /// [`Params::last_node`] could not know it yet.
    pub fn set_last_node(&mut self, last: bool) -> &mut Self {
        self.last_node = last;
        self
    }

    /// Begins a new message, with the same parameters.
    pub fn reset(&mut self) -> &mut Self {
        self.words = self.start;
        self.held_len = 0;
        self.last_node = self.is_last_node;
        if let Some(key) = self.key.take() {
            self.hold(&key[..B::BLOCK_LEN]);
            self.key = Some(key);
        }
        self
    }

    /// How many bytes the message has so far, without the key.
    pub fn message_len(&self) -> u64 {
        self.count() as u64
    }

    /// How many bytes the message has so far, without the key.
    fn count(&self) -> u128 {
        self.total() - if self.key.is_some() { B::BLOCK_LEN as u128 } else { 0 }
    }

    /// How many bytes it has with the key block.
    fn total(&self) -> u128 {
        count::<B>(&self.words) + u128::from(self.held_len)
    }

    /// How many bytes of a piece make whole blocks with what is held, if there
    /// are any, and there is a byte left to be held.
    pub(super) fn ready(&self, piece: usize) -> Option<usize> {
        let held = usize::from(self.held_len);
        let blocks = (held + piece).saturating_sub(1) / B::BLOCK_LEN;
        (blocks > 0).then(|| blocks * B::BLOCK_LEN - held)
    }

    /// What is held: up to a block.
    pub(super) fn held(&self) -> &[u8] {
        &self.held[..usize::from(self.held_len)]
    }

    /// Holds more.
    pub(super) fn hold(&mut self, bytes: &[u8]) {
        self.held[usize::from(self.held_len)..][..bytes.len()].copy_from_slice(bytes);
        self.held_len += bytes.len() as u8;
    }

    /// Holds this, when all that was held is in the state.
    pub(super) fn hold_rest(&mut self, rest: &[u8]) {
        self.held_len = 0;
        self.hold(rest);
    }

    /// How the message would end here.
    pub(super) fn end(&self) -> End {
        End { last_node: self.last_node }
    }

    /// The digest that the state after the last block says.
    pub(super) fn digest(&self, words: &Words) -> Digest {
        digest::<B>(words, self.digest_len)
    }
}

/// The chaining value, as bytes.
pub(super) fn chaining_value<B: Variant>(words: &Words) -> [u8; 64] {
    let mut bytes = [0; 64];
    let word = B::MAX_LEN / 8;
    for (bytes, wide) in bytes.chunks_exact_mut(word).zip(&words[..8]) {
        bytes.copy_from_slice(&wide.to_le_bytes()[..word]);
    }
    bytes
}

/// The digest that the state after the last block says.
pub(super) fn digest<B: Variant>(words: &Words, len: u8) -> Digest {
    Digest::new(chaining_value::<B>(words), len.into())
}

impl<B: Variant> Default for State<B> {
    /// For a message without parameters.
    fn default() -> Self {
        Self::new(&Params::new())
    }
}

impl<B: Variant> fmt::Debug for State<B> {
    /// The length; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("variant", &B::NAME)
            .field("message_len", &self.message_len())
            .field("last_node", &self.last_node)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl<B: Variant> std::io::Write for State<B> {
    /// [`State::update`]: never an error, and never less than all.
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
