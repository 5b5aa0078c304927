//! How long a digest is.

use super::ParamError;

/// How many bytes a digest has: 1 to `MAX`, which is 64 for BLAKE2b and
/// BLAKE2bp, 32 for BLAKE2s and BLAKE2sp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigestLength<const MAX: usize>(u8);

impl<const MAX: usize> DigestLength<MAX> {
    /// The longest digest, which is the usual one.
    pub const MAX: Self = Self(MAX as u8);

    /// A digest of that many bytes.
    ///
    /// # Errors
    ///
    /// [`ParamError::DigestLength`] where it is 0, or more than `MAX`.
    pub const fn new(bytes: usize) -> Result<Self, ParamError> {
        if 0 < bytes && bytes <= MAX {
            Ok(Self(bytes as u8))
        } else {
            Err(ParamError::DigestLength { len: bytes, max: MAX })
        }
    }

    /// In bytes.
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<const MAX: usize> Default for DigestLength<MAX> {
    /// The longest.
    fn default() -> Self {
        Self::MAX
    }
}
