//! Digests as text: hexadecimal and base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanesum::{Algorithm, Digest};

/// The algorithms with digests of `len` bytes, the most common one first.
///
/// Where one of them is cryptographic, only such: a file with a given checksum
/// is made in a moment, and would pass for the one with that MD5.
pub(crate) fn of_length(len: usize) -> impl Iterator<Item = Algorithm> {
    let of_it = move |algorithm: &Algorithm| algorithm.digest_len() == len;
    let cryptographic = Algorithm::ALL.iter().any(|a| of_it(a) && a.is_cryptographic());
    Algorithm::ALL.into_iter().filter(move |a| of_it(a) && a.is_cryptographic() == cryptographic)
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

/// A digest of `algorithm`.
pub(super) fn of_algorithm(text: &[u8], algorithm: Algorithm) -> Option<Digest> {
    let readings = [hex(text), base64(text)];
    readings.into_iter().flatten().find(|digest| digest.as_bytes().len() == algorithm.digest_len())
}

/// A digest of any algorithm, and the most common algorithm with digests of
/// its length. What can be hexadecimal is.
pub(super) fn of_any(text: &[u8]) -> Option<(Algorithm, Digest)> {
    [hex(text), base64(text)].into_iter().flatten().find_map(|digest| {
        let algorithm = of_length(digest.as_bytes().len()).next()?;
        Some((algorithm, digest))
    })
}
