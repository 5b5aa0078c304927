//! Bao held to the `bao` crate, chunk groups and several ranges to `bao-tree`, and decoding to its
//! promise: nothing corrupted is decoded.

#![expect(clippy::single_range_in_vec_init, reason = "a list of one range is what is meant")]

use bao_tree::io::outboard::PreOrderMemOutboard;
use bao_tree::{BlockSize, ChunkNum, ChunkRanges};
use reference::bao::{Bao, Error};
use reference::blake3::Mode;
use std::io::{Cursor, Read};
use std::ops::Range;

const BAO: Bao = Bao { mode: Mode::HASH, chunk_group: 0 };

const EVERYTHING: Range<u64> = 0..1 << 20;

/// Next to the ends of chunks, and of groups of 2, 4 and 16 of them.
const LENGTHS: [usize; 22] = [
    0, 1, 63, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 4096, 4097, 5120, 7000, 8192, 8193, 15360,
    16384, 16385, 33000, 50000,
];

fn message(len: usize) -> Vec<u8> {
    // A period that is no power of two, so that no two chunks are the same.
    (0..len).map(|i| (i % 251) as u8).collect()
}

#[test]
fn encodings() {
    for len in LENGTHS {
        let message = message(len);
        let (encoded, hash) = bao::encode::encode(&message);
        let (outboard, _) = bao::encode::outboard(&message);
        assert_eq!(BAO.hash(&message), *hash.as_bytes(), "{len}");
        assert_eq!(BAO.encode(&message), encoded, "{len}");
        assert_eq!(BAO.outboard(&message), outboard, "{len}");
        assert_eq!(BAO.decode(hash.as_bytes(), &encoded).as_ref(), Ok(&message), "{len}");
        assert_eq!(BAO.decode_outboard(hash.as_bytes(), &message, &outboard).as_ref(), Ok(&message), "{len}");
    }
}

#[test]
fn slices() {
    for len in LENGTHS {
        let message = message(len);
        let (encoded, hash) = bao::encode::encode(&message);
        for start in [0, 1, 1023, 1024, 1025, 5000, 16384, 60000] {
            for count in [0, 1, 1024, 1025, 3000, 100_000] {
                let range = [start..start + count];
                let mut expected = Vec::new();
                bao::encode::SliceExtractor::new(Cursor::new(&encoded), start, count)
                    .read_to_end(&mut expected)
                    .unwrap();
                let slice = BAO.slice(&message, &range);
                assert_eq!(slice, expected, "{len} {range:?}");

                let mut bytes = Vec::new();
                bao::decode::SliceDecoder::new(&*slice, &hash, start, count).read_to_end(&mut bytes).unwrap();
                assert_eq!(BAO.decode_slice(hash.as_bytes(), &slice, &range), Ok(bytes), "{len} {range:?}");
            }
        }
    }
}

/// What `bao-tree` makes of the same request, a length before it.
fn by_bao_tree(message: &[u8], chunk_group: u32, ranges: &[Range<u64>]) -> Vec<u8> {
    let chunks = ranges.iter().fold(ChunkRanges::empty(), |all, range| {
        // Its ranges are of chunks, and an empty one is none.
        let end = range.end.max(range.start + 1).div_ceil(1024);
        all | ChunkRanges::from(ChunkNum(range.start / 1024)..ChunkNum(end))
    });
    let outboard = PreOrderMemOutboard::create(message, BlockSize::from_chunk_log(chunk_group as u8));
    let mut out = (message.len() as u64).to_le_bytes().to_vec();
    bao_tree::io::sync::encode_ranges_validated(message, &outboard, &chunks, &mut out).unwrap();
    out
}

#[test]
fn chunk_groups() {
    for chunk_group in [0, 1, 2, 4, 10] {
        let bao = Bao { mode: Mode::HASH, chunk_group };
        for len in LENGTHS {
            let message = message(len);
            let hash = bao.hash(&message);
            let theirs = PreOrderMemOutboard::create(&message, BlockSize::from_chunk_log(chunk_group as u8));
            let outboard = bao.outboard(&message);
            assert_eq!(outboard, theirs.into_inner_with_prefix(), "{chunk_group} {len}");
            assert_eq!(bao.decode_outboard(&hash, &message, &outboard).as_ref(), Ok(&message));
            let encoded = bao.encode(&message);
            assert_eq!(encoded, by_bao_tree(&message, chunk_group, &[EVERYTHING]), "{chunk_group} {len}");
            assert_eq!(bao.decode(&hash, &encoded).as_ref(), Ok(&message));
        }
    }
}

