//! Which algorithms a digest may be of, where nothing but its length tells.

use super::digests::of_length;
use crate::function::Function;
use lanesum::Algorithm;

/// The algorithms with digests of `len` bytes, the most common one first. BLAKE2 has
/// digests of any length, but is tried only where another has such ones.
pub fn all(len: usize) -> Vec<Algorithm> {
    let mut algorithms: Vec<_> = of_length(len).collect();
    if algorithms.iter().any(|algorithm| algorithm.is_cryptographic()) {
        for family in ["blake2b", "blake2s"] {
            let shortened = format!("{family}-{}", 8 * len).parse();
            algorithms.extend(shortened.ok().filter(|algorithm| !algorithms.contains(algorithm)));
        }
    }
    algorithms
}

/// The same, those first that lines without a name are of, and how many those are: the
/// most common one, and of 32 bytes SHA-256 and BLAKE3, for both are common.
pub fn in_order(len: usize) -> (Vec<Algorithm>, usize) {
    let mut algorithms = all(len);
    match algorithms.iter().position(|&algorithm| algorithm == Algorithm::Blake3) {
        None => (algorithms, 1),
        Some(blake3) => {
            algorithms[1..=blake3].rotate_right(1);
            (algorithms, 2)
        }
    }
}

/// Whether a reader takes a digest of `function` for one without being told.
pub fn is_evident(function: &Function) -> bool {
    let Some(algorithm) = function.algorithm() else { return false };
    let (algorithms, evident) = in_order(function.output_len());
    algorithms[..evident.min(algorithms.len())].contains(&algorithm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evident() {
        let evident = Algorithm::ALL.into_iter().filter(|&algorithm| is_evident(&algorithm.into()));
        let names: Vec<_> = evident.map(|algorithm| algorithm.to_string()).collect();
        assert_eq!(
            names,
            ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake3", "crc32", "crc64nvme"]
        );
        assert_eq!(in_order(32).0[..2], [Algorithm::Sha256, Algorithm::Blake3]);
    }
}
