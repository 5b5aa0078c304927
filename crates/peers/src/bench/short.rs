//! One short message at a time, against RustCrypto's crates: by [`hash`], and by their own traits.

use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use hmac::{EagerHash, Hmac, Mac};
use lanesum::rust_crypto::digest::{Digest, FixedOutput, KeyInit};
use lanesum::{AssociatedAlgorithm, hash};
use std::hint::black_box;

/// How often each is called, for the clock to tell.
const CALLS: usize = 100;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (case, len) in [("16 bytes", 16), ("64 bytes", 64), ("200 bytes", 200), ("1 KiB", 1 << 10)] {
        digests::<lanesum::Md5, md5::Md5>(session, case, len, "md-5")?;
        digests::<lanesum::Sha1, sha1::Sha1>(session, case, len, "sha1")?;
        digests::<lanesum::Sha256, sha2::Sha256>(session, case, len, "sha2")?;
        digests::<lanesum::Sha512, sha2::Sha512>(session, case, len, "sha2")?;
        digests::<lanesum::Sha3_256, sha3::Sha3_256>(session, case, len, "sha3")?;
        digests::<lanesum::Blake2b, blake2::Blake2b512>(session, case, len, "blake2")?;
        digests::<lanesum::Blake2s, blake2::Blake2s256>(session, case, len, "blake2")?;
    }
    authentication::<lanesum::Sha256, sha2::Sha256>(session, "sha2")?;
    authentication::<lanesum::Sha512, sha2::Sha512>(session, "sha2")
}

/// The front door, and the type `L`, against the type `P`.
fn digests<L: AssociatedAlgorithm + Digest, P: Digest>(
    session: &mut Session,
    case: &str,
    len: usize,
    peer: &str,
) -> anyhow::Result<()> {
    let algorithm = L::ALGORITHM;
    if !session.wants(case, algorithm) {
        return Ok(());
    }
    let messages = Messages::new([len]);
    let message = messages.slices()[0];
    let (door, own, theirs) = (hash(algorithm, message), L::digest(message), P::digest(message));
    ensure!(
        door.as_bytes() == &own[..] && own[..] == theirs[..],
        "{algorithm}: lanesum and the crate {peer} differ"
    );
    let seconds = session.least_seconds(&mut [
        Box::new(|| (0..CALLS).for_each(|_| _ = black_box(hash(algorithm, black_box(message))))),
        Box::new(|| (0..CALLS).for_each(|_| _ = black_box(L::digest(black_box(message))))),
        Box::new(|| (0..CALLS).for_each(|_| _ = black_box(P::digest(black_box(message))))),
    ]);
    for (i, name) in ["hash", "Digest"].into_iter().enumerate() {
        let (subject, peer) = (Run::new(name, CALLS, seconds[i]), Run::new(peer, CALLS, seconds[2]));
        session.report.row(&Row::new(case, algorithm.name(), Unit::MegamessagesPerSecond, subject, peer))?;
    }
    Ok(())
}

/// HMAC of 32 bytes, under a key that is ready.
fn authentication<L, P>(session: &mut Session, peer: &str) -> anyhow::Result<()>
where
    L: AssociatedAlgorithm + EagerHash + FixedOutput,
    P: EagerHash + FixedOutput,
    Hmac<L>: Mac + KeyInit + Clone,
    Hmac<P>: Mac + KeyInit + Clone,
{
    const CASE: &str = "HMAC of 32 bytes";
    if !session.wants(CASE, L::ALGORITHM) {
        return Ok(());
    }
    let message = [7; 32];
    let own = <Hmac<L> as KeyInit>::new_from_slice(b"a key")?;
    let theirs = <Hmac<P> as KeyInit>::new_from_slice(b"a key")?;
    ensure!(
        tag(&own, &message)[..] == tag(&theirs, &message)[..],
        "{}: lanesum and the crate {peer} differ in HMAC",
        L::ALGORITHM
    );
    let seconds = session.least_seconds(&mut [
        Box::new(|| (0..CALLS).for_each(|_| _ = black_box(tag(&own, black_box(&message))))),
        Box::new(|| (0..CALLS).for_each(|_| _ = black_box(tag(&theirs, black_box(&message))))),
    ]);
    let (subject, peer) = (Run::new("Hmac", CALLS, seconds[0]), Run::new(peer, CALLS, seconds[1]));
    session.report.row(&Row::new(CASE, L::ALGORITHM.name(), Unit::MegamessagesPerSecond, subject, peer))?;
    Ok(())
}

/// The tag of a message, under a key that is ready.
fn tag<M: Mac + Clone>(key: &M, message: &[u8]) -> lanesum::rust_crypto::digest::Output<M> {
    key.clone().chain_update(message).finalize().into_bytes()
}