#[test]
fn several_ranges() {
    let requests: [&[Range<u64>]; 10] = [
        &[],
        &[0..0],
        &[0..1, 2048..2049],
        &[1024..3072, 3072..5000],
        &[4000..9000, 0..10],
        &[0..100, 100_000..100_001],
        &[5120..7168, 8192..8193],
        &[100_000..200_000],
        &[0..16384, 20000..20001, 32768..40000],
        &[3000..3000, 1500..1600, 1024..1025, 15000..17000],
    ];
    for chunk_group in [0, 1, 2, 4] {
        let bao = Bao { mode: Mode::HASH, chunk_group };
        for len in LENGTHS {
            let message = message(len);
            let hash = bao.hash(&message);
            for ranges in requests {
                let case = format!("{chunk_group} {len} {ranges:?}");
                let slice = bao.slice(&message, ranges);
                assert_eq!(slice, by_bao_tree(&message, chunk_group, ranges), "{case}");
                let expected: Vec<u8> = (0..len)
                    .filter(|&i| ranges.iter().any(|range| range.contains(&(i as u64))))
                    .map(|i| message[i])
                    .collect();
                assert_eq!(bao.decode_slice(&hash, &slice, ranges), Ok(expected), "{case}");
            }
        }
    }
}

#[test]
fn keyed() {
    let key = b"whats the Elvish word for friend";
    let bao = Bao { mode: Mode::keyed_hash(key), chunk_group: 1 };
    let message = message(5000);
    let hash = bao.hash(&message);
    assert_eq!(hash, *blake3::keyed_hash(key, &message).as_bytes());
    let outboard = PreOrderMemOutboard::create_keyed(&message, BlockSize::from_chunk_log(1), key);
    assert_eq!(bao.outboard(&message), outboard.into_inner_with_prefix());
    assert_eq!(bao.decode(&hash, &bao.encode(&message)).as_ref(), Ok(&message));
    assert_eq!(
        Bao { mode: Mode::HASH, ..bao }.decode(&hash, &bao.encode(&message)),
        Err(Error::ParentMismatch { offset: 0 })
    );
}

/// One bit of any byte, or any byte less at the end, and it does not decode.
#[test]
fn corruption() {
    for chunk_group in [0, 1] {
        let bao = Bao { mode: Mode::HASH, chunk_group };
        for len in [0, 1, 1024, 1025, 3073] {
            let message = message(len);
            let hash = bao.hash(&message);
            let encoded = bao.encode(&message);
            for i in 0..encoded.len() {
                let mut corrupt = encoded.clone();
                corrupt[i] ^= 1 << (i % 8);
                assert!(bao.decode(&hash, &corrupt).is_err(), "{chunk_group} {len}: byte {i}");
                assert_eq!(
                    bao.decode(&hash, &encoded[..i]),
                    Err(Error::Truncated),
                    "{chunk_group} {len}: {i}"
                );
            }
            let mut longer = encoded.clone();
            longer.push(0);
            assert_eq!(bao.decode(&hash, &longer).as_ref(), Ok(&message), "what follows is not read");
        }
    }
}

#[test]
fn errors_say_where() {
    let message = message(5000);
    let hash = BAO.hash(&message);
    let encoded = BAO.encode(&message);
    // 8 bytes of length, the root, the parent of chunks 0 to 3, that of 0 and 1.
    for (byte, error) in [
        (8, Error::ParentMismatch { offset: 0 }),
        (8 + 64, Error::ParentMismatch { offset: 0 }),
        (8 + 3 * 64, Error::LeafMismatch { offset: 0 }),
        (8 + 3 * 64 + 1024, Error::LeafMismatch { offset: 1024 }),
        (8 + 3 * 64 + 2048, Error::ParentMismatch { offset: 2048 }),
        (encoded.len() - 1, Error::LeafMismatch { offset: 4096 }),
    ] {
        let mut corrupt = encoded.clone();
        corrupt[byte] ^= 1;
        assert_eq!(BAO.decode(&hash, &corrupt), Err(error), "byte {byte}");
    }
    let mut huge = encoded.clone();
    huge[..8].fill(0xff);
    assert!(BAO.decode(&hash, &huge).is_err());
}
