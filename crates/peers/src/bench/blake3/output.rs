//! A MiB of extended output.

use super::{MIB, bar, row};
use crate::report::Unit;
use crate::session::Session;
use anyhow::ensure;
use lanesum::Algorithm;
use std::hint::black_box;

const CASE: &str = "output of 1 MiB";

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    if !session.wants(CASE, Algorithm::Blake3) {
        return Ok(());
    }
    let ours = lanesum::blake3::Hasher::new().update(b"abc").finalize_xof();
    let theirs = blake3::Hasher::new().update(b"abc").finalize_xof();
    let (mut a, mut b) = (vec![1; MIB], vec![2; MIB]);
    let mut fill = || {
        ours.clone().fill(black_box(&mut a));
        a[MIB - 1]
    };
    let mut fill_theirs = || {
        theirs.clone().fill(black_box(&mut b));
        b[MIB - 1]
    };
    ensure!(fill() == fill_theirs(), "{CASE}: they differ");
    let seconds = session
        .least_seconds(&mut [Box::new(|| _ = black_box(fill())), Box::new(|| _ = black_box(fill_theirs()))]);
    let bar = bar(session, 1.0);
    row(session, CASE, Unit::GigabytesPerSecond, "fill", MIB, &seconds, bar)
}
