//! Digests in base64, RFC 4648, as Subresource Integrity and registries write
//! them.

use super::Digest;
use alloc::string::String;
use base64_simd::{AsOut, STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use core::fmt;

/// The most characters that a digest takes, with its padding.
const MAX_TEXT: usize = Digest::MAX_LEN.div_ceil(3) * 4;

/// A text that is not a digest in base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBase64Error;

impl fmt::Display for ParseBase64Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 1 to 64 bytes in base64")
    }
}

impl core::error::Error for ParseBase64Error {}

impl Digest {
    /// In base64 with the standard alphabet and padding, RFC 4648 section 4:
    /// what stands behind `sha256-` in Subresource Integrity.
    ///
    /// ```
    /// use lanesum::{Algorithm, Digest, hash};
    ///
    /// let digest = hash(Algorithm::Sha256, b"");
    /// assert_eq!(digest.to_base64(), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    /// assert_eq!(Digest::from_base64("47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"), Ok(digest));
    /// ```
    pub fn to_base64(&self) -> String {
        STANDARD.encode_to_string(self.as_bytes())
    }

    /// Reads base64 in either alphabet of RFC 4648, with padding or without.
    ///
    /// # Errors
    ///
    /// [`ParseBase64Error`] where it is none, or has no bytes or more than 64.
    pub fn from_base64(text: &str) -> Result<Self, ParseBase64Error> {
        if text.len() > MAX_TEXT {
            return Err(ParseBase64Error);
        }
        let url = text.contains(['-', '_']);
        let alphabet = match (url, text.ends_with('=')) {
            (false, true) => STANDARD,
            (false, false) => STANDARD_NO_PAD,
            (true, true) => URL_SAFE,
            (true, false) => URL_SAFE_NO_PAD,
        };
        let mut room = [0; MAX_TEXT];
        let bytes = alphabet.decode(text.as_bytes(), room[..].as_out()).map_err(|_| ParseBase64Error)?;
        Self::from_bytes(bytes).map_err(|_| ParseBase64Error)
    }
}
