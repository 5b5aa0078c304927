//! What a message costs beside its blocks: batches of short messages and of
//! many lengths, as a share of the rate with long messages of one length. Every compression
//! function has its turn.
//!
//! A thousand lengths that come again and again are what a CPU learns to foresee, and then it
//! mispredicts no branch on them. So they come in many orders.

use super::KIB;
use crate::measure::Contender;
use crate::messages::{Messages, shuffled};
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::bench::compressions;
use lanesum::{Algorithm, hash, hash_many, hash_many_into};
use std::hint::black_box;

/// A batch, and the batch whose rate it is held against.
struct Case {
    name: &'static str,
    batch: Batch,
    against: Batch,
    bar: f64,
}

/// So many messages, of lengths that the place in the batch says.
struct Batch {
    name: &'static str,
    count: usize,
    len: fn(usize) -> usize,
}

/// How many orders a batch of a thousand messages has, or of fewer.
const ORDERS: usize = 64;

impl Batch {
    fn messages(&self) -> Messages {
        let lengths: Vec<usize> = (0..self.count).map(self.len).collect();
        let alike = lengths.iter().all(|len| *len == lengths[0]);
        let orders = if alike { 1 } else { (1000 * ORDERS / self.count).clamp(1, ORDERS) };
        Messages::in_orders((0..orders).map(|seed| shuffled(&lengths, seed as u64)))
    }
}

const LONG: Batch = Batch { name: "64 x 64 KiB", count: 64, len: |_| 64 * KIB };

// Every length as often: the factors are coprime to the number of lengths.
const CASES: [Case; 3] = [
    Case {
        name: "1,000 x 2 KiB",
        batch: Batch { name: "1,000 x 2 KiB", count: 1000, len: |_| 2 * KIB },
        against: LONG,
        bar: 0.85,
    },
    Case {
        name: "1,000 x 0 to 4 KiB",
        batch: Batch { name: "1,000 x 0 to 4 KiB", count: 1000, len: |i| i * 2741 % 4097 },
        against: LONG,
        bar: 0.75,
    },
    Case {
        name: "100,000 x 0 to 499 bytes",
        batch: Batch { name: "0 to 499 bytes", count: 100_000, len: |i| i * 347 % 500 },
        against: Batch { name: "250 bytes", count: 100_000, len: |_| 250 },
        bar: 0.9,
    },
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for case in &CASES {
        for algorithm in compressions() {
            if session.wants(case.name, algorithm) {
                ragged(session, algorithm, case)?;
            }
        }
    }
    Ok(())
}

fn ragged(session: &mut Session, algorithm: Algorithm, case: &Case) -> anyhow::Result<()> {
    let batches = [&case.batch, &case.against];
    let messages = batches.map(Batch::messages);
    let slices = messages.each_ref().map(Messages::slices);
    let digests = hash_many(algorithm, &slices[0]);
    let agree = digests.iter().zip(&slices[0]).all(|(digest, message)| hash(algorithm, message) == *digest);
    ensure!(agree, "{algorithm}: a message among others and alone differ");
    let mut contenders: Vec<Contender<'_>> = Vec::new();
    for messages in &messages {
        let orders: Vec<_> = messages.in_each_order().collect();
        let mut digests = vec![0; orders[0].len() * algorithm.digest_len()];
        let mut turn = 0;
        contenders.push(Box::new(move || {
            let slices = black_box(&orders[turn]);
            turn = (turn + 1) % orders.len();
            hash_many_into(algorithm, slices, &mut digests).expect("room for the digests");
        }));
    }
    let seconds = session.least_seconds(&mut contenders);
    let run = |i: usize| {
        let bytes: usize = slices[i].iter().map(|message| message.len()).sum();
        Run::new(batches[i].name, bytes, seconds[i])
    };
    let row = Row::new(case.name, algorithm.name(), Unit::GigabytesPerSecond, run(0), run(1));
    session.report.row(&row.bar(Some(case.bar)))?;
    Ok(())
}
