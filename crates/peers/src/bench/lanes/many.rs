//! Equal messages of 64 KiB, as many as fill any kernel's lanes.

use super::{ALGORITHMS, KIB, agree, one_by_one};
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash_many, hash_many_into, par_hash_many};
use std::hint::black_box;

const LEN: usize = 64 * KIB;

/// Against one stream of OpenSSL's, which is the same for any number of them.
pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    const CASE: &str = "64 x 64 KiB";
    const VECS: &str = "64 x 64 KiB, a Vec each";
    for algorithm in ALGORITHMS.into_iter().chain([Algorithm::Sm3, Algorithm::Sha3_256]) {
        let bar = match algorithm {
            Algorithm::Md5 => 24.0,
            Algorithm::Sha1 => 7.0,
            Algorithm::Sm3 => 6.0,
            Algorithm::Sha512 => 4.4,
            _ => 4.0,
        };
        let messages = Messages::new([LEN; 64]);
        let slices = messages.slices();
        if session.wants(CASE, algorithm) {
            against_openssl(session, CASE, algorithm, &slices, Some(bar))?;
        }
        // Wherever the allocator puts them: seldom at the start of a line.
        if session.wants(VECS, algorithm) {
            let vecs: Vec<_> = slices.iter().map(|message| message.to_vec()).collect();
            let slices: Vec<_> = vecs.iter().map(Vec::as_slice).collect();
            against_openssl(session, VECS, algorithm, &slices, None)?;
        }
    }
    Ok(())
}

fn against_openssl(
    session: &mut Session,
    case: &str,
    algorithm: Algorithm,
    messages: &[&[u8]],
    bar: Option<f64>,
) -> anyhow::Result<()> {
    let evp = agree(algorithm, messages)?;
    let mut digests = vec![0; messages.len() * algorithm.digest_len()];
    let seconds = session.least_seconds(&mut [
        Box::new(|| {
            hash_many_into(algorithm, black_box(messages), &mut digests).expect("room for the digests");
        }),
        one_by_one(evp, messages),
    ]);
    let subject = Run::new("hash_many_into", messages.len() * LEN, seconds[0]);
    let peer = Run::new("EVP, one stream", LEN, seconds[1]);
    let row = Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
    session.report.row(&row.bar(bar.and_then(|bar| session.bar(algorithm, bar))))?;
    Ok(())
}

/// Against the same on one core.
pub(super) fn on_all_cores(session: &mut Session) -> anyhow::Result<()> {
    const CASE: &str = "256 x 64 KiB, all cores";
    for algorithm in ALGORITHMS {
        if !session.wants(CASE, algorithm) {
            continue;
        }
        let messages = Messages::new([LEN; 256]);
        let slices = messages.slices();
        agree(algorithm, &slices)?;
        let seconds = session.least_seconds(&mut [
            Box::new(|| drop(black_box(par_hash_many(algorithm, black_box(&slices))))),
            Box::new(|| drop(black_box(hash_many(algorithm, black_box(&slices))))),
        ]);
        let run = |name, seconds| Run::new(name, slices.len() * LEN, seconds);
        let (subject, peer) = (run("par_hash_many", seconds[0]), run("hash_many", seconds[1]));
        session.report.row(&Row::new(CASE, algorithm.name(), Unit::GigabytesPerSecond, subject, peer))?;
    }
    Ok(())
}
