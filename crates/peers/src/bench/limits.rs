//! How near each kernel comes to what the CPU's ports allow.
//!
//! The ports are measured in registers (`ports`), the instructions of a block step
//! are counted as they run (`steps`) and sorted by the ports that they want
//! (`operations`). Their limit is what a step would take if no operation waited
//! for another one, nor for the memory behind the first level.

mod operations;
mod ports;
mod steps;

use super::kernels::cycles_a_step;
use crate::messages::Messages;
use crate::report::{Row, Unit};
use crate::session::Session;
use lanesum::bench::{block_steps, compressions};
use lanesum::{Algorithm, Isa, Kernel};
use operations::Operations;
use ports::Ports;
use std::collections::HashMap;
use std::hint::black_box;

/// What the best kernel of an ISA should reach of its limit.
fn bar(algorithm: Algorithm) -> Option<f64> {
    match algorithm {
        Algorithm::Md5 | Algorithm::Sha1 => Some(0.8),
        Algorithm::Sha256
        | Algorithm::Sha512
        | Algorithm::Blake2b(_)
        | Algorithm::Blake2s(_)
        | Algorithm::Blake3 => Some(0.85),
        _ => None,
    }
}

/// The ISAs that the bars are for.
const JUDGED: [Isa; 2] = [Isa::Avx512, Isa::Avx2];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let ports = Ports::measure();
    ports.report(session)?;
    for algorithm in compressions() {
        if session.wants("", algorithm) {
            kernels(session, &ports, algorithm)?;
        }
    }
    Ok(())
}

/// A kernel's step, and the least that its operations take.
struct Share {
    kernel: Kernel,
    cycles: f64,
    operations: Operations,
}

/// Compares every kernel of vectors to its limit.
fn kernels(session: &mut Session, ports: &Ports, algorithm: Algorithm) -> anyhow::Result<()> {
    let mut kernels = algorithm.kernels();
    kernels.retain(|kernel| kernel.lanes() > 1 && of_vectors(kernel.isa()));
    let cycles = cycles_a_step(session, algorithm, &kernels);
    let mut shares = Vec::new();
    for (&kernel, cycles) in kernels.iter().zip(cycles) {
        let operations = operations(algorithm, kernel)?;
        // Few messages of SHA-1 take the SHA instructions with AVX-512 around them.
        if operations.rounds == 0.0 {
            shares.push(Share { kernel, cycles, operations });
        }
    }
    for share in &shares {
        let bar = bar(algorithm).filter(|_| is_best(share, &shares));
        row(session, ports, algorithm, share, bar)?;
    }
    Ok(())
}

/// Whether the operations are on vectors, a lane a message: not the SHA
/// instructions.
fn of_vectors(isa: Isa) -> bool {
    [Isa::Avx512, Isa::Avx2, Isa::Ssse3, Isa::Sse2].contains(&isa)
}

/// Whether bars are for its ISA, of whose kernels it takes the least for a
/// message.
fn is_best(share: &Share, of: &[Share]) -> bool {
    let a_message = |share: &Share| share.cycles / share.kernel.lanes() as f64;
    JUDGED.contains(&share.kernel.isa())
        && of
            .iter()
            .filter(|other| other.kernel.isa() == share.kernel.isa())
            .all(|other| a_message(share) <= a_message(other))
}

/// Reports the share, and in detail how many operations of each kind there are.
fn row(
    session: &mut Session,
    ports: &Ports,
    algorithm: Algorithm,
    Share { kernel, cycles, operations }: &Share,
    bar: Option<f64>,
) -> anyhow::Result<()> {
    let (limited_by, limit) = ports.limit(operations)?;
    session.report.row(&Row {
        case: format!(
            "{:2} lanes, {:.0} vector operations",
            kernel.lanes(),
            operations.on_vectors().iter().sum::<f64>()
        ),
        algorithm: algorithm.name(),
        unit: Unit::CyclesPerStep,
        subject: (kernel.to_string(), *cycles),
        peer: (limited_by, limit),
        ratio: limit / cycles,
        bar,
    })?;
    for (name, count, least) in ports.each(operations)? {
        session.report.detail(&Row {
            case: format!("    {:2} lanes, {count:.0} {name}", kernel.lanes()),
            algorithm: algorithm.name(),
            unit: Unit::CyclesPerStep,
            subject: (kernel.to_string(), *cycles),
            peer: ("alone".to_owned(), least),
            ratio: least / cycles,
            bar: None,
        })?;
    }
    Ok(())
}

/// Blocks of a message in two runs: the difference of their instructions is that
/// of steps in the middle, which load the next block as they go.
const BLOCKS: [usize; 2] = [4, 6];

/// What a block step of a kernel executes.
fn operations(algorithm: Algorithm, kernel: Kernel) -> anyhow::Result<Operations> {
    let mut steps = HashMap::new();
    for (blocks, sign) in BLOCKS.into_iter().zip([-1.0, 1.0]) {
        let messages = Messages::new(vec![blocks * algorithm.block_len(); kernel.lanes()]);
        let slices = messages.slices();
        let run = || block_steps(algorithm, kernel, black_box(&slices)).expect("a kernel of its own list");
        // What is done once is done.
        run();
        for (address, times) in steps::executed(run)? {
            *steps.entry(address).or_insert(0.0) += sign * times as f64;
        }
    }
    let between = (BLOCKS[1] - BLOCKS[0]) as f64;
    Operations::of(
        steps.into_iter().filter(|(_, times)| *times != 0.0).map(|(at, times)| (at, times / between)),
    )
}
