//! Digests as text: hexadecimal and base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanesum::{Algorithm, Digest};
use std::fmt::{self, Display};

/// The algorithms with digests of `len` bytes, the most common one first.
pub(crate) fn of_length(len: usize) -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(move |algorithm| algorithm.digest_len() == len)
}

/// A digest in hexadecimal digits of either case.
pub(crate) fn hex(text: &[u8]) -> Option<Digest> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A digest in base64 with its padding, RFC 4648 section 4.
fn base64(text: &[u8]) -> Option<Digest> {
    let mut bytes = [0; Digest::MAX_LEN + 2];
    let len = STANDARD.decode_slice(text, &mut bytes).ok()?;
    Digest::from_bytes(&bytes[..len]).ok()
}

/// A digest of `len` bytes.
pub(crate) fn of_len(text: &[u8], len: usize) -> Option<Digest> {
    let digest = if text.len() == 2 * len { hex(text)? } else { base64(text)? };
    (digest.as_bytes().len() == len).then_some(digest)
}

/// A digest of as many bytes as the text has. What can be hexadecimal is.
pub(crate) fn of_any_len(text: &[u8]) -> Option<Digest> {
    hex(text).or_else(|| base64(text))
}

/// A digest of any algorithm, and the most common algorithm with digests of
/// its length. What can be hexadecimal is.
pub(super) fn of_any(text: &[u8]) -> Option<(Algorithm, Digest)> {
    [hex(text), base64(text)].into_iter().flatten().find_map(|digest| {
        let algorithm = of_length(digest.as_bytes().len()).next()?;
        Some((algorithm, digest))
    })
}

/// A digest in base64 with its padding, where it is written.
pub(crate) struct Base64<'a>(pub(crate) &'a Digest);

impl Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(self.0))
    }
}
