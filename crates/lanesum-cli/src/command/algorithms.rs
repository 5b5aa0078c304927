//! `lanesum algorithms`: what there is, and what runs it on this CPU.

use crate::json;
use crate::output::Output;
use anyhow::Result;
use clap::Args;
use lanesum::Algorithm;
use serde::Serialize;
use std::fmt::Write;

/// List the algorithms, and the kernels that this CPU runs them on.
///
/// A kernel is an algorithm on an instruction set, with a number of lanes: the
/// messages that it takes at once. The environment variable LANESUM_ISA caps
/// the instruction sets.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum algorithms
  LANESUM_ISA=avx2 lanesum algorithms --json
")]
pub(crate) struct AlgorithmsArgs {
    /// Write a JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    algorithm: &'static str,
    digest_bits: usize,
    broken: bool,
    protects_against: &'static str,
    about: &'static str,
    kernels: Vec<KernelRecord>,
}

#[derive(Serialize)]
struct KernelRecord {
    kernel: String,
    isa: &'static str,
    sets: usize,
    lanes: usize,
}

impl AlgorithmsArgs {
    pub(crate) fn run(&self) -> Result<bool> {
        let mut output = Output::stdout();
        if self.json {
            for algorithm in Algorithm::ALL {
                output.write(&json::line(&record(algorithm)))?;
            }
        } else {
            output.write(table()?.as_bytes())?;
        }
        output.finish()?;
        Ok(true)
    }
}

fn record(algorithm: Algorithm) -> Record {
    let kernel = |kernel: lanesum::Kernel| KernelRecord {
        kernel: kernel.to_string(),
        isa: kernel.isa().name(),
        sets: kernel.sets(),
        lanes: kernel.lanes(),
    };
    Record {
        algorithm: algorithm.name(),
        digest_bits: 8 * algorithm.digest_len(),
        broken: algorithm.is_broken(),
        protects_against: algorithm.protection().name(),
        about: algorithm.about(),
        kernels: algorithm.kernels().into_iter().map(kernel).collect(),
    }
}

fn table() -> Result<String> {
    let mut table = String::from("algorithm    bits  against    kernels (lanes)\n");
    for algorithm in Algorithm::ALL {
        let protection = algorithm.protection();
        write!(table, "{algorithm:<12} {:>4}  {protection:<10}", 8 * algorithm.digest_len())?;
        let kernels = algorithm.kernels();
        for kernel in &kernels {
            write!(table, " {kernel} ({})", kernel.lanes())?;
        }
        if kernels.is_empty() {
            table.push_str(" one message at a time");
        }
        table.push('\n');
    }
    table.push_str("\nWhat each digest finds, and what not:\n");
    for algorithm in Algorithm::ALL {
        writeln!(table, "{algorithm:<12} {}", algorithm.about())?;
    }
    table.push_str(
        "\nagainst accidents: others can be made to have the same digest; it finds damage, not attacks.\n",
    );
    Ok(table)
}
