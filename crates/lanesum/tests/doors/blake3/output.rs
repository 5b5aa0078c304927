//! Extended output.

use super::{message, modes};
use lanesum::blake3::Hasher;
use std::io::{Read, Seek, SeekFrom};

#[test]
fn every_part() {
    for len in [0, 1, 64, 1024, 1025, 40_000] {
        let message = message(len);
        for (mode, mut judge) in modes() {
            let mut expected = vec![0; 5000];
            judge.update(&message).finalize_xof().fill(&mut expected);
            let reader = Hasher::with_mode(mode).update(&message).finalize_xof();
            for start in [0, 1, 63, 64, 65, 1000, 1023, 1024, 2048] {
                for len in [0, 1, 31, 32, 63, 64, 65, 127, 128, 1000, 1024, 2047, 2048, 2500] {
                    let mut part = vec![0; len];
                    let mut reader = reader.clone();
                    reader.set_position(start as u64);
                    reader.fill(&mut part);
                    assert_eq!(part, expected[start..][..len], "{len} bytes at {start}");
                    assert_eq!(reader.position(), (start + len) as u64);
                }
            }
        }
    }
}

/// Short parts one behind the other, which share a block that is made once, and from other places.
#[test]
fn short_parts() {
    let mut expected = vec![0; 2000];
    blake3::Hasher::new().update(b"abc").finalize_xof().fill(&mut expected);
    let mut reader = Hasher::new().update(b"abc").finalize_xof();
    let (mut at, mut random) = (0, 1u32);
    for _ in 0..5000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let len = (random >> 16) as usize % if random >> 31 == 0 { 10 } else { 150 };
        if random >> 26 == 0 || at + len > expected.len() {
            at = (random >> 10) as usize % 1800;
            reader.set_position(at as u64);
        }
        let mut part = vec![0; len];
        reader.fill(&mut part);
        assert_eq!(part, expected[at..at + len], "{len} bytes at {at}");
        at += len;
        if random >> 27 == 1 {
            reader = reader.clone();
        }
    }
}

/// Past 2^32 blocks, where the counter has a high word, and up to the end.
#[test]
fn far_out() {
    let mut judge = blake3::Hasher::new().update(b"abc").finalize_xof();
    let mut reader = Hasher::new().update(b"abc").finalize_xof();
    let places = [
        1 << 38,
        (1 << 38) - 100,
        (1 << 38) - 2048,
        (1 << 38) + 7,
        1 << 63,
        u64::MAX - 5000,
        u64::MAX - 4096,
    ];
    for place in places {
        let (mut a, mut b) = ([0; 4096], [0; 4096]);
        judge.set_position(place);
        reader.seek(SeekFrom::Start(place)).unwrap();
        judge.fill(&mut b);
        reader.read_exact(&mut a).unwrap();
        assert_eq!(a, b, "at {place}");
        reader.set_position(place);
        reader.par_fill(&mut a);
        assert_eq!(a, b, "at {place}, on all cores");
    }
}

#[test]
fn seeking() {
    let mut reader = Hasher::new().finalize_xof();
    reader.set_position(100);
    assert_eq!(reader.seek(SeekFrom::Current(-30)).unwrap(), 70);
    assert!(reader.seek(SeekFrom::Current(-71)).is_err());
    assert!(reader.seek(SeekFrom::End(0)).is_err());
    assert_eq!(reader.position(), 70);
}

#[test]
fn a_lot_on_all_cores() {
    let (mut a, mut b) = (vec![0; 3 << 20], vec![1; 3 << 20]);
    let mut reader = Hasher::new().finalize_xof();
    reader.set_position(17);
    reader.clone().par_fill(&mut a);
    reader.fill(&mut b);
    assert!(a == b);
}
