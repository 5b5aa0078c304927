//! Every kernel on this CPU against the reference.

use super::*;
use proptest::prelude::*;

const KEY: [u8; 16] = *b"0123456789abcdef";
const NONCE: [u8; 16] = *b"nonce of 16 byte";

fn message(i: usize, len: usize) -> Vec<u8> {
    (0..len).map(|j| ((i * 131 + j * 7) ^ (j / 251)) as u8).collect()
}

fn lengths() -> impl Iterator<Item = usize> {
    (0..=600).chain([1023, 1024, 1025, 4095, 4096, 4097, 16_384, 20_001])
}

/// One message by one kernel, whose end comes with blocks and without.
fn one<H: AesHash>(kernel: &dyn AesKernel<H>, key: &H::Key, mut state: H::State, message: &[u8]) -> [u8; 16] {
    let (blocks, rest) = split(message);
    let (first, second) = blocks.split_at(blocks.len() / 3);
    kernel.absorb(key, &mut state, first);
    let with_blocks = kernel.finish(key, &state, &message[64 * first.len()..], message.len() as u64);
    kernel.absorb(key, &mut state, second);
    let without = kernel.finish(key, &state, rest, message.len() as u64);
    assert_eq!(with_blocks, without, "{} {}", kernel.kernel(), message.len());
    without
}

#[test]
fn one_message() {
    let lemac = schedule(&KEY, &NONCE);
    for len in lengths() {
        let message = message(0, len);
        let expected = reference::nabhash(&message);
        for kernel in &of_nabhash().list {
            let digest = one(&**kernel, &(), nabhash::INIT, &message);
            assert_eq!(digest, expected, "{} {len}", kernel.kernel());
        }
        let expected = reference::lemac(&KEY, &NONCE, &message);
        for kernel in &of_lemac().list {
            let digest = one(&**kernel, &lemac, lemac.start(), &message);
            assert_eq!(digest, expected, "{} {len}", kernel.kernel());
        }
    }
}

/// By all kernels.
fn many(messages: &[Vec<u8>]) {
    let slices: Vec<&[u8]> = messages.iter().map(|m| &m[..]).collect();
    let expected: Vec<_> = slices.iter().map(|m| reference::nabhash(m)).collect();
    for kernel in &of_nabhash().list {
        let mut digests = alloc::vec![[0; 16]; slices.len()];
        kernel.many(&(), &slices, &mut digests);
        assert_eq!(digests, expected, "{}", kernel.kernel());
    }
    let lemac = schedule(&KEY, &NONCE);
    let expected: Vec<_> = slices.iter().map(|m| reference::lemac(&KEY, &NONCE, m)).collect();
    for kernel in &of_lemac().list {
        let mut digests = alloc::vec![[0; 16]; slices.len()];
        kernel.many(&lemac, &slices, &mut digests);
        assert_eq!(digests, expected, "{}", kernel.kernel());
    }
}

/// Any number of messages of one length, so that each lane is the last one once, where few are alone
/// and where they are not.
#[test]
fn every_number() {
    for n in 0..20 {
        for len in [0, 1, 63, 64, 65, 128, 1000, 13_000, 25_000] {
            many(&(0..n).map(|i| message(i, len)).collect::<Vec<_>>());
        }
    }
}

/// A message of another length in each lane.
#[test]
fn every_lane() {
    for lane in 0..8 {
        for (len, other) in [(640, 64), (64, 640), (0, 200), (200, 0), (64, 63), (63, 64)] {
            many(&(0..16).map(|i| message(i, if i % 8 == lane { other } else { len })).collect::<Vec<_>>());
        }
    }
}

/// Every length, side by side.
#[test]
fn every_length() {
    many(&lengths().map(|len| message(len, len)).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_lengths(lengths in prop::collection::vec(prop_oneof![0..200usize, 0..3000usize], 0..40)) {
        many(&lengths.iter().enumerate().map(|(i, &len)| message(i, len)).collect::<Vec<_>>());
    }
}
