//! SHA-3 and SHAKE, FIPS 202, and Keccak-256: sponges over one permutation.
//!
//! A block is added to the first words of the state, the rate, and the rest of
//! them, the capacity, is what nobody writes or reads. The last block of a message
//! ends with the bits that tell the functions apart, and with pad10*1 (5.1).
//! A digest that is longer than the rate is squeezed out block by block.

pub(crate) mod keccak;
pub(crate) mod kernels;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[allow(unsafe_code, reason = "reads the message through a pointer")]
mod one;
mod shake;

use crate::digest::Output;
use crate::family::{Family, Refused};
use crate::feed::Feed;
use crate::host;
use crate::iterated::{self, Group, Iterated, Pieces, copy_short, write_words};
use crate::kernel::{Kernels, StateWord, States};
use crate::wipe::Wiped;
use alloc::boxed::Box;
use keccak::STATE;
use kernels::{of_17_words, of_21_words};

pub use shake::{OutputReader, Shake};

/// A function of FIPS 202, or one like them.
pub(crate) struct Sponge {
    /// The kernels of the permutation, for blocks of the rate.
    pub(crate) kernels: fn() -> &'static Kernels,
    /// Bytes in a block: 200, less twice those of the security strength.
    pub(crate) rate: usize,
    /// The bits behind the message, the first one lowest: the suffix of the
    /// function, and the one that begins the padding.
    pub(crate) suffix: u8,
}

/// The suffix of SHA-3: 01 (FIPS 202, 6.1).
pub(crate) const SHA3: u8 = 0b110;

/// The suffix of SHAKE: 1111 (FIPS 202, 6.2).
pub(crate) const SHAKE: u8 = 0b1_1111;

/// Keccak, as it was submitted, has none.
pub(crate) const KECCAK: u8 = 0b1;

/// SHAKE128.
pub(crate) static SHAKE128: Sponge = Sponge { kernels: of_21_words, rate: 168, suffix: SHAKE };

/// SHAKE256.
pub(crate) static SHAKE256: Sponge = Sponge { kernels: of_17_words, rate: 136, suffix: SHAKE };

impl Sponge {
    /// Squeezes out blocks, the first of them out of the state as it is.
    fn squeeze(&'static self, state: &mut [u64; STATE], out: &mut [u8]) {
        for (i, out) in out.chunks_mut(self.rate).enumerate() {
            if i > 0 {
                host::spend(|| u64::from((self.kernels)().plan().cost(1)));
                self.permute(state);
            }
            self.write_digest(|w| state[w], out);
        }
    }

    /// Permutes a state: a block of zeros changes nothing before.
    fn permute(&'static self, state: &mut [u64; STATE]) {
        self.compress(state, &[0; iterated::MAX_BLOCK][..self.rate]);
    }
}

impl Iterated for &'static Sponge {
    type Word = u64;

    type Words = [u64; STATE];

    #[inline]
    fn compression(self) -> &'static Kernels {
        (self.kernels)()
    }

    #[inline]
    fn block_len(self) -> usize {
        self.rate
    }

    #[inline]
    fn start(self) -> [u64; STATE] {
        [0; STATE]
    }

    #[inline]
    fn init(self) -> &'static [u64] {
        &[0; STATE]
    }

    #[inline]
    fn blocks(self, len: usize) -> usize {
        len / self.rate + 1
    }

    #[inline(always)]
    fn pad(self, rest: usize, _: u64, blocks: &mut [u8]) {
        blocks[rest] = self.suffix;
        if let Some(last) = blocks.last_mut() {
            *last |= 0x80;
        }
    }

    #[inline]
    fn compress_end(self, state: &mut [u64; STATE], body: &[u8], rest: &[u8], message_len: u64) {
        let one = (self.kernels)().one();
        if !body.is_empty() {
            one.compress_one(u64::state(state), body);
        }
        let mut tail = Wiped([0; iterated::MAX_BLOCK]);
        let tail = &mut tail.0[..self.rate];
        copy_short(rest, tail);
        self.pad(rest.len(), message_len, tail);
        one.compress_one(u64::state(state), tail);
    }

    #[inline]
    fn write_tail(self, rest: &[u8], message_len: u64, tail: &mut [u8]) -> usize {
        let block = &mut tail[..self.rate];
        block.fill(0);
        copy_short(rest, block);
        self.pad(rest.len(), message_len, block);
        1
    }

    #[inline]
    fn write_digest(self, word: impl Fn(usize) -> u64, digest: &mut [u8]) {
        if digest.len() > self.rate {
            return self.squeeze(&mut core::array::from_fn(word), digest);
        }
        write_words(digest, |i| word(i).to_le_bytes());
    }

    #[inline]
    fn give<'a>(self, group: &Group<'_, 'a>, feed: &mut Feed<'a>) {
        group.give(self.rate, feed, |_| 1, |rest, len, blocks| self.pad(rest, len, blocks));
    }

    #[inline]
    fn end(self, messages: &[usize], first: usize, states: &mut States, output: &mut impl Output) {
        for (lane, &message) in (first..).zip(messages) {
            let column = states.column(lane);
            self.write_digest(|w| column.word(w), output.digest_mut(message));
        }
    }
}

impl Family for &'static Sponge {
    /// A state is large.
    type State = Box<Pieces<Self>>;

    fn shares_lanes(&self) -> bool {
        true
    }

    fn begin(&self) -> Box<Pieces<Self>> {
        Box::new(Pieces::new(*self))
    }

    #[inline]
    fn begin_again(&self, state: &mut Box<Pieces<Self>>) {
        state.reset();
    }

    /// SHAKE's output goes on (FIPS 202, 6.2); a SHA-3 digest has one length.
    fn with_output_len(&self, _: usize) -> Result<Self, Refused> {
        if self.suffix == SHAKE { Ok(*self) } else { Err(Refused::NotTaken) }
    }

    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        iterated::hash(*self, message, digest);
    }

    fn compression(&self) -> Option<&'static Kernels> {
        Some(Iterated::compression(*self))
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        iterated::hash_each(*self, messages, output);
    }
}
