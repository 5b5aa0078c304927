//! What `lanesum check` takes for good: all that names or fits an algorithm.

use crate::function::Function;
use crate::manifest::{Rules, digests};
use lanesum::{Algorithm, Digest};

/// Lines of one function, or of any algorithm.
#[derive(Clone, Debug)]
pub struct Known(pub Option<Function>);

/// What the digest of a line is of.
#[derive(Clone, Debug)]
pub enum Of {
    /// This one.
    Function(Function),
    /// SHA-256 or BLAKE3: the line does not say, and both are common.
    Either,
}

/// The two, and the more common one first.
pub static EITHER: [Function; 2] = [Function::plain(Algorithm::Sha256), Function::plain(Algorithm::Blake3)];

impl Rules for Known {
    type Algorithm = Of;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Of, Digest)> {
        let tag = std::str::from_utf8(tag).ok()?;
        let function = match &self.0 {
            Some(only) => {
                let named =
                    tag.parse().is_ok_and(|named| only.algorithm() == Some(named)) || tag == only.tag();
                named.then(|| only.clone())?
            }
            None => of_tag(tag)?,
        };
        let digest = digests::of_len(digest, function.output_len())?;
        Some((Of::Function(function), digest))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Of, Digest)> {
        if let Some(only) = &self.0 {
            let digest = digests::of_len(digest, only.output_len())?;
            return Some((Of::Function(only.clone()), digest));
        }
        let (algorithm, digest) = digests::of_any(digest)?;
        let either = algorithm == Algorithm::Sha256;
        Some((if either { Of::Either } else { Of::Function(algorithm.into()) }, digest))
    }

    fn name(&self, name: Vec<u8>) -> Option<Vec<u8>> {
        (!name.is_empty() && !name.contains(&0)).then_some(name)
    }
}

/// The function that a tag names: an algorithm, or `BLAKE3-512`.
fn of_tag(tag: &str) -> Option<Function> {
    if let Ok(algorithm) = tag.parse::<Algorithm>() {
        return Some(algorithm.into());
    }
    let bits: usize = tag.strip_prefix("BLAKE3-")?.parse().ok()?;
    let function = lanesum::Function::new(Algorithm::Blake3).with_output_len(bits / 8).ok()?;
    // No digest is longer, and each length is written in one way.
    (bits / 8 <= Digest::MAX_LEN && function.tag() == tag).then(|| function.into())
}
