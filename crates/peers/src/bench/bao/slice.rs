//! A MiB out of the middle of a message: making the slice, and decoding it.

use super::{compare, wants};
use crate::session::Session;
use anyhow::ensure;
use lanesum::bao::Format;
use std::hint::black_box;
use std::io::{Cursor, Read};
use std::slice;

const MAKE: &str = "a 1 MiB slice";
const DECODE: &str = "a 1 MiB slice, decoded";
const START: u64 = 100_000_000;
const LEN: u64 = 1 << 20;

pub(super) fn run(session: &mut Session, message: &[u8]) -> anyhow::Result<()> {
    if !wants(session, MAKE) {
        return Ok(());
    }
    let (hash, encoded) = Format::BAO.encode(message);
    let range = START..START + LEN;
    let ranges = slice::from_ref(&range);
    let make = || Format::BAO.slice(black_box(&encoded), ranges).expect("it is whole");
    let make_theirs = || {
        let mut slice = Vec::new();
        let encoding = Cursor::new(black_box(&encoded));
        bao::encode::SliceExtractor::new(encoding, START, LEN).read_to_end(&mut slice).expect("it is whole");
        slice
    };
    let made = make();
    ensure!(made == make_theirs(), "{MAKE}: they differ");
    let len = LEN as usize;
    let (ours, theirs) = (Box::new(|| _ = black_box(make())), Box::new(|| _ = black_box(make_theirs())));
    compare(session, MAKE, len, ("slice", ours), ("bao", theirs), 8.0)?;

    let their_hash = blake3::Hash::from_bytes(*hash.as_bytes());
    let ours = Box::new(|| {
        let bytes = Format::BAO.decode_slice(&hash, black_box(&made), ranges);
        black_box(bytes.expect("it is whole"));
    });
    let theirs = Box::new(|| {
        let mut bytes = Vec::new();
        bao::decode::SliceDecoder::new(black_box(&*made), &their_hash, START, LEN)
            .read_to_end(&mut bytes)
            .expect("it is whole");
        black_box(bytes);
    });
    compare(session, DECODE, len, ("decode_slice", ours), ("bao", theirs), 8.0)
}
