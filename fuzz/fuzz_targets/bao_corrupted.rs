//! An encoding or a slice with some bytes changed: the decoder gives out true
//! bytes and no others, and fails unless it gave out all of them.
//!
//! `cargo +nightly fuzz run bao_corrupted`

#![no_main]

use arbitrary::Arbitrary;
use lanesum::bao::{ChunkGroup, Format, Reader};
use libfuzzer_sys::fuzz_target;
use std::io::Read;
use std::ops::Range;

#[derive(Arbitrary, Debug)]
struct Input {
    group: u8,
    len: u32,
    ranges: Vec<(u32, u16)>,
    changes: Vec<(u32, u8)>,
    cut: Option<u32>,
}

fuzz_target!(|input: Input| {
    let Some(group) = ChunkGroup::from_log(input.group % 6) else { return };
    let format = Format::BAO.with_chunk_group(group);
    let message: Vec<u8> = (0..input.len % 600_000).map(|i| (i % 251) as u8).collect();
    let ranges: Vec<Range<u64>> = match &input.ranges[..] {
        [] => Vec::from([0..u64::MAX]),
        some => some.iter().map(|&(start, len)| start.into()..u64::from(start) + u64::from(len)).collect(),
    };
    let (hash, encoding) = format.encode(&message);
    let mut slice = format.slice(&encoding, &ranges).expect("the encoding is whole");
    let truth = format.decode_slice(&hash, &slice, &ranges).expect("nothing is changed yet");
    for (at, by) in &input.changes {
        let at = *at as usize % slice.len();
        slice[at] ^= by;
    }
    if let Some(cut) = input.cut {
        slice.truncate(cut as usize % (slice.len() + 1));
    }
    let mut got = Vec::new();
    let end = Reader::of_slice(format, &hash, &slice[..], &ranges).read_to_end(&mut got);
    assert!(truth.starts_with(&got));
    assert!(end.is_err() || got == truth);
    let at_once = format.decode_slice(&hash, &slice, &ranges);
    assert_eq!(at_once.is_ok(), end.is_ok());
    assert!(at_once.is_err() || at_once.as_ref() == Ok(&truth));
});
