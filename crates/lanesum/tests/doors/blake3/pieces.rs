//! One message in pieces.

use super::{judged, message, modes};
use lanesum::blake3::Hasher;
use proptest::prelude::*;

/// Two pieces, cut next to every boundary.
#[test]
fn two_pieces() {
    let all = message(201 << 10);
    let cuts: Vec<usize> = [1, 64, 1024, 2048, 31 << 10, 32 << 10, 33 << 10, 64 << 10, 100 << 10]
        .iter()
        .flat_map(|&c| [c - 1, c, c + 1])
        .collect();
    for (mode, judge) in modes() {
        for &first in &cuts {
            let of_the_first = judged(&judge, &all[..first]);
            for &second in &cuts {
                let (a, b) = all[..first + second].split_at(first);
                let mut hasher = Hasher::with_mode(mode);
                assert_eq!(hasher.update(a).finalize(), of_the_first);
                assert_eq!(
                    hasher.update(b).finalize(),
                    judged(&judge, &all[..first + second]),
                    "{first} {second}"
                );
                assert_eq!(hasher.message_len(), (first + second) as u64);
                assert_eq!(hasher.reset().update(b).finalize(), judged(&judge, b));
            }
        }
    }
}

/// Pieces of one size, from a byte to a MiB.
#[test]
fn equal_pieces() {
    let all = message(300_000);
    let expected = *blake3::hash(&all).as_bytes();
    for size in [1, 63, 64, 65, 1000, 1024, 4096, 5000, 32 << 10, 32_769, 65_536, 100_000, 262_144, 1 << 20] {
        let mut hasher = Hasher::new();
        for piece in all.chunks(size) {
            hasher.update(piece);
        }
        assert_eq!(hasher.finalize(), expected, "pieces of {size}");
    }
}

/// The hash after each piece: what was gathered is hashed for an answer again and again, until
/// it waits no more.
#[test]
fn asked_after_each_piece() {
    let all = message(70_000);
    for size in [50, 1000, 1024, 1025, 3000, 20_000, 33_000] {
        for every in [1, 3] {
            let (mut hasher, mut done) = (Hasher::new(), 0);
            for (i, piece) in all.chunks(size).enumerate() {
                hasher.update(piece);
                done += piece.len();
                if i % every == 0 {
                    let expected = *blake3::hash(&all[..done]).as_bytes();
                    assert_eq!(hasher.finalize(), expected, "{done} in pieces of {size}");
                    let mut output = [0; 32];
                    hasher.clone().finalize_xof().fill(&mut output);
                    assert_eq!(output, expected, "{done} in pieces of {size}, cloned");
                }
                assert_eq!(hasher.message_len(), done as u64);
            }
            // Nothing of it is left.
            assert_eq!(
                hasher.reset().update(&all[..5000]).finalize(),
                *blake3::hash(&all[..5000]).as_bytes()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any pieces, some on all cores, with a look at the hash now and then.
    #[test]
    fn random_pieces(
        sizes in prop::collection::vec((prop_oneof![0..100usize, 0..5_000usize, 0..200_000usize], 0..4u8), 0..40),
    ) {
        let all = message(sizes.iter().map(|s| s.0).sum());
        for (mode, judge) in modes() {
            let (mut hasher, mut done) = (Hasher::with_mode(mode), 0);
            for &(size, how) in &sizes {
                let piece = &all[done..][..size];
                if how == 0 { hasher.par_update(piece) } else { hasher.update(piece) };
                done += size;
                if how == 1 {
                    prop_assert_eq!(hasher.finalize(), judged(&judge, &all[..done]));
                }
            }
            prop_assert_eq!(hasher.finalize(), judged(&judge, &all));
        }
    }
}
