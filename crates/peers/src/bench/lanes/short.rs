//! A hundred thousand short messages: what is paid for each message, and not
//! for its bytes.
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

const COUNT: usize = 100_000;

/// Messages of some lengths, in turn.
struct Case {
    name: &'static str,
    len: fn(usize) -> usize,
    bar: fn(Algorithm) -> Option<f64>,
}

const CASES: [Case; 6] = [
    Case {
        name: "100,000 x 32 bytes",
        len: |_| 32,
        bar: |algorithm| match algorithm {
            Algorithm::Md5 | Algorithm::Sha1 => Some(6.0),
            Algorithm::Sha256 => Some(4.0),
            _ => None,
        },
    },
    Case { name: "100,000 x 64 bytes", len: |_| 64, bar: |_| None },
    Case { name: "100,000 x 100 bytes", len: |_| 100, bar: |_| None },
    Case { name: "100,000 x 200 bytes", len: |_| 200, bar: |_| None },
    Case { name: "100,000 x 500 bytes", len: |_| 500, bar: |_| None },
    // Every length as often, and none beside one like it.
    Case { name: "100,000 x 0 to 499 bytes", len: |i| i * 347 % 500, bar: |_| None },
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
    let messages = Messages::new((0..COUNT).map(case.len));
    let slices = messages.slices();
    let mut evp = agree(algorithm, &slices)?;
    let once = EvpDigest::new(algorithm)?;
    let mut digests = vec![0; COUNT * algorithm.digest_len()];
    let seconds = session.least_seconds(&mut [
        Box::new(|| {
            hash_many_into(algorithm, black_box(&slices), &mut digests).expect("room for the digests");
        }),
        Box::new(|| slices.iter().for_each(|message| _ = black_box(evp.hash(message)))),
        Box::new(|| slices.iter().for_each(|message| _ = black_box(once.hash(message)))),
    ]);
    let subject = Run::new("hash_many_into", COUNT, seconds[0]);
    let peers = [
        ("EVP, context reused", (case.bar)(algorithm).and_then(|bar| session.bar(algorithm, bar))),
        ("EVP_Digest", None),
    ];
    for ((name, bar), &seconds) in peers.into_iter().zip(&seconds[1..]) {
        let (subject, peer) = (subject.clone(), Run::new(name, COUNT, seconds));
        let row = Row::new(case.name, algorithm.name(), Unit::MegamessagesPerSecond, subject, peer);
        session.report.row(&row.bar(bar))?;
    }
    Ok(())
}
