//! A hundred thousand messages of 32 bytes: what is paid for each message, and
//! not for its bytes.

use super::{agree, one_by_one};
use crate::evp::EvpDigest;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash_many_into};
use std::hint::black_box;

const CASE: &str = "100,000 x 32 bytes";
const COUNT: usize = 100_000;
const LEN: usize = 32;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let bars = [(Algorithm::Md5, 6.0), (Algorithm::Sha1, 6.0), (Algorithm::Sha256, 4.0)];
    for (algorithm, bar) in bars {
        if session.wants(CASE, algorithm) {
            short(session, algorithm, bar)?;
        }
    }
    Ok(())
}

fn short(session: &mut Session, algorithm: Algorithm, bar: f64) -> anyhow::Result<()> {
    let messages = Messages::new([LEN; COUNT]);
    let slices = messages.slices();
    let evp = agree(algorithm, &slices)?;
    let once = EvpDigest::new(algorithm)?;
    let mut next = slices.iter().cycle();
    let mut digests = vec![0; COUNT * algorithm.digest_len()];
    let seconds = session.least_seconds(&mut [
        Box::new(|| {
            hash_many_into(algorithm, black_box(&slices), &mut digests).expect("room for the digests");
        }),
        one_by_one(evp, &slices),
        Box::new(|| {
            if let Some(message) = next.next() {
                black_box(once.hash(message));
            }
        }),
    ]);
    let subject = Run::new("hash_many_into", COUNT, seconds[0]);
    let peers = [("EVP, context reused", session.bar(algorithm, bar)), ("EVP_Digest", None)];
    for ((name, bar), &seconds) in peers.into_iter().zip(&seconds[1..]) {
        let (subject, peer) = (subject.clone(), Run::new(name, 1, seconds));
        let row = Row::new(CASE, algorithm.name(), Unit::MegamessagesPerSecond, subject, peer);
        session.report.row(&row.bar(bar))?;
    }
    Ok(())
}
