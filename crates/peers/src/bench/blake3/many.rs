//! Many messages, against a loop over the crate, which has nothing for them.

use super::{KIB, bar, row};
use crate::messages::Messages;
use crate::report::Unit;
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, hash_many_into};
use std::hint::black_box;

const COUNT: usize = 1024;
const DIGEST: usize = 32;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    many(session, "1,024 x 64 bytes", |_| 64)?;
    many(session, "1,024 x 1 KiB", |_| KIB)?;
    many(session, "1,024 of up to 4 KiB", mixed)
}

/// 1 to 4096, each of them once in a while.
fn mixed(message: usize) -> usize {
    1 + message * 2741 % (4 * KIB)
}

fn many(session: &mut Session, case: &str, len: impl Fn(usize) -> usize) -> anyhow::Result<()> {
    if !session.wants(case, Algorithm::Blake3) {
        return Ok(());
    }
    let messages = Messages::new((0..COUNT).map(len));
    let slices = messages.slices();
    let bytes: usize = slices.iter().map(|m| m.len()).sum();
    let (mut digests, mut others) = (vec![0; COUNT * DIGEST], vec![0; COUNT * DIGEST]);
    let one_by_one = |digests: &mut [u8]| {
        for (message, digest) in black_box(&slices).iter().zip(digests.as_chunks_mut::<DIGEST>().0) {
            *digest = *blake3::hash(message).as_bytes();
        }
    };
    let at_once = |digests: &mut [u8]| {
        hash_many_into(Algorithm::Blake3, black_box(&slices), digests).expect("room for the digests");
    };
    one_by_one(&mut others);
    at_once(&mut digests);
    ensure!(digests == others, "{case}: the hashes differ");
    let seconds = session
        .least_seconds(&mut [Box::new(|| at_once(&mut digests)), Box::new(|| one_by_one(&mut others))]);
    let bar = bar(session, 4.0);
    row(session, case, Unit::GigabytesPerSecond, "hash_many_into", bytes, &seconds, bar)
}
