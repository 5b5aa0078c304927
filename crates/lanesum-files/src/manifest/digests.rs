//! Digests as text: hexadecimal and base64.

use base64_simd::STANDARD;
use lanesum::{Algorithm, Digest};
use std::fmt::{self, Display};

/// The algorithms with digests of `len` bytes, in the order of their rank: the most
/// common one first.
///
/// Where one of them is cryptographic, only such: a file with a given checksum
/// is made in a moment, and would pass for the one with that MD5.
pub fn of_length(len: usize) -> impl Iterator<Item = Algorithm> {
    let of_it = move |algorithm: &Algorithm| algorithm.digest_len() == len;
    let cryptographic = Algorithm::ALL.iter().any(|a| of_it(a) && a.is_cryptographic());
    let fits = |a: &Algorithm| of_it(a) && a.is_cryptographic() == cryptographic;
    let mut algorithms: Vec<_> = Algorithm::ALL.into_iter().filter(fits).collect();
    algorithms.sort_by_key(|algorithm| algorithm.rank());
    algorithms.into_iter()
}

/// A digest in hexadecimal digits of either case.
pub fn hex(text: &[u8]) -> Option<Digest> {
    // A million lines are read, each twice: byte by byte it is a tenth of an audit.
    let mut bytes = [0; Digest::MAX_LEN];
    let bytes = bytes.get_mut(..text.len() / 2).filter(|_| text.len().is_multiple_of(2))?;
    hex_simd::decode(text, hex_simd::Out::from_slice(bytes)).ok()?;
    Digest::from_bytes(bytes).ok()
}

/// A digest in base64 with its padding, RFC 4648 section 4.
fn base64(text: &[u8]) -> Option<Digest> {
    // No other spelling of RFC 4648: a line is a digest, or it is not.
    let strict = text.len().is_multiple_of(4) && !text.iter().any(|byte| matches!(byte, b'-' | b'_'));
    let text = std::str::from_utf8(text).ok().filter(|_| strict)?;
    Digest::from_base64(text).ok()
}

/// A digest of `len` bytes.
pub(super) fn of_len(text: &[u8], len: usize) -> Option<Digest> {
    // 4 bytes take eight characters either way, but base64 pads them with `=`.
    let fits = |digest: &Digest| digest.as_bytes().len() == len;
    hex(text).filter(fits).or_else(|| base64(text).filter(fits))
}

/// A digest of any algorithm. What can be hexadecimal is.
pub(super) fn of_any(text: &[u8]) -> Option<Digest> {
    // Each line asks, so nothing is made of them here.
    let fits = |digest: &Digest| Algorithm::ALL.iter().any(|a| a.digest_len() == digest.as_bytes().len());
    hex(text).filter(fits).or_else(|| base64(text).filter(fits))
}

/// A digest in base64 with its padding, where it is written.
pub struct Base64<'a>(pub &'a [u8]);

impl Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode_to_string(self.0))
    }
}
