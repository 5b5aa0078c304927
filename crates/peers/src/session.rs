//! What a bench is given: which cases are wanted, how long to measure, where
//! the rows go.

use crate::measure::{Contender, Effort, least_seconds};
use crate::report::Report;
use anyhow::{Context, bail};
use lanesum::{Algorithm, Isa};
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// One run of a bench.
pub(crate) struct Session {
    /// Where the rows go.
    pub(crate) report: Report,
    /// Whether it should take seconds.
    pub(crate) quick: bool,
    only: Option<String>,
    lanesum: Option<PathBuf>,
    /// Where the command is installed, once it is.
    installed: Option<TempDir>,
}

impl Session {
    pub(crate) fn new(report: Report, only: Option<String>, quick: bool, lanesum: Option<PathBuf>) -> Self {
        Self { report, quick, only, lanesum, installed: None }
    }

    /// Whether the case was asked for.
    pub(crate) fn wants(&self, case: &str, algorithm: Algorithm) -> bool {
        self.only.as_deref().is_none_or(|only| case.contains(only) || algorithm.name().contains(only))
    }

    /// Whether the case of a command was asked for.
    pub(crate) fn wants_named(&self, case: &str, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| case.contains(only) || name.contains(only))
    }

    /// The least time of a call of each contender, in seconds.
    pub(crate) fn least_seconds(&self, contenders: &mut [Contender<'_>]) -> Vec<f64> {
        self.least_seconds_of(1, contenders)
    }

    /// The least time of a call of each contender in one of some rounds, in seconds: what
    /// is held against others that are measured at other times takes turns with them.
    pub(crate) fn least_seconds_of(&self, rounds: u32, contenders: &mut [Contender<'_>]) -> Vec<f64> {
        least_seconds(if self.quick { Effort::Quick } else { Effort::Full }, rounds, contenders)
    }

    /// A bar that is set for AVX-512, where there is that.
    pub(crate) fn bar(&self, algorithm: Algorithm, at_least: f64) -> Option<f64> {
        algorithm.kernels().iter().any(|k| k.isa() == Isa::Avx512).then_some(at_least)
    }

    /// This program again, for another bench of the same cases, with an object a
    /// line.
    ///
    /// # Errors
    ///
    /// Where the program cannot be found.
    pub(crate) fn again(&self, bench: &str) -> anyhow::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([bench, "--json"]);
        command.args(self.quick.then_some("--quick"));
        command.args(self.only.iter().flat_map(|only| ["--only", only]));
        Ok(command)
    }

    /// The command `lanesum`: the one that was named, or the one built beside
    /// this program. It is a copy, as the peers on PATH are: of a file in the system's cache that a
    /// linker wrote less is mapped at once, and it took 0.11 ms longer to start (Linux 6.18, AMD
    /// Zen 4).
    ///
    /// # Errors
    ///
    /// Where there is none, or the system's.
    pub(crate) fn lanesum(&mut self) -> anyhow::Result<PathBuf> {
        let path = match &self.lanesum {
            Some(path) => path.clone(),
            None => {
                std::env::current_exe()?.with_file_name(format!("lanesum{}", std::env::consts::EXE_SUFFIX))
            }
        };
        if !path.is_file() {
            bail!(
                "no command at {}: build it with `cargo build --release -p lanesum-cli`, or name one with --lanesum",
                path.display()
            );
        }
        let directory = match self.installed.take() {
            Some(directory) => directory,
            None => {
                let directory = tempfile::tempdir().context("a temporary directory")?;
                std::fs::copy(&path, directory.path().join("lanesum")).context("the command's copy")?;
                directory
            }
        };
        Ok(self.installed.insert(directory).path().join("lanesum"))
    }
}
