//! Many messages at once.

use super::{judged, lengths, message, modes};
use lanesum::blake3::{Hash, hash_many};
use lanesum::{Algorithm, hash_many_into, par_hash_many};
use proptest::prelude::*;

#[test]
fn next_to_every_boundary() {
    let all = message(400 << 10);
    let mut messages: Vec<_> = lengths().map(|len| &all[len % 61..][..len]).collect();
    for (mode, judge) in modes() {
        // In rising order, in falling order, and far apart.
        for order in 0..3 {
            match order {
                1 => messages.reverse(),
                2 => messages.sort_by_key(|m| m.len() * 7919 % 1009),
                _ => {}
            }
            for (hash, message) in mode.hash_many(&messages).iter().zip(&messages) {
                assert_eq!(*hash, judged(&judge, message), "{mode:?}, {} bytes", message.len());
            }
        }
    }
}

/// Every number of messages of one length, up to more than the lanes.
#[test]
fn every_number() {
    let all = message(200 * 64);
    for len in [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 3073] {
        for n in 0..70 {
            let messages: Vec<_> = (0..n).map(|i| &all[i..][..len]).collect();
            for (hash, message) in hash_many(&messages).iter().zip(&messages) {
                assert_eq!(*hash, *blake3::hash(message).as_bytes(), "{len} bytes, {n} messages");
            }
        }
    }
}

/// One behind the other, of every length up to more than a chunk, each in several lanes.
#[test]
fn behind_each_other() {
    let lens = (0..4 * 1100).map(|i| i * 347 % 1100);
    let all = message(lens.clone().sum());
    let mut rest = &all[..];
    let messages: Vec<_> =
        lens.map(|len| rest.split_off(..len).expect("as many bytes as all have")).collect();
    for (mode, judge) in modes() {
        for (hash, message) in mode.hash_many(&messages).iter().zip(&messages) {
            assert_eq!(*hash, judged(&judge, message), "{mode:?}, {} bytes", message.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_batches(
        lengths in prop::collection::vec(prop_oneof![0..200usize, 0..5_000usize, 0..60_000usize], 0..400),
    ) {
        let all = message(60_100);
        let messages: Vec<_> = lengths.iter().enumerate().map(|(i, &len)| &all[i % 97..][..len]).collect();
        let expected: Vec<_> = messages.iter().map(|m| *blake3::hash(m).as_bytes()).collect();
        prop_assert_eq!(hash_many(&messages), expected.iter().map(|&h| Hash::from(h)).collect::<Vec<_>>());
        let mut packed = vec![[0; 32]; messages.len()];
        hash_many_into(Algorithm::Blake3, &messages, packed.as_flattened_mut()).unwrap();
        prop_assert_eq!(&packed, &expected);
        for (digest, expected) in par_hash_many(Algorithm::Blake3, &messages).iter().zip(&expected) {
            prop_assert_eq!(digest.as_bytes(), expected);
        }
    }
}
