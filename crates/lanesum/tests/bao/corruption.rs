//! Corrupted encodings: each fails, and what was read before is true.

use super::*;
use lanesum::bao::{Combined, Reader};
use lanesum::blake3::Hash;
use std::io::{Read, Seek, SeekFrom};

/// Reads until it fails, which it has to, after a true prefix. Says why.
fn fails(mut reader: impl Read, truth: &[u8], case: &str) -> Error {
    let mut got = Vec::new();
    let error = reader.read_to_end(&mut got).expect_err(case);
    assert!(truth.starts_with(&got), "{case}");
    assert!(reader.read(&mut [0]).is_err(), "it fails again: {case}");
    inner(&error)
}

/// The same for an encoding, in all ways, which all say the same.
fn encoding_fails(format: Format, hash: &Hash, encoded: &[u8], truth: &[u8], case: &str) -> Error {
    let error = fails(Reader::new(format, hash, encoded), truth, case);
    assert_eq!(format.decode(hash, encoded).map(|_| ()), Err(error), "{case}");
    assert_eq!(format.par_decode(hash, encoded).map(|_| ()), Err(error), "{case}");
    let out = Output::default();
    let at = format.par_decode_at(hash, &encoded, &out);
    assert_eq!(inner(&at.expect_err(case)), error, "{case}");
    // Gaps are zeros in this output.
    let out = out.into_bytes();
    assert!(out.len() <= truth.len() && out.iter().zip(truth).all(|(a, b)| *a == 0 || a == b), "{case}");
    assert_eq!(fails(Reader::of_source(format, hash, Combined::new(encoded)), truth, case), error, "{case}");
    error
}

#[test]
fn each_byte_of_encodings() {
    for log in [0, 1, 4] {
        for len in [0, 1, 1024, 1025, 3073, 20_000, 95_000] {
            let format = grouped(log);
            let message = message(len);
            let (hash, mut encoded) = format.encode(&message);
            // Each byte of the small ones, and of the others each of the first
            // nodes and a sample.
            let step = match encoded.len() {
                ..5000 => 1,
                5000..50_000 => 61,
                _ => 611,
            };
            for i in (0..encoded.len()).filter(|i| *i < 200 || i % step == 0) {
                let bit = 1 << (i % 8);
                encoded[i] ^= bit;
                let case = format!("{log} {len}: byte {i}");
                let error = encoding_fails(format, &hash, &encoded, &message, &case);
                if i >= 8 && len < 5000 {
                    let theirs = super::reference(log).decode(&hash.into(), &encoded);
                    match (error, theirs.expect_err("it is wrong")) {
                        (
                            Error::ParentMismatch { offset, .. },
                            reference::bao::Error::ParentMismatch { offset: theirs },
                        )
                        | (
                            Error::LeafMismatch { offset },
                            reference::bao::Error::LeafMismatch { offset: theirs },
                        ) => assert_eq!(offset, theirs),
                        (error, theirs) => panic!("{case}: {error:?} is not {theirs:?}"),
                    }
                }
                encoded[i] ^= bit;
            }
        }
    }
}

#[test]
fn samples_of_large_encodings() {
    for (log, len) in [(0, 700 * KIB + 1), (0, 2500 * KIB), (4, 2500 * KIB), (10, 2500 * KIB)] {
        let format = grouped(log);
        let message = message(len);
        let (hash, mut encoded) = format.encode(&message);
        let mut choices = Choices(11);
        for k in 0..30 {
            let i = if k < 10 { choices.below(400) } else { choices.below(encoded.len()) };
            encoded[i] ^= 0x80;
            encoding_fails(format, &hash, &encoded, &message, &format!("{log} {len}: byte {i}"));
            encoded[i] ^= 0x80;
            let end = choices.below(encoded.len());
            let error = encoding_fails(format, &hash, &encoded[..end], &message, "it is cut");
            assert_eq!(error, Error::Truncated { offset: end as u64 });
        }
    }
}

#[test]
fn each_length() {
    for log in [0, 2] {
        for len in [0, 1, 1025, 5000] {
            let message = message(len);
            let (hash, encoded) = grouped(log).encode(&message);
            for end in 0..encoded.len() {
                let case = format!("{log} {len}: {end} bytes");
                let error = encoding_fails(grouped(log), &hash, &encoded[..end], &message, &case);
                assert_eq!(error, Error::Truncated { offset: end as u64 }, "{case}");
            }
        }
    }
}

