//! What a reader for everybody takes for good: all that names or fits an algorithm.

use crate::function::{Function, Told};
use crate::manifest::{Rules, digests};
use lanesum::{Algorithm, Digest};

/// Lines of one function, or of any algorithm.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The function of all lines, if there is to be one.
    pub only: Option<Function>,
    /// What functions are told that a line names.
    pub told: Told,
}

/// What the digest of a line is of.
#[derive(Clone, Debug)]
pub enum Of {
    /// Of this function.
    Function(Function),
    /// The line does not say.
    Unnamed,
}

impl Rules for Known {
    type Algorithm = Of;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Of, Digest)> {
        let tag = std::str::from_utf8(tag).ok()?;
        let function = match &self.only {
            Some(only) => {
                let named =
                    tag.parse().is_ok_and(|named| only.algorithm() == Some(named)) || tag == only.tag();
                named.then(|| only.clone())?
            }
            None => self.told.tell(of_tag(tag)?)?,
        };
        let digest = digests::of_len(digest, function.output_len())?;
        Some((Of::Function(function), digest))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Of, Digest)> {
        if let Some(only) = &self.only {
            let digest = digests::of_len(digest, only.output_len())?;
            return Some((Of::Function(only.clone()), digest));
        }
        Some((Of::Unnamed, digests::of_any(digest)?))
    }

    fn name(&self, name: Vec<u8>) -> Option<Vec<u8>> {
        (!name.is_empty() && !name.contains(&0)).then_some(name)
    }
}

/// The function that a tag names: an algorithm, or `BLAKE3-512`.
pub fn of_tag(tag: &str) -> Option<lanesum::Function> {
    if let Ok(algorithm) = tag.parse::<Algorithm>() {
        return Some(lanesum::Function::new(algorithm));
    }
    let (algorithm, bits) = tag.rsplit_once('-')?;
    let (algorithm, bits) = (algorithm.parse::<Algorithm>().ok()?, bits.parse::<usize>().ok()?);
    let function = lanesum::Function::new(algorithm).with_output_len(bits / 8).ok()?;
    // No digest is longer, and each length is written in one way.
    (bits / 8 <= Digest::MAX_LEN && function.tag() == tag).then_some(function)
}
