//! What `lanesum check` takes for good: all that names or fits an algorithm.

use crate::manifest::{Rules, digests};
use lanesum::{Algorithm, Digest};

/// Lines of one algorithm, or of any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known(pub(crate) Option<Algorithm>);

impl Rules for Known {
    type Algorithm = Algorithm;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Algorithm, Digest)> {
        let algorithm: Algorithm = std::str::from_utf8(tag).ok()?.parse().ok()?;
        if self.0.is_some_and(|only| only != algorithm) {
            return None;
        }
        Some((algorithm, digests::of_len(digest, algorithm.digest_len())?))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Algorithm, Digest)> {
        match self.0 {
            Some(algorithm) => Some((algorithm, digests::of_len(digest, algorithm.digest_len())?)),
            None => digests::of_any(digest),
        }
    }

    fn name(&self, name: Vec<u8>) -> Option<Vec<u8>> {
        (!name.is_empty() && !name.contains(&0)).then_some(name)
    }
}