/// As much as is there and right is given out before the end is missed.
#[test]
fn what_is_there_is_read() {
    for log in [0, 4] {
        let len = 300 * KIB;
        let message = message(len);
        let (hash, encoded) = grouped(log).encode(&message);
        let leaf = grouped(log).chunk_group().bytes();
        for end in (8..encoded.len()).step_by(4999) {
            let mut got = Vec::new();
            let _ = Reader::new(grouped(log), &hash, &encoded[..end]).read_to_end(&mut got);
            // A leaf has no more than one parent, but for those on the left edge.
            assert!(got.len() + leaf + leaf / 10 + 64 * 20 + end / 15 > end, "{log} {end}: {}", got.len());
            assert!(message.starts_with(&got));
        }
    }
}

#[test]
fn each_byte_of_slices() {
    let requests: [(u8, usize, &[Range<u64>]); 6] = [
        (0, 5000, &[1024..2048]),
        (0, 5000, &[0..0, 6000..7000]),
        (0, 0, &[0..0]),
        (2, 20_000, &[3000..3001, 9000..19_000]),
        (4, 40_000, &[20_000..21_000]),
        (1, 600_000, &[5000..5001, 300_000..302_000]),
    ];
    for (log, len, ranges) in requests {
        let format = grouped(log);
        let message = message(len);
        let (hash, encoded) = format.encode(&message);
        let truth = slices::asked(&message, ranges);
        let mut slice = format.slice(&encoded, ranges).expect("it is whole");
        for i in 0..slice.len() {
            slice[i] ^= 1 << (i % 8);
            let case = format!("{log} {len} {ranges:?}: byte {i}");
            if i >= 8 {
                let error = fails(Reader::of_slice(format, &hash, &slice[..], ranges), &truth, &case);
                assert_eq!(format.decode_slice(&hash, &slice, ranges), Err(error), "{case}");
            } else {
                // Another length may leave a slice that does not reach the end
                // as it is: it may be decoded, but only to what is true.
                let mut got = Vec::new();
                let end = Reader::of_slice(format, &hash, &slice[..], ranges).read_to_end(&mut got);
                assert!(truth.starts_with(&got), "{case}");
                assert!(end.is_err() || got == truth, "{case}");
            }
            slice[i] ^= 1 << (i % 8);
            let error = fails(Reader::of_slice(format, &hash, &slice[..i], ranges), &truth, "it is cut");
            assert_eq!(error, Error::Truncated { offset: i as u64 });
        }
    }
}

#[test]
fn subtrees_changed_about() {
    // Two chunks, two subtrees of two chunks, two of 256 of them.
    for (len, size) in [(4096, 1024), (8192, 2 * 1024 + 64), (1 << 19, 256 * 1024 + 255 * 64)] {
        let message: Vec<u8> = message(len);
        let (hash, encoded) = Format::BAO.encode(&message);
        let mut changed = encoded.clone();
        let end = encoded.len();
        // The last two subtrees of a size lie side by side.
        changed[end - 2 * size..].rotate_left(size);
        encoding_fails(Format::BAO, &hash, &changed, &message, "subtrees");
        // And with what their parent says of them.
        changed[end - 2 * size - 64..end - 2 * size].rotate_left(32);
        encoding_fails(Format::BAO, &hash, &changed, &message, "subtrees, and the parent");
        let twice = [&encoded[..end - size], &encoded[end - 2 * size..end - size]].concat();
        encoding_fails(Format::BAO, &hash, &twice, &message, "a subtree twice");
    }
}

