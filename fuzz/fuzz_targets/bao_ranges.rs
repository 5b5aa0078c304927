//! Any ranges of bytes of a message: whichever way a slice is made, it is the
//! same, and whichever way it is read, it has those bytes of the message.
//!
//! `cargo +nightly fuzz run bao_ranges`

#![no_main]

use arbitrary::Arbitrary;
use lanesum::bao::{Apart, ChunkGroup, Combined, Format, Layout, Reader, SliceReader};
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};
use std::ops::Range;

#[derive(Arbitrary, Debug)]
struct Input {
    group: u8,
    len: u32,
    ranges: Vec<(u32, u16)>,
    far: Vec<(u64, u64)>,
}

fuzz_target!(|input: Input| {
    let Some(group) = ChunkGroup::from_log(input.group % 13) else { return };
    let format = Format::BAO.with_chunk_group(group);
    let message: Vec<u8> = (0..input.len % 600_000).map(|i| (i % 251) as u8).collect();
    let near = input.ranges.iter().map(|&(start, len)| {
        let start = u64::from(start % 700_000);
        start..start + u64::from(len)
    });
    // The end may be before the start: an empty range.
    let ranges: Vec<Range<u64>> = near.chain(input.far.iter().map(|&(start, end)| start..end)).collect();

    let (hash, encoding) = format.encode(&message);
    let (_, outboard) = format.outboard(&message);
    let mut spooled = Cursor::new(Vec::new());
    let unknown = format.encode_unknown(Layout::Combined, &message[..], &mut spooled);
    assert_eq!(unknown.expect("it is memory"), hash);
    assert!(spooled.into_inner() == encoding);

    let mut truth = Vec::new();
    for (i, byte) in message.iter().enumerate() {
        if ranges.iter().any(|range| range.contains(&(i as u64))) {
            truth.push(*byte);
        }
    }
    let slice = format.slice(&encoding, &ranges).expect("it is whole");
    assert!(format.slice_outboard(&outboard, &message, &ranges).expect("it is whole") == slice);
    for made in [
        read(SliceReader::new(format, Combined::new(&encoding), &ranges)),
        read(SliceReader::new(format, Apart::new(&outboard, &message), &ranges)),
    ] {
        assert!(made == slice);
    }
    for got in [
        format.decode_slice(&hash, &slice, &ranges).expect("it is right"),
        read(Reader::of_slice(format, &hash, &slice[..], &ranges)),
        read(Reader::of_ranges(format, &hash, Combined::new(&encoding), &ranges)),
        read(Reader::of_ranges(format, &hash, Apart::new(&outboard, &message), &ranges)),
    ] {
        assert!(got == truth);
    }
});

fn read(mut reader: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).expect("it is whole");
    bytes
}
