//! One long message among short ones: the short ones should cost nothing, for
//! they fit beside the long one. The other lanes end early, and what is left
//! must run as fast as it would alone.

use super::{ALGORITHMS, KIB, MIB, agree};
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{hash, hash_many_into};
use std::hint::black_box;

const CASE: &str = "4 MiB with 63 x 16 KiB";

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in ALGORITHMS {
        if !session.wants(CASE, algorithm) {
            continue;
        }
        let mut lengths = [16 * KIB; 64];
        lengths[31] = 4 * MIB;
        let messages = Messages::new(lengths);
        let slices = messages.slices();
        agree(algorithm, &slices)?;
        let mut digests = vec![0; slices.len() * algorithm.digest_len()];
        let seconds = session.least_seconds(&mut [
            Box::new(|| {
                hash_many_into(algorithm, black_box(&slices), &mut digests).expect("room for the digests");
            }),
            Box::new(|| _ = black_box(hash(algorithm, black_box(slices[31])))),
        ]);
        let subject = Run::new("hash_many_into", 1, seconds[0]);
        let peer = Run::new("hash, the 4 MiB", 1, seconds[1]);
        let row = Row::new(CASE, algorithm.name(), Unit::Milliseconds, subject, peer);
        session.report.row(&row.bar(session.bar(algorithm, 1.0 / 1.1)))?;
    }
    Ok(())
}
