//! A hash: 32 bytes, compared in constant time.

use super::OUT_LEN;
use crate::digest::Digest;
use crate::wipe::wipe_by_hand;
use constant_time_eq::constant_time_eq_32;
use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

/// A BLAKE3 hash.
///
/// It is compared, with another one or with bytes, in a time that does not
/// depend on where they differ: of a keyed hash, a comparison tells an attacker
/// nothing.
///
/// ```
/// use lanesum::blake3;
///
/// let hash = blake3::hash(b"abc");
/// let text = hash.to_hex();
/// assert_eq!(text.len(), 64);
/// assert_eq!(blake3::Hash::from_hex(text.as_bytes()), Ok(hash));
/// assert_eq!(hash, *hash.as_bytes());
/// ```
#[derive(Clone, Copy)]
pub struct Hash([u8; OUT_LEN]);

wipe_by_hand!(Hash { 0 });

impl Hash {
    /// A hash of these bytes.
    #[inline]
    pub const fn from_bytes(bytes: [u8; OUT_LEN]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; OUT_LEN] {
        &self.0
    }

    /// Reads 64 hexadecimal digits of either case.
    ///
    /// # Errors
    ///
    /// [`ParseHashError`] where they are not 64, or one is no such digit.
    pub fn from_hex(digits: impl AsRef<[u8]>) -> Result<Self, ParseHashError> {
        let digits = digits.as_ref();
        let mut bytes = [0; OUT_LEN];
        match hex::decode_to_slice(digits, &mut bytes) {
            Ok(()) => Ok(Self(bytes)),
            Err(hex::FromHexError::InvalidHexCharacter { index, .. }) => Err(ParseHashError::Digit(index)),
            Err(_) => Err(ParseHashError::Length(digits.len())),
        }
    }

    /// The lower-case hexadecimal digits, without allocation.
    pub fn to_hex(&self) -> Hex {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 2 * OUT_LEN];
        for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        }
        Hex(digits)
    }
}

impl PartialEq for Hash {
    /// In constant time.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        constant_time_eq_32(&self.0, &other.0)
    }
}

impl Eq for Hash {}

impl PartialEq<[u8; OUT_LEN]> for Hash {
    /// In constant time.
    #[inline]
    fn eq(&self, other: &[u8; OUT_LEN]) -> bool {
        constant_time_eq_32(&self.0, other)
    }
}

impl PartialEq<[u8]> for Hash {
    /// In constant time for 32 bytes.
    #[inline]
    fn eq(&self, other: &[u8]) -> bool {
        constant_time_eq::constant_time_eq(&self.0, other)
    }
}

impl core::hash::Hash for Hash {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl From<[u8; OUT_LEN]> for Hash {
    #[inline]
    fn from(bytes: [u8; OUT_LEN]) -> Self {
        Self(bytes)
    }
}

impl From<Hash> for [u8; OUT_LEN] {
    #[inline]
    fn from(hash: Hash) -> Self {
        hash.0
    }
}

impl From<Hash> for Digest {
    #[inline]
    fn from(hash: Hash) -> Self {
        let mut bytes = [0; Self::MAX_LEN];
        bytes[..OUT_LEN].copy_from_slice(&hash.0);
        Self::new(bytes, OUT_LEN)
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Hash {
    type Err = ParseHashError;

    /// [`Hash::from_hex`].
    fn from_str(text: &str) -> Result<Self, ParseHashError> {
        Self::from_hex(text)
    }
}

impl fmt::Display for Hash {
    /// Lower-case hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_hex(), f)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hash").field(&&*self.to_hex()).finish()
    }
}

/// A hash in hexadecimal: 64 digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex([u8; 2 * OUT_LEN]);

impl Hex {
    /// The digits.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).expect("hexadecimal digits are ASCII")
    }
}

impl Deref for Hex {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Hex {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Why a text is not a BLAKE3 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseHashError {
    /// It is not 64 bytes long.
    Length(
        /// Its bytes.
        usize,
    ),
    /// A byte is not a hexadecimal digit.
    Digit(
        /// Its place, from 0.
        usize,
    ),
}

impl fmt::Display for ParseHashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(len) => write!(f, "a BLAKE3 hash has 64 hexadecimal digits, not {len}"),
            Self::Digit(place) => write!(f, "byte {place} is no hexadecimal digit"),
        }
    }
}

impl core::error::Error for ParseHashError {}
