//! Any ranges of bytes of a message: whichever way a slice is made, it is the
//! same, and whichever way it is read, it has those bytes of the message.
//!
//! `cargo +nightly fuzz run bao_ranges`

#![no_main]

use arbitrary::Arbitrary;
use lanesum::bao::{Apart, Combined, Layout, Reader, SliceReader};
use lanesum_fuzz::Input;
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};

#[derive(Arbitrary, Debug)]
struct Ranges {
    input: Input,
    far: Vec<(u64, u64)>,
}

fuzz_target!(|asked: Ranges| {
    let (format, message, mut ranges) = (asked.input.format(), asked.input.message(), asked.input.ranges());
    // The end may be before the start: an empty range.
    ranges.extend(asked.far.iter().map(|&(start, end)| start..end));

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
