//! Messages in memory, on one core unless a case says otherwise, against
//! OpenSSL.

mod live;
mod many;
mod mixed;
mod one;
mod pool;
mod ragged;
mod short;

use crate::evp::Evp;
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, hash_many};

/// One for each compression function.
const ALGORITHMS: [Algorithm; 4] = [Algorithm::Md5, Algorithm::Sha1, Algorithm::Sha256, Algorithm::Sha512];

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    one::run(session)?;
    many::run(session)?;
    live::run(session)?;
    short::run(session)?;
    mixed::run(session)?;
    ragged::run(session)?;
    pool::run(session)?;
    many::on_all_cores(session)
}

/// Compares the digests before anything is timed.
fn agree(algorithm: Algorithm, messages: &[&[u8]]) -> anyhow::Result<Evp> {
    let mut evp = Evp::new(algorithm)?;
    for (digest, message) in hash_many(algorithm, messages).iter().zip(messages) {
        ensure!(evp.hash(message) == digest.as_bytes(), "{algorithm}: lanesum and OpenSSL differ");
    }
    Ok(evp)
}

/// OpenSSL on messages of one length, one after the other: the next one at each call.
fn one_by_one<'a>(mut evp: Evp, messages: &'a [&'a [u8]]) -> Box<dyn FnMut() + 'a> {
    let mut messages = messages.iter().cycle();
    Box::new(move || {
        if let Some(message) = messages.next() {
            std::hint::black_box(evp.hash(message));
        }
    })
}
