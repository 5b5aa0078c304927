//! Runs the suite and prints a table, or writes JSON.

use anyhow::{Context, ensure};
use clap::Parser;
use quality::hashes::{self, Hash, Known};
use quality::report::Outcome;
use quality::suite::{self, Size};
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Statistical tests of the hashes that are not cryptographic.
#[derive(Parser)]
struct Arguments {
    /// Seconds instead of minutes
    #[arg(long, conflicts_with = "everything")]
    quick: bool,
    /// The largest sets of keys too: 8 GiB of memory, and an hour
    #[arg(long)]
    everything: bool,
    /// Only these hashes
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Write the outcomes as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let size = match arguments {
        Arguments { quick: true, .. } => Size::Quick,
        Arguments { everything: true, .. } => Size::Everything,
        _ => Size::Full,
    };
    let wanted = |hash: &&Hash| arguments.only.is_empty() || arguments.only.iter().any(|n| n == hash.name);
    let chosen: Vec<&Hash> = hashes::ALL.iter().filter(wanted).collect();
    ensure!(!chosen.is_empty(), "no hash of that name");
    let results: Vec<(&Hash, Vec<Option<Outcome>>)> = chosen
        .into_par_iter()
        .map(|hash| {
            let outcomes = suite::ALL.iter().map(|test| {
                let outcome = test.run(hash, size);
                eprintln!("{} {}", hash.name, test.name);
                outcome
            });
            (hash, outcomes.collect())
        })
        .collect();
    print!("{}", table(&results)?);
    if let Some(path) = &arguments.json {
        let all: Vec<_> =
            results.iter().map(|(hash, outcomes)| json!({"hash": hash.name, "tests": outcomes})).collect();
        std::fs::write(path, serde_json::to_vec_pretty(&all)?).with_context(|| path.display().to_string())?;
    }
    let surprises: Vec<String> =
        results.iter().flat_map(|(hash, outcomes)| surprises(hash, outcomes)).collect();
    ensure!(surprises.is_empty(), "not as known: {}", surprises.join("; "));
    Ok(())
}

/// Where a hash is not what is known of it.
fn surprises(hash: &Hash, outcomes: &[Option<Outcome>]) -> Vec<String> {
    let judged = outcomes.iter().flatten();
    let wrong = judged.filter(|outcome| match hash.known {
        Known::Sound => !outcome.passed,
        Known::Fails(tests) => outcome.passed && tests.contains(&outcome.test),
    });
    wrong.map(|outcome| format!("{} in {}", hash.name, outcome.test)).collect()
}

/// In Markdown: a verdict for each test and hash, then what the failures were.
fn table(results: &[(&Hash, Vec<Option<Outcome>>)]) -> anyhow::Result<String> {
    let mut text = String::from("| test |");
    for (hash, _) in results {
        write!(text, " {} |", hash.name)?;
    }
    writeln!(text, "\n|---|{}", "---|".repeat(results.len()))?;
    for (i, test) in suite::ALL.iter().enumerate() {
        write!(text, "| {} |", test.name)?;
        for (_, outcomes) in results {
            let verdict = match &outcomes[i] {
                None => "no seed",
                Some(outcome) if outcome.passed => "passes",
                Some(_) => "**fails**",
            };
            write!(text, " {verdict} |")?;
        }
        text.push('\n');
    }
    text.push_str("\n| hash | test | what was worst | seen | expected |\n|---|---|---|---|---|\n");
    for (hash, outcomes) in results {
        for outcome in outcomes.iter().flatten().filter(|outcome| !outcome.passed) {
            let Outcome { test, case, seen, expected, .. } = outcome;
            writeln!(
                text,
                "| {} | {test} | {case} | {} | {} |",
                hash.name,
                figure(*seen),
                figure(*expected)
            )?;
        }
    }
    Ok(text)
}

fn figure(x: f64) -> String {
    if x.fract() == 0.0 {
        format!("{x}")
    } else if x >= 0.001 {
        format!("{x:.3}")
    } else {
        format!("{x:.1e}")
    }
}
