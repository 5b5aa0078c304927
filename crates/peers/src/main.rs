//! Benchmarks of lanesum against what a user would pick instead.

mod bench;
mod command;
mod evp;
mod go;
mod machine;
mod measure;
mod messages;
mod report;
mod session;

use anyhow::Context;
use clap::Parser;
use clap::builder::PossibleValuesParser;
use machine::Machine;
use report::Report;
use session::Session;
use std::path::PathBuf;

/// Benchmarks of lanesum against what a user would pick instead.
#[derive(Parser)]
struct Arguments {
    /// What to measure.
    #[arg(value_parser = PossibleValuesParser::new(bench::ALL.iter().map(bench::Bench::value)))]
    bench: String,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    /// Only cases whose name or algorithm contains this.
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Less data and fewer rounds: a few seconds, rougher figures.
    #[arg(long)]
    quick: bool,
    /// The details too: every row that a summary is made of (always in JSON).
    #[arg(long)]
    all: bool,
    /// The command that whole-command benches time [default: the one built beside this].
    #[arg(long, value_name = "PATH")]
    lanesum: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let bench = bench::ALL.iter().find(|b| b.name == arguments.bench).context("no such bench")?;
    let machine = Machine::here()?;
    let report = Report::new(bench.name, machine, arguments.json, arguments.all)?;
    let mut session = Session::new(report, arguments.only, arguments.quick, arguments.lanesum);
    (bench.run)(&mut session)?;
    session.report.end()?;
    Ok(())
}
