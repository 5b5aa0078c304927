//! One message at a time, short and long, against OpenSSL.

use crate::evp::Evp;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, hash};
use std::hint::black_box;

/// One for each compression function.
pub(super) const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Md5, Algorithm::Sha1, Algorithm::Sha256, Algorithm::Sha512];

const LENGTHS: [(&str, usize); 5] =
    [("64 bytes", 64), ("256 bytes", 256), ("1 KiB", 1 << 10), ("4 KiB", 4 << 10), ("1 MiB", 1 << 20)];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (case, len) in LENGTHS {
        for algorithm in ALGORITHMS {
            if session.wants(case, algorithm) {
                one(session, case, algorithm, len)?;
            }
        }
    }
    Ok(())
}

fn one(session: &mut Session, case: &str, algorithm: Algorithm, len: usize) -> anyhow::Result<()> {
    let messages = Messages::new([len]);
    let message = messages.slices()[0];
    let mut evp = Evp::new(algorithm)?;
    ensure!(
        hash(algorithm, message).as_bytes() == evp.hash(message),
        "{algorithm}: lanesum and OpenSSL differ"
    );
    let seconds = session.least_seconds(&mut [
        Box::new(|| _ = black_box(hash(algorithm, black_box(message)))),
        Box::new(move || _ = black_box(evp.hash(black_box(message)))),
    ]);
    let (subject, peer) = (Run::new("hash", len, seconds[0]), Run::new("EVP", len, seconds[1]));
    session.report.row(&Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer))?;
    Ok(())
}
