//! Random messages against the RustCrypto crates, which share no code with us.

use lanesum::{Algorithm, hash, hash_many};
use proptest::prelude::*;
use sha2::Digest;

/// Says `None` for an algorithm that those crates do not have.
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
        _ => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn same_digests(messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..2000), 1..70)) {
        let mut checked = 0;
        for algorithm in Algorithm::ALL {
            let Some(first) = rust_crypto(algorithm, &messages[0]) else { continue };
            checked += 1;
            let digest = hash(algorithm, &messages[0]);
            prop_assert_eq!(digest.as_bytes(), &first[..], "{}", algorithm);
            for (digest, message) in hash_many(algorithm, &messages).iter().zip(&messages) {
                let expected = rust_crypto(algorithm, message).unwrap_or_default();
                prop_assert_eq!(digest.as_bytes(), &expected[..], "{} of many", algorithm);
            }
        }
        prop_assert_eq!(checked, 8);
    }
}
