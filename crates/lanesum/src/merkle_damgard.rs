//! Bytes to blocks: how MD5, SHA-1 and SHA-2 pad a message, and read a digest
//! off a state.
//!
//! All are Merkle-Damgard hashes: a one bit, zeros, and the message's length in
//! bits fill the last block, or the last two (RFC 1321, 3.1 and 3.2; FIPS
//! 180-4, 5.1).

mod kernels;
mod md5;
mod pieces;
mod sha1;
pub(crate) mod sha256;
pub(crate) mod sha512;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_line;
#[cfg(target_arch = "x86_64")]
mod x86_sha2;

use crate::digest::Digest;
use crate::feed::{Feed, TAIL_BLOCKS};
use crate::kernel::{Column, Kernels, Rows, StateWord, States};
use crate::scheduler::{Messages, Run};
use kernels::{of_md5, of_sha1, of_sha256, of_sha512};

pub(crate) use pieces::Pieces;

/// A chaining value, each word widened to 64 bits: at most eight words.
pub(crate) type Words = [u64; 8];

/// A hash of the Merkle-Damgard kind.
pub(crate) struct MerkleDamgard {
    /// The kernels of its compression function.
    pub(crate) kernels: fn() -> &'static Kernels,
    /// The chaining value before the first block.
    pub(crate) init: &'static [u64],
    /// Bits in a word: 32 or 64.
    pub(crate) word: Word,
    /// Bytes in a digest.
    pub(crate) digest_len: usize,
}

/// The words of a hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// 32 bits, little-endian: MD5.
    Little32,
    /// 32 bits, big-endian: SHA-1 and SHA-256.
    Big32,
    /// 64 bits, big-endian: SHA-512.
    Big64,
}

/// MD5, RFC 1321.
pub(crate) static MD5: MerkleDamgard =
    MerkleDamgard { kernels: of_md5, init: &md5::INIT, word: Word::Little32, digest_len: 16 };

/// SHA-1, FIPS 180-4.
pub(crate) static SHA1: MerkleDamgard =
    MerkleDamgard { kernels: of_sha1, init: &sha1::INIT, word: Word::Big32, digest_len: 20 };

/// SHA-224, FIPS 180-4.
pub(crate) static SHA224: MerkleDamgard =
    MerkleDamgard { kernels: of_sha256, init: &sha256::INIT_224, word: Word::Big32, digest_len: 28 };

/// SHA-256, FIPS 180-4.
pub(crate) static SHA256: MerkleDamgard =
    MerkleDamgard { kernels: of_sha256, init: &sha256::INIT_256, word: Word::Big32, digest_len: 32 };

/// SHA-384, FIPS 180-4.
pub(crate) static SHA384: MerkleDamgard =
    MerkleDamgard { kernels: of_sha512, init: &sha512::INIT_384, word: Word::Big64, digest_len: 48 };

/// SHA-512, FIPS 180-4.
pub(crate) static SHA512: MerkleDamgard =
    MerkleDamgard { kernels: of_sha512, init: &sha512::INIT_512, word: Word::Big64, digest_len: 64 };

/// SHA-512/224, FIPS 180-4.
pub(crate) static SHA512_224: MerkleDamgard =
    MerkleDamgard { kernels: of_sha512, init: &sha512::INIT_512_224, word: Word::Big64, digest_len: 28 };

/// SHA-512/256, FIPS 180-4.
pub(crate) static SHA512_256: MerkleDamgard =
    MerkleDamgard { kernels: of_sha512, init: &sha512::INIT_512_256, word: Word::Big64, digest_len: 32 };

impl MerkleDamgard {
    /// Bytes in a block: sixteen words.
    #[inline]
    pub(crate) fn block_len(&self) -> usize {
        match self.word {
            Word::Little32 | Word::Big32 => 64,
            Word::Big64 => 128,
        }
    }

    /// The state before the first block.
    #[inline]
    pub(crate) fn start(&self) -> Words {
        let mut words = [0; 8];
        words[..self.init.len()].copy_from_slice(self.init);
        words
    }

    /// Room for the states of the lanes.
    pub(crate) fn states(&self) -> States {
        match self.word {
            Word::Little32 | Word::Big32 => u32::states(self.init.len()),
            Word::Big64 => u64::states(self.init.len()),
        }
    }

    /// How many blocks a message of `len` bytes has, with its padding.
    #[inline]
    pub(crate) fn blocks(&self, len: usize) -> usize {
        match self.block_len() {
            128 => len / 128 + tail_blocks::<128>(len % 128),
            _ => len / 64 + tail_blocks::<64>(len % 64),
        }
    }

