//! A message larger than the caches, on one core and on two threads.

use super::{MIB, bar, row};
use crate::messages::Messages;
use crate::report::Unit;
use crate::session::Session;
use anyhow::ensure;
use lanesum::Algorithm;
use lanesum::blake3::{Hasher, hash};
use std::hint::black_box;

const LEN: usize = 256 * MIB;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let (one, two) = ("1 x 256 MiB", "1 x 256 MiB, two threads");
    if !session.wants(two, Algorithm::Blake3) {
        return Ok(());
    }
    let messages = Messages::new([LEN]);
    let message = messages.slices()[0];
    ensure!(hash(message).as_bytes() == blake3::hash(message).as_bytes(), "{one}: the hashes differ");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let seconds = session.least_seconds(&mut [
        Box::new(|| _ = black_box(hash(black_box(message)))),
        Box::new(|| _ = black_box(blake3::hash(black_box(message)))),
    ]);
    row(session, one, Unit::GigabytesPerSecond, "hash", LEN, &seconds, None)?;
    let seconds = pool.install(|| {
        session.least_seconds(&mut [
            Box::new(|| _ = black_box(Hasher::new().par_update(black_box(message)).finalize())),
            Box::new(|| _ = black_box(blake3::Hasher::new().update_rayon(black_box(message)).finalize())),
        ])
    });
    let bar = bar(session, 1.25);
    row(session, two, Unit::GigabytesPerSecond, "par_update", LEN, &seconds, bar)
}
