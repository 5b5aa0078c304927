//! The vectors that the RustCrypto crates test themselves with: the files are
//! those of `md-5` 0.11.0, `sha1` 0.11.0, `sha2` 0.11.1, `blake2` 0.11.0-rc.5 and
//! `hmac` 0.13.0.

use digest::dev::{feed_rand_16mib, fixed_reset_test};
use digest::{Digest, new_test};

new_test!(md5_kat, lanesum::Md5, fixed_reset_test);
new_test!(sha1_kat, lanesum::Sha1, fixed_reset_test);
new_test!(sha224_kat, lanesum::Sha224, fixed_reset_test);
new_test!(sha256_kat, lanesum::Sha256, fixed_reset_test);
new_test!(sha384_kat, lanesum::Sha384, fixed_reset_test);
new_test!(sha512_kat, lanesum::Sha512, fixed_reset_test);
new_test!(sha512_224_kat, lanesum::Sha512_224, fixed_reset_test);
new_test!(sha512_256_kat, lanesum::Sha512_256, fixed_reset_test);
new_test!(blake2b_kat, lanesum::Blake2b, fixed_reset_test);

/// 16 MiB in pieces of 1024 bytes and of one.
#[test]
fn random_16_mib() {
    fn check<D: Digest + digest::Update>(expected: &str) {
        let mut hasher = D::new();
        feed_rand_16mib(&mut hasher);
        assert_eq!(hex::encode(hasher.finalize()), expected);
    }
    check::<lanesum::Md5>("61aec26f1b909578ef638ae02dac0977");
    check::<lanesum::Sha1>("7e565a25a8b123e9881addbcedcd927b23377a78");
    check::<lanesum::Sha256>("45f51fead87328fe837a86f4f1ac0eb15116ab1473adc0423ef86c62eb2320c7");
    check::<lanesum::Sha512>(concat!(
        "9084d75a7c0721541d737b6171eb465dc9ba08a119a182a8508484aa27a176cd",
        "e7c2103b108393eb024493ced4aac56be6f57222cac41b801f11494886264997",
    ));
}
