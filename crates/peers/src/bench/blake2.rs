//! BLAKE2 in memory, on one core, against the crates `blake2b_simd` and
//! `blake2s_simd`.

use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::blake2::DigestLength;
use lanesum::{Algorithm, hash, hash_many};
use std::hint::black_box;

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

const BLAKE2B: Algorithm = Algorithm::Blake2b(DigestLength::MAX);
const BLAKE2S: Algorithm = Algorithm::Blake2s(DigestLength::MAX);
const BLAKE2BP: Algorithm = Algorithm::Blake2bp(DigestLength::MAX);
const BLAKE2SP: Algorithm = Algorithm::Blake2sp(DigestLength::MAX);

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    one(session, BLAKE2B, "blake2b_simd", |m| blake2b_simd::blake2b(m).as_bytes().to_vec())?;
    one(session, BLAKE2S, "blake2s_simd", |m| blake2s_simd::blake2s(m).as_bytes().to_vec())?;
    one(session, BLAKE2BP, "blake2b_simd", |m| blake2b_simd::blake2bp::blake2bp(m).as_bytes().to_vec())?;
    one(session, BLAKE2SP, "blake2s_simd", |m| blake2s_simd::blake2sp::blake2sp(m).as_bytes().to_vec())?;
    many(session, BLAKE2B, "blake2b_simd::many", |messages| {
        let params = blake2b_simd::Params::new();
        let jobs = messages.iter().map(|m| blake2b_simd::many::HashManyJob::new(&params, m));
        let mut jobs: Vec<_> = jobs.collect();
        blake2b_simd::many::hash_many(jobs.iter_mut());
        jobs.iter().map(|job| job.to_hash().as_bytes().to_vec()).collect()
    })?;
    many(session, BLAKE2S, "blake2s_simd::many", |messages| {
        let params = blake2s_simd::Params::new();
        let jobs = messages.iter().map(|m| blake2s_simd::many::HashManyJob::new(&params, m));
        let mut jobs: Vec<_> = jobs.collect();
        blake2s_simd::many::hash_many(jobs.iter_mut());
        jobs.iter().map(|job| job.to_hash().as_bytes().to_vec()).collect()
    })
}

/// One message of 1 MiB.
fn one(
    session: &mut Session,
    algorithm: Algorithm,
    peer: &str,
    simd: fn(&[u8]) -> Vec<u8>,
) -> anyhow::Result<()> {
    const CASE: &str = "1 x 1 MiB";
    if !session.wants(CASE, algorithm) {
        return Ok(());
    }
    let messages = Messages::new([MIB]);
    let message = messages.slices()[0];
    ensure!(hash(algorithm, message).as_bytes() == simd(message), "{algorithm}: lanesum and {peer} differ");
    let seconds = session.least_seconds(&mut [
        Box::new(|| _ = black_box(hash(algorithm, black_box(message)))),
        Box::new(|| _ = black_box(simd(black_box(message)))),
    ]);
    row(session, CASE, algorithm, MIB, ["hash", peer], &seconds, 1.0)
}

/// 64 messages of 64 KiB.
fn many(
    session: &mut Session,
    algorithm: Algorithm,
    peer: &str,
    simd: fn(&[&[u8]]) -> Vec<Vec<u8>>,
) -> anyhow::Result<()> {
    const CASE: &str = "64 x 64 KiB";
    if !session.wants(CASE, algorithm) {
        return Ok(());
    }
    let messages = Messages::new([64 * KIB; 64]);
    let slices = messages.slices();
    for (digest, simd) in hash_many(algorithm, &slices).iter().zip(simd(&slices)) {
        ensure!(digest.as_bytes() == simd, "{algorithm}: lanesum and {peer} differ");
    }
    let mut contenders: [Contender<'_>; 2] = [
        Box::new(|| drop(black_box(hash_many(algorithm, black_box(&slices))))),
        Box::new(|| drop(black_box(simd(black_box(&slices))))),
    ];
    let seconds = session.least_seconds(&mut contenders);
    row(session, CASE, algorithm, slices.len() * 64 * KIB, ["hash_many", peer], &seconds, 3.0)
}

fn row(
    session: &mut Session,
    case: &str,
    algorithm: Algorithm,
    bytes: usize,
    [name, peer]: [&str; 2],
    seconds: &[f64],
    bar: f64,
) -> anyhow::Result<()> {
    let (subject, peer) = (Run::new(name, bytes, seconds[0]), Run::new(peer, bytes, seconds[1]));
    let row = Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
    session.report.row(&row.bar(session.bar(algorithm, bar)))?;
    Ok(())
}
