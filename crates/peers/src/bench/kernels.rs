//! What a block step costs in every kernel: the figures that the library's list
//! of kernels holds, by which it chooses.

use crate::machine::{CHAIN_CYCLES, chain};
use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Unit};
use crate::session::Session;
use lanesum::bench::{block_steps, compressions};
use lanesum::{Algorithm, Kernel};
use std::hint::black_box;

/// The blocks of a message in two runs: the difference of their times is that
/// of the steps between, without what a run costs besides. All lanes together
/// stay in the second-level cache.
const BLOCKS: [usize; 2] = [16, 80];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in compressions() {
        if session.wants("", algorithm) {
            kernels(session, algorithm)?;
        }
    }
    Ok(())
}

/// Compares every kernel to the fastest one that takes one message.
fn kernels(session: &mut Session, algorithm: Algorithm) -> anyhow::Result<()> {
    let kernels = algorithm.kernels();
    let cycles = cycles_a_step(session, algorithm, &kernels);
    let (one, least) = kernels
        .iter()
        .zip(&cycles)
        .filter(|(kernel, _)| kernel.lanes() == 1)
        .min_by(|a, b| a.1.total_cmp(b.1))
        .expect("every algorithm has a kernel for one message");
    for (kernel, &cycles) in kernels.iter().zip(&cycles) {
        session.report.row(&Row {
            case: format!("{:2} lanes, cost in the list {}", kernel.lanes(), kernel.cost()),
            algorithm: algorithm.name(),
            unit: Unit::CyclesPerStep,
            subject: (kernel.to_string(), cycles),
            peer: (format!("{one}, one message"), *least),
            ratio: least * kernel.lanes() as f64 / cycles,
            bar: None,
        })?;
    }
    Ok(())
}

/// A step of each kernel, in cycles of a clock that runs along.
pub(super) fn cycles_a_step(session: &Session, algorithm: Algorithm, kernels: &[Kernel]) -> Vec<f64> {
    let lanes = kernels.iter().map(Kernel::lanes).max().unwrap_or(0);
    let messages = BLOCKS.map(|blocks| Messages::new(vec![blocks * algorithm.block_len(); lanes]));
    let slices = messages.each_ref().map(Messages::slices);
    let mut contenders: Vec<Contender<'_>> = vec![Box::new(chain)];
    for &kernel in kernels {
        for slices in &slices {
            let messages = &slices[..kernel.lanes()];
            contenders.push(Box::new(move || {
                block_steps(algorithm, kernel, black_box(messages)).expect("a kernel of its own list");
            }));
        }
    }
    let seconds = session.least_seconds(&mut contenders);
    let cycle = seconds[0] / CHAIN_CYCLES;
    let steps = (BLOCKS[1] - BLOCKS[0]) as f64;
    seconds[1..].chunks_exact(2).map(|pair| (pair[1] - pair[0]) / steps / cycle).collect()
}
