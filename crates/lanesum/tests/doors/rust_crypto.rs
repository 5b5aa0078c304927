//! Random messages against the RustCrypto crates, which share no code with us.

use lanesum::{Algorithm, hash, hash_many};
use proptest::prelude::*;
use sha2::Digest;

/// Says `None` for an algorithm that other tests judge: BLAKE2, BLAKE3, the hashes on
/// AES rounds, and those of other crates.
fn rust_crypto(algorithm: Algorithm, message: &[u8]) -> Option<Vec<u8>> {
    Some(match algorithm {
        Algorithm::Md5 => md5::Md5::digest(message).to_vec(),
        Algorithm::Sha1 => sha1::Sha1::digest(message).to_vec(),
        Algorithm::Sha224 => sha2::Sha224::digest(message).to_vec(),
        Algorithm::Sha256 => sha2::Sha256::digest(message).to_vec(),
        Algorithm::Sha384 => sha2::Sha384::digest(message).to_vec(),
        Algorithm::Sha512 => sha2::Sha512::digest(message).to_vec(),
        Algorithm::Sha512_224 => sha2::Sha512_224::digest(message).to_vec(),
        Algorithm::Sha512_256 => sha2::Sha512_256::digest(message).to_vec(),
        Algorithm::Sm3 => sm3::Sm3::digest(message).to_vec(),
        Algorithm::Blake2b(_) | Algorithm::Blake2s(_) | Algorithm::Blake2bp(_) | Algorithm::Blake2sp(_) => {
            return None;
        }
        Algorithm::Blake3 | Algorithm::LeMac | Algorithm::NabHash => return None,
        single if single.kernels().is_empty() => return None,
        _ => panic!("{algorithm} has no judge: add it here, or to another test"),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn same_digests(messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..2000), 1..70)) {
        for algorithm in Algorithm::ALL {
            let Some(first) = rust_crypto(algorithm, &messages[0]) else { continue };
            let digest = hash(algorithm, &messages[0]);
            prop_assert_eq!(digest.as_bytes(), &first[..], "{}", algorithm);
            for (digest, message) in hash_many(algorithm, &messages).iter().zip(&messages) {
                let expected = rust_crypto(algorithm, message).unwrap_or_default();
                prop_assert_eq!(digest.as_bytes(), &expected[..], "{} of many", algorithm);
            }
        }
    }
}
