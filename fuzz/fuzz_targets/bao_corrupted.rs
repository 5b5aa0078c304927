//! An encoding or a slice with some bytes changed: the decoder gives out true
//! bytes and no others, and fails unless it gave out all of them.
//!
//! `cargo +nightly fuzz run bao_corrupted`

#![no_main]

use arbitrary::Arbitrary;
use lanesum::bao::Reader;
use lanesum_fuzz::Input;
use libfuzzer_sys::fuzz_target;
use std::io::Read;

#[derive(Arbitrary, Debug)]
struct Corrupted {
    input: Input,
    changes: Vec<(u32, u8)>,
    cut: Option<u32>,
}

fuzz_target!(|corrupted: Corrupted| {
    let Corrupted { input, changes, cut } = corrupted;
    let (format, message, mut ranges) = (input.format(), input.message(), input.ranges());
    if ranges.is_empty() {
        ranges.push(0..u64::MAX);
    }
    let (hash, encoding) = format.encode(&message);
    let mut slice = format.slice(&encoding, &ranges).expect("the encoding is whole");
    let truth = format.decode_slice(&hash, &slice, &ranges).expect("nothing is changed yet");
    for (at, by) in &changes {
        let at = *at as usize % slice.len();
        slice[at] ^= by;
    }
    if let Some(cut) = cut {
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
