//! One message, from one block to 64 MiB.

use super::{KIB, MIB, bar, row};
use crate::machine;
use crate::messages::Messages;
use crate::report::Unit;
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, blake3::hash};
use std::hint::black_box;

/// Every power of two, and a length that is none.
const CASES: [(&str, usize); 22] = [
    ("1 x 64 bytes", 64),
    ("1 x 128 bytes", 128),
    ("1 x 256 bytes", 256),
    ("1 x 512 bytes", 512),
    ("1 x 1 KiB", KIB),
    ("1 x 2 KiB", 2 * KIB),
    ("1 x 4 KiB", 4 * KIB),
    ("1 x 8 KiB", 8 * KIB),
    ("1 x 16 KiB", 16 * KIB),
    ("1 x 32 KiB", 32 * KIB),
    ("1 x 64 KiB", 64 * KIB),
    ("1 x 128 KiB", 128 * KIB),
    ("1 x 256 KiB", 256 * KIB),
    ("1 x 512 KiB", 512 * KIB),
    ("1 x 1 MiB", MIB),
    ("1 x 2 MiB", 2 * MIB),
    ("1 x 4 MiB", 4 * MIB),
    ("1 x 8 MiB", 8 * MIB),
    ("1 x 16 MiB", 16 * MIB),
    ("1 x 32 MiB", 32 * MIB),
    ("1 x 64 MiB", 64 * MIB),
    ("1 x 100,000 bytes", 100_000),
];

/// What a message should reach with AVX-512: lanes are ahead of the crate's on AMD's CPUs.
fn at_least(len: usize) -> f64 {
    if len >= 16 * KIB && machine::is_amd() { 1.15 } else { 1.0 }
}

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (case, len) in CASES {
        if !session.wants(case, Algorithm::Blake3) {
            continue;
        }
        let messages = Messages::new([len]);
        let message = messages.slices()[0];
        ensure!(hash(message).as_bytes() == blake3::hash(message).as_bytes(), "{case}: the hashes differ");
        let seconds = session.least_seconds(&mut [
            Box::new(|| _ = black_box(hash(black_box(message)))),
            Box::new(|| _ = black_box(blake3::hash(black_box(message)))),
        ]);
        let bar = bar(session, at_least(len));
        row(session, case, Unit::GigabytesPerSecond, "hash", len, &seconds, bar)?;
    }
    Ok(())
}
