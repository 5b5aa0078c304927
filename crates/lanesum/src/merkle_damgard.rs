//! Bytes to blocks: how MD5, SHA-1, SHA-2 and SM3 pad a message, and read a digest
//! off a state.

pub(crate) mod kernels;
pub(crate) mod md5;
mod padding;
pub(crate) mod sha1;
pub(crate) mod sha256;
pub(crate) mod sha512;
pub(crate) mod sm3;
#[cfg(target_arch = "x86_64")]
mod x86_line;
#[cfg(target_arch = "x86_64")]
mod x86_sha2;

use crate::digest::{Digest, Output};
use crate::family::{Compression, Family};
use crate::feed::Feed;
use crate::iterated::{self, Group, Iterated, Pieces, end, read, whole, write_words};
use crate::kernel::{Kernels, StateWord, States};
use crate::lanes::vectors;
use crate::wipe::Wiped;
use padding::{pad, tail_blocks, write_tail};

/// A hash of the Merkle-Damgard kind.
pub(crate) struct MerkleDamgard {
    /// The kernels of its compression function.
    pub(crate) kernels: fn() -> &'static Kernels,
    /// The chaining value before the first block, and zeros.
    pub(crate) init: &'static [u64; 8],
    /// How many words it has.
    pub(crate) words: usize,
    /// The bits of a word, and the order of its bytes.
    pub(crate) word: WordFormat,
}

/// The words of a hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordFormat {
    /// 32 bits, little-endian: MD5.
    Little32,
    /// 32 bits, big-endian: SHA-1 and SHA-256.
    Big32,
    /// 64 bits, big-endian: SHA-512.
    Big64,
}

impl Iterated for &'static MerkleDamgard {
    /// At most eight words.
    type Words = [u64; 8];

    #[inline]
    fn compression(self) -> Compression {
        let states = match self.word {
            WordFormat::Little32 | WordFormat::Big32 => u32::states,
            WordFormat::Big64 => u64::states,
        };
        let (kernels, block_len) = ((self.kernels)(), self.block_len());
        Compression { kernels, states, words: self.words, block_len }
    }

    /// Sixteen words.
    #[inline]
    fn block_len(self) -> usize {
        match self.word {
            WordFormat::Little32 | WordFormat::Big32 => 64,
            WordFormat::Big64 => 128,
        }
    }

    #[inline]
    fn start(self) -> [u64; 8] {
        *self.init
    }

    #[inline]
    fn init(self) -> &'static [u64] {
        &self.init[..self.words]
    }

    #[inline]
    fn blocks(self, len: usize) -> usize {
        match self.word {
            WordFormat::Little32 | WordFormat::Big32 => len / 64 + tail_blocks::<64>(len),
            WordFormat::Big64 => len / 128 + tail_blocks::<128>(len),
        }
    }

    #[inline(always)]
    fn pad(self, rest: usize, message_len: u64, blocks: &mut [u8]) {
        match self.word {
            WordFormat::Little32 => pad::<64>(rest, message_len, blocks, u64::to_le_bytes),
            WordFormat::Big32 => pad::<64>(rest, message_len, blocks, u64::to_be_bytes),
            WordFormat::Big64 => pad::<128>(rest, message_len, blocks, u64::to_be_bytes),
        }
    }

    #[inline(always)]
    fn compress_end(self, state: &mut [u64; 8], body: &[u8], rest: &[u8], message_len: u64) {
        // Padded before the body is run, and not while it is waited for.
        self.with_tail(rest, message_len, |tail| {
            (self.kernels)().one().compress_ended(state, body, tail);
        });
    }

    #[inline]
    fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize {
        match self.word {
            WordFormat::Little32 => write_tail::<64>(rest, message_len, tail, u64::to_le_bytes),
            WordFormat::Big32 => write_tail::<64>(rest, message_len, tail, u64::to_be_bytes),
            WordFormat::Big64 => write_tail::<128>(rest, message_len, tail, u64::to_be_bytes),
        }
    }

    #[inline]
    fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]) {
        match self.word {
            WordFormat::Little32 => write_words(digest, |i| (word(i) as u32).to_le_bytes()),
            WordFormat::Big32 => write_words(digest, |i| (word(i) as u32).to_be_bytes()),
            // SHA-512/224 ends within a word.
            WordFormat::Big64 => write_words(digest, |i| word(i).to_be_bytes()),
        }
    }

    #[inline]
    fn digest(self, words: &[u64; 8], len: usize) -> Digest {
        match (self.word, len) {
            (WordFormat::Little32, 16) => whole::<4, _>(words, |word| (word as u32).to_le_bytes()),
            (WordFormat::Big32, 20) => whole::<5, _>(words, |word| (word as u32).to_be_bytes()),
            (WordFormat::Big32, 32) => whole::<8, _>(words, |word| (word as u32).to_be_bytes()),
            (WordFormat::Big64, 64) => whole::<8, _>(words, u64::to_be_bytes),
            _ => read(self, words, len),
        }
    }

    #[inline]
    fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>) {
        // Each with a padding of its own: it is written for every message.
        match self.word {
            WordFormat::Little32 => group.give(64, feed, tail_blocks::<64>, |rest, len, blocks| {
                pad::<64>(rest, len, blocks, u64::to_le_bytes)
            }),
            WordFormat::Big32 => group.give(64, feed, tail_blocks::<64>, |rest, len, blocks| {
                pad::<64>(rest, len, blocks, u64::to_be_bytes)
            }),
            WordFormat::Big64 => group.give(128, feed, tail_blocks::<128>, |rest, len, blocks| {
                pad::<128>(rest, len, blocks, u64::to_be_bytes)
            }),
        }
    }

    #[inline]
    fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output) {
        match self.word {
            WordFormat::Little32 => end(messages, first, u32::rows(states), u32::to_le_bytes, output),
            WordFormat::Big32 => end(messages, first, u32::rows(states), u32::to_be_bytes, output),
            WordFormat::Big64 => end(messages, first, u64::rows(states), u64::to_be_bytes, output),
        }
    }
}

