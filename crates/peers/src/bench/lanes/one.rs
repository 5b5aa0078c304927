//! One stream of 1 MiB: nobody should pay for the lanes when there is one.

use super::{MIB, agree, one_by_one};
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash};
use std::hint::black_box;

const CASE: &str = "1 x 1 MiB";

/// All that OpenSSL's EVP has too.
const ALGORITHMS: [Algorithm; 13] = [
    Algorithm::Md5,
    Algorithm::Sha1,
    Algorithm::Sha224,
    Algorithm::Sha256,
    Algorithm::Sha384,
    Algorithm::Sha512,
    Algorithm::Sha512_224,
    Algorithm::Sha512_256,
    Algorithm::Sm3,
    Algorithm::Sha3_224,
    Algorithm::Sha3_256,
    Algorithm::Sha3_384,
    Algorithm::Sha3_512,
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in ALGORITHMS {
        if !session.wants(CASE, algorithm) {
            continue;
        }
        let bar = match algorithm {
            Algorithm::Md5 => Some(1.03),
            Algorithm::Sha1 | Algorithm::Sha256 | Algorithm::Sha512 => Some(0.98),
            _ => None,
        };
        let messages = Messages::new([MIB]);
        let slices = messages.slices();
        let evp = agree(algorithm, &slices)?;
        let seconds = session.least_seconds(&mut [
            Box::new(|| _ = black_box(hash(algorithm, black_box(slices[0])))),
            one_by_one(evp, &slices),
        ]);
        let (subject, peer) = (Run::new("hash", MIB, seconds[0]), Run::new("EVP", MIB, seconds[1]));
        let row = Row::new(CASE, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
        session.report.row(&row.bar(bar.and_then(|bar| session.bar(algorithm, bar))))?;
    }
    Ok(())
}
