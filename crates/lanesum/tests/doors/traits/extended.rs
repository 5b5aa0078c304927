//! BLAKE3's extended output, against the `blake3` crate.

use super::bytes;
use digest::dev::{TestVector, xof_reset_test};
use digest::{ExtendableOutput, ExtendableOutputReset, KeyInit, Update, XofReader};
use lanesum::mac;

#[test]
fn as_the_blake3_crate() {
    for len in [0, 1, 64, 1024, 1025, 5000, 100_000] {
        let message = bytes(len);
        for out_len in [0, 1, 32, 63, 64, 65, 1000] {
            let mut expected = vec![0; out_len];
            ::blake3::Hasher::new().update(&message).finalize_xof().fill(&mut expected);
            let vector = TestVector { input: message.clone().leak(), output: expected.leak() };
            assert_eq!(xof_reset_test::<lanesum::Blake3>(&vector), Ok(()), "{len}, {out_len}");
        }
    }
}

#[test]
fn read_in_pieces() {
    let mut whole = [0; 300];
    lanesum::Blake3::digest_xof(b"message", &mut whole);
    let mut hasher = lanesum::Blake3::default();
    hasher.update(b"message");
    let mut reader = hasher.finalize_xof_reset();
    let mut read = Vec::new();
    for n in [1, 63, 64, 0, 100, 72] {
        read.extend_from_slice(&reader.read_boxed(n));
    }
    assert_eq!(read, whole);
    let mut empty = [0; 32];
    hasher.finalize_xof_into(&mut empty);
    assert_eq!(empty, *lanesum::blake3::hash(b"").as_bytes());
}

#[test]
fn under_a_key() {
    let key = [7; 32];
    let mut expected = [0; 100];
    ::blake3::Hasher::new_keyed(&key).update(b"message").finalize_xof().fill(&mut expected);
    let hasher = mac::Blake3::new(&key.into()).chain(b"message");
    assert_eq!(*hasher.finalize_boxed(100), expected);
}
