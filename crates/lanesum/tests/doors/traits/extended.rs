//! Extended output: BLAKE3's against the `blake3` crate, SHAKE's against `shake`.

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
fn as_the_shake_crate() {
    fn check<Ours, Theirs>()
    where
        Ours: ExtendableOutputReset + Default + Clone + std::fmt::Debug,
        Theirs: ExtendableOutput + Default,
    {
        for len in [0, 1, 135, 136, 137, 167, 168, 169, 5000] {
            let message = bytes(len);
            for out_len in [0, 1, 32, 64, 135, 136, 137, 167, 168, 169, 1000] {
                let mut expected = vec![0; out_len];
                Theirs::default().chain(&message).finalize_xof_into(&mut expected);
                let vector = TestVector { input: message.clone().leak(), output: expected.leak() };
                assert_eq!(xof_reset_test::<Ours>(&vector), Ok(()), "{len}, {out_len}");
            }
        }
    }
    check::<lanesum::Shake128, shake::Shake128>();
    check::<lanesum::Shake256, shake::Shake256>();
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
