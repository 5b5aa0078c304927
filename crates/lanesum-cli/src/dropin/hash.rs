//! What the commands compute: the library's algorithms, which share lanes, and
//! the sums that are numbers, one message at a time.

use super::number::Number;
use lanesum::{Algorithm, Digest, Hasher};
use lanesum_files::function::{Foreign, ForeignState, Function};

/// A hash, or a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    /// An algorithm of the library.
    Lanes(Algorithm),
    /// The CRC of POSIX.
    Crc,
    /// The CRC of gzip and Ethernet.
    Crc32b,
    /// BSD's 16 bits.
    Bsd,
    /// System V's 16 bits.
    Sysv,
}

impl Hash {
    /// What the engine computes.
    pub(super) fn function(self) -> Function {
        match self {
            Self::Lanes(algorithm) => algorithm.into(),
            Self::Crc32b => Algorithm::Crc32.into(),
            _ => Function::foreign(self),
        }
    }

    /// Bytes in a digest.
    pub(super) fn digest_len(self) -> usize {
        match self {
            Self::Lanes(algorithm) => algorithm.digest_len(),
            Self::Crc | Self::Crc32b => 4,
            Self::Bsd | Self::Sysv => 2,
        }
    }

    /// Its name in a tagged line.
    pub(super) fn tag(self) -> String {
        match self {
            Self::Lanes(algorithm) => algorithm.tag().to_owned(),
            Self::Crc => "CRC".to_owned(),
            Self::Crc32b => "CRC32B".to_owned(),
            Self::Bsd => "BSD".to_owned(),
            Self::Sysv => "SYSV".to_owned(),
        }
    }

    /// Whether it is a number, written beside the size of the file.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Crc | Self::Crc32b | Self::Bsd | Self::Sysv)
    }

    /// Begins a message.
    pub(super) fn begin(self) -> State {
        match self {
            Self::Lanes(algorithm) => State::Lanes(Box::new(Hasher::new(algorithm))),
            Self::Crc => State::Number(Number::crc()),
            Self::Crc32b => State::Number(Number::crc32b()),
            Self::Bsd => State::Number(Number::bsd()),
            Self::Sysv => State::Number(Number::sysv()),
        }
    }
}

/// A message so far.
pub(super) enum State {
    Lanes(Box<Hasher>),
    Number(Number),
}

impl Foreign for Hash {
    fn tag(&self) -> String {
        (*self).tag()
    }

    fn digest_len(&self) -> usize {
        (*self).digest_len()
    }

    fn begin(&self) -> Box<dyn ForeignState> {
        Box::new((*self).begin())
    }
}

impl ForeignState for State {
    fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Lanes(hasher) => {
                hasher.update(piece);
            }
            Self::Number(number) => number.update(piece),
        }
    }

    fn finish(&self) -> Digest {
        match self {
            Self::Lanes(hasher) => hasher.finalize(),
            Self::Number(number) => Digest::from_bytes(&number.finish()).expect("of 2 or 4 bytes"),
        }
    }
}