    /// Writes the last bytes of a message, less than a block, and the padding.
    /// Says how many blocks that makes.
    #[inline]
    pub(crate) fn pad(&self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize {
        match self.word {
            Word::Little32 => pad::<64>(rest, message_len, tail, u64::to_le_bytes),
            Word::Big32 => pad::<64>(rest, message_len, tail, u64::to_be_bytes),
            Word::Big64 => pad::<128>(rest, message_len, tail, u64::to_be_bytes),
        }
    }

    /// Writes the digest that a state says: `digest_len` bytes.
    #[inline]
    pub(crate) fn write_digest(&self, word: impl Fn(usize) -> u64, digest: &mut [u8]) {
        match self.word {
            Word::Little32 => {
                for (i, bytes) in digest.chunks_exact_mut(4).enumerate() {
                    bytes.copy_from_slice(&(word(i) as u32).to_le_bytes());
                }
            }
            Word::Big32 => {
                for (i, bytes) in digest.chunks_exact_mut(4).enumerate() {
                    bytes.copy_from_slice(&(word(i) as u32).to_be_bytes());
                }
            }
            Word::Big64 => {
                // SHA-512/224 ends within a word.
                for (i, bytes) in digest.chunks_mut(8).enumerate() {
                    bytes.copy_from_slice(&word(i).to_be_bytes()[..bytes.len()]);
                }
            }
        }
    }

    /// The digest that a state says.
    #[inline]
    pub(crate) fn digest(&self, words: &Words) -> Digest {
        let mut bytes = [0; Digest::MAX_LEN];
        self.write_digest(|i| words[i], &mut bytes[..self.digest_len]);
        Digest::new(bytes, self.digest_len)
    }
}

/// Where digests go.
pub(crate) trait Output {
    /// The room for a message's digest: as many bytes as it has.
    fn digest_mut(&mut self, message: usize) -> &mut [u8];
}

/// Whole messages for the scheduler.
pub(crate) struct Whole<'h, 'a, M, O> {
    /// The hash.
    pub(crate) hash: &'h MerkleDamgard,
    /// The messages.
    pub(crate) messages: &'a [M],
    /// Where their digests go.
    pub(crate) output: &'h mut O,
}

impl<'a, M: AsRef<[u8]>, O: Output> Messages<'a> for Whole<'_, 'a, M, O> {
    fn len(&self) -> usize {
        self.messages.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        self.hash.blocks(self.messages[message].as_ref().len())
    }

    #[inline]
    fn start(&self) -> Option<&'static [u64]> {
        Some(self.hash.init)
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, _: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let bytes = self.messages[message].as_ref();
        let whole = bytes.len() - bytes.len() % self.hash.block_len();
        let (body, rest) = bytes.split_at(whole);
        let tail_blocks = self.hash.pad(rest, bytes.len() as u64, tail);
        // A message taken up again may be in its tail already.
        match body.get(at * self.hash.block_len()..) {
            Some(body) => Run { body, tail_blocks },
            None => {
                tail.copy_within(self.hash.block_len().., 0);
                Run { body: &[], tail_blocks: tail_blocks - 1 }
            }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.hash.write_digest(|w| state.word(w), self.output.digest_mut(message));
    }

    fn give_whole(&mut self, messages: &[usize], blocks: usize, feed: &mut Feed<'a>) -> bool {
        match self.hash.word {
            Word::Little32 => self.give_each::<64>(messages, blocks, feed, u64::to_le_bytes),
            Word::Big32 => self.give_each::<64>(messages, blocks, feed, u64::to_be_bytes),
            Word::Big64 => self.give_each::<128>(messages, blocks, feed, u64::to_be_bytes),
        }
        true
    }

