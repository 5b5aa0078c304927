//! Messages in buffers of a pool: all begin a multiple of a page apart, and fall into the
//! same sets of the caches. As a share of the rate of messages that do not.

use super::{ALGORITHMS, KIB};
use crate::measure::Contender;
use crate::messages::{Messages, fill};
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash_many_into};
use std::hint::black_box;

const LEN: usize = 64 * KIB;

/// How many messages.
const COUNTS: [usize; 3] = [64, 32, 16];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in ALGORITHMS {
        for count in COUNTS {
            let case = format!("{count} x 64 KiB, 64 KiB apart");
            if session.wants(&case, algorithm) {
                pool(session, algorithm, &case, count)?;
            }
        }
    }
    Ok(())
}

fn pool(session: &mut Session, algorithm: Algorithm, case: &str, count: usize) -> anyhow::Result<()> {
    let mut pool = vec![0; (count + 1) * LEN];
    fill(&mut pool, 1);
    let aligned = pool.as_ptr().align_offset(4 * KIB);
    let together: Vec<_> = pool[aligned..].chunks_exact(LEN).take(count).collect();
    let apart = Messages::new(vec![LEN; count]);
    let apart = apart.slices();
    let mut contenders: Vec<Contender<'_>> = Vec::new();
    for messages in [&together, &apart] {
        let mut digests = vec![0; count * algorithm.digest_len()];
        contenders.push(Box::new(move || {
            hash_many_into(algorithm, black_box(messages), &mut digests).expect("room for the digests");
        }));
    }
    let seconds = session.least_seconds(&mut contenders);
    let subject = Run::new("64 KiB apart", count * LEN, seconds[0]);
    let peer = Run::new("a line further each", count * LEN, seconds[1]);
    session.report.row(&Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer))?;
    Ok(())
}
