//! The checksums that are numbers.

use lanesum::checksum::{BsdSum, PosixCksum, SysvSum};
use lanesum::{Algorithm, Hasher};

/// A message so far.
pub(super) enum Number {
    Crc(Box<PosixCksum>),
    Crc32b(Box<Hasher>),
    Bsd(BsdSum),
    Sysv(SysvSum),
}

impl Number {
    pub(super) fn crc() -> Self {
        Self::Crc(Box::new(PosixCksum::new()))
    }

    pub(super) fn crc32b() -> Self {
        Self::Crc32b(Box::new(Hasher::new(Algorithm::Crc32)))
    }

    pub(super) fn bsd() -> Self {
        Self::Bsd(BsdSum::new())
    }

    pub(super) fn sysv() -> Self {
        Self::Sysv(SysvSum::new())
    }

    pub(super) fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Crc(crc) => _ = crc.update(piece),
            Self::Crc32b(hasher) => _ = hasher.update(piece),
            Self::Bsd(sum) => _ = sum.update(piece),
            Self::Sysv(sum) => _ = sum.update(piece),
        }
    }

    /// The number, big-endian.
    pub(super) fn finish(&self) -> Vec<u8> {
        match self {
            Self::Crc(crc) => crc.finalize().to_be_bytes().to_vec(),
            Self::Crc32b(hasher) => hasher.finalize().as_bytes().to_vec(),
            Self::Bsd(sum) => sum.finalize().to_be_bytes().to_vec(),
            Self::Sysv(sum) => sum.finalize().to_be_bytes().to_vec(),
        }
    }
}
