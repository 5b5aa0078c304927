//! A digest as people paste it.

use crate::manifest::{hex, of_length};
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use lanesum::{Algorithm, Digest};

/// With padding or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A digest, and whose it may be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pasted {
    pub(super) digest: Digest,
    /// Never empty. More than one where only the length tells them; then the
    /// most common one is first.
    pub(super) algorithms: Vec<Algorithm>,
}

/// Why a text is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotPasted {
    #[error("not a digest: hexadecimal or base64, with `sha256:`, `sha256-` or the like before it or not")]
    Text,
    #[error("not a digest of {algorithm}, which has {} bytes", .algorithm.digest_len())]
    Of { algorithm: Algorithm },
    #[error("a digest of {named}, not of {only}")]
    Other { named: Algorithm, only: Algorithm },
}

impl Pasted {
    /// Reads a digest: `only` of this algorithm, or of the one that it begins
    /// with, or of those that have digests of its length.
    pub(super) fn read(text: &str, only: Option<Algorithm>) -> Result<Self, NotPasted> {
        let text = text.trim();
        if let Some((algorithm, digest)) = named(text) {
            return match only {
                Some(only) if only != algorithm => Err(NotPasted::Other { named: algorithm, only }),
                _ => Ok(Self { digest, algorithms: vec![algorithm] }),
            };
        }
        if let Some(algorithm) = only {
            let digest = of(text, algorithm).ok_or(NotPasted::Of { algorithm })?;
            return Ok(Self { digest, algorithms: vec![algorithm] });
        }
        // What can be hexadecimal is.
        [hex(text.as_bytes()), base64(text)]
            .into_iter()
            .flatten()
            .map(|digest| Self { digest, algorithms: candidates(digest.as_bytes().len()) })
            .find(|pasted| !pasted.algorithms.is_empty())
            .ok_or(NotPasted::Text)
    }
}

/// The algorithms with digests of `len` bytes, the most common one first. BLAKE2
/// has digests of any length, but is tried only where another has such ones.
fn candidates(len: usize) -> Vec<Algorithm> {
    let mut algorithms: Vec<_> = of_length(len).collect();
    if !algorithms.is_empty() {
        for family in ["blake2b", "blake2s"] {
            let shortened = format!("{family}-{}", 8 * len).parse();
            algorithms.extend(shortened.ok().filter(|algorithm| !algorithms.contains(algorithm)));
        }
    }
    algorithms
}

/// `algorithm:digest`, or with `-` (Subresource Integrity) or `=` between them.
/// The algorithm may have a `-` of its own, and the digest all three.
fn named(text: &str) -> Option<(Algorithm, Digest)> {
    text.rmatch_indices([':', '-', '=']).find_map(|(i, _)| {
        let algorithm = text[..i].parse().ok()?;
        Some((algorithm, of(&text[i + 1..], algorithm)?))
    })
}

/// A digest of `algorithm`.
fn of(text: &str, algorithm: Algorithm) -> Option<Digest> {
    let digest = if text.len() == 2 * algorithm.digest_len() { hex(text.as_bytes()) } else { base64(text) };
    digest.filter(|digest| digest.as_bytes().len() == algorithm.digest_len())
}

/// In either alphabet of RFC 4648.
fn base64(text: &str) -> Option<Digest> {
    let bytes = BASE64.decode(text.replace('-', "+").replace('_', "/")).ok()?;
    Digest::from_bytes(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Algorithm::{Md5, Sha1, Sha256};
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};

    #[test]
    fn every_spelling_of_every_algorithm() {
        for algorithm in Algorithm::ALL {
            // With bytes that differ between the two alphabets.
            for message in 0..64u8 {
                let digest = lanesum::hash(algorithm, &[message]);
                let bytes = digest.as_bytes();
                let texts = [
                    digest.to_string(),
                    digest.to_string().to_uppercase(),
                    STANDARD.encode(bytes),
                    STANDARD_NO_PAD.encode(bytes),
                    URL_SAFE.encode(bytes),
                ];
                for text in texts {
                    let expected = Ok(Pasted { digest, algorithms: vec![algorithm] });
                    assert_eq!(Pasted::read(&text, Some(algorithm)), expected);
                    for separator in [":", "-", "="] {
                        let text = format!(" {algorithm}{separator}{text}\n");
                        assert_eq!(Pasted::read(&text, None), expected, "{text}");
                    }
                    let pasted = Pasted::read(&text, None).unwrap();
                    assert_eq!(pasted.digest, digest, "{text}");
                    assert!(pasted.algorithms.contains(&algorithm));
                }
            }
        }
    }

    #[test]
    fn by_length_the_most_common_first() {
        for (len, names) in [
            (16, "md5 blake2b-128 blake2s-128"),
            (20, "sha1 blake2b-160 blake2s-160"),
            (28, "sha224 sha512-224 blake2b-224 blake2s-224"),
            (32, "sha256 sha512-256 blake2s blake2sp blake3 blake2b-256"),
            (48, "sha384 blake2b-384"),
            (64, "sha512 blake2b blake2bp"),
        ] {
            let names: Vec<_> = names.split(' ').map(|name| name.parse().unwrap()).collect();
            assert_eq!(Pasted::read(&"0a".repeat(len), None).unwrap().algorithms, names);
        }
    }

    #[test]
    fn wrong() {
        assert_eq!(Pasted::read("", None), Err(NotPasted::Text));
        assert_eq!(Pasted::read("abc", None), Err(NotPasted::Text));
        assert_eq!(Pasted::read("sha256:00", None), Err(NotPasted::Text));
        assert_eq!(Pasted::read(&"0a".repeat(33), None), Err(NotPasted::Text));
        assert_eq!(Pasted::read(&"0a".repeat(16), Some(Sha1)), Err(NotPasted::Of { algorithm: Sha1 }));
        let md5 = format!("md5:{}", "0a".repeat(16));
        assert_eq!(Pasted::read(&md5, Some(Sha256)), Err(NotPasted::Other { named: Md5, only: Sha256 }));
    }
}