    fn end_whole(&mut self, messages: &[usize], states: &mut States) -> bool {
        match self.hash.word {
            Word::Little32 => self.end_each(messages, u32::rows(states), u32::to_le_bytes),
            Word::Big32 => self.end_each(messages, u32::rows(states), u32::to_be_bytes),
            Word::Big64 => self.end_each(messages, u64::rows(states), u64::to_be_bytes),
        }
        true
    }
}

impl<'a, M: AsRef<[u8]>, O: Output> Whole<'_, 'a, M, O> {
    /// Gives each lane from 0 on a message of so many blocks, of a constant
    /// length.
    #[inline(always)]
    fn give_each<const BLOCK: usize>(
        &self,
        messages: &[usize],
        blocks: usize,
        feed: &mut Feed<'a>,
        bytes: impl Fn(u64) -> [u8; 8] + Copy,
    ) {
        let split = |message: usize| {
            let message = self.messages[message].as_ref();
            message.split_at(message.len() / BLOCK * BLOCK)
        };
        // Whole blocks, all as many, have all the same tail.
        let len = self.messages[messages[0]].as_ref().len();
        if len.is_multiple_of(BLOCK)
            && len > 0
            && messages.iter().all(|&i| self.messages[i].as_ref().len() == len)
        {
            let tail_blocks = pad::<BLOCK>(&[], len as u64, feed.one_tail_mut(), bytes);
            let bodies = messages.iter().map(|&i| self.messages[i].as_ref());
            return feed.give_alike(bodies, len, tail_blocks);
        }
        let tails = feed.tails_mut(messages.len()).chunks_exact_mut(TAIL_BLOCKS * BLOCK);
        let mut in_place = 0;
        for (&message, tail) in messages.iter().zip(tails) {
            let (body, rest) = split(message);
            pad::<BLOCK>(rest, (body.len() + rest.len()) as u64, tail, bytes);
            in_place |= body.len();
        }
        if in_place == 0 {
            return feed.give_tails(messages.len(), blocks);
        }
        for (lane, &message) in messages.iter().enumerate() {
            let (body, _) = split(message);
            feed.give(lane, body, blocks - body.len() / BLOCK, blocks);
        }
    }

    /// Writes the digests of messages, out of the lanes from 0 on.
    #[inline(always)]
    fn end_each<W: StateWord, const BYTES: usize>(
        &mut self,
        messages: &[usize],
        rows: &Rows<W>,
        bytes: impl Fn(W) -> [u8; BYTES],
    ) {
        for (lane, &message) in messages.iter().enumerate() {
            let (words, rest) = self.output.digest_mut(message).as_chunks_mut();
            for (word, row) in words.iter_mut().zip(rows) {
                *word = bytes(row[lane]);
            }
            // SHA-512/224 ends within a word.
            if let (false, Some(row)) = (rest.is_empty(), rows.get(words.len())) {
                rest.copy_from_slice(&bytes(row[lane])[..rest.len()]);
            }
        }
    }
}

/// How many blocks the last `rest` bytes, less than a block, make with the
/// padding: a byte for the one bit, and two words for the length.
#[inline(always)]
fn tail_blocks<const BLOCK: usize>(rest: usize) -> usize {
    1 + usize::from(rest + 1 + BLOCK / 8 > BLOCK)
}

/// Writes the last bytes of a message, less than a block, and the padding, for
/// blocks of a constant length. Says how many blocks that makes.
#[inline(always)]
fn pad<const BLOCK: usize>(
    rest: &[u8],
    message_len: u64,
    tail: &mut [u8],
    bytes: impl Fn(u64) -> [u8; 8],
) -> usize {
    let (blocks, _) = tail.as_chunks_mut::<BLOCK>();
    let [first, second] = blocks.first_chunk_mut::<TAIL_BLOCKS>().expect("a tail has two blocks");
    let fits = tail_blocks::<BLOCK>(rest.len()) == 1;
    *first = [0; BLOCK];
    copy_short(rest, first);
    first[rest.len()] = 0x80;
    let last = if fits {
        first
    } else {
        *second = [0; BLOCK];
        second
    };
    last[BLOCK - 8..].copy_from_slice(&bytes(message_len << 3));
    if BLOCK == 128 {
        // The length has 128 bits; those past 64 are what the shift lost.
        last[BLOCK - 16..BLOCK - 8].copy_from_slice(&bytes(message_len >> 61));
    }
    1 + usize::from(!fits)
}

/// Copies less than a block: two pieces of a fixed length, which overlap, where
/// a copy of any length is a call.
#[inline]
fn copy_short(from: &[u8], to: &mut [u8]) {
    macro_rules! two_pieces {
        ($n:literal) => {
            if let (Some(first), Some(last)) = (from.first_chunk::<$n>(), from.last_chunk::<$n>()) {
                to[..$n].copy_from_slice(first);
                to[from.len() - $n..from.len()].copy_from_slice(last);
                return;
            }
        };
    }
    two_pieces!(64);
    two_pieces!(32);
    two_pieces!(16);
    two_pieces!(8);
    two_pieces!(4);
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}
