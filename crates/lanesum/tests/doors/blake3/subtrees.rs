//! Parts of one message.

use super::{judged, message, modes};
use lanesum::blake3::subtree::{Subtree, SubtreeError, left_len, max_len};
use lanesum::blake3::{Hasher, Mode};
use proptest::prelude::*;

/// Hashes a part: all of it where `whole` says so, or its two children.
fn part(mode: &Mode, start: u64, bytes: &[u8], whole: &mut impl FnMut(u64, usize) -> bool) -> Subtree {
    match left_len(bytes.len() as u64) {
        Some(left) if !whole(start, bytes.len()) => {
            let (a, b) = bytes.split_at(left as usize);
            let [a, b] = [part(mode, start, a, whole), part(mode, start + left, b, whole)];
            mode.merge(&a, &b).unwrap()
        }
        _ => mode.subtree(start, bytes).unwrap(),
    }
}

/// The hash from the parts.
fn check(message: &[u8], whole: &mut impl FnMut(u64, usize) -> bool) {
    for (mode, mut judge) in modes() {
        let (a, b) = message.split_at(left_len(message.len() as u64).unwrap() as usize);
        let [a, b] = [part(&mode, 0, a, whole), part(&mode, a.len() as u64, b, whole)];
        assert_eq!(mode.root(&a, &b).unwrap(), judged(&judge, message), "{} bytes", message.len());
        let (mut ours, mut theirs) = ([0; 200], [0; 200]);
        mode.root_xof(&a, &b).unwrap().fill(&mut ours);
        judge.update(message).finalize_xof().fill(&mut theirs);
        assert_eq!(ours, theirs);
    }
}

