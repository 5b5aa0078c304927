//! The algorithms by name: a row for each, and the family that computes it.

pub(crate) mod dispatch;
mod list;
mod protection;
mod row;
mod shorter;
#[cfg(test)]
mod tests;

use crate::family::Family;
use crate::kernel::Kernel;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use dispatch::on_family;

pub use list::Algorithm;
#[cfg(feature = "digest")]
pub(crate) use list::each_row;
pub use protection::Protection;

impl Algorithm {
    /// The name: `md5`, `sha1`, `sha256`, `sha512-256`; with the bits of a
    /// digest that is not the longest, `blake2b-256`.
    pub const fn name(self) -> &'static str {
        let (row, len) = (self.row(), self.digest_len());
        match &row.shorter {
            Some(shorter) if len < row.digest_len => shorter.name(len),
            _ => row.name,
        }
    }

    /// The name as other commands write it in a tagged line of a manifest:
    /// `SHA256`, `SHA512/256`, `BLAKE2b-256`.
    pub const fn tag(self) -> &'static str {
        let (row, len) = (self.row(), self.digest_len());
        match &row.shorter {
            Some(shorter) if len < row.digest_len => shorter.tag(len),
            _ => row.tag,
        }
    }

    /// Other spellings that are read, beside the name and the tag: `sha2-256`.
    pub const fn other_names(self) -> &'static [&'static str] {
        self.row().also
    }

    /// Where it is specified: an RFC, a standard, a paper, or a program.
    pub const fn source(self) -> &'static str {
        self.row().source
    }

    /// Bytes in a block, to which HMAC pads a key; 1 for CRCs and Adler-32, which have no
    /// blocks.
    pub const fn block_len(self) -> usize {
        self.row().block_len
    }

    /// Bytes in the longest digest.
    pub(crate) const fn longest_digest_len(self) -> usize {
        self.row().digest_len
    }

    /// How many bytes a key may have; `None` where the algorithm takes no key.
    pub fn key_lens(self) -> Option<RangeInclusive<usize>> {
        self.row().key_lens.clone()
    }

    /// Whether the algorithm has digests of each length from one byte on, up to the one in
    /// [`Algorithm::ALL`]: each length is another hash. BLAKE2 has.
    pub const fn has_any_length(self) -> bool {
        self.row().shorter.is_some()
    }

    /// The place among the algorithms with digests of one length, the most common
    /// one first: what a digest without a name is tried as.
    pub const fn rank(self) -> u8 {
        self.row().rank
    }

    /// The kernels that this CPU runs it on, as far as `LANESUM_ISA` allows.
    /// The list is empty where another crate computes the algorithm, and looks at the CPU
    /// itself.
    pub fn kernels(self) -> Vec<Kernel> {
        on_family!(AnyHash: &self.plain(), hash => hash.kernels())
    }

    /// Whether pieces of many messages share the lanes, as those of
    /// [`update_many`](crate::update_many). Otherwise one message fills them, as of BLAKE3, or
    /// there are none.
    ///
    /// ```
    /// use lanesum::Algorithm;
    ///
    /// assert!(Algorithm::Sha256.shares_lanes());
    /// assert!(!Algorithm::Blake3.shares_lanes());
    /// ```
    pub fn shares_lanes(self) -> bool {
        on_family!(AnyHash: &self.plain(), hash => hash.shares_lanes())
    }
}

impl fmt::Display for Algorithm {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is not the name of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAlgorithmError;

impl fmt::Display for ParseAlgorithmError {
    /// All names that there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown algorithm; known: ")?;
        for (i, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            write!(f, "{}{algorithm}", if i == 0 { "" } else { ", " })?;
        }
        f.write_str("; blake2b-256 for 256 bits of a BLAKE2")
    }
}

impl core::error::Error for ParseAlgorithmError {}

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    /// Reads the usual spellings, whatever the case and the separators: `sha256`,
    /// `SHA-256`, `sha2-256`, `sha512/256`, `SHA512-256`, `BLAKE2b-256`, `b3`,
    /// `CRC-64/NVME`, `XXH128`.
    fn from_str(text: &str) -> Result<Self, ParseAlgorithmError> {
        let mut buffer = [0; 12];
        let mut len = 0;
        for letter in text.bytes().filter(is_letter) {
            *buffer.get_mut(len).ok_or(ParseAlgorithmError)? = letter.to_ascii_lowercase();
            len += 1;
        }
        let letters = &buffer[..len];
        Self::ALL.into_iter().find_map(|algorithm| algorithm.spelled(letters)).ok_or(ParseAlgorithmError)
    }
}

impl Algorithm {
    /// The algorithm, if the letters spell its name, or that with a shorter digest.
    fn spelled(self, letters: &[u8]) -> Option<Self> {
        let row = self.row();
        let is = |name: &&str| {
            name.bytes().filter(is_letter).map(|b| b.to_ascii_lowercase()).eq(letters.iter().copied())
        };
        if [row.name, row.tag].iter().chain(row.also).any(is) {
            return Some(self);
        }
        row.shorter.as_ref()?;
        self.with_digest_len(shorter::parse(letters.strip_prefix(row.name.as_bytes())?)?)
    }
}

/// Whether a byte of a name matters.
fn is_letter(byte: &u8) -> bool {
    !matches!(byte, b'-' | b'_' | b'/' | b' ')
}
