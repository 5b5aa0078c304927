//! The words that the hashes are made of, and their bytes: what differs between the hashes beside
//! their compression functions.

use super::padding::{pad, tail_blocks, write_tail};
use crate::digest::{Digest, Output};
use crate::feed::Feed;
use crate::iterated::{Group, end, whole, write_words};
use crate::kernel::{StateWord, States};

/// The bits of a word, and the order of its bytes.
pub(crate) trait WordFormat: Copy + Send + Sync + 'static {
    /// A word.
    type Word: StateWord;

    /// Bytes in a block: sixteen words.
    const BLOCK: usize = 16 * size_of::<Self::Word>();

    /// The length of a message as its last sixteen bytes say it, the lowest byte first. Behind
    /// words of 32 bits those are the last eight.
    fn length(self, message_len: u64) -> u128;

    /// [`Iterated::blocks`](crate::iterated::Iterated::blocks), behind the whole ones.
    fn tail_blocks(len: usize) -> usize;

    /// [`Iterated::pad`](crate::iterated::Iterated::pad).
    fn pad(self, rest: usize, message_len: u64, blocks: &mut [u8]);

    /// [`Iterated::write_tail`](crate::iterated::Iterated::write_tail).
    fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize;

    /// [`Iterated::write_digest`](crate::iterated::Iterated::write_digest).
    fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]);

    /// A digest of `len` bytes that is whole words, where there is a hash with one.
    fn whole(self, words: &[Self::Word; 8], len: usize) -> Option<Digest>;

    /// [`Iterated::give`](crate::iterated::Iterated::give): with a padding for each order of bytes,
    /// for it is written for every message.
    fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>);

    /// [`Iterated::end`](crate::iterated::Iterated::end).
    fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output);
}

/// 32 bits.
#[derive(Clone, Copy)]
pub enum Bits32 {
    /// The lowest byte first: MD5.
    Little,
    /// The highest byte first: SHA-1, SHA-256 and SM3.
    Big,
}

/// 64 bits.
#[derive(Clone, Copy)]
pub enum Bits64 {
    /// The highest byte first: SHA-512.
    Big,
}

/// `formats! { Format: word { order: bytes of a word, the length, words of a digest } }`.
macro_rules! formats {
    ($format:ident: $word:ident {
        $($order:ident: $bytes:ident, |$len:ident| $length:expr, [$($words:literal),*];)+
    }) => {
        impl WordFormat for $format {
            type Word = $word;

            #[inline(always)]
            fn length(self, message_len: u64) -> u128 {
                match self {
                    $(Self::$order => {
                        let $len = message_len;
                        $length
                    })+
                }
            }

            #[inline(always)]
            fn tail_blocks(len: usize) -> usize {
                tail_blocks::<{ Self::BLOCK }>(len)
            }

            #[inline(always)]
            fn pad(self, rest: usize, message_len: u64, blocks: &mut [u8]) {
                match self {
                    $(Self::$order => pad::<{ Self::BLOCK }>(rest, message_len, blocks, u64::$bytes),)+
                }
            }

            #[inline]
            fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize {
                match self {
                    $(Self::$order => write_tail::<{ Self::BLOCK }>(rest, message_len, tail, u64::$bytes),)+
                }
            }

            #[inline]
            fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]) {
                match self {
                    // SHA-512/224 ends within a word.
                    $(Self::$order => write_words(digest, |i| (word(i) as $word).$bytes()),)+
                }
            }

            #[inline]
            fn whole(self, words: &[$word; 8], len: usize) -> Option<Digest> {
                match (self, len) {
                    $($((Self::$order, len) if len == $words * size_of::<$word>() => {
                        Some(whole::<$word, $words, _>(words, $word::$bytes))
                    })*)+
                    _ => None,
                }
            }

            #[inline]
            fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>) {
                match self {
                    $(Self::$order => group.give(Self::BLOCK, feed, tail_blocks::<{ Self::BLOCK }>, |rest, len, blocks| {
                        pad::<{ Self::BLOCK }>(rest, len, blocks, u64::$bytes)
                    }),)+
                }
            }

            #[inline]
            fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output) {
                match self {
                    $(Self::$order => end(messages, first, $word::rows(states), $word::$bytes, output),)+
                }
            }
        }
    };
}

formats! {
    Bits32: u32 {
        Little: to_le_bytes, |len| u128::from(len << 3) << 64, [4];
        Big: to_be_bytes, |len| u128::from((len << 3).swap_bytes()) << 64, [5, 8];
    }
}
formats! {
    Bits64: u64 {
        Big: to_be_bytes, |len| (u128::from(len) << 3).swap_bytes(), [8];
    }
}
