//! Checksums: what storage and archives use against accidents.
//!
//! CRC-32, CRC-32C, CRC-64/NVME and Adler-32 are [`Algorithm`]s, which
//! [`hash`](crate::hash()) and its like take. A checksum finds accidents, and how well depends on its
//! bits: it lets one damaged file in 2^32 or 2^64 pass. Whoever wants two files
//! to have the same checksum writes them in a moment: it protects against no
//! attacker.
//!
//! - **CRC-32** (ISO-HDLC: gzip, PNG, ZIP) and **CRC-32C** (Castagnoli: iSCSI,
//!   ext4, object stores) find every error of an odd number of bits but not
//!   all others, every burst of at most 32 bits, and any two or three flipped
//!   bits in messages of the sizes of blocks and packets. CRC-32C finds more of
//!   the latter.
//! - **CRC-64/NVME** (NVMe, object stores) does so with 64 bits, so that chance
//!   plays no part.
//! - **Adler-32** (zlib) is weaker than either: of messages under some hundred
//!   bytes most of its 32 bits stay as they are.
//!
//! [`combine`] makes the checksum of a message out of those of its two parts,
//! which may have been computed apart: on two cores, or by a storage service.
//!
//! [`PosixCksum`], [`BsdSum`] and [`SysvSum`] are the numbers that the commands
//! `cksum` and `sum` print. They are not in the library's list of algorithms,
//! for the length stands beside them.
//!
//! ```
//! use lanesum::{Algorithm, checksum, hash};
//!
//! let (first, second) = (hash(Algorithm::Crc32c, b"1234"), hash(Algorithm::Crc32c, b"56789"));
//! let whole = checksum::combine(Algorithm::Crc32c, first, second, 5).unwrap();
//! assert_eq!(whole, hash(Algorithm::Crc32c, b"123456789"));
//! assert_eq!(whole.to_string(), "e3069283");
//! ```

use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::digest::Digest;
use crate::single::{Single, adler32, crc, write};
use core::fmt;

pub use crate::single::{BsdSum, PosixCksum, SysvSum};

/// The checksum of a message, out of those of its first part and of its second
/// part, which has `second_len` bytes.
///
/// It takes time in the logarithm of the length.
///
/// # Errors
///
/// [`CombineError::Algorithm`] where the algorithm is not a checksum,
/// [`CombineError::Length`] where a digest is not of its length.
pub fn combine(
    algorithm: Algorithm,
    first: Digest,
    second: Digest,
    second_len: u64,
) -> Result<Digest, CombineError> {
    let AnyHash::Single(which) = algorithm.plain() else { return Err(CombineError::Algorithm(algorithm)) };
    if !matches!(which, Single::Crc(_) | Single::Adler32) {
        return Err(CombineError::Algorithm(algorithm));
    }
    let number = |digest: Digest| {
        if digest.as_bytes().len() != algorithm.digest_len() {
            return Err(CombineError::Length(algorithm));
        }
        Ok(digest.as_bytes().iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    };
    let (first, second) = (number(first)?, number(second)?);
    let whole = match which {
        Single::Crc(crc) => crc::combine(crc, first, second, second_len),
        _ => u64::from(adler32::combine(first as u32, second as u32, second_len)),
    };
    Ok(Digest::written(algorithm.digest_len(), |digest| write(whole, digest)))
}

/// Why two checksums cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CombineError {
    /// It is not a checksum: a hash of two parts says nothing about the whole.
    Algorithm(
        /// The algorithm.
        Algorithm,
    ),
    /// A digest is of another length.
    Length(
        /// The algorithm.
        Algorithm,
    ),
}

impl fmt::Display for CombineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Algorithm(algorithm) => {
                write!(f, "{algorithm} is no checksum: digests of parts cannot be combined")
            }
            Self::Length(algorithm) => {
                write!(f, "a digest of {algorithm} has {} bytes", algorithm.digest_len())
            }
        }
    }
}

impl core::error::Error for CombineError {}
