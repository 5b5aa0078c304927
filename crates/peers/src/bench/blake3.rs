//! BLAKE3 in memory, on one core unless a case says otherwise, against the
//! `blake3` crate with its assembly.

mod many;
mod one;
mod output;
mod threads;

use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::{Algorithm, Isa};

/// The crate, as it was built: the feature `blake3_avx2` holds it to AVX2.
const PEER: &str = if cfg!(feature = "blake3_avx2") { "blake3, to AVX2" } else { "blake3" };

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    if cfg!(feature = "blake3_avx2") {
        ensure!(
            lanesum::cap() == Ok(Some(Isa::Avx2)),
            "the peer is held to AVX2: set LANESUM_ISA=avx2 for the subject"
        );
    }
    one::run(session)?;
    many::run(session)?;
    output::run(session)?;
    threads::run(session)
}

/// A bar for AVX-512, and one for AVX2 against AVX2: where the peer is held to it, or both find
/// nothing better.
fn bar(session: &Session, avx512: f64) -> Option<f64> {
    let avx2 = || {
        let best = Algorithm::Blake3.kernels().iter().map(|kernel| kernel.isa()).max();
        lanesum::cap() == Ok(None) && best == Some(Isa::Avx2)
    };
    if cfg!(feature = "blake3_avx2") || avx2() { Some(1.0) } else { session.bar(Algorithm::Blake3, avx512) }
}

/// Reports how the first contender did against the second one, for `work`
/// bytes or messages.
fn row(
    session: &mut Session,
    case: &str,
    unit: Unit,
    subject: &str,
    work: usize,
    seconds: &[f64],
    bar: Option<f64>,
) -> anyhow::Result<()> {
    let (subject, peer) = (Run::new(subject, work, seconds[0]), Run::new(PEER, work, seconds[1]));
    session.report.row(&Row::new(case, Algorithm::Blake3.name(), unit, subject, peer).bar(bar))?;
    Ok(())
}
