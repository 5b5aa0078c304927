//! Bao of 256 MiB in memory, on one core unless a case says otherwise, against
//! the `bao` and `bao-tree` crates.

mod groups;
mod slice;
mod whole;

use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::Algorithm;

const LEN: usize = 256 << 20;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let messages = Messages::new([LEN]);
    let message = messages.slices()[0];
    whole::run(session, message)?;
    slice::run(session, message)?;
    groups::run(session, message)
}

/// Whether the case was asked for.
fn wants(session: &Session, case: &str) -> bool {
    session.wants(case, Algorithm::Blake3)
}

/// Times the two, and reports how the first one did for `work` bytes.
fn compare(
    session: &mut Session,
    case: &str,
    work: usize,
    (subject, ours): (&str, Contender<'_>),
    (peer, theirs): (&str, Contender<'_>),
    bar: f64,
) -> anyhow::Result<()> {
    let seconds = session.least_seconds(&mut [ours, theirs]);
    let (subject, peer) = (Run::new(subject, work, seconds[0]), Run::new(peer, work, seconds[1]));
    let bar = session.bar(Algorithm::Blake3, bar);
    session.report.row(&Row::new(case, "bao", Unit::GigabytesPerSecond, subject, peer).bar(bar))?;
    Ok(())
}
