//! Which lines of a manifest a command takes for good.

use super::tool::{TYPES, Type};
use crate::dropin::hash::Hash;
use crate::manifest::{self, Rules};
use lanesum::Digest;

/// Lines of one kind, or of any.
#[derive(Clone, Debug)]
pub(super) struct Accept {
    /// Without it only a tag tells what a digest is.
    only: Option<Type>,
    /// Whether digests may be in base64.
    base64: bool,
    /// What a line is expected to be: what the last tag said.
    expected: String,
}

impl Accept {
    /// Lines of a command that has one hash.
    pub(super) fn of(kind: Type) -> Self {
        Self { only: Some(kind), base64: false, expected: kind.label() }
    }

    /// Lines of `cksum`, with its `--algorithm`.
    pub(super) fn of_cksum(only: Option<Type>) -> Self {
        let expected = only.map_or("CRC".to_owned(), Type::label);
        Self { only, base64: true, expected }
    }

    /// What lines are called in a message about one that is not good.
    pub(super) fn expected(&self) -> &str {
        &self.expected
    }

    /// A digest of so many bytes, or of any number.
    fn digest(&self, text: &[u8], len: Option<usize>) -> Option<Digest> {
        let digest = match len {
            Some(len) => manifest::of_len(text, len)?,
            None => manifest::of_any_len(text)?,
        };
        (self.base64 || text.len() == 2 * digest.as_bytes().len()).then_some(digest)
    }
}

impl Rules for Accept {
    type Algorithm = Hash;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Hash, Digest)> {
        let kinds = match self.only {
            Some(kind) => vec![kind],
            None => TYPES.iter().map(|&(_, kind)| kind).collect(),
        };
        let (kind, hash) = kinds.into_iter().find_map(|kind| Some((kind, by_tag(kind, tag)?)))?;
        if self.only.is_none() {
            self.expected = kind.label();
        }
        Some((hash, self.digest(digest, Some(hash.digest_len()))?))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Hash, Digest)> {
        let kind = self.only?;
        // A tag of another kind that could be a digest in base64: SHA1.
        if TYPES.iter().any(|&(_, kind)| by_tag(kind, digest).is_some()) {
            return None;
        }
        let len = match kind {
            Type::One(hash) => Some(hash.digest_len()),
            Type::Blake2b | Type::Sha2 | Type::Sha3 => None,
        };
        let digest = self.digest(digest, len)?;
        Some((kind.of_len(digest.as_bytes().len())?, digest))
    }

    /// A NUL ends a name, as it does in C.
    fn name(&self, mut name: Vec<u8>) -> Option<Vec<u8>> {
        if let Some(end) = name.iter().position(|&b| b == 0) {
            name.truncate(end);
        }
        Some(name)
    }
}

/// The hash of this kind that has this tag.
fn by_tag(kind: Type, tag: &[u8]) -> Option<Hash> {
    let text = tag;
    let tag = std::str::from_utf8(tag).ok()?;
    match kind {
        Type::One(hash) if hash.is_number() => None,
        // OpenSSL 3 writes SHA2-256 for SHA256.
        Type::One(hash) => (hash.tag() == tag || by_tag(Type::Sha2, text) == Some(hash)).then_some(hash),
        Type::Blake2b => {
            let bits = match tag.strip_prefix("BLAKE2b")? {
                "" => 512,
                bits => bits.strip_prefix('-').and_then(number)?,
            };
            (bits % 8 == 0).then(|| kind.of_len(bits / 8)).flatten()
        }
        Type::Sha2 => {
            let bits = tag.strip_prefix("SHA2-").or_else(|| tag.strip_prefix("SHA")).and_then(number)?;
            kind.of_len(bits / 8).filter(|hash| 8 * hash.digest_len() == bits)
        }
        Type::Sha3 => {
            let bits = tag.strip_prefix("SHA3-").and_then(number)?;
            kind.of_len(bits / 8).filter(|hash| 8 * hash.digest_len() == bits)
        }
    }
}

/// Decimal digits.
fn number(digits: &str) -> Option<usize> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
