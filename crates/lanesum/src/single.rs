//! Algorithms that take one message at a time: checksums and fast hashes that
//! well-kept crates compute, each with the best instructions of the CPU that it
//! finds itself. `LANESUM_ISA` does not reach them.

pub(crate) mod adler32;
pub(crate) mod crc;
mod posix;
mod rapidhash;
mod sum;

use crate::digest::Digest;
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

impl Single {
    /// Bytes in a digest.
    pub(crate) const fn digest_len(self) -> usize {
        match self {
            Self::Crc(Crc::IsoHdlc | Crc::Castagnoli | Crc::Posix) | Self::Adler32 => 4,
            Self::Crc(Crc::Nvme) | Self::Rapidhash | Self::Xxh64 | Self::Xxh3_64 => 8,
            Self::Xxh3_128 => 16,
        }
    }

    /// Bytes that its state takes at once.
    pub(crate) const fn block_len(self) -> usize {
        match self {
            Self::Crc(_) | Self::Adler32 => 1,
            Self::Rapidhash => rapidhash::BLOCK,
            Self::Xxh64 => 32,
            Self::Xxh3_64 | Self::Xxh3_128 => 64,
        }
    }

    /// The number as a digest: its bytes from the most significant one down, as
    /// all who print these hashes write them.
    pub(crate) fn digest(self, number: impl Into<u128>) -> Digest {
        let len = self.digest_len();
        let mut bytes = [0; Digest::MAX_LEN];
        bytes[..len].copy_from_slice(&number.into().to_be_bytes()[16 - len..]);
        Digest::new(bytes, len)
    }

    /// The digest of a message in one piece.
    pub(crate) fn hash(self, message: &[u8]) -> Digest {
        match self {
            Self::Crc(crc) => self.digest(crc::hash(crc, message)),
            Self::Adler32 => self.digest(simd_adler32::adler32(&message)),
            Self::Rapidhash => self.digest(rapidhash::hash(message)),
            Self::Xxh64 => self.digest(XxHash64::oneshot(0, message)),
            Self::Xxh3_64 => self.digest(XxHash3_64::oneshot(message)),
            Self::Xxh3_128 => self.digest(XxHash3_128::oneshot(message)),
        }
    }
}

/// A message so far.
#[derive(Clone)]
pub(crate) struct Pieces {
    which: Single,
    state: State,
    len: u64,
}

#[derive(Clone)]
enum State {
    Crc(crc::State),
    Adler32(Adler32),
    Rapidhash(rapidhash::State),
    Xxh64(XxHash64),
    Xxh3_64(XxHash3_64),
    Xxh3_128(xxhash3_128::Hasher),
}

impl Pieces {
    /// None yet.
    pub(crate) fn new(which: Single) -> Self {
        let state = match which {
            Single::Crc(crc) => State::Crc(crc::State::new(crc)),
            Single::Adler32 => State::Adler32(Adler32::new()),
            Single::Rapidhash => State::Rapidhash(rapidhash::State::new()),
            Single::Xxh64 => State::Xxh64(XxHash64::with_seed(0)),
            Single::Xxh3_64 => State::Xxh3_64(XxHash3_64::with_seed(0)),
            Single::Xxh3_128 => State::Xxh3_128(xxhash3_128::Hasher::with_seed(0)),
        };
        Self { which, state, len: 0 }
    }

    /// How many bytes the message has so far.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Adds a piece.
    pub(crate) fn update(&mut self, piece: &[u8]) {
        use core::hash::Hasher;
        self.len = self.len.wrapping_add(piece.len() as u64);
        match &mut self.state {
            State::Crc(state) => state.update(piece),
            State::Adler32(state) => state.write(piece),
            State::Rapidhash(state) => state.update(piece),
            State::Xxh64(state) => state.write(piece),
            State::Xxh3_64(state) => state.write(piece),
            State::Xxh3_128(state) => state.write(piece),
        }
    }

    /// The digest of the message so far.
    pub(crate) fn finalize(&self) -> Digest {
        use core::hash::Hasher;
        match &self.state {
            State::Crc(state) => self.which.digest(state.finalize()),
            State::Adler32(state) => self.which.digest(state.finish()),
            State::Rapidhash(state) => self.which.digest(state.finalize()),
            State::Xxh64(state) => self.which.digest(state.finish()),
            State::Xxh3_64(state) => self.which.digest(state.finish()),
            State::Xxh3_128(state) => self.which.digest(state.finish_128()),
        }
    }
}
