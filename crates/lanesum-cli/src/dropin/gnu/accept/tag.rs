//! The tags of lines.

use crate::dropin::gnu::tool::{TYPES, Type};
use crate::dropin::hash::Hash;

/// The hash of this kind that has this tag.
pub(super) fn hash(kind: Type, tag: &[u8]) -> Option<Hash> {
    let tag = std::str::from_utf8(tag).ok()?;
    match kind {
        Type::One(hash) if hash.is_number() => None,
        Type::One(hash) => {
            let bits = tag.strip_prefix(&hash.tag())?;
            let whole = bits.strip_prefix('-').and_then(number) == Some(8 * hash.digest_len());
            (bits.is_empty() || whole).then_some(hash)
        }
        Type::Blake2b => {
            let bits = match tag.strip_prefix("BLAKE2b")? {
                "" => 512,
                bits => bits.strip_prefix('-').and_then(number)?,
            };
            (bits % 8 == 0).then(|| kind.of_len(bits / 8)).flatten()
        }
        // OpenSSL 3 writes SHA2-256 for SHA256.
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

/// The kind whose name a line begins with, behind blanks and a backslash. Sums that
/// are numbers are in no manifest.
pub(super) fn kind_of(line: &[u8]) -> Option<Type> {
    let start = line.iter().position(|b| !matches!(b, b' ' | b'\t')).unwrap_or(line.len());
    let line = line[start..].strip_prefix(b"\\").unwrap_or(&line[start..]);
    let end = line.iter().position(|b| matches!(b, b' ' | b'\t' | b'-' | b'(')).unwrap_or(line.len());
    let is_named = |kind: &Type| kind.label().as_bytes() == &line[..end];
    let is_digest = |kind: &Type| !matches!(kind, Type::One(hash) if hash.is_number());
    TYPES.iter().map(|&(_, kind)| kind).filter(is_digest).find(is_named)
}

/// Decimal digits.
fn number(digits: &str) -> Option<usize> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
