//! A digest as people paste it.

use crate::ledger::{Cursor, order};
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::{Algorithm, Digest};
use lanesum_files::function::Function;
use lanesum_files::manifest::{Entry, Known, Of, Parsed, Parser, guess, hex};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

/// A digest, and whose it may be.
#[derive(Debug)]
pub(super) struct Pasted {
    pub(super) digest: Digest,
    /// Never empty. More than one where only the length tells them; then the
    /// most common one is first.
    pub(super) functions: Vec<Function>,
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
    pub(super) fn read(text: &str, only: Option<&Function>) -> std::result::Result<Self, NotPasted> {
        let text = text.trim();
        if let Some(pasted) = Self::line(text, only) {
            return Ok(pasted);
        }
        if let Some((named, digest)) = named(text, only) {
            return match only {
                Some(only) if only.algorithm() != Some(named) => {
                    Err(NotPasted::Other { named, only: only.name() })
                }
                Some(only) => Ok(Self { digest, functions: vec![only.clone()] }),
                None => Ok(Self { digest, functions: vec![named.into()] }),
            };
        }
        if let Some(only) = only {
            let len = only.output_len();
            let digest = of(text, len).ok_or_else(|| NotPasted::Of { function: only.name(), len })?;
            return Ok(Self { digest, functions: vec![only.clone()] });
        }
        // What can be hexadecimal is.
        [hex(text.as_bytes()), base64(text)]
            .into_iter()
            .flatten()
            .map(|digest| Self { digest, functions: candidates(digest.as_bytes().len()) })
            .find(|pasted| !pasted.functions.is_empty())
            .ok_or(NotPasted::Text)
    }
}

impl Pasted {
    /// Reads a line of a manifest, whatever the name in it is.
    fn line(text: &str, only: Option<&Function>) -> Option<Self> {
        let known = Known { only: only.cloned(), ..Known::default() };
        match Parser::new(known).line(text.as_bytes()) {
            Parsed::Entry(Entry { algorithm, digest, .. }) => Some(Self::of(algorithm, digest)),
            Parsed::Nothing | Parsed::Malformed => None,
        }
    }

    /// What the line of a manifest says of a file.
    fn of(of: Of, digest: Digest) -> Self {
        let functions = match of {
            Of::Function(function) => vec![function],
            Of::Unnamed => candidates(digest.as_bytes().len()),
        };
        Self { digest, functions }
    }

    /// Looks a file up in a manifest: by its name, or by the last part of it where only one
    /// line has that.
    ///
    /// # Errors
    ///
    /// The system's, and that there is no such line.
    pub(super) fn in_manifest(manifest: &OsStr, file: &OsStr, only: Option<&Function>) -> Result<Self> {
        let problem = |what: &dyn Display| anyhow!("{}: {what}", message::shown(manifest));
        let known = Known { only: only.cloned(), ..Known::default() };
        let mut cursor = Cursor::open(manifest, known).map_err(|error| problem(&error))?;
        let last = |name: &[u8]| name.rsplit(|&b| b == b'/').next().unwrap_or_default().to_vec();
        let mut found = Vec::new();
        while let Some(group) = cursor.next().map_err(|error| problem(&error))? {
            let exact = order::key(&group.name) == order::key(file.as_bytes());
            if exact || last(&group.name) == last(file.as_bytes()) {
                found.push((exact, group));
            }
        }
        if found.iter().any(|(exact, _)| *exact) {
            found.retain(|(exact, _)| *exact);
        }
        match (found.pop(), found.is_empty()) {
            (Some((_, mut group)), true) => {
                let (of, digest) = group.digests.remove(0);
                Ok(Self::of(of, digest))
            }
            (None, _) => Err(problem(&format!("no line is about {}", message::shown(file)))),
            (Some(_), false) => Err(problem(&format!("several lines may be about {}", message::shown(file)))),
        }
    }
}

/// The functions that may have digests of `len` bytes.
fn candidates(len: usize) -> Vec<Function> {
    guess::all(len).into_iter().map(Function::from).collect()
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

    fn read(text: &str, only: Option<Algorithm>) -> std::result::Result<(Digest, Vec<Algorithm>), NotPasted> {
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
        for (len, names) in [
            (4, "crc32 crc32c adler32"),
            (8, "crc64nvme xxh64 xxh3-64 rapidhash"),
            (16, "md5 blake2b-128 blake2s-128"),
            (20, "sha1 blake2b-160 blake2s-160"),
            (28, "sha224 sha512-224 sha3-224 blake2b-224 blake2s-224"),
            (32, "sha256 sha512-256 blake2s blake2sp blake3 sha3-256 sm3 keccak-256 shake128 blake2b-256"),
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
