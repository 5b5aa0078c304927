//! A digest as people paste it.

use lanesum::{Algorithm, Digest};
use lanesum_files::engine::Reading;
use lanesum_files::format;
use lanesum_files::function::Function;
use lanesum_files::manifest::{Known, Of, guess, hex};
use std::borrow::Cow;
use std::ffi::OsStr;

/// A digest, and whose it may be.
#[derive(Debug)]
pub(super) struct Pasted {
    pub(super) digest: Digest,
    /// Never empty. More than one where only the length tells them; then the
    /// most common ones are first.
    pub(super) functions: Vec<Function>,
    /// How many of them are tried at first.
    pub(super) likely: usize,
    /// What else a line says that has several digests: all are to match.
    pub(super) also: Vec<(Function, Digest)>,
    /// How many bytes the file is to have.
    pub(super) size: Option<u64>,
}

/// Why a text is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotPasted {
    #[error("not a digest: hexadecimal or base64, with `sha256:`, `sha256-` or the like before it or not")]
    Text,
    #[error("not a digest of {function}, which has {len} bytes")]
    Of { function: Cow<'static, str>, len: usize },
    #[error("a digest of {named}, not of {only}")]
    Other { named: Algorithm, only: Cow<'static, str> },
}

impl Pasted {
    /// Reads a digest: `only` of this function, or of the algorithm that it
    /// begins with, or of those that have digests of its length.
    pub(super) fn read(text: &str, only: Option<&Function>) -> Result<Self, NotPasted> {
        let text = text.trim();
        if let Some(pasted) = Self::line(text, only) {
            return Ok(pasted);
        }
        if let Some((named, digest)) = named(text, only) {
            return match only {
                Some(only) if only.algorithm() != Some(named) => {
                    Err(NotPasted::Other { named, only: only.name() })
                }
                Some(only) => Ok(Self::text(digest, vec![only.clone()])),
                None => Ok(Self::text(digest, vec![named.into()])),
            };
        }
        if let Some(only) = only {
            let len = only.output_len();
            let digest = of(text, len).ok_or_else(|| NotPasted::Of { function: only.name(), len })?;
            return Ok(Self::text(digest, vec![only.clone()]));
        }
        // What can be hexadecimal is.
        [hex(text.as_bytes()), base64(text)]
            .into_iter()
            .flatten()
            .map(Self::unnamed)
            .find(|pasted| !pasted.functions.is_empty())
            .ok_or(NotPasted::Text)
    }
}

impl Pasted {
    /// What is tried at first.
    pub(super) fn likely(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().take(self.likely)
    }

    /// What else a line says that a reading is not. The digests of [`Pasted::also`] begin at
    /// `start`.
    pub(super) fn other(&self, reading: &Reading, start: usize) -> Option<String> {
        if let Some(size) = self.size.filter(|&size| size != reading.len) {
            return Some(format!("it has {} bytes, not {size}", reading.len));
        }
        let mut also = self.also.iter().zip(&reading.digests[start..]);
        let ((function, _), value) = also.find(|((_, digest), value)| *value != digest)?;
        Some(format!("its {} is {value}", function.name()))
    }

    /// A digest alone.
    fn text(digest: Digest, functions: Vec<Function>) -> Self {
        Self { digest, likely: functions.len(), functions, also: Vec::new(), size: None }
    }

    /// A digest of which only the length tells whose it is.
    fn unnamed(digest: Digest) -> Self {
        let (algorithms, likely) = guess::in_order(digest.as_bytes().len());
        let functions = algorithms.into_iter().map(Function::from).collect();
        Self { likely, ..Self::text(digest, functions) }
    }

    /// Tries that first which the name of the manifest means, and then the most common ones.
    pub(super) fn in_manifest(mut self, manifest: &OsStr) -> Self {
        if guess::by_name(manifest, &mut self.functions, self.likely) {
            self.likely = 1;
        }
        self
    }

    /// Reads a line of a manifest, whatever its format, and whatever the name in it is.
    fn line(text: &str, only: Option<&Function>) -> Option<Self> {
        let known = Known { only: only.cloned(), ..Known::default() };
        format::pasted(text.as_bytes(), &known).map(|listed| Self::listed(listed.digests, listed.size))
    }

    /// What a manifest says of a file. There is one digest at least.
    pub(super) fn listed(digests: Vec<(Of, Digest)>, size: Option<u64>) -> Self {
        let mut digests = digests.into_iter();
        let (of, digest) = digests.next().expect("a line that lists a file has a digest of it");
        let first = match of {
            Of::Function(function) => Self::text(digest, vec![function]),
            Of::Unnamed => Self::unnamed(digest),
        };
        let named = |(of, digest)| match of {
            Of::Function(function) => Some((function, digest)),
            Of::Unnamed => None,
        };
        Self { also: digests.filter_map(named).collect(), size, ..first }
    }
}

/// `algorithm:digest`, or with `-` (Subresource Integrity) or `=` between them.
/// The algorithm may have a `-` of its own, and the digest all three.
fn named(text: &str, only: Option<&Function>) -> Option<(Algorithm, Digest)> {
    text.rmatch_indices([':', '-', '=']).find_map(|(i, _)| {
        let algorithm: Algorithm = text[..i].parse().ok()?;
        let told = only.filter(|only| only.algorithm() == Some(algorithm));
        let len = told.map_or(algorithm.digest_len(), Function::output_len);
        Some((algorithm, of(&text[i + 1..], len)?))
    })
}

/// A digest of `len` bytes.
fn of(text: &str, len: usize) -> Option<Digest> {
    // 4 bytes take eight characters either way, but base64 pads them with `=`.
    let readings = [hex(text.as_bytes()), base64(text)];
    readings.into_iter().flatten().find(|digest| digest.as_bytes().len() == len)
}

/// In either alphabet of RFC 4648.
fn base64(text: &str) -> Option<Digest> {
    Digest::from_base64(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Algorithm::{Md5, Sha1, Sha256};
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
    use lanesum_files::manifest::of_length;

    fn read(text: &str, only: Option<Algorithm>) -> Result<(Digest, Vec<Algorithm>), NotPasted> {
        let pasted = Pasted::read(text, only.map(Function::from).as_ref())?;
        Ok((pasted.digest, pasted.functions.iter().filter_map(Function::algorithm).collect()))
    }

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
                    let expected = Ok((digest, vec![algorithm]));
                    assert_eq!(read(&text, Some(algorithm)), expected);
                    for separator in [":", "-", "="] {
                        let text = format!(" {algorithm}{separator}{text}\n");
                        assert_eq!(read(&text, None), expected, "{text}");
                    }
                    let (read, algorithms) = read(&text, None).unwrap();
                    assert_eq!(read, digest, "{text}");
                    let cryptographic = of_length(bytes.len()).any(|a| a.is_cryptographic());
                    let common = algorithm.is_cryptographic() || !cryptographic;
                    assert_eq!(algorithms.contains(&algorithm), common, "{text}");
                }
            }
        }
    }

    #[test]
    fn by_length_the_most_common_first() {
        assert_eq!(Pasted::read(&"0a".repeat(32), None).unwrap().likely, 2);
        for (len, names) in [
            (4, "crc32 crc32c adler32"),
            (8, "crc64nvme xxh64 xxh3-64 rapidhash"),
            (16, "md5 blake2b-128 blake2s-128"),
            (20, "sha1 blake2b-160 blake2s-160"),
            (28, "sha224 sha512-224 sha3-224 blake2b-224 blake2s-224"),
            (32, "sha256 blake3 sha512-256 blake2s blake2sp sha3-256 sm3 keccak-256 shake128 blake2b-256"),
            (48, "sha384 sha3-384 blake2b-384"),
            (64, "sha512 blake2b blake2bp sha3-512 shake256"),
        ] {
            let names: Vec<_> = names.split(' ').map(|name| name.parse().unwrap()).collect();
            assert_eq!(read(&"0a".repeat(len), None).unwrap().1, names);
        }
    }

    #[test]
    fn wrong() {
        assert_eq!(read("", None), Err(NotPasted::Text));
        assert_eq!(read("abc", None), Err(NotPasted::Text));
        assert_eq!(read("sha256:00", None), Err(NotPasted::Text));
        assert_eq!(read(&"0a".repeat(33), None), Err(NotPasted::Text));
        assert_eq!(
            read(&"0a".repeat(16), Some(Sha1)),
            Err(NotPasted::Of { function: "sha1".into(), len: 20 })
        );
        let md5 = format!("md5:{}", "0a".repeat(16));
        assert_eq!(read(&md5, Some(Sha256)), Err(NotPasted::Other { named: Md5, only: "sha256".into() }));
    }
}
