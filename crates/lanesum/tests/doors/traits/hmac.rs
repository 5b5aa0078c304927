//! HMAC and PBKDF2 over our hashes: RFC 2104, 4231 and 6070, Wycheproof's vectors,
//! RustCrypto's hashes, and OpenSSL's command.

use super::{bytes, for_each_hash};
use digest::block_api::EagerHash;
use digest::common::BlockSizeUser;
use digest::dev::{MacTestVector, MacTruncSide, blobby, mac_test, reset_mac_test};
use digest::{Digest, KeyInit, Mac};
use hmac::{Hmac, HmacReset, SimpleHmac, SimpleHmacReset};
use std::io::Write;
use std::process::{Command, Stdio};

/// `vectors! { file type tag }`: the four kinds of HMAC.
macro_rules! vectors {
    ($($file:ident $hash:ident $side:ident)+) => {
        $(#[test]
        fn $file() {
            blobby::parse_into_structs!(
                include_bytes!(concat!("data/", stringify!($file), ".blb"));
                static VECTORS: &[MacTestVector { key, input, tag }];
            );
            assert!(!VECTORS.is_empty());
            for vector in VECTORS {
                assert_eq!(mac_test::<Hmac<lanesum::$hash>>(vector, MacTruncSide::$side), Ok(()), "{vector:?}");
                assert_eq!(mac_test::<SimpleHmac<lanesum::$hash>>(vector, MacTruncSide::$side), Ok(()));
                assert_eq!(reset_mac_test::<HmacReset<lanesum::$hash>>(vector, MacTruncSide::$side), Ok(()));
                assert_eq!(reset_mac_test::<SimpleHmacReset<lanesum::$hash>>(vector, MacTruncSide::$side), Ok(()));
            }
        })+
    };
}

vectors! {
    hmac_md5_rfc2104 Md5 None
    hmac_sha224_rfc4231 Sha224 Left
    hmac_sha256_rfc4231 Sha256 Left
    hmac_sha384_rfc4231 Sha384 Left
    hmac_sha512_rfc4231 Sha512 Left
    hmac_sha1_wycheproof Sha1 Left
    hmac_sha256_wycheproof Sha256 Left
    hmac_sha384_wycheproof Sha384 Left
    hmac_sha512_wycheproof Sha512 Left
}

/// Keys and messages next to the ends of blocks of 64 and 128 bytes.
const LENGTHS: [usize; 11] = [1, 2, 55, 63, 64, 65, 111, 127, 128, 129, 1000];

fn tag<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = <M as KeyInit>::new_from_slice(key).expect("any length");
    let (first, rest) = message.split_at(message.len() / 3);
    mac.update(first);
    mac.update(rest);
    mac.finalize().into_bytes().to_vec()
}

#[test]
fn as_over_rust_cryptos_hashes() {
    fn check<Ours: EagerHash + BlockSizeUser, Theirs: EagerHash>() {
        for key in LENGTHS {
            for len in LENGTHS {
                let (key, message) = (bytes(key), bytes(len));
                let expected = tag::<Hmac<Theirs>>(&key, &message);
                assert_eq!(tag::<Hmac<Ours>>(&key, &message), expected, "{len}");
                assert_eq!(tag::<SimpleHmac<Ours>>(&key, &message), expected, "{len}");
            }
        }
    }
    macro_rules! each {
        ($ours:ty, $theirs:ty) => {
            check::<$ours, $theirs>();
        };
    }
    for_each_hash!(each);
}

/// What `openssl dgst` says.
fn openssl(digest: &str, key: &[u8], message: &[u8]) -> String {
    let mut child = Command::new("openssl")
        .args(["dgst", "-r", &format!("-{digest}"), "-mac", "HMAC", "-macopt"])
        .arg(format!("hexkey:{}", hex::encode(key)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command `openssl`, of the package of that name");
    child.stdin.take().expect("it is piped").write_all(message).expect("openssl reads");
    let output = child.wait_with_output().expect("openssl ends");
    assert!(output.status.success(), "openssl dgst -{digest}");
    let line = String::from_utf8(output.stdout).expect("it prints ASCII");
    line.split(' ').next().unwrap_or_default().to_string()
}

#[test]
fn as_openssl() {
    fn check<M: Mac + KeyInit>(digest: &str) {
        for (key, len) in [(1, 0), (64, 64), (65, 1000), (128, 127), (129, 128), (300, 5000)] {
            let (key, message) = (bytes(key), bytes(len));
            assert_eq!(hex::encode(tag::<M>(&key, &message)), openssl(digest, &key, &message), "{digest}");
        }
    }
    check::<Hmac<lanesum::Md5>>("md5");
    check::<Hmac<lanesum::Sha1>>("sha1");
    check::<Hmac<lanesum::Sha224>>("sha224");
    check::<Hmac<lanesum::Sha256>>("sha256");
    check::<Hmac<lanesum::Sha384>>("sha384");
    check::<Hmac<lanesum::Sha512>>("sha512");
    check::<Hmac<lanesum::Sha512_224>>("sha512-224");
    check::<Hmac<lanesum::Sha512_256>>("sha512-256");
    check::<Hmac<lanesum::Sm3>>("sm3");
    check::<SimpleHmac<lanesum::Sha3_224>>("sha3-224");
    check::<SimpleHmac<lanesum::Sha3_512>>("sha3-512");
    check::<SimpleHmac<lanesum::Blake2b>>("blake2b512");
    check::<SimpleHmac<lanesum::Blake2s>>("blake2s256");
}

/// RFC 6070.
#[test]
fn pbkdf2_sha1() {
    let long = (b"passwordPASSWORDpassword", b"saltSALTsaltSALTsaltSALTsaltSALTsalt");
    let cases: [(&[u8], &[u8], u32, &str); 5] = [
        (b"password", b"salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (b"password", b"salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (b"password", b"salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
        (long.0, long.1, 4096, "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"),
        (b"pass\0word", b"sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
    ];
    for (password, salt, rounds, expected) in cases {
        let mut key = vec![0; expected.len() / 2];
        pbkdf2::pbkdf2_hmac::<lanesum::Sha1>(password, salt, rounds, &mut key);
        assert_eq!(hex::encode(&key), expected);
        key.fill(0);
        pbkdf2::pbkdf2::<SimpleHmac<lanesum::Sha1>>(password, salt, rounds, &mut key).expect("any password");
        assert_eq!(hex::encode(&key), expected);
    }
}

#[test]
fn pbkdf2_as_over_rust_cryptos_hashes() {
    fn check<Ours: EagerHash + Digest, Theirs: EagerHash>() {
        let (password, salt) = (bytes(70), bytes(17));
        let (mut ours, mut theirs) = ([0; 100], [1; 100]);
        pbkdf2::pbkdf2_hmac::<Ours>(&password, &salt, 10, &mut ours);
        pbkdf2::pbkdf2_hmac::<Theirs>(&password, &salt, 10, &mut theirs);
        assert_eq!(ours, theirs);
    }
    macro_rules! each {
        ($ours:ty, $theirs:ty) => {
            check::<$ours, $theirs>();
        };
    }
    for_each_hash!(each);
}
