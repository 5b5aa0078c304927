//! Which ranges of a partial message are valid.

use super::*;
use lanesum::bao::{Apart, Combined};

/// The leaves that are valid, as ranges.
fn leaves(len: usize, leaf: usize, is_valid: impl Fn(usize) -> bool) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for i in (0..len.div_ceil(leaf)).filter(|i| is_valid(*i)) {
        let (start, end) = ((i * leaf) as u64, len.min((i + 1) * leaf) as u64);
        match ranges.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => ranges.push(start..end),
        }
    }
    ranges
}

#[test]
fn of_a_partial_message() {
    for (log, len) in [(0, 1), (0, 5000), (1, 50_001), (0, 1000 * KIB + 1), (4, 1000 * KIB), (10, 3000 * KIB)]
    {
        let format = grouped(log);
        let leaf = format.chunk_group().bytes();
        let whole = message(len);
        let (hash, outboard) = format.outboard(&whole);
        let valid = |message: &[u8], ranges: &[Range<u64>]| {
            format.valid_ranges(&hash, Apart::new(&outboard, message), ranges).expect("it has a length")
        };
        assert_eq!(valid(&whole, &[EVERYTHING]), [0..len as u64]);
        let mut choices = Choices(len as u64);
        for _ in 0..20 {
            let mut partial = whole.clone();
            let mut holes = vec![false; len.div_ceil(leaf)];
            for _ in 0..choices.below(5) {
                let i = choices.below(len);
                partial[i] ^= 1;
                holes[i / leaf] = !holes[i / leaf] || partial[i] != whole[i];
            }
            for (i, hole) in holes.iter_mut().enumerate() {
                let end = len.min((i + 1) * leaf);
                *hole = partial[i * leaf..end] != whole[i * leaf..end];
            }
            assert_eq!(valid(&partial, &[EVERYTHING]), leaves(len, leaf, |i| !holes[i]), "{log} {len}");
            let there = choices.below(len);
            let expected = leaves(len, leaf, |i| !holes[i] && len.min((i + 1) * leaf) <= there);
            assert_eq!(valid(&partial[..there], &[EVERYTHING]), expected, "{log} {len} {there}");
            let start = choices.below(len);
            let end = start + choices.below(100_000);
            let within =
                leaves(len, leaf, |i| !holes[i] && i * leaf < end.max(start + 1) && (i + 1) * leaf > start);
            assert_eq!(valid(&partial, &[start as u64..end as u64]), within, "{log} {len} {start} {end}");
        }
    }
}

#[test]
fn of_a_partial_tree() {
    let len = 1000 * KIB + 1;
    let message = message(len);
    let (hash, outboard) = Format::BAO.outboard(&message);
    let mut choices = Choices(5);
    for _ in 0..100 {
        let mut partial = outboard.clone();
        let i = 8 + choices.below(outboard.len() - 8);
        partial[i] ^= 4;
        let valid = Format::BAO.valid_ranges(&hash, Apart::new(&partial, &message), &[EVERYTHING]);
        let valid = valid.expect("it has a length");
        // What is missing is what lies under the parent: a run of whole chunks.
        let total: u64 = valid.iter().map(|range| range.end - range.start).sum();
        assert!(total < len as u64 && valid.len() <= 2, "{i}: {valid:?}");
        let parent = Format::BAO.verify(&hash, &partial, &message);
        let Err(Error::ParentMismatch { offset, .. }) = parent else { panic!("{i}: {parent:?}") };
        assert!(valid.iter().all(|range| !range.contains(&offset)), "{i}");
        assert!(offset == 0 || valid[0] == (0..offset), "{i}");
    }
}

#[test]
fn of_a_partial_encoding() {
    let message = message(700 * KIB);
    let (hash, encoded) = grouped(4).encode(&message);
    for len in [0, 7, 8, 100, 20_000, 400_000, encoded.len()] {
        let valid = grouped(4).valid_ranges(&hash, Combined::new(&encoded[..len]), &[EVERYTHING]);
        if len < 8 {
            assert_eq!(inner(&valid.expect_err("it has no length")), Error::Truncated { offset: len as u64 });
            continue;
        }
        let prefix = grouped(4).decode_prefix(&hash, &encoded[..len]);
        let expected: Vec<_> = (prefix > 0).then_some(0..prefix).into_iter().collect();
        assert_eq!(valid.expect("it has a length"), expected, "{len}");
    }
}

trait DecodePrefix {
    fn decode_prefix(&self, hash: &lanesum::blake3::Hash, encoded: &[u8]) -> u64;
}

impl DecodePrefix for Format {
    /// How many bytes a reader gives before it fails.
    fn decode_prefix(&self, hash: &lanesum::blake3::Hash, encoded: &[u8]) -> u64 {
        let mut out = Vec::new();
        let _ = io::Read::read_to_end(&mut lanesum::bao::Reader::new(*self, hash, encoded), &mut out);
        out.len() as u64
    }
}

#[test]
fn of_the_empty_message() {
    let (hash, outboard) = Format::BAO.outboard(b"");
    let valid = Format::BAO.valid_ranges(&hash, Apart::new(&outboard, &[][..]), &[EVERYTHING]);
    assert_eq!(valid.expect("it has a length"), []);
}
