//! What the commands compute: the library's algorithms, which share lanes, and
//! a few that are computed one message at a time.

use super::number::Number;
use crate::function::{Foreign, ForeignState, Function};
use lanesum::{Algorithm, Digest, Hasher};
use sha3::digest::DynDigest;

/// A hash, or a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    /// An algorithm of the library.
    Lanes(Algorithm),
    /// SHA-3, FIPS 202, with so many bits.
    Sha3(u16),
    /// SM3, GB/T 32905-2016.
    Sm3,
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
            Self::Sha3(bits) => usize::from(bits / 8),
            Self::Sm3 => 32,
            Self::Crc | Self::Crc32b => 4,
            Self::Bsd | Self::Sysv => 2,
        }
    }

    /// Its name in a tagged line.
    pub(super) fn tag(self) -> String {
        match self {
            Self::Lanes(algorithm) => algorithm.tag().to_owned(),
            Self::Sha3(bits) => format!("SHA3-{bits}"),
            Self::Sm3 => "SM3".to_owned(),
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
            Self::Sha3(224) => State::RustCrypto(Box::new(sha3::Sha3_224::default())),
            Self::Sha3(256) => State::RustCrypto(Box::new(sha3::Sha3_256::default())),
            Self::Sha3(384) => State::RustCrypto(Box::new(sha3::Sha3_384::default())),
            Self::Sha3(_) => State::RustCrypto(Box::new(sha3::Sha3_512::default())),
            Self::Sm3 => State::RustCrypto(Box::new(sm3::Sm3::default())),
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
    RustCrypto(Box<dyn DynDigest + Send>),
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
            Self::RustCrypto(hasher) => hasher.update(piece),
            Self::Number(number) => number.update(piece),
        }
    }

    fn finish(&self) -> Digest {
        let digest = |bytes: &[u8]| Digest::from_bytes(bytes).expect("no hash here has more than 64 bytes");
        match self {
            Self::Lanes(hasher) => hasher.finalize(),
            Self::RustCrypto(hasher) => digest(&hasher.box_clone().finalize()),
            Self::Number(number) => digest(&number.finish()),
        }
    }
}
