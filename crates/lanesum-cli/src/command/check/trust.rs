//! What digest is worth something.

use lanesum::Protection;
use lanesum_files::function::Function;

/// What a digest is to protect against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Strength {
    /// Damage and mistakes: every digest protects against them.
    Accidents,
    /// Forged files: MD5, SHA-1, checksums, fast hashes and digests of less than 224 bits
    /// do not protect against them without a key.
    Attacks,
}

impl Strength {
    /// Whether a digest of the function, under a key or not, protects against as much.
    pub(super) fn has(self, function: &Function, key: bool) -> bool {
        /// To find two files with one digest takes the square root of their number.
        const LEN: usize = 28;
        /// Who has no key can only guess the digest.
        const KEYED_LEN: usize = 16;
        let Some(algorithm) = function.algorithm() else { return self == Self::Accidents };
        match self {
            Self::Accidents => true,
            Self::Attacks if key => function.output_len() >= KEYED_LEN,
            Self::Attacks => algorithm.protection() == Protection::Attacks && function.output_len() >= LEN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum::Algorithm;

    #[test]
    fn strength() {
        let has = |algorithm: &str, key| {
            let algorithm: Algorithm = algorithm.parse().unwrap();
            Strength::Attacks.has(&algorithm.into(), key)
        };
        for strong in ["sha224", "sha256", "blake3", "blake2b-256", "sha512-256"] {
            assert!(has(strong, false), "{strong}");
        }
        for weak in ["md5", "sha1", "crc32", "xxh3-128", "blake2b-128", "lemac"] {
            assert!(!has(weak, false), "{weak}");
            assert!(Strength::Accidents.has(&weak.parse::<Algorithm>().unwrap().into(), false));
        }
        assert!(has("lemac", true) && has("blake2b-128", true) && !has("blake2b-64", true));
    }
}
