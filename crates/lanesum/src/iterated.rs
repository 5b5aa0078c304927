//! What hashes have in common that add a message to a state block by block, and
//! pad its last blocks: one message in pieces, and many in lanes.

mod copies;
#[allow(unsafe_code, reason = "holds bytes that were never written")]
mod held;
mod many;
mod pieces;
#[cfg(test)]
mod tests;
mod whole;

use crate::batch::{Batch, Way, in_lanes};
use crate::digest::{Digest, Output};
use crate::family::Family;
use crate::feed::Feed;
use crate::few;
use crate::kernel::{Kernels, StateWord, States};
use crate::lanes::Word;
use crate::wipe::{Wipe, Wiped};

pub(crate) use copies::copy_short;
pub(crate) use held::Held;
pub(crate) use pieces::Pieces;
pub(crate) use whole::{Group, Whole, end};

/// The most bytes in a block: SHAKE128's.
pub(crate) const MAX_BLOCK: usize = 168;

/// A hash: how it pads a message, and reads a digest off a state.
pub(crate) trait Iterated: Copy + Send + Sync + 'static {
    /// A word of its state.
    type Word: StateWord;

    /// The state of one message, behind whose words zeros may follow.
    type Words: Copy + AsRef<[Self::Word]> + AsMut<[Self::Word]> + Wipe + Send + Sync;

    /// Its kernels.
    fn compression(self) -> &'static Kernels;

    /// Bytes in a block.
    fn block_len(self) -> usize;

    /// The state before the first block: as many words as it has, each widened to 64 bits.
    fn init(self) -> &'static [u64];

    /// The state before the first block, and zeros.
    fn start(self) -> Self::Words;

    /// How many blocks a message of `len` bytes has, with its padding: behind
    /// the whole ones [`TAIL_BLOCKS`] at most.
    fn blocks(self, len: usize) -> usize;

    /// Pads the last blocks of a message of `message_len` bytes: they begin with its last `rest`
    /// bytes, and hold zeros behind those.
    fn pad(self, rest: usize, message_len: u64, blocks: &mut [u8]);

    /// Writes the last bytes of a message, less than a block, to a tail, and pads them. Says how
    /// many blocks that makes.
    fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize;

    /// Writes the digest that the words of a state say: as many bytes as there is
    /// room for.
    fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]);

    /// That of a state.
    #[inline(always)]
    fn write_digest_of(self, words: &Self::Words, digest: &mut [u8]) {
        self.write_digest(|w| words.as_ref()[w].widen(), digest);
    }

    /// Gives each lane from 0 on a message of a group: [`Group::give`].
    fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>);

    /// Writes the digests of some messages, out of the lanes from `first` on.
    fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output);

    /// Adds whole blocks of one message to its state.
    #[inline]
    fn compress(self, state: &mut Self::Words, blocks: &[u8]) {
        self.compression().one().compress_one(Self::Word::state(state.as_mut()), blocks);
    }

    /// Adds the end of one message of `message_len` bytes: whole blocks, less than one, and the
    /// padding.
    fn compress_end(self, state: &mut Self::Words, body: &[u8], rest: &[u8], message_len: u64);

    /// A digest of `len` bytes, which the words of a state say.
    #[inline]
    fn digest(self, words: &Self::Words, len: usize) -> Digest {
        read(self, words, len)
    }
}

/// Does something with the state after a message.
#[inline(always)]
fn after<H: Iterated, R>(hash: H, message: &[u8], f: impl FnOnce(&H::Words) -> R) -> R {
    let (body, rest) = message.split_at(message.len() - message.len() % hash.block_len());
    ended(hash, hash.start(), [body, rest], message.len() as u64, f)
}

/// Does something with the state after the end of a message of `len` bytes: whole blocks, and less
/// than one, behind those that the state has.
#[inline(always)]
fn ended<H: Iterated, R>(
    hash: H,
    state: H::Words,
    [body, rest]: [&[u8]; 2],
    len: u64,
    f: impl FnOnce(&H::Words) -> R,
) -> R {
    let mut state = Wiped(state);
    hash.compress_end(&mut state.0, body, rest, len);
    f(&state)
}

/// Writes the digest of a message.
#[inline(always)]
pub(crate) fn hash(hash: impl Iterated, message: &[u8], digest: &mut [u8]) {
    after(hash, message, |state| hash.write_digest_of(state, digest));
}

/// A digest of a message, of `len` bytes.
#[inline(always)]
pub(crate) fn digest(hash: impl Iterated, message: &[u8], len: usize) -> Digest {
    after(hash, message, |state| hash.digest(state, len))
}

/// A digest of `len` bytes, as it is written.
#[inline(always)]
pub(crate) fn read<H: Iterated>(hash: H, words: &H::Words, len: usize) -> Digest {
    Digest::written(len, |digest| hash.write_digest_of(words, digest))
}

/// A digest of so many whole words.
#[inline(always)]
pub(crate) fn whole<W: Copy, const WORDS: usize, const BYTES: usize>(
    words: &[W],
    bytes: impl Fn(W) -> [u8; BYTES],
) -> Digest {
    let mut all = [0; Digest::MAX_LEN];
    for (to, &word) in all.as_chunks_mut().0.iter_mut().zip(&words[..WORDS]) {
        *to = bytes(word);
    }
    Digest::new(all, WORDS * BYTES)
}

/// Writes words to a digest, which may end within one.
#[inline(always)]
pub(crate) fn write_words<const BYTES: usize>(digest: &mut [u8], word: impl Fn(usize) -> [u8; BYTES]) {
    let (words, rest) = digest.as_chunks_mut();
    for (i, bytes) in words.iter_mut().enumerate() {
        *bytes = word(i);
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&word(words.len())[..rest.len()]);
    }
}

/// Writes the digests of many messages.
pub(crate) fn hash_each(hash: impl Iterated + Family, messages: &[&[u8]], output: &mut impl Output) {
    let blocks = messages.iter().map(|message| hash.blocks(message.len()));
    let kernels = Iterated::compression(hash);
    match Way::of(kernels, Batch::Whole, blocks) {
        Way::OneByOne => hash.one_by_one(messages, output),
        Way::Few => few::run(kernels, kernels.plan(), &mut Whole { hash, messages, output }),
        Way::Lanes => in_lanes(kernels, &mut Whole { hash, messages, output }),
    }
}
