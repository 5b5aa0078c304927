//! Slices, of one range and of several, by every way of making and reading them.

use super::*;
use bao_tree::io::outboard::PreOrderMemOutboard;
use bao_tree::{BlockSize, ChunkNum, ChunkRanges};
use lanesum::bao::{Apart, Combined, Reader, Seeking, SliceReader};
use proptest::prelude::*;
use std::io::{Cursor, Read};

/// What `bao-tree` makes of the same request, a length before it.
pub(crate) fn by_bao_tree(message: &[u8], log: u8, ranges: &[Range<u64>]) -> Vec<u8> {
    let chunks = ranges.iter().fold(ChunkRanges::empty(), |all, range| {
        // Its ranges are of chunks, and an empty one is none.
        let end = range.end.max(range.start + 1).div_ceil(1024);
        all | ChunkRanges::from(ChunkNum(range.start / 1024)..ChunkNum(end))
    });
    let outboard = PreOrderMemOutboard::create(message, BlockSize::from_chunk_log(log));
    let mut out = (message.len() as u64).to_le_bytes().to_vec();
    bao_tree::io::sync::encode_ranges_validated(message, &outboard, &chunks, &mut out)
        .expect("its outboard is right");
    out
}

/// The bytes of the ranges.
pub(crate) fn asked(message: &[u8], ranges: &[Range<u64>]) -> Vec<u8> {
    let mut wanted = vec![false; message.len()];
    for range in ranges {
        let end = range.end.min(message.len() as u64) as usize;
        wanted[end.min(range.start as usize)..end].fill(true);
    }
    message.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(byte, _)| *byte).collect()
}

/// One message's encodings, for many requests.
struct Case {
    format: Format,
    message: Vec<u8>,
    encoded: Vec<u8>,
    outboard: Vec<u8>,
}

impl Case {
    fn new(format: Format, len: usize) -> Self {
        let message = message(len);
        let (_, encoded) = format.encode(&message);
        let (_, outboard) = format.outboard(&message);
        Self { format, message, encoded, outboard }
    }

    /// Makes the slice in all ways, and reads it in all ways.
    fn slice(&self, ranges: &[Range<u64>]) -> Vec<u8> {
        let Self { format, message, encoded, outboard } = self;
        let case = format!("{format:?} {} {ranges:?}", message.len());
        let hash = format.hash(message);
        let slice = format.slice(encoded, ranges).expect("it is whole");
        let again = format.slice_outboard(outboard, message, ranges).expect("it is whole");
        assert!(again == slice, "from an outboard encoding: {case}");
        let mut read = Vec::new();
        let source = Combined::new(Seeking::new(Cursor::new(encoded)));
        SliceReader::new(*format, source, ranges).read_to_end(&mut read).expect("it is whole");
        assert!(read == slice, "read: {case}");
        read.clear();
        let source = Apart::new(outboard, message);
        SliceReader::new(*format, source, ranges).read_to_end(&mut read).expect("it is whole");
        assert!(read == slice, "read from an outboard encoding: {case}");

        let bytes = asked(message, ranges);
        assert!(format.decode_slice(&hash, &slice, ranges).as_ref() == Ok(&bytes), "decoded: {case}");
        let mut input = slice.clone();
        input.extend(b"what follows");
        let (mut input, mut got) = (&input[..], Vec::new());
        Reader::of_slice(*format, &hash, &mut input, ranges).read_to_end(&mut got).expect("it is right");
        assert!(got == bytes, "decoded by a reader: {case}");
        assert_eq!(input, b"what follows", "{case}");
        got.clear();
        let source = Apart::new(outboard, message);
        Reader::of_ranges(*format, &hash, source, ranges).read_to_end(&mut got).expect("it is right");
        assert!(got == bytes, "decoded from a whole encoding: {case}");
        slice
    }
}

