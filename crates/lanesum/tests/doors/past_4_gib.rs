//! Messages past 4 GiB, where a length in bits or in bytes no longer fits 32
//! bits, alone and in lanes. BLAKE2s, whose words have 32 bits, carries its counter there,
//! and is told twice before that no end is in sight.

use lanesum::blake2::DigestLength;
use lanesum::{Algorithm, hash, hash_many};

/// The digests of 2^32 + 5 zero bytes, by GNU coreutils and Python's hashlib.
const DIGESTS: [(Algorithm, &str); 5] = [
    (Algorithm::Md5, "968a8809aa0886d87f385d88733a98d2"),
    (Algorithm::Sha1, "7ce9d83c5eacca17b354408ce637473229a7d5e2"),
    (Algorithm::Sha256, "709fc0b74f7c916cedccb212d681c035f36ffbb31ebfe806eb40c31592744eb5"),
    (
        Algorithm::Sha512,
        "3fb5450b9f919ab250736c2aadf529f4bb334d6aa6a68f767472caff38b269cb\
         3a8c306b58b6402f8eb39210fee37035146450c339688d34fddb998dbfa1f070",
    ),
    (
        Algorithm::Blake2s(DigestLength::MAX),
        "b20808217468beccc6c3c3a85a0b5fde7ca4a252688933e01e8b1a2f9674e863",
    ),
];

#[test]
fn past_4_gib() {
    // Never written, so it takes no memory: the system maps one page of zeros.
    let message = vec![0; (1 << 32) + 5];
    for (algorithm, expected) in DIGESTS {
        let digests = hash_many(algorithm, &[&message[..], b"short", &message[..]]);
        assert_eq!(digests[0].to_string(), expected, "{algorithm} in lanes");
        assert_eq!(digests[1], hash(algorithm, b"short"), "{algorithm}");
        assert_eq!(digests[2], digests[0], "{algorithm}");
        assert_eq!(hash(algorithm, &message).to_string(), expected, "{algorithm} alone");
    }
}
