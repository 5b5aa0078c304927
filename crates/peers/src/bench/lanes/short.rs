//! Short messages, a few in a call or a hundred thousand: what is paid for each message or for
//! the call, and not for its bytes.
//!
//! A call is all of them, for peers too. Of messages of many lengths, the least of shorter
//! samples would be that of the shortest messages.

use super::{ALGORITHMS, agree};
use crate::evp::EvpDigest;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash_many_into};
use std::hint::black_box;

/// Messages of some lengths, in turn.
struct Case {
    name: &'static str,
    count: usize,
    len: fn(usize) -> usize,
    bar: fn(Algorithm) -> Option<f64>,
}

const CASES: [Case; 10] = [
    Case { name: "2 x 64 bytes", count: 2, len: |_| 64, bar: |_| Some(1.0) },
    Case { name: "8 x 64 bytes", count: 8, len: |_| 64, bar: |_| Some(1.0) },
    Case { name: "64 x 64 bytes", count: 64, len: |_| 64, bar: |_| None },
    Case { name: "64 x 1,000 bytes", count: 64, len: |_| 1_000, bar: |_| None },
    Case {
        name: "100,000 x 32 bytes",
        count: 100_000,
        len: |_| 32,
        bar: |algorithm| match algorithm {
            Algorithm::Md5 | Algorithm::Sha1 => Some(6.0),
            Algorithm::Sha256 => Some(4.0),
            _ => None,
        },
    },
    Case { name: "100,000 x 64 bytes", count: 100_000, len: |_| 64, bar: |_| None },
    Case { name: "100,000 x 100 bytes", count: 100_000, len: |_| 100, bar: |_| None },
    Case { name: "100,000 x 200 bytes", count: 100_000, len: |_| 200, bar: |_| None },
    Case { name: "100,000 x 500 bytes", count: 100_000, len: |_| 500, bar: |_| None },
    // Every length as often, and none beside one like it.
    Case { name: "100,000 x 0 to 499 bytes", count: 100_000, len: |i| i * 347 % 500, bar: |_| None },
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for case in &CASES {
        for algorithm in ALGORITHMS {
            if session.wants(case.name, algorithm) {
                short(session, algorithm, case)?;
            }
        }
    }
    Ok(())
}

fn short(session: &mut Session, algorithm: Algorithm, case: &Case) -> anyhow::Result<()> {
    let messages = Messages::new((0..case.count).map(case.len));
    let slices = messages.slices();
    let mut evp = agree(algorithm, &slices)?;
    let once = EvpDigest::new(algorithm)?;
    let mut digests = vec![0; case.count * algorithm.digest_len()];
    let seconds = session.least_seconds(&mut [
        Box::new(|| {
            hash_many_into(algorithm, black_box(&slices), &mut digests).expect("room for the digests");
        }),
        Box::new(|| slices.iter().for_each(|message| _ = black_box(evp.hash(message)))),
        Box::new(|| slices.iter().for_each(|message| _ = black_box(once.hash(message)))),
    ]);
    let subject = Run::new("hash_many_into", case.count, seconds[0]);
    let peers = [
        ("EVP, context reused", (case.bar)(algorithm).and_then(|bar| session.bar(algorithm, bar))),
        ("EVP_Digest", None),
    ];
    for ((name, bar), &seconds) in peers.into_iter().zip(&seconds[1..]) {
        let (subject, peer) = (subject.clone(), Run::new(name, case.count, seconds));
        let row = Row::new(case.name, algorithm.name(), Unit::MegamessagesPerSecond, subject, peer);
        session.report.row(&row.bar(bar))?;
    }
    Ok(())
}
