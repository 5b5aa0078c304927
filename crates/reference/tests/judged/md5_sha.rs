//! MD5, SHA-1 and SHA-2 held to the implementations of RustCrypto at every length that pads in a
//! way of its own, over several blocks.

use sha2::Digest;

/// Every length up to four of the longest blocks (128 bytes), and a little more.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=520;

fn check<const N: usize, D: Digest>(reference: fn(&[u8]) -> [u8; N]) {
    let message: Vec<u8> = (0..=*LENGTHS.end()).map(|i| (i % 251) as u8).collect();
    for len in LENGTHS {
        let expected = D::digest(&message[..len]);
        assert_eq!(hex::encode(reference(&message[..len])), hex::encode(expected), "{len} bytes");
    }
}

#[test]
fn md5() {
    check::<16, md5::Md5>(reference::md5);
}

#[test]
fn sha1() {
    check::<20, sha1::Sha1>(reference::sha1);
}

#[test]
fn sha224() {
    check::<28, sha2::Sha224>(reference::sha224);
}

#[test]
fn sha256() {
    check::<32, sha2::Sha256>(reference::sha256);
}

#[test]
fn sha384() {
    check::<48, sha2::Sha384>(reference::sha384);
}

#[test]
fn sha512() {
    check::<64, sha2::Sha512>(reference::sha512);
}

#[test]
fn sha512_224() {
    check::<28, sha2::Sha512_224>(reference::sha512_224);
}

#[test]
fn sha512_256() {
    check::<32, sha2::Sha512_256>(reference::sha512_256);
}
