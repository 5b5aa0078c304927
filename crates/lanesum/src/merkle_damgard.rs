//! Bytes to blocks: how MD5, SHA-1, SHA-2 and SM3 pad a message, and read a digest
//! off a state.

#[allow(unreachable_pub, reason = "a trait of RustCrypto's types names the formats")]
mod format;
pub(crate) mod kernels;
pub(crate) mod md5;
mod padding;
pub(crate) mod sha1;
pub(crate) mod sha256;
pub(crate) mod sha512;
pub(crate) mod sm3;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads and writes vectors")]
mod x86_abef;
#[cfg(target_arch = "x86_64")]
mod x86_line;
#[cfg(target_arch = "x86_64")]
mod x86_sha2;

use crate::digest::{Digest, Output};
use crate::family::Family;
use crate::feed::Feed;
use crate::iterated::{self, Group, Iterated, Pieces, read};
use crate::kernel::{Kernels, StateWord, States};
use crate::lanes::{Word, vectors};
use crate::wipe::Wiped;

pub(crate) use format::{Bits32, Bits64, WordFormat};

/// A hash of the Merkle-Damgard kind, of words of such a format.
pub(crate) struct MerkleDamgard<F> {
    /// The kernels of its compression function.
    pub(crate) kernels: fn() -> &'static Kernels,
    /// The chaining value before the first block, and zeros.
    pub(crate) init: &'static [u64; 8],
    /// How many words it has.
    pub(crate) words: usize,
    /// The words.
    pub(crate) word: F,
}

impl<F: WordFormat> Iterated for &'static MerkleDamgard<F> {
    type Word = F::Word;

    /// At most eight words.
    type Words = [F::Word; 8];

    #[inline]
    fn compression(self) -> &'static Kernels {
        (self.kernels)()
    }

    #[inline]
    fn block_len(self) -> usize {
        F::BLOCK
    }

    #[inline]
    fn start(self) -> [F::Word; 8] {
        self.init.map(F::Word::truncate)
    }

    #[inline]
    fn init(self) -> &'static [u64] {
        &self.init[..self.words]
    }

    #[inline]
    fn blocks(self, len: usize) -> usize {
        len / F::BLOCK + F::tail_blocks(len)
    }

    #[inline(always)]
    fn pad(self, rest: usize, message_len: u64, blocks: &mut [u8]) {
        self.word.pad(rest, message_len, blocks);
    }

    #[inline(always)]
    fn compress_end(self, state: &mut [F::Word; 8], body: &[u8], rest: &[u8], message_len: u64) {
        let one = (self.kernels)().one();
        if !body.is_empty() {
            one.compress_one(F::Word::state(state), body);
        }
        // Rounds wait for each other: the core pads while it is at those of the body.
        self.with_tail(rest, message_len, |tail| one.compress_one(F::Word::state(state), tail));
    }

    #[inline]
    fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize {
        self.word.write_tail(rest, message_len, tail)
    }

    #[inline]
    fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]) {
        self.word.write_digest(word, digest);
    }

    #[inline]
    fn digest(self, words: &[F::Word; 8], len: usize) -> Digest {
        self.word.whole(words, len).unwrap_or_else(|| read(self, words, len))
    }

    #[inline]
    fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>) {
        self.word.give(group, feed);
    }

    #[inline]
    fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output) {
        self.word.end(messages, first, states, output);
    }
}

impl<F: WordFormat> Family for &'static MerkleDamgard<F> {
    type State = Pieces<Self>;

    fn shares_lanes(&self) -> bool {
        true
    }

    #[inline]
    fn begin(&self) -> Pieces<Self> {
        Pieces::new(*self)
    }

    #[inline]
    fn begin_again(&self, state: &mut Pieces<Self>) {
        state.reset();
    }

    fn compression(&self) -> Option<&'static Kernels> {
        Some(Iterated::compression(*self))
    }

    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        iterated::hash(*self, message, digest);
    }

    #[inline]
    fn digest(&self, message: &[u8], len: usize) -> Digest {
        iterated::digest(*self, message, len)
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        iterated::hash_each(*self, messages, output);
    }
}

impl<F: WordFormat> MerkleDamgard<F> {
    /// Does something with the last blocks of a message: its last bytes, less than a block, the one
    /// bit, zeros, and the length in the last bytes.
    #[inline(always)]
    fn with_tail(&self, rest: &[u8], message_len: u64, f: impl FnOnce(&[u8])) {
        /// Of so many vectors.
        #[inline(always)]
        fn of<const VECTORS: usize>(rest: &[u8], length: u128, f: impl FnOnce(&[u8])) {
            f(Wiped(vectors::<VECTORS>(rest, 0x80, length)).as_flattened());
        }
        let length = self.word.length(message_len);
        // Of sixteen bytes: 4 in a block of 64, 8 in one of 128.
        match (F::BLOCK, F::tail_blocks(rest.len())) {
            (64, 1) => of::<4>(rest, length, f),
            (64, _) | (_, 1) => of::<8>(rest, length, f),
            _ => of::<16>(rest, length, f),
        }
    }
}
