//! One message in pieces.

#[cfg(test)]
mod tests;

use super::compression::Words;
use super::job::End;
use super::position::{add_blocks, add_end, count};
use super::variant::MAX_BLOCK;
use super::{Params, Variant};
use crate::digest::Digest;
use crate::iterated::{Held, whole, write_words};
use crate::lanes::Word;
use crate::wipe::{Wiped, wipe_on_drop};
use core::fmt;

/// BLAKE2b or BLAKE2s of a message that comes in pieces.
#[derive(Clone)]
pub struct State<B: Variant> {
    /// The chaining value, and the counter of the bytes in it.
    pub(super) words: Words<B>,
    /// What is not in it yet. The last block of a message is another one than
    /// those before: it is held until there is more.
    held: Held<MAX_BLOCK>,
    last_node: bool,
    /// What another message begins with.
    params: Params<B>,
}

wipe_on_drop!([B: Variant] State<B> { words, held });

impl<B: Variant> State<B> {
    /// For a new message.
    #[inline]
    pub fn new(params: &Params<B>) -> Self {
        let mut held = Held::new();
        held.push(params.key_block());
        Self { words: params.start(), held, last_node: params.last_node, params: params.clone() }
    }

    /// Adds a piece to the message.
    #[inline]
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        if !self.hold_few(piece) {
            self.add(piece);
        }
        self
    }

    /// Holds a piece of a few bytes, if there is room for it: says whether it did.
    #[inline(always)]
    pub(super) fn hold_few(&mut self, piece: &[u8]) -> bool {
        self.held.push_few(piece, B::BLOCK_LEN)
    }

    /// Adds a piece that may end blocks.
    #[inline(never)]
    fn add(&mut self, piece: &[u8]) {
        let Self { words, held, .. } = self;
        held.update(piece, B::BLOCK_LEN, 1, |blocks| add_blocks::<B>(words, blocks));
    }

    /// The digest of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Digest {
        self.ended(|words| self.digest(words))
    }

    /// Does something with the state after the end of the message so far.
    #[inline(always)]
    pub(super) fn ended<R>(&self, f: impl FnOnce(&Words<B>) -> R) -> R {
        let mut words = Wiped(self.words);
        add_end::<B>(&mut words.0, self.held(), self.last_node);
        f(&words)
    }

    /// Sets whether this node is the last of its level, where
    /// [`Params::last_node`] could not know it yet.
    pub fn set_last_node(&mut self, last: bool) -> &mut Self {
        self.last_node = last;
        self
    }

    /// Begins a new message, with the same parameters.
    pub fn reset(&mut self) -> &mut Self {
        self.words = self.params.start();
        self.held.reset();
        self.held.push(self.params.key_block());
        self.last_node = self.params.last_node;
        self
    }

    /// How many bytes the message has so far, without the key.
    pub fn message_len(&self) -> u64 {
        self.count() as u64
    }

    /// How many bytes the message has so far, without the key.
    fn count(&self) -> u128 {
        self.total() - self.params.key_block().len() as u128
    }

    /// How many bytes it has with the key block.
    fn total(&self) -> u128 {
        count::<B>(&self.words) + self.held.len() as u128
    }

    /// The blocks that there are with a piece, if a byte is left to be held: what is held, and the
    /// beginning of the piece.
    pub(super) fn blocks<'p>(&self, piece: &'p [u8]) -> (&[u8], &'p [u8]) {
        self.held.blocks(piece, B::BLOCK_LEN, 1)
    }

    /// What is held: up to a block.
    pub(super) fn held(&self) -> &[u8] {
        self.held.bytes()
    }

    /// Holds the end of a piece whose blocks were run elsewhere.
    pub(super) fn hold_rest(&mut self, piece: &[u8]) {
        self.held.hold_rest(piece, B::BLOCK_LEN, 1);
    }

    /// How the message would end here.
    pub(super) fn end(&self) -> End {
        End { last_node: self.last_node }
    }

    /// The digest that the state after the last block says.
    pub(super) fn digest(&self, words: &Words<B>) -> Digest {
        digest::<B>(words, self.params.len())
    }
}

/// Writes the digest that the state after the last block says: as many bytes as there is room for.
#[inline(always)]
pub(super) fn write_digest<B: Variant>(words: &Words<B>, digest: &mut [u8]) {
    match B::MAX_LEN {
        64 => write_words(digest, |i| words[i].widen().to_le_bytes()),
        _ => write_words(digest, |i| (words[i].widen() as u32).to_le_bytes()),
    }
}

/// That digest, of `len` bytes.
#[inline(always)]
pub(super) fn digest<B: Variant>(words: &Words<B>, len: usize) -> Digest {
    match (B::MAX_LEN, len) {
        (64, 64) => whole::<_, 8, _>(words, |word| word.widen().to_le_bytes()),
        (32, 32) => whole::<_, 8, _>(words, |word| (word.widen() as u32).to_le_bytes()),
        _ => Digest::written(len, |digest| write_digest::<B>(words, digest)),
    }
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
