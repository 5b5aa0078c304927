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

impl Of {
    /// The function, where the line says which it is.
    pub fn function(&self) -> Option<&Function> {
        match self {
            Self::Function(function) => Some(function),
            Self::Unnamed => None,
        }
    }
}

impl Known {
    /// The function that a line names, with all that it is told. None for one that there is
    /// not, and for another than all lines are to be of.
    pub fn function(&self, tag: &str) -> Option<Function> {
        let Some(only) = &self.only else { return self.told.tell(of_tag(tag)?) };
        let named = tag.parse().is_ok_and(|named| only.algorithm() == Some(named))
            || tag == only.tag()
            || tag == only.name();
        named.then(|| only.clone())
    }

    /// The digest of a line that names no function, in hexadecimal or base64.
    pub fn unnamed(&self, digest: &[u8]) -> Option<(Of, Digest)> {
        if let Some(only) = &self.only {
            let digest = digests::of_len(digest, only.output_len())?;
            return Some((Of::Function(only.clone()), digest));
        }
        Some((Of::Unnamed, digests::of_any(digest)?))
    }
}

impl Rules for Known {
    type Algorithm = Of;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Of, Digest)> {
        let function = self.function(std::str::from_utf8(tag).ok()?)?;
        let digest = digests::of_len(digest, function.output_len())?;
        Some((Of::Function(function), digest))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Of, Digest)> {
        self.unnamed(digest)
    }

    fn name(&self, name: Vec<u8>) -> Option<Vec<u8>> {
        (!name.is_empty() && memchr::memchr(0, &name).is_none()).then_some(name)
    }
}

/// The function that a tag or a name means: an algorithm, `BLAKE3-512`, or `blake3-512`.
pub fn of_tag(tag: &str) -> Option<lanesum::Function> {
    if let Ok(algorithm) = tag.parse::<Algorithm>() {
        return Some(lanesum::Function::new(algorithm));
    }
    let (algorithm, bits) = tag.rsplit_once('-')?;
    let (algorithm, bits) = (algorithm.parse::<Algorithm>().ok()?, bits.parse::<usize>().ok()?);
    let function = lanesum::Function::new(algorithm).with_output_len(bits / 8).ok()?;
    // No digest is longer, and each length is written in one way.
    (bits / 8 <= Digest::MAX_LEN && (function.tag() == tag || function.name() == tag)).then_some(function)
}
