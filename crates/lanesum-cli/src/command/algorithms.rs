//! `lanesum algorithms`: what there is, and what runs it on this CPU.

use crate::json;
use crate::output::Output;
use anyhow::Result;
use clap::Args;
use lanesum::{Algorithm, CostSource};
use serde::Serialize;
use std::fmt::Write;

/// List the algorithms, and the kernels that this CPU runs them on.
///
/// A kernel is an algorithm on an instruction set, with a number of lanes: the
/// messages that it takes at once. Behind its instruction set stands how many
/// sets of lanes it interleaves (x2), and p where scalar instructions lay out
/// the blocks, a where it does that and takes each step on all columns at once, s
/// where it does without what some CPUs do in two, m where scalar instructions hold
/// the vectors' back until it is their turn. The environment variable LANESUM_ISA
/// caps the instruction sets. With `-v` each kernel has a line, with the cycles that
/// a block in every lane costs, by which kernels are chosen, and where that cost
/// comes from: LANESUM_COSTS may be `table`, `model` or `measured`.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum algorithms
  lanesum algorithms -v
  LANESUM_COSTS=measured lanesum algorithms -v
  LANESUM_ISA=avx2 lanesum algorithms --json
")]
pub(crate) struct AlgorithmsArgs {
    /// Write a JSON object a line
    #[arg(long)]
    json: bool,
    /// Show what each kernel costs, and where the cost comes from
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
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
    /// Cycles of a block in every lane.
    cost: u32,
    cost_source: String,
}

impl AlgorithmsArgs {
    pub(crate) fn run(&self) -> Result<bool> {
        let mut output = Output::stdout();
        if self.json {
            for algorithm in Algorithm::ALL {
                output.write(&json::line(&record(algorithm)))?;
            }
        } else if self.verbose {
            output.write(costs()?.as_bytes())?;
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
        cost: kernel.cost(),
        cost_source: kernel.cost_source().to_string(),
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
    let mut table = String::from("algorithm    bits  against    most messages at once (-v: all kernels)\n");
    for algorithm in Algorithm::ALL {
        let protection = algorithm.protection();
        write!(table, "{algorithm:<12} {:>4}  {protection:<10} ", 8 * algorithm.digest_len())?;
        match algorithm.kernels().iter().max_by_key(|kernel| kernel.lanes()) {
            Some(kernel) => writeln!(table, "{} on {kernel}", kernel.lanes())?,
            None => table.push_str("1\n"),
        }
    }
    table.push_str("\nWhat each digest finds, and what not:\n");
    for algorithm in Algorithm::ALL {
        let name = algorithm.to_string();
        for (i, line) in wrapped(algorithm.about(), 80 - 13).iter().enumerate() {
            writeln!(table, "{:<12} {line}", if i == 0 { name.as_str() } else { "" })?;
        }
    }
    table.push_str(
        "\nagainst accidents: others can be made to have the same digest; it finds damage,\nnot attacks.\n",
    );
    Ok(table)
}

/// A text in lines of so many characters at most, where its words allow that.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Every kernel of every algorithm, and what it costs.
fn costs() -> Result<String> {
    let mut table = String::from("algorithm    kernel     lanes   cycles  a message  source of the cost\n");
    let mut sources: Vec<CostSource> = Vec::new();
    for algorithm in Algorithm::ALL {
        for kernel in algorithm.kernels() {
            let (name, lanes, cost) = (kernel.to_string(), kernel.lanes(), kernel.cost());
            let each = f64::from(cost) / lanes as f64;
            let source = kernel.cost_source();
            writeln!(table, "{algorithm:<12} {name:<10} {lanes:>5} {cost:>8} {each:>10.1}  {source}")?;
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
    }
    table.push('\n');
    for source in sources {
        if let CostSource::Table { source: found, .. } = source {
            writeln!(table, "{source}: {found}")?;
        }
    }
    Ok(table)
}
