//! Algorithms that take one message at a time: checksums, of which the CRCs have kernels
//! here, and fast hashes that well-kept crates compute. Each finds the best instructions
//! of the CPU itself: `LANESUM_ISA` does not reach them.

pub(crate) mod adler32;
pub(crate) mod crc;
mod posix;
mod rapidhash;
mod sum;

use crate::family::{Family, State};
use alloc::boxed::Box;
use crc::Crc;
use simd_adler32::Adler32;
use twox_hash::{XxHash3_64, XxHash3_128, XxHash64, xxhash3_128};

pub use posix::PosixCksum;
pub use sum::{BsdSum, SysvSum};

/// Which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Single {
    Crc(Crc),
    Adler32,
    Rapidhash,
    Xxh64,
    Xxh3_64,
    Xxh3_128,
}

/// Writes a number as a digest: its bytes from the most significant one down, as
/// all who print these hashes write them.
#[inline]
pub(crate) fn write(number: impl Into<u128>, digest: &mut [u8]) {
    let bytes = number.into().to_be_bytes();
    digest.copy_from_slice(&bytes[bytes.len() - digest.len()..]);
}

impl Family for Single {
    type State = Box<Pieces>;

    fn begin(&self) -> Self::State {
        Box::new(Pieces::new(*self))
    }

    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        match *self {
            Self::Crc(crc) => write(crc::hash(crc, message), digest),
            Self::Adler32 => write(simd_adler32::adler32(&message), digest),
            Self::Rapidhash => write(rapidhash::hash(message), digest),
            Self::Xxh64 => write(XxHash64::oneshot(0, message), digest),
            Self::Xxh3_64 => write(XxHash3_64::oneshot(message), digest),
            Self::Xxh3_128 => write(XxHash3_128::oneshot(message), digest),
        }
    }
}

/// A message so far.
#[derive(Clone)]
pub(crate) struct Pieces {
    state: SingleState,
    len: u64,
}

#[derive(Clone)]
enum SingleState {
    Crc(crc::State),
    Adler32(Adler32),
    Rapidhash(rapidhash::State),
    Xxh64(XxHash64),
    Xxh3_64(XxHash3_64),
    Xxh3_128(xxhash3_128::Hasher),
}

impl Pieces {
    /// Of a message without a byte.
    fn new(which: Single) -> Self {
        let state = match which {
            Single::Crc(crc) => SingleState::Crc(crc::State::new(crc)),
            Single::Adler32 => SingleState::Adler32(Adler32::new()),
            Single::Rapidhash => SingleState::Rapidhash(rapidhash::State::new()),
            Single::Xxh64 => SingleState::Xxh64(XxHash64::with_seed(0)),
            Single::Xxh3_64 => SingleState::Xxh3_64(XxHash3_64::with_seed(0)),
            Single::Xxh3_128 => SingleState::Xxh3_128(xxhash3_128::Hasher::with_seed(0)),
        };
        Self { state, len: 0 }
    }
}

impl State for Pieces {
    fn update(&mut self, piece: &[u8]) {
        use core::hash::Hasher;
        self.len = self.len.wrapping_add(piece.len() as u64);
        match &mut self.state {
            SingleState::Crc(state) => state.update(piece),
            SingleState::Adler32(state) => state.write(piece),
            SingleState::Rapidhash(state) => state.update(piece),
            SingleState::Xxh64(state) => state.write(piece),
            SingleState::Xxh3_64(state) => state.write(piece),
            SingleState::Xxh3_128(state) => state.write(piece),
        }
    }

    fn finalize(&self, digest: &mut [u8]) {
        use core::hash::Hasher;
        match &self.state {
            SingleState::Crc(state) => write(state.finalize(), digest),
            SingleState::Adler32(state) => write(state.finish(), digest),
            SingleState::Rapidhash(state) => write(state.finalize(), digest),
            SingleState::Xxh64(state) => write(state.finish(), digest),
            SingleState::Xxh3_64(state) => write(state.finish(), digest),
            SingleState::Xxh3_128(state) => write(state.finish_128(), digest),
        }
    }

    fn message_len(&self) -> u64 {
        self.len
    }
}
