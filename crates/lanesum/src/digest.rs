//! A digest: up to 64 bytes, without allocation.

mod base64;
mod output;
mod output_length;

use crate::wipe::wipe_by_hand;
use constant_time_eq::constant_time_eq;
use core::fmt;
use core::str::FromStr;

pub use base64::ParseBase64Error;
pub(crate) use output::{Digests, Output, Packed, Scattered};
pub use output_length::OutputLengthError;

/// The output of a hash: 1 to 64 bytes.
///
/// Two digests are compared in a time that does not depend on where they
/// differ, so that a comparison tells an attacker nothing.
///
/// ```
/// let digest = lanesum::hash(lanesum::Algorithm::Md5, b"abc");
/// assert_eq!(digest.to_string(), "900150983cd24fb0d6963f7d28e17f72");
/// assert_eq!("900150983CD24FB0D6963F7D28E17F72".parse(), Ok(digest));
/// ```
#[derive(Clone, Copy)]
pub struct Digest {
    bytes: [u8; Self::MAX_LEN],
    len: u8,
}

wipe_by_hand!(Digest { bytes });

impl Digest {
    /// The most bytes a digest has.
    pub const MAX_LEN: usize = 64;

    /// Room for a digest.
    pub(crate) const EMPTY: Self = Self { bytes: [0; Self::MAX_LEN], len: 1 };

    /// The first `len` of the bytes.
    #[inline]
    pub(crate) fn new(bytes: [u8; Self::MAX_LEN], len: usize) -> Self {
        debug_assert!(0 < len && len <= Self::MAX_LEN);
        Self { bytes, len: len as u8 }
    }

    /// A digest of `len` bytes, which something writes.
    #[inline(always)]
    pub(crate) fn written(len: usize, write: impl FnOnce(&mut [u8])) -> Self {
        let mut digest = Self::EMPTY;
        write(digest.room(len));
        digest
    }

    /// Room for a digest of `len` bytes.
    #[inline]
    pub(crate) fn room(&mut self, len: usize) -> &mut [u8] {
        self.len = len as u8;
        &mut self.bytes[..len]
    }

    /// A digest of these bytes.
    ///
    /// # Errors
    ///
    /// [`ParseDigestError::Length`] where there are none, or more than 64.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseDigestError> {
        let mut all = [0; Self::MAX_LEN];
        match all.get_mut(..bytes.len()) {
            Some(start) if !bytes.is_empty() => start.copy_from_slice(bytes),
            _ => return Err(ParseDigestError::Length),
        }
        Ok(Self::new(all, bytes.len()))
    }

    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Digest {
    /// In constant time for digests of one length.
    fn eq(&self, other: &Self) -> bool {
        constant_time_eq(self.as_bytes(), other.as_bytes())
    }
}

impl Eq for Digest {}

impl core::hash::Hash for Digest {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Display for Digest {
    /// Lower-case hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 2 * Self::MAX_LEN];
        let text = &mut text[..2 * usize::from(self.len)];
        hex::encode_to_slice(self.as_bytes(), text).map_err(|_| fmt::Error)?;
        f.pad(core::str::from_utf8(text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::LowerHex for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Why a text is not a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDigestError {
    /// It has no bytes, half a byte, or more than 64 bytes.
    Length,
    /// A character is not a hexadecimal digit.
    Digit(
        /// Its place, from 0.
        usize,
    ),
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a digest has 1 to 64 bytes, two hexadecimal digits each"),
            Self::Digit(place) => write!(f, "character {place} is no hexadecimal digit"),
        }
    }
}

impl core::error::Error for ParseDigestError {}

impl FromStr for Digest {
    type Err = ParseDigestError;

    /// Reads hexadecimal digits of either case.
    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let mut bytes = [0; Self::MAX_LEN];
        let len = text.len() / 2;
        if !text.len().is_multiple_of(2) || len == 0 || len > Self::MAX_LEN {
            return Err(ParseDigestError::Length);
        }
        match hex::decode_to_slice(text, &mut bytes[..len]) {
            Ok(()) => Ok(Self::new(bytes, len)),
            Err(hex::FromHexError::InvalidHexCharacter { index, .. }) => Err(ParseDigestError::Digit(index)),
            Err(_) => Err(ParseDigestError::Length),
        }
    }
}