/// Every ragged size up to nine chunks, in every way to split it: each bit says
/// of a node whether it is hashed whole.
#[test]
fn every_split() {
    let all = message(9 << 10);
    for chunks in 2..=9 {
        for len in [1024 * chunks - 1023, 1024 * chunks - 500, 1024 * chunks] {
            for ways in 0..1 << (chunks - 2) {
                let mut node = 0;
                check(&all[..len], &mut |_, _| {
                    node += 1;
                    ways >> (node - 1) & 1 == 1
                });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_splits(len in 1025..300_000usize, seed in any::<u64>()) {
        let mut seed = seed;
        check(&message(len), &mut |_, _| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 62 == 0
        });
    }

    /// What is allowed is what the crate's own arithmetic says.
    #[test]
    fn same_arithmetic(chunk in 1..u64::MAX >> 11, len in 1025..u64::MAX) {
        prop_assert_eq!(max_len(1024 * chunk), blake3::hazmat::max_subtree_len(1024 * chunk));
        prop_assert_eq!(left_len(len), Some(blake3::hazmat::left_subtree_len(len)));
    }
}

/// The counters of chunks past 2^32, and of the last one there can be.
#[test]
fn far_out() {
    use blake3::hazmat::HasherExt;
    let bytes = message(64 << 10);
    for start in [1 << 42, (1 << 42) - (64 << 10), (1 << 42) + (64 << 10), u64::MAX - 0x1ffff] {
        for len in [1, 1024, 5000, 40_000, 64 << 10] {
            let mut judge = blake3::Hasher::new();
            judge.set_input_offset(start).update(&bytes[..len]);
            let subtree = Mode::HASH.subtree(start, &bytes[..len]).unwrap();
            assert_eq!(*subtree.chaining_value(), judge.finalize_non_root(), "{len} bytes at {start}");
            assert_eq!(Mode::HASH.par_subtree(start, &bytes[..len]), Ok(subtree));
        }
    }
}

#[test]
fn what_does_not_fit() {
    let mode = Mode::HASH;
    let bytes = message(8 << 10);
    let part = |start, len: usize| mode.subtree(start, &bytes[..len]);
    assert_eq!(part(0, 0), Err(SubtreeError::Empty));
    assert_eq!(part(1024, 0), Err(SubtreeError::Empty));
    assert_eq!(part(1000, 1), Err(SubtreeError::Offset { start: 1000 }));
    assert_eq!(part(1024, 1025), Err(SubtreeError::TooLong { start: 1024, len: 1025, max: 1024 }));
    assert_eq!(part(6 << 10, 4096), Err(SubtreeError::TooLong { start: 6 << 10, len: 4096, max: 2048 }));
    assert_eq!(part(u64::MAX - 1023, 1024), Err(SubtreeError::End));
    assert!(Subtree::new(4096, 4097, [0; 32]).is_err());

    let [a, b, c, d] = [0, 1, 2, 3].map(|i| part(1024 * i, 1024).unwrap());
    assert_eq!(mode.merge(&a, &c), Err(SubtreeError::NoSiblings), "a gap");
    assert_eq!(mode.merge(&b, &a), Err(SubtreeError::NoSiblings), "the wrong order");
    assert!(mode.merge(&b, &c).is_err(), "neighbours of two parents");
    let ab = mode.merge(&a, &b).unwrap();
    let abc = mode.root(&ab, &c).unwrap();
    assert_eq!(
        abc,
        *Hasher::new()
            .update(&bytes[..1024])
            .update(&bytes[..1024])
            .update(&bytes[..1024])
            .finalize()
            .as_bytes()
    );
    let cd = mode.merge(&c, &d).unwrap();
    assert_eq!(mode.root(&c, &d), Err(SubtreeError::NotAtStart { start: 2048 }));
    assert_eq!(mode.merge(&a, &cd), Err(SubtreeError::NoSiblings));
    // A ragged part has no right neighbour, and is no left child.
    let ragged = part(0, 1000).unwrap();
    assert_eq!(mode.root(&ragged, &b), Err(SubtreeError::NoSiblings));
    assert_eq!((ab.start(), ab.len()), (0, 2048));
    assert_eq!(Subtree::new(0, 2048, *ab.chaining_value()), Ok(ab));
    assert_eq!((left_len(0), left_len(1024), left_len(1025)), (None, None, Some(1024)));
    assert_eq!((max_len(0), max_len(1), max_len(3 << 10)), (None, None, Some(1024)));
}

/// Pieces and subtrees of all sizes take turns; and every way that does not
/// work leaves the message as it is.
#[test]
fn pushed() {
    let bytes = message(100 << 10);
    let mut seed = 1_u64;
    for _ in 0..200 {
        for (mode, mut judge) in modes() {
            let mut hasher = Hasher::with_mode(mode);
            let mut done = 0;
            while done < bytes.len() {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let random = (seed >> 33) as usize;
                let largest = max_len(done as u64).unwrap_or(0).min((bytes.len() - done) as u64);
                let mut len = (random >> 4) % [100, 5000, 40_000][random % 3];
                if largest >= 1024 && !random.is_multiple_of(4) {
                    let len = 1024 << ((random >> 4) as u32 % (largest.ilog2() - 9));
                    let subtree = mode.subtree(done as u64, &bytes[done..done + len]).unwrap();
                    hasher.push_subtree(&subtree).unwrap();
                    assert!(hasher.push_subtree(&subtree).is_err(), "it is no longer the next");
                    done += len;
                } else {
                    len = len.min(bytes.len() - done);
                    if random.is_multiple_of(5) && done % 1024 > 0 {
                        // Up to the next chunk: otherwise there would be few subtrees.
                        len = (1024 - done % 1024).min(bytes.len() - done);
                    }
                    hasher.update(&bytes[done..done + len]);
                    done += len;
                }
                assert_eq!(hasher.message_len(), done as u64);
                if random.is_multiple_of(7) {
                    judge.reset();
                    judge.update(&bytes[..done]);
                    assert_eq!(hasher.finalize(), *judge.finalize().as_bytes(), "{done} bytes");
                }
            }
            judge.reset();
            assert_eq!(hasher.finalize(), *judge.update(&bytes).finalize().as_bytes());
        }
    }
}

#[test]
fn what_cannot_be_pushed() {
    let mode = Mode::HASH;
    let bytes = message(8 << 10);
    let mut hasher = Hasher::new();
    let first = mode.subtree(0, &bytes[..1024]).unwrap();
    assert_eq!(hasher.push_subtree(&first).unwrap_err(), SubtreeError::AtStart);
    let second = mode.subtree(1024, &bytes[1024..2048]).unwrap();
    assert_eq!(hasher.push_subtree(&second).unwrap_err(), SubtreeError::NotNext { start: 1024, end: 0 });
    hasher.update(&bytes[..1023]);
    assert_eq!(hasher.push_subtree(&second).unwrap_err(), SubtreeError::NotNext { start: 1024, end: 1023 });
    hasher.update(&bytes[1023..2048]);
    assert_eq!(hasher.push_subtree(&second).unwrap_err(), SubtreeError::NotNext { start: 1024, end: 2048 });
    for len in [1023, 1025, 3 << 10] {
        hasher.reset().update(&bytes[..4096]);
        let ragged = mode.subtree(4096, &bytes[4096..][..len]).unwrap();
        assert_eq!(hasher.push_subtree(&ragged).unwrap_err(), SubtreeError::NotWhole { len: len as u64 });
        assert_eq!(hasher.finalize(), lanesum::blake3::hash(&bytes[..4096]));
    }
}

/// Under a key a chaining value is a secret.
#[test]
fn a_subtree_does_not_print_its_chaining_value() {
    let subtree = Subtree::new(1024, 5, [0xab; 32]).unwrap();
    assert_eq!(format!("{subtree:?}"), "Subtree { start: 1024, len: 5, .. }");
    assert_eq!(subtree, Subtree::new(1024, 5, [0xab; 32]).unwrap());
    for other in [(2048, 5, [0xab; 32]), (1024, 6, [0xab; 32]), (1024, 5, [0xac; 32])] {
        assert_ne!(subtree, Subtree::new(other.0, other.1, other.2).unwrap());
    }
}
