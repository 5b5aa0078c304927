//! The doors of Bao in memory.

use crate::check::{Door, Own};
use crate::pages::{Pages, Side};
use lanesum::bao::{ChunkGroup, Format};
use std::ops::Range;

pub(crate) const DOORS: [Own; 2] = [
    Door { name: "bao, combined", run: |m, side| each(m, side, combined) },
    Door { name: "bao, outboard", run: |m, side| each(m, side, outboard) },
];

type Encode = fn(Format, &[u8], Side) -> Vec<u8>;

/// A few messages, for each is hashed many times.
fn each(messages: &[&[u8]], side: Side, encode: Encode) -> Vec<Vec<u8>> {
    let group = ChunkGroup::from_log(2).expect("a group of 4 chunks");
    let few = messages.iter().step_by(messages.len().div_ceil(8));
    few.flat_map(|m| [Format::BAO, Format::BAO.with_chunk_group(group)].map(|f| encode(f, m, side))).collect()
}

/// Ranges within a message, at its end, and past it.
fn ranges(message: &[u8]) -> Vec<Range<u64>> {
    let len = message.len() as u64;
    vec![0..1, len / 3..len / 2, len.saturating_sub(1)..len + 1]
}

fn put(pages: &mut Pages, bytes: &[u8], side: Side, read: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
    read(pages.put(&[bytes], side)[0])
}

fn combined(format: Format, message: &[u8], side: Side) -> Vec<u8> {
    let (hash, encoding) = format.encode(message);
    let ranges = ranges(message);
    let pages = &mut Pages::new(1, encoding.len());
    let slice = put(pages, &encoding, side, |encoding| {
        assert!(format.decode(&hash, encoding).expect("it is whole") == message);
        assert!(format.par_decode(&hash, encoding).expect("it is whole") == message);
        format.slice(encoding, &ranges).expect("it is whole")
    });
    let pages = &mut Pages::new(1, slice.len());
    let got =
        put(pages, &slice, side, |slice| format.decode_slice(&hash, slice, &ranges).expect("it is whole"));
    [encoding, slice, got].concat()
}

fn outboard(format: Format, message: &[u8], side: Side) -> Vec<u8> {
    let (hash, outboard) = format.outboard(message);
    let pages = &mut Pages::new(1, outboard.len());
    let slice = put(pages, &outboard, side, |outboard| {
        format.verify(&hash, outboard, message).expect("it is whole");
        format.par_verify(&hash, outboard, message).expect("it is whole");
        format.slice_outboard(outboard, message, &ranges(message)).expect("it is whole")
    });
    [outboard, slice].concat()
}