#[test]
fn lies_about_the_length() {
    for log in [0, 4] {
        for len in [0, 1, 1023, 1024, 1025, 2048, 4096, 5000, 16_385, 300 * KIB] {
            let format = grouped(log);
            let message = message(len);
            let (hash, mut encoded) = format.encode(&message);
            // Whatever a reader takes for a node, it is there.
            encoded.extend_from_within(..);
            let true_len = len as u64;
            let lies =
                [0, 1, 2, 1023, 1024, 1025, 2048, 3072, 4096, 8192, 1 << 20, 1 << 40, (1 << 63) - 1, 1 << 63];
            let near = [-1024, -1, 1, 1024].map(|by| true_len.wrapping_add_signed(by));
            for lie in
                lies.into_iter().chain(near).chain([2 * true_len, u64::MAX]).filter(|lie| *lie != true_len)
            {
                let case = format!("{log}: {lie} for {len}");
                encoded[..8].copy_from_slice(&lie.to_le_bytes());
                encoding_fails(format, &hash, &encoded, &message, &case);
                let mut reader = Reader::of_source(format, &hash, Combined::new(&encoded));
                assert!(reader.message_len().is_err(), "{case}");
                assert!(reader.seek(SeekFrom::End(0)).is_err(), "{case}");
                for position in [lie, true_len.max(lie) + u64::from(lie < u64::MAX)] {
                    reader.seek(SeekFrom::Start(position)).expect("this tells nothing");
                    if position >= lie {
                        assert!(reader.read(&mut [0]).is_err(), "past the end: {case}");
                    }
                }
                // A slice of what lies past the end.
                let past = [u64::MAX..u64::MAX];
                if let Ok(slice) = format.slice(&encoded, &past) {
                    assert!(format.decode_slice(&hash, &slice, &past).is_err(), "{case}");
                }
            }
        }
    }
}

#[test]
fn errors_say_where() {
    let message = message(5000);
    let (hash, encoded) = Format::BAO.encode(&message);
    // 8 bytes of length, the root, the parent of chunks 0 to 3, that of 0 and 1.
    for (byte, error) in [
        (8, Error::ParentMismatch { offset: 0, depth: 0 }),
        (8 + 64, Error::ParentMismatch { offset: 0, depth: 1 }),
        (8 + 2 * 64, Error::ParentMismatch { offset: 0, depth: 2 }),
        (8 + 3 * 64, Error::LeafMismatch { offset: 0 }),
        (8 + 3 * 64 + 1024, Error::LeafMismatch { offset: 1024 }),
        (8 + 3 * 64 + 2048, Error::ParentMismatch { offset: 2048, depth: 2 }),
        (encoded.len() - 1, Error::LeafMismatch { offset: 4096 }),
    ] {
        let mut corrupt = encoded.clone();
        corrupt[byte] ^= 1;
        assert_eq!(encoding_fails(Format::BAO, &hash, &corrupt, &message, "byte {byte}"), error);
    }
    let kind = |error: Error| io::Error::from(error).kind();
    assert_eq!(kind(Error::Truncated { offset: 1 }), io::ErrorKind::UnexpectedEof);
    assert_eq!(kind(Error::LeafMismatch { offset: 1 }), io::ErrorKind::InvalidData);
}

/// On all cores the first of several errors is what is said, whichever thread finds one first;
/// and what lies behind it is not read to its end.
#[test]
fn the_first_of_several_on_all_cores() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let message = message(20_000 * KIB + 5);
    let (hash, encoded) = Format::BAO.encode(&message);
    let (_, outboard) = Format::BAO.outboard(&message);
    let decode = |encoded: &Counted<'_>| {
        let decoded = pool.install(|| Format::BAO.par_decode_at(&hash, encoded, &Output::default()));
        inner(&decoded.unwrap_err())
    };
    let verify = |message: &Counted<'_>| {
        inner(&pool.install(|| Format::BAO.par_verify_at(&hash, &outboard, message)).unwrap_err())
    };
    let mut least = [usize::MAX; 2];
    for i in 0..20 {
        let [mut bad, mut bad_encoded] = [message.clone(), encoded.clone()];
        for at in [i * message.len() / 25, message.len() / 3, message.len() - 1 - i] {
            (bad[at], bad_encoded[at + 100]) = (!bad[at], !bad_encoded[at + 100]);
        }
        let (bad, bad_encoded) = (Counted(&bad, 0.into()), Counted(&bad_encoded, 0.into()));
        let first = Format::BAO.verify(&hash, &outboard, bad.0).unwrap_err();
        assert_eq!(verify(&bad), first, "{i}");
        assert_eq!(decode(&bad_encoded), Format::BAO.decode(&hash, bad_encoded.0).unwrap_err(), "{i}");
        for (least, counted) in least.iter_mut().zip([bad, bad_encoded]) {
            *least = counted.1.into_inner().min(*least);
        }
    }
    // Four threads had each begun some parts of 256 KiB, unless the one with the first error waited
    // for a core.
    assert!(least.iter().all(|read| *read < message.len() / 2), "{least:?}");
}