#[test]
fn as_bao_has_them() {
    for len in SHORT.into_iter().chain([256 * KIB, 700 * KIB + 5, 1025 * KIB]) {
        let case = Case::new(Format::BAO, len);
        let (theirs, hash) = bao::encode::encode(&case.message);
        for start in [0, 1, 1023, 1024, 1025, 5000, 16384, 60000, 262_143, 300_000, 2_000_000] {
            for count in [0, 1, 1024, 1025, 3000, 100_000, 262_144, 1 << 40] {
                let slice = case.slice(&[start..start + count]);
                let mut expected = Vec::new();
                bao::encode::SliceExtractor::new(Cursor::new(&theirs), start, count)
                    .read_to_end(&mut expected)
                    .expect("it is whole");
                assert!(slice == expected, "{len} {start} {count}");
                let mut bytes = Vec::new();
                bao::decode::SliceDecoder::new(&*slice, &hash, start, count)
                    .read_to_end(&mut bytes)
                    .expect("it is right");
                assert!(bytes == asked(&case.message, &[start..start + count]), "{len} {start} {count}");
            }
        }
    }
}

#[test]
fn as_bao_tree_has_them() {
    let requests: [&[Range<u64>]; 12] = [
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
        &[0..262_144, 300_000..300_000, 500_000..2_000_000],
        &[1..2_000_000],
    ];
    for log in [0, 1, 2, 4, 9] {
        for len in SHORT.into_iter().chain([256 * KIB, 700 * KIB + 5, 2049 * KIB]) {
            let case = Case::new(grouped(log), len);
            for ranges in requests {
                let slice = case.slice(ranges);
                assert!(slice == by_bao_tree(&case.message, log, ranges), "{log} {len} {ranges:?}");
                if len < 100_000 {
                    assert!(slice == super::reference(log).slice(&case.message, ranges));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn of_any_ranges(
        log in 0u8..6,
        len in 0usize..600_000,
        ranges in prop::collection::vec((0u64..700_000, 0u64..90_000), 0..6),
    ) {
        let ranges: Vec<_> = ranges.into_iter().map(|(start, count)| start..start + count).collect();
        let slice = Case::new(grouped(log), len).slice(&ranges);
        prop_assert!(slice == by_bao_tree(&message(len), log, &ranges));
    }
}

#[test]
fn of_what_is_not_whole() {
    let case = Case::new(grouped(1), 10_000);
    let everything = &[EVERYTHING];
    for len in 0..case.encoded.len() {
        let short = &case.encoded[..len];
        let error = case.format.slice(short, everything).expect_err("it is not whole");
        assert_eq!(error, Error::Truncated { offset: len as u64 });
        let mut reader = SliceReader::new(case.format, Combined::new(short), everything);
        for _ in 0..2 {
            let error = reader.read_to_end(&mut Vec::new()).expect_err("it is not whole");
            assert_eq!(inner(&error), Error::Truncated { offset: len as u64 });
        }
    }
    for len in 0..case.outboard.len() {
        let error = case.format.slice_outboard(&case.outboard[..len], &case.message, everything);
        assert_eq!(error, Err(Error::Truncated { offset: len as u64 }));
    }
    for len in 0..case.message.len() {
        let error =
            case.format.slice_outboard(&case.outboard, &case.message[..len], &[5000..5001, EVERYTHING]);
        assert_eq!(error, Err(Error::MessageTruncated { offset: len as u64 }));
    }
    let error = case.format.slice(&[0xff; 100], everything);
    assert_eq!(error, Err(Error::TooLong));
}

/// What a slice does not take of an outboard encoding may be missing. A chunk takes none of it,
/// wherever it would lie there.
#[test]
fn of_what_has_all_that_it_takes() {
    let case = Case::new(Format::BAO, 5000);
    let last = &[const { 4999..5000 }];
    let whole = case.format.slice_outboard(&case.outboard, &case.message, last);
    let top = &case.outboard[..8 + 64];
    assert_eq!(case.format.slice_outboard(top, &case.message, last), whole);
    let mut read = Vec::new();
    let source = Apart::new(top, &case.message[..]);
    SliceReader::new(case.format, source, last).read_to_end(&mut read).expect("it has all");
    assert_eq!(Ok(read), whole);
}
