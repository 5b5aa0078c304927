//! Any bytes as an encoding, an outboard encoding and a slice: nothing panics,
//! takes memory for a length that is only claimed, or is taken for the message.
//!
//! `cargo +nightly fuzz run bao_anything -- -rss_limit_mb=256`

#![no_main]

use lanesum::bao::{Apart, Combined, Reader};
use lanesum::blake3;
use libfuzzer_sys::fuzz_target;
use std::io::{Read, Seek, SeekFrom};

const MESSAGE: &[u8] = b"no encoding of this is longer than itself and its length";

fuzz_target!(|bytes: &[u8]| {
    let Some((group, bytes)) = bytes.split_first() else { return };
    let format = lanesum_fuzz::format(*group);
    let hash = blake3::hash(MESSAGE);
    if let Ok(message) = format.decode(&hash, bytes) {
        assert_eq!(message, MESSAGE);
    }
    let mut reader = Reader::of_source(format, &hash, Combined::new(bytes));
    let mut got = Vec::new();
    let end = reader.read_to_end(&mut got);
    assert!(MESSAGE.starts_with(&got) && (end.is_err() || got == MESSAGE));
    if let Ok(len) = reader.seek(SeekFrom::End(0)) {
        assert_eq!(len, MESSAGE.len() as u64);
    }
    let ranges = format.valid_ranges(&hash, Apart::new(bytes, MESSAGE), &[0..u64::MAX, 5..9]);
    assert!(ranges.is_err() || ranges.is_ok_and(|ranges| ranges.len() <= 1));
    if format.verify(&hash, bytes, MESSAGE).is_ok() {
        assert_eq!(bytes[..8], (MESSAGE.len() as u64).to_le_bytes());
    }
    let _ = format.slice(bytes, &[3..7, 1 << 40..1 << 41]);
});
