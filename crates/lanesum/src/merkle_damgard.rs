//! Bytes to blocks: how MD5, SHA-1, SHA-2 and SM3 pad a message, and read a digest
//! off a state.
//!
//! All are Merkle-Damgard hashes: a one bit, zeros, and the message's length in
//! bits fill the last block, or the last two (RFC 1321, 3.1 and 3.2; FIPS
//! 180-4, 5.1).

pub(crate) mod kernels;
pub(crate) mod md5;
pub(crate) mod sha1;
pub(crate) mod sha256;
pub(crate) mod sha512;
pub(crate) mod sm3;
#[cfg(target_arch = "x86_64")]
mod x86_line;
#[cfg(target_arch = "x86_64")]
mod x86_sha2;

use crate::digest::Output;
use crate::family::{Compression, Family};
use crate::feed::{Feed, TAIL_BLOCKS};
use crate::iterated::{self, Group, Iterated, Pieces, copy_short, end, write_words};
use crate::kernel::{Kernels, StateWord, States};

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

/// The most bytes that are padded, with words of 32 bits and of 64.
const TAIL_32: usize = TAIL_BLOCKS * 64;
const TAIL_64: usize = TAIL_BLOCKS * 128;

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

    #[inline]
    fn hash(self, message: &[u8], digest: &mut [u8]) {
        match self.word {
            WordFormat::Little32 | WordFormat::Big32 => iterated::hash::<TAIL_32>(self, message, digest),
            WordFormat::Big64 => iterated::hash::<TAIL_64>(self, message, digest),
        }
    }

    #[inline]
    fn compress_end(self, state: &mut [u64; 8], rest: &[u8], message_len: u64) {
        match self.word {
            WordFormat::Little32 | WordFormat::Big32 => {
                iterated::compress_end::<TAIL_32, _>(self, state, rest, message_len)
            }
            WordFormat::Big64 => iterated::compress_end::<TAIL_64, _>(self, state, rest, message_len),
        }
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

    fn compression(&self) -> Option<Compression> {
        Some(Iterated::compression(*self))
    }

    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        Iterated::hash(*self, message, digest);
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        iterated::hash_each(*self, messages, output);
    }
}

/// How many blocks a message of `len` bytes has behind its whole ones: the rest, a byte for the
/// one bit, and two words for the length.
#[inline(always)]
fn tail_blocks<const BLOCK: usize>(len: usize) -> usize {
    1 + usize::from(len % BLOCK + 1 + BLOCK / 8 > BLOCK)
}

/// [`Iterated::pad`], for blocks of a constant length.
#[inline(always)]
fn pad<const BLOCK: usize>(rest: usize, message_len: u64, blocks: &mut [u8], bytes: impl Fn(u64) -> [u8; 8]) {
    blocks[rest] = 0x80;
    let (blocks, low) = blocks.split_last_chunk_mut().expect("a block has as much");
    *low = bytes(message_len << 3);
    if BLOCK == 128
        && let Some(high) = blocks.last_chunk_mut()
    {
        // The length has 128 bits; those past 64 are what the shift lost.
        *high = bytes(message_len >> 61);
    }
}

/// [`Iterated::write_tail`], for blocks of a constant length.
#[inline(always)]
fn write_tail<const BLOCK: usize>(
    rest: &[u8],
    message_len: u64,
    tail: &mut [u8],
    bytes: impl Fn(u64) -> [u8; 8],
) -> usize {
    let blocks = tail_blocks::<BLOCK>(rest.len());
    tail[..BLOCK].fill(0);
    copy_short(rest, tail);
    if blocks > 1 {
        tail[BLOCK..TAIL_BLOCKS * BLOCK].fill(0);
    }
    pad::<BLOCK>(rest.len(), message_len, &mut tail[..blocks * BLOCK], bytes);
    blocks
}
