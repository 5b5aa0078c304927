//! The types under a key, against the doors of each hash, and against crates.

use super::bytes;
use digest::common::KeyIvInit;
use digest::{KeyInit, Mac};
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::{blake3, lemac::LeMac, mac};

const LENGTHS: [usize; 8] = [0, 1, 64, 65, 128, 129, 1025, 100_000];

fn tag<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mac = <M as KeyInit>::new_from_slice(key).expect("a length that it takes");
    mac.chain_update(message).finalize().into_bytes().to_vec()
}

#[test]
fn blake2() {
    for len in LENGTHS {
        let message = &bytes(len)[..];
        for key_len in [1, 16, 31, 32, 33, 64] {
            let key = &bytes(key_len)[..];
            let judge = blake2b_simd::Params::new().key(key).hash(message);
            assert_eq!(tag::<mac::Blake2b>(key, message), judge.as_bytes());
            let judge = blake2b_simd::blake2bp::Params::new().key(key).hash(message);
            assert_eq!(tag::<mac::Blake2bp>(key, message), judge.as_bytes());
            let ours = blake2b::hash(&blake2b::Params::new().key(key).expect("short enough"), message);
            assert_eq!(tag::<mac::Blake2b>(key, message), ours.as_bytes());
            let ours = blake2bp::hash(&blake2bp::Params::new().key(key).expect("short enough"), message);
            assert_eq!(tag::<mac::Blake2bp>(key, message), ours.as_bytes());
            if key_len > 32 {
                assert!(<mac::Blake2s as KeyInit>::new_from_slice(key).is_err());
                assert!(<mac::Blake2sp as KeyInit>::new_from_slice(key).is_err());
                continue;
            }
            let judge = blake2s_simd::Params::new().key(key).hash(message);
            assert_eq!(tag::<mac::Blake2s>(key, message), judge.as_bytes());
            let judge = blake2s_simd::blake2sp::Params::new().key(key).hash(message);
            assert_eq!(tag::<mac::Blake2sp>(key, message), judge.as_bytes());
            let ours = blake2s::hash(&blake2s::Params::new().key(key).expect("short enough"), message);
            assert_eq!(tag::<mac::Blake2s>(key, message), ours.as_bytes());
            let ours = blake2sp::hash(&blake2sp::Params::new().key(key).expect("short enough"), message);
            assert_eq!(tag::<mac::Blake2sp>(key, message), ours.as_bytes());
        }
    }
}

#[test]
fn blake3() {
    let key: [u8; 32] = bytes(32).try_into().expect("as long");
    for len in LENGTHS {
        let message = bytes(len);
        let expected = ::blake3::keyed_hash(&key, &message);
        assert_eq!(tag::<mac::Blake3>(&key, &message), expected.as_bytes());
        assert_eq!(tag::<mac::Blake3>(&key, &message), blake3::keyed_hash(&key, &message).as_bytes());
    }
}

#[test]
fn lemac() {
    let key: [u8; 16] = bytes(16).try_into().expect("as long");
    let nonce = [9; 16];
    for len in LENGTHS {
        let message = bytes(len);
        let expected = LeMac::new(&key, &[0; 16]).hash(&message);
        assert_eq!(tag::<mac::LeMac>(&key, &message), expected.as_bytes());

        let mut mac = <mac::LeMac as KeyIvInit>::new(&key.into(), &nonce.into());
        for _ in 0..2 {
            // A reset keeps the nonce too.
            Mac::update(&mut mac, &message);
            let tag = mac.finalize_reset().into_bytes();
            assert_eq!(tag[..], *LeMac::new(&key, &nonce).hash(&message).as_bytes());
        }
    }
    assert!(<mac::LeMac as KeyIvInit>::new_from_slices(&key, &nonce[1..]).is_err());
}

/// MACs as the pseudorandom function of PBKDF2.
#[test]
fn pbkdf2_over_a_mac() {
    let mut key = [0; 80];
    pbkdf2::pbkdf2::<mac::Blake2b>(b"password", b"salt", 3, &mut key).expect("a key of 1 to 64 bytes");
    let u1 = tag::<mac::Blake2b>(b"password", b"salt\0\0\0\x01");
    let u2 = tag::<mac::Blake2b>(b"password", &u1);
    let u3 = tag::<mac::Blake2b>(b"password", &u2);
    let expected: Vec<u8> = (0..64).map(|i| u1[i] ^ u2[i] ^ u3[i]).collect();
    assert_eq!(key[..64], expected);
    assert!(pbkdf2::pbkdf2::<mac::Blake2b>(&[7; 65], b"salt", 3, &mut key).is_err());
}
