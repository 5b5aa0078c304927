//! What each algorithm protects against, and what it does not.

use super::Algorithm;
use core::fmt;

/// What a digest protects against, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// Nothing: messages that differ a little may have the same digest.
    Nothing,
    /// Accidents: damage, and mistakes. Whoever wants two messages to have the
    /// same digest can make them.
    Accidents,
    /// Attacks too: nobody is known to be able to make two messages with the
    /// same digest.
    Attacks,
}

impl Protection {
    /// The name: `nothing`, `accidents` or `attacks`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Accidents => "accidents",
            Self::Attacks => "attacks",
        }
    }
}

impl fmt::Display for Protection {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Algorithm {
    /// What its digest protects against.
    // Nothing is safe by default: a new algorithm does not compile before it says here,
    // and below, what it is good for.
    pub const fn protection(self) -> Protection {
        match self {
            Self::Md5 | Self::Sha1 => Protection::Accidents,
            Self::Crc32 | Self::Crc32c | Self::Crc64Nvme | Self::Adler32 => Protection::Accidents,
            Self::Rapidhash | Self::Xxh64 | Self::Xxh3_64 | Self::Xxh3_128 => Protection::Accidents,
            Self::LeMac => Protection::Accidents,
            Self::NabHash => Protection::Nothing,
            Self::Sha224
            | Self::Sha256
            | Self::Sha384
            | Self::Sha512
            | Self::Sha512_224
            | Self::Sha512_256 => Protection::Attacks,
            Self::Blake2b(_) | Self::Blake2s(_) | Self::Blake2bp(_) | Self::Blake2sp(_) | Self::Blake3 => {
                Protection::Attacks
            }
        }
    }

    /// Whether collisions can be made: such a hash still finds accidents, but
    /// no forgery.
    pub fn is_broken(self) -> bool {
        self.protection() < Protection::Attacks
    }

    /// Whether it was meant to withstand attacks, as MD5 once was. Checksums
    /// and fast hashes were not: for them a message with a given digest is
    /// written at once, so none may stand in for another algorithm whose
    /// digests are as long.
    pub const fn is_cryptographic(self) -> bool {
        matches!(self.protection(), Protection::Attacks) || matches!(self, Self::Md5 | Self::Sha1)
    }

    /// What it protects against and what not, in a sentence or two.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Md5 => "Broken: collisions take seconds.",
            Self::Sha1 => "Broken: collisions have been made.",
            Self::Crc32 => {
                "Any burst of 32 bits, and other damage but once in 2^32. gzip's, PNG's and ZIP's."
            }
            Self::Crc32c => {
                "As crc32, and finds more of the errors of a few bits. iSCSI's and object stores'."
            }
            Self::Crc64Nvme => {
                "Any burst of 64 bits, and other damage but once in 2^64. NVMe's and object stores'."
            }
            Self::Adler32 => "Damage, but worse than a CRC, and in short messages much worse. zlib's.",
            Self::Rapidhash => "Damage but once in 2^64. Passes the statistical tests.",
            Self::Xxh64 => "Damage but once in 2^64. Fails a few statistical tests.",
            Self::Xxh3_64 => "Damage but once in 2^64. Fails a few statistical tests.",
            Self::Xxh3_128 => "Damage but once in 2^128. Fails a few statistical tests.",
            Self::LeMac => "With its key of zeros: damage but once in 2^128. With a secret key: attacks too.",
            Self::NabHash => "No protection: sparse messages collide. For compatibility only.",
            Self::Sha224
            | Self::Sha256
            | Self::Sha384
            | Self::Sha512
            | Self::Sha512_224
            | Self::Sha512_256 => "No attack is known.",
            Self::Blake2b(_) | Self::Blake2s(_) | Self::Blake2bp(_) | Self::Blake2sp(_) | Self::Blake3 => {
                "No attack is known."
            }
        }
    }
}
