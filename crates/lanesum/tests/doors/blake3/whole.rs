//! One message at once.

use super::{CONTEXT, KEY, judged, lengths, message, modes};
use lanesum::blake3::{Hasher, derive_key, hash, keyed_hash};
use proptest::prelude::*;

#[test]
fn next_to_every_boundary() {
    let all = message(400 << 10);
    for (mode, judge) in modes() {
        for len in lengths() {
            assert_eq!(mode.hash(&all[..len]), judged(&judge, &all[..len]), "{mode:?}, {len} bytes");
        }
    }
}

#[test]
fn the_functions() {
    let message = message(5000);
    assert_eq!(hash(&message), *blake3::hash(&message).as_bytes());
    assert_eq!(keyed_hash(KEY, &message), *blake3::keyed_hash(KEY, &message).as_bytes());
    assert_eq!(derive_key(CONTEXT, &message), blake3::derive_key(CONTEXT, &message));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// On one core and on all.
    #[test]
    fn random_lengths(len in prop_oneof![0..5_000usize, 0..100_000usize, 0..3_000_000usize], skip in 0..64usize) {
        let message = &message(skip + len)[skip..];
        let expected = *blake3::hash(message).as_bytes();
        prop_assert_eq!(hash(message), expected);
        prop_assert_eq!(Hasher::new().par_update(message).finalize(), expected);
    }
}