impl Family for &'static MerkleDamgard {
    type State = Pieces<Self>;

    const SHARES_LANES: bool = true;

    #[inline]
    fn begin(&self) -> Pieces<Self> {
        Pieces::new(*self)
    }

    #[inline]
    fn begin_again(&self, state: &mut Pieces<Self>) {
        state.reset();
    }

    fn compression(&self) -> Option<Compression> {
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

impl MerkleDamgard {
    /// Does something with the last blocks of a message: its last bytes, less than a block, the one
    /// bit, zeros, and the length in the last bytes.
    #[inline(always)]
    pub(crate) fn with_tail(&self, rest: &[u8], message_len: u64, f: impl FnOnce(&[u8])) {
        /// Of so many vectors.
        #[inline(always)]
        fn of<const VECTORS: usize>(rest: &[u8], length: u128, f: impl FnOnce(&[u8])) {
            f(Wiped(vectors::<VECTORS>(rest, 0x80, length)).as_flattened());
        }
        let bits = message_len << 3;
        let length = match self.word {
            WordFormat::Little32 => u128::from(bits) << 64,
            WordFormat::Big32 => u128::from(bits.swap_bytes()) << 64,
            WordFormat::Big64 => (u128::from(message_len) << 3).swap_bytes(),
        };
        // Of sixteen bytes: 4 in a block of 64, 8 in one of 128.
        match self.word {
            WordFormat::Big64 if tail_blocks::<128>(rest.len()) == 1 => of::<8>(rest, length, f),
            WordFormat::Big64 => of::<16>(rest, length, f),
            _ if tail_blocks::<64>(rest.len()) == 1 => of::<4>(rest, length, f),
            _ => of::<8>(rest, length, f),
        }
    }
}
