//! The rows agree with each other, and with what computes the hashes.

use super::dispatch::on_family;
use super::*;
use alloc::string::ToString;

#[test]
fn every_spelling_is_of_one_algorithm() {
    for algorithm in Algorithm::ALL {
        let spellings =
            [algorithm.name(), algorithm.tag()].into_iter().chain(algorithm.other_names().iter().copied());
        for spelling in spellings {
            assert_eq!(spelling.parse(), Ok(algorithm), "{spelling}");
            assert_eq!(spelling.to_ascii_uppercase().parse(), Ok(algorithm), "{spelling}");
        }
        assert!(algorithm.name().chars().all(|c| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit()));
        assert!(ParseAlgorithmError.to_string().contains(algorithm.name()));
    }
}

#[test]
fn every_shorter_digest_has_a_name_that_is_read() {
    for longest in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.has_any_length()) {
        for len in 1..=longest.digest_len() {
            let algorithm = longest.with_digest_len(len).expect("it has any length");
            assert_eq!(algorithm.digest_len(), len);
            assert_eq!(algorithm.name().parse(), Ok(algorithm), "{algorithm}");
            assert_eq!(algorithm.tag().parse(), Ok(algorithm), "{algorithm}");
            assert_eq!(algorithm.tag().to_ascii_lowercase(), algorithm.name());
            let bits = 8 * len;
            assert_eq!(algorithm.name().ends_with(&alloc::format!("-{bits}")), len < longest.digest_len());
        }
        assert_eq!(longest.with_digest_len(0), None);
        assert_eq!(longest.with_digest_len(longest.digest_len() + 1), None);
    }
}

#[test]
fn no_rank_is_shared() {
    for a in Algorithm::ALL {
        for b in Algorithm::ALL.into_iter().filter(|b| *b != a && b.digest_len() == a.digest_len()) {
            assert_ne!(a.rank(), b.rank(), "which of {a} and {b} is more common?");
        }
    }
}

/// A digest fills its room, and the block of a row is that of the kernels.
#[test]
fn the_rows_are_those_of_the_hashes() {
    for algorithm in Algorithm::ALL {
        on_family!(AnyHash: &algorithm.plain(), hash => {
            let mut digest = alloc::vec![0x5a; algorithm.digest_len()];
            hash.hash(b"abc", &mut digest);
            assert_eq!(digest, crate::hash(algorithm, b"abc").as_bytes(), "{algorithm}");
            if let Some(kernels) = hash.compression() {
                assert_eq!(kernels.layout().block_len(), algorithm.block_len(), "{algorithm}");
            }
        });
        assert!(!algorithm.about().is_empty() && !algorithm.source().is_empty());
        assert!(algorithm.is_cryptographic() || algorithm.is_broken(), "{algorithm}");
    }
}
