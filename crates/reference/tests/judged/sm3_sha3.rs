//! SM3, SHA-3, SHAKE and Keccak-256 held to the implementations of RustCrypto, at every length that
//! pads in a way of its own, over several blocks.

use sha3::Digest;
use shake::digest::{ExtendableOutput, Update};

/// Every length up to three of the longest blocks (168 bytes), and a little more.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=520;

/// Runs `f` on a message of each length.
fn each(mut f: impl FnMut(&[u8])) {
    let message: Vec<u8> = (0..=*LENGTHS.end()).map(|i| (i % 251) as u8).collect();
    for len in LENGTHS {
        f(&message[..len]);
    }
}

fn check<const N: usize, D: Digest>(reference: fn(&[u8]) -> [u8; N]) {
    each(|message| {
        let expected = D::digest(message);
        assert_eq!(hex::encode(reference(message)), hex::encode(expected), "{} bytes", message.len());
    });
}

/// Outputs that end next to the end of a block, too.
fn check_extended<X: Default + Update + ExtendableOutput>(
    reference: fn(&[u8], usize) -> Vec<u8>,
    rate: usize,
) {
    each(|message| {
        for len in [0, 1, 32, rate - 1, rate, rate + 1, 3 * rate + 7] {
            let mut expected = vec![0; len];
            let mut state = X::default();
            state.update(message);
            state.finalize_xof_into(&mut expected);
            assert_eq!(reference(message, len), expected, "{len} bytes for {}", message.len());
        }
    });
}

#[test]
fn sm3() {
    check::<32, sm3::Sm3>(reference::sm3);
}

#[test]
fn sha3_224() {
    check::<28, sha3::Sha3_224>(reference::sha3_224);
}

#[test]
fn sha3_256() {
    check::<32, sha3::Sha3_256>(reference::sha3_256);
}

#[test]
fn sha3_384() {
    check::<48, sha3::Sha3_384>(reference::sha3_384);
}

#[test]
fn sha3_512() {
    check::<64, sha3::Sha3_512>(reference::sha3_512);
}

#[test]
fn shake128() {
    check_extended::<shake::Shake128>(reference::shake128, 168);
}

#[test]
fn shake256() {
    check_extended::<shake::Shake256>(reference::shake256, 136);
}

#[test]
fn keccak256() {
    check::<32, sha3::Keccak256>(reference::keccak256);
}
