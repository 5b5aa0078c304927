//! One message, from one block to 64 MiB.

use super::{KIB, MIB, bar, row};
use crate::messages::Messages;
use crate::report::Unit;
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, blake3::hash};
use std::hint::black_box;

/// Lengths, and what they should reach.
const CASES: [(&str, usize, Option<f64>); 12] = [
    ("1 x 64 bytes", 64, Some(1.0)),
    ("1 x 1 KiB", KIB, Some(1.0)),
    ("1 x 2 KiB", 2 * KIB, Some(1.0)),
    ("1 x 4 KiB", 4 * KIB, Some(1.0)),
    ("1 x 8 KiB", 8 * KIB, Some(1.0)),
    ("1 x 16 KiB", 16 * KIB, Some(1.15)),
    ("1 x 32 KiB", 32 * KIB, Some(1.15)),
    ("1 x 64 KiB", 64 * KIB, Some(1.15)),
    ("1 x 100,000 bytes", 100_000, None),
    ("1 x 256 KiB", 256 * KIB, Some(1.15)),
    ("1 x 1 MiB", MIB, Some(1.15)),
    ("1 x 64 MiB", 64 * MIB, Some(1.15)),
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (case, len, at_least) in CASES {
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
        let bar = at_least.and_then(|at_least| bar(session, at_least));
        row(session, case, Unit::GigabytesPerSecond, "hash", len, &seconds, bar)?;
    }
    Ok(())
}
