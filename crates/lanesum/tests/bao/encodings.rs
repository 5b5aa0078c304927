//! Whole encodings, by every way of making them.

use super::*;
use bao_tree::BlockSize;
use bao_tree::io::outboard::PreOrderMemOutboard;
use lanesum::bao::{Encoder, Layout};
use lanesum::blake3::Mode;
use std::convert::Infallible;
use std::io::Cursor;

/// Every other way of making the encoding of a layout.
fn ways(format: Format, layout: Layout, message: &[u8], expected: &[u8]) {
    let hash = format.hash(message);
    let len = message.len() as u64;

    // In the room of something else, shorter and longer.
    for mut out in [vec![1; 100], vec![1; expected.len() + 5]] {
        assert_eq!(format.encode_to(layout, message, &mut out), hash);
        assert!(out == expected, "in used room");
        if layout == Layout::Combined {
            let mut again = vec![1; message.len() + 5];
            assert_eq!(format.decode_to(&hash, &out, &mut again), Ok(()));
            assert!(again == message);
            out[8..].reverse();
            let mut truth = out.clone();
            truth[8..].reverse();
            let result = format.par_decode_to(&hash, &out, &mut again);
            // A palindrome is as it was.
            assert_eq!(result.is_ok(), truth == out);
            assert!(result.is_ok() || again.is_empty());
        }
    }

    let mut out = vec![1; expected.len()];
    assert_eq!(format.encode_into(layout, message, &mut out), Some(hash));
    assert!(out == expected, "in room of its own");
    for other in [0, expected.len() - 1, expected.len() + 1] {
        assert_eq!(format.encode_into(layout, message, &mut vec![1; other]), None);
    }

    let mut out = Cursor::new(Vec::new());
    assert_eq!(format.encode_from(layout, message, len, &mut out).expect("it is written"), hash);
    assert!(out.into_inner() == expected, "of known length");

    let mut out = Cursor::new(Vec::new());
    assert_eq!(format.encode_unknown(layout, message, &mut out).expect("it is written"), hash);
    assert!(out.into_inner() == expected, "of unknown length");

    let out = Output::default();
    assert_eq!(format.par_encode_at(layout, &message, len, &out).expect("it is written"), hash);
    assert!(out.into_bytes() == expected, "at positions");

    let out = Output::default();
    let mut rest = message;
    let mut encoder = Encoder::new(format, layout, len).expect("it is short");
    while let Some(len) = encoder.next_len() {
        assert_eq!(encoder.finalize(), None);
        let content = rest.split_off(..len).expect("no more is asked for than there is");
        let put = |offset, bytes: &[u8]| {
            out.write_all_at(offset, bytes).expect("it is memory");
            Ok::<(), Infallible>(())
        };
        encoder.encode(content, put).expect("it is infallible");
    }
    assert_eq!(encoder.finalize(), Some(hash));
    assert!(out.into_bytes() == expected, "piece by piece");
}

fn both(format: Format, message: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let hash = format.hash(message);
    let (of_encoded, encoded) = format.encode(message);
    let (of_outboard, outboard) = format.outboard(message);
    assert_eq!((of_encoded, of_outboard), (hash, hash));
    assert!(format.par_encode(message) == (hash, encoded.clone()));
    assert!(format.par_outboard(message) == (hash, outboard.clone()));
    assert_eq!(encoded.len() as u128, format.encoded_len(message.len() as u64));
    assert_eq!(outboard.len() as u128, format.outboard_len(message.len() as u64));
    ways(format, Layout::Combined, message, &encoded);
    ways(format, Layout::Outboard, message, &outboard);
    (encoded, outboard)
}

#[test]
fn as_bao_has_them() {
    for len in lengths() {
        let message = message(len);
        let (encoded, outboard) = both(Format::BAO, &message);
        let (theirs, hash) = bao::encode::encode(&message);
        assert_eq!(Format::BAO.hash(&message), *hash.as_bytes(), "{len}");
        assert!(encoded == theirs, "{len}");
        assert!(outboard == bao::encode::outboard(&message).0, "{len}");
        assert!(bao::decode::decode(&encoded, &hash).expect("it is right") == message, "{len}");
        let hash = Format::BAO.hash(&message);
        assert!(Format::BAO.decode(&hash, &theirs).as_ref() == Ok(&message), "{len}");
        assert!(Format::BAO.par_decode(&hash, &theirs).as_ref() == Ok(&message), "{len}");
        let out = Output::default();
        assert_eq!(Format::BAO.par_decode_at(&hash, &theirs, &out).expect("it is right"), len as u64);
        assert!(out.into_bytes() == message, "{len}");
    }
}

#[test]
fn as_bao_tree_has_them() {
    for log in [0, 1, 2, 4, 8, 10, 12] {
        for len in lengths() {
            let message = message(len);
            let (encoded, outboard) = both(grouped(log), &message);
            let theirs = PreOrderMemOutboard::create(&message, BlockSize::from_chunk_log(log));
            let hash = grouped(log).hash(&message);
            assert_eq!(hash, *theirs.root.as_bytes());
            assert!(outboard == theirs.into_inner_with_prefix(), "{log} {len}");
            let theirs = slices::by_bao_tree(&message, log, &[EVERYTHING.start..1 << 40]);
            assert!(encoded == theirs, "{log} {len}");
            assert!(grouped(log).decode(&hash, &theirs).as_ref() == Ok(&message), "{log} {len}");
            assert!(grouped(log).par_decode(&hash, &theirs).as_ref() == Ok(&message), "{log} {len}");
        }
    }
}

#[test]
fn keyed() {
    let key = b"whats the Elvish word for friend";
    let format = grouped(1).with_mode(Mode::keyed(key));
    for len in [0, 5000, 300 * KIB] {
        let message = message(len);
        let (encoded, outboard) = both(format, &message);
        let hash = lanesum::blake3::keyed_hash(key, &message);
        let theirs = PreOrderMemOutboard::create_keyed(&message, BlockSize::from_chunk_log(1), key);
        assert!(outboard == theirs.into_inner_with_prefix());
        assert!(format.decode(&hash, &encoded).as_ref() == Ok(&message));
        assert!(grouped(1).decode(&hash, &encoded).is_err(), "without the key");
        let other = format.with_mode(Mode::keyed(b"whats the Elvish word for enemy?"));
        assert!(other.decode(&hash, &encoded).is_err(), "with another one");
    }
}

#[test]
fn other_lengths_than_said() {
    let message = message(600 * KIB);
    let out = || Cursor::new(Vec::new());
    for layout in [Layout::Combined, Layout::Outboard] {
        for (len, error) in [
            (600 * 1024 + 1, Error::MessageTruncated { offset: 600 * 1024 }),
            (600 * 1024 - 1, Error::MessageTooLong { offset: 600 * 1024 - 1 }),
            (0, Error::MessageTooLong { offset: 0 }),
            (1 << 63, Error::TooLong),
        ] {
            let got = Format::BAO.encode_from(layout, &message[..], len, out()).expect_err("it is wrong");
            assert_eq!(inner(&got), error);
            if len < 1 << 40 {
                let got = Format::BAO.par_encode_at(layout, &message, len, &Output::default());
                assert_eq!(inner(&got.expect_err("it is wrong")), error);
            }
        }
    }
}

#[test]
fn groups() {
    assert_eq!(ChunkGroup::from_log(13), None);
    assert_eq!(ChunkGroup::from_log(12), Some(ChunkGroup::MAX));
    assert_eq!(ChunkGroup::KIB_16.bytes(), 16 * KIB);
    assert_eq!(ChunkGroup::default(), ChunkGroup::CHUNK);
}
