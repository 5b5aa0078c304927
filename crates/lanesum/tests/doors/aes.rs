//! NABHash and LeMac through the front doors, and what NABHash cannot do.

use lanesum::aeshash::{AesHashState, Schedule};
use lanesum::lemac::LeMac;
use lanesum::{Algorithm, finalize_many, hash, hash_many, update_many};
use std::collections::HashMap;
use std::hash::BuildHasher;

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// NABHash: computed by the Go package. LeMac: by its authors' implementation,
/// with a key and a nonce of zeros.
#[test]
fn published() {
    for (len, nabhash, lemac) in [
        (0, "e99722eb55b3df5f307c5e8e549dd44a", "52282e853c9cfeb5537d33fb916a341f"),
        (15, "ed692e181391468fdb20334dbdd0b993", "ce65fa7072118747abbc1cdb12d7bf23"),
        (16, "33d0a8a7ef6bdca2174c5130bdaac8e5", "7de8aa5d5741508b6f82d9edb5a26b6e"),
        (17, "7f9963c09e0de21b2f9c399744825167", "d6f1ae51dcf5532f923d3e0a2606ddf9"),
        (63, "0662429e009530315db0cf01888e5e98", "d33bdc58fda1f320d1008e0c0200d9fd"),
        (64, "78a25edd8cd574ea63120b887b6fb383", "aa7b720885f632a7b812cb426841f313"),
        (65, "fa97804432019b26f2abd07762512809", "f983eb021fe07ff00147c916db9461bf"),
        (128, "dc83b84b47db13269f5d67bcbd51c61f", "dec2a55ad0d12428814f3a6ac028a552"),
        (255, "345da3239898017f12e3e104ccf68465", "9062a7834a94ae9e9f225058e420b208"),
        (1000, "93a1b0cba35c39fc40285d159024a80f", "7fdf685570a3f8a488460a09b700622d"),
        (4096, "05c339f56e2ddd96348ef73839b4b5fb", "69ba618de08da42fb0659c786a515a4f"),
    ] {
        let message = message(len);
        for (algorithm, expected) in [(Algorithm::NabHash, nabhash), (Algorithm::LeMac, lemac)] {
            assert_eq!(hash(algorithm, &message).to_string(), expected, "{algorithm} {len}");
            for digest in hash_many(algorithm, &[&message; 21]) {
                assert_eq!(digest.to_string(), expected, "{algorithm} {len} of many");
            }
        }
    }
}

/// By LeMac's authors' implementation.
#[test]
fn lemac_under_a_key() {
    let lemac = LeMac::new(&std::array::from_fn(|i| i as u8), &std::array::from_fn(|i| 0x10 + i as u8));
    for (len, expected) in [
        (0, "3cbed24e2e68c17ecc6dfdf80c74b707"),
        (63, "d53c21dbadb46665c0ef8a21b1ad3571"),
        (64, "dc9064401bea8e625fcea2b56ba16e6b"),
        (129, "b0d0bbb9d683c3ef24bee3d9fe5e684d"),
        (4096, "6700cbb41aff6522121b2b21be1e85e3"),
    ] {
        let message = message(len);
        assert_eq!(lemac.hash(&message).to_string(), expected);
        assert_eq!(lemac.hash_many(&[b"", &message[..]])[1].to_string(), expected);
        let mut hasher = lemac.hasher();
        let mut other = lemac.hasher();
        hasher.update(b"another message");
        hasher.reset();
        let (first, rest) = message.split_at(len / 2);
        update_many(&mut [(&mut hasher, first), (&mut other, rest)]);
        hasher.update(rest);
        for digest in finalize_many(&[&hasher, &hasher]) {
            assert_eq!(digest.to_string(), expected, "the key stays");
        }
    }
    assert_eq!(format!("{lemac:?}"), "LeMac { .. }");
}

/// Messages that differ in two bytes, and have the same digest.
#[test]
fn nabhash_collides() {
    let sparse = |len: usize, at: usize, byte: u8| {
        let mut message = vec![0; len];
        message[at] = byte;
        hash(Algorithm::NabHash, &message).to_string()
    };
    assert_eq!(sparse(64, 16, 0xa8), "35535538dbd2df126718db4da5e9eaf2");
    assert_eq!(sparse(64, 32, 0x01), "35535538dbd2df126718db4da5e9eaf2");
    assert_eq!(sparse(48, 25, 0x01), "c2b6cbff1b2fd9474c09e6d0bf7260d1");
    assert_eq!(sparse(48, 41, 0x08), "c2b6cbff1b2fd9474c09e6d0bf7260d1");
}

/// Computed by the Go runtime.
#[test]
fn aeshash() {
    let schedule = Schedule::new(std::array::from_fn(|i| i as u8));
    let seed = 0x0123456789abcdef;
    for (len, amd64, arm64) in [
        (0, 0x493f05475c1c3dae, 0x4035613bf88212af),
        (7, 0x143560df4d4ca512, 0xa67c99940e6efd0e),
        (16, 0x2b95f42d591ff5c0, 0xa37d954b30ec4cca),
        (33, 0xc99cafcab5231e4e, 0x17eab250a521ef75),
        (129, 0xc778505c362b4ead, 0x63e8ebc84b57fee5),
        (65536, 0xafde3beed4340829, 0x6ff6825db15a9174),
    ] {
        let message = message(len);
        assert_eq!(schedule.go_amd64(seed, &message), amd64, "{len}");
        assert_eq!(schedule.go_arm64(seed, &message), arm64, "{len}");
    }
    let bytes = std::array::from_fn(|i| i as u8);
    for key in [0, 1, 0xdead_beef, 0xfeed_face_cafe_beef] {
        let short = key as u32;
        assert_eq!(schedule.go_amd64_u32(seed, short), reference::go_amd64_32(&bytes, seed, short));
        assert_eq!(schedule.go_arm64_u32(seed, short), reference::go_arm64_32(&bytes, seed, short));
        assert_eq!(schedule.go_amd64_u64(seed, key), reference::go_amd64_64(&bytes, seed, key));
        assert_eq!(schedule.go_arm64_u64(seed, key), reference::go_arm64_64(&bytes, seed, key));
    }
}

/// A map finds what was put in, and two maps do not hash alike.
#[test]
fn maps() {
    let mut map: HashMap<(String, u32), usize, AesHashState> = HashMap::default();
    for i in 0..10_000 {
        map.insert((i.to_string(), i as u32), i);
    }
    assert!((0..10_000).all(|i| map[&(i.to_string(), i as u32)] == i));
    let (a, b) = (AesHashState::new(), AesHashState::new());
    assert_ne!(a.hash_one("key"), b.hash_one("key"));
    assert_eq!(a.hash_one("key"), a.clone().hash_one("key"));
}
