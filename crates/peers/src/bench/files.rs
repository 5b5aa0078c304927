//! Whole commands over page-cached files, against GNU's: start, reading,
//! hashing and printing.

use crate::command::{output, usually_taken};
use crate::messages::fill;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::{Context, ensure};
use lanesum::Algorithm;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Equally long files.
struct Set {
    case: &'static str,
    count: usize,
    len: usize,
    /// How many times as fast as GNU's each algorithm should be on one thread.
    bars: [(Algorithm, Option<f64>); 2],
}

const SETS: [Set; 2] = [
    Set {
        case: "2,000 x 1 MiB",
        count: 2_000,
        len: 1 << 20,
        bars: [(Algorithm::Md5, Some(8.0)), (Algorithm::Sha256, Some(8.0))],
    },
    Set {
        case: "50,000 x 4 KiB",
        count: 50_000,
        len: 4 << 10,
        bars: [(Algorithm::Md5, Some(2.5)), (Algorithm::Sha256, None)],
    },
];

/// The same, a tenth of it.
const QUICK: [&str; 2] = ["200 x 1 MiB", "5,000 x 4 KiB"];

/// How much faster two threads should be than one.
const TWO_THREADS: f64 = 1.7;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (mut set, quick) in SETS.into_iter().zip(QUICK) {
        if session.quick {
            (set.case, set.count) = (quick, set.count / 10);
        }
        let bars: Vec<_> = set.bars.into_iter().filter(|&(a, _)| session.wants(set.case, a)).collect();
        if bars.is_empty() {
            continue;
        }
        let lanesum = session.lanesum()?;
        let directory = write(set.count, set.len)?;
        for (algorithm, bar) in bars {
            set.time(session, &lanesum, directory.path(), algorithm, bar)?;
        }
    }
    Ok(())
}

impl Set {
    /// A command in the directory, with the names of all files.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>, options: &[&str], directory: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(options).args((0..self.count).map(name)).current_dir(directory);
        command
    }

    fn time(
        &self,
        session: &mut Session,
        lanesum: &Path,
        directory: &Path,
        algorithm: Algorithm,
        bar: Option<f64>,
    ) -> anyhow::Result<()> {
        let gnu = format!("{algorithm}sum");
        let ours = |threads| self.command(lanesum, &["hash", "-a", algorithm.name(), threads], directory);
        let mut commands = [ours("-j1"), ours("-j2"), self.command(&gnu, &[], directory)];
        let expected = output(&mut commands[2])?;
        for command in &mut commands[..2] {
            ensure!(output(command)? == expected, "lanesum and {gnu} print different lines");
        }
        let (runs, seconds) = if session.quick { (3, 1) } else { (7, 15) };
        let taken = usually_taken(&mut commands, runs, Duration::from_secs(seconds))?;

        let one = bar.and_then(|bar| session.bar(algorithm, bar));
        let two = session.bar(algorithm, TWO_THREADS);
        let wall = taken.iter().map(|t| t.wall).collect();
        let cpu = taken.iter().map(|t| t.cpu).collect();
        let kinds: [(_, Vec<f64>, _, _); 2] = [("wall", wall, one, two), ("CPU", cpu, None, None)];
        for (kind, seconds, one, two) in kinds {
            let case = format!("{}, {kind}", self.case);
            let one_thread = || Run::new("lanesum hash -j1", 1, seconds[0]);
            let two_threads = Run::new("lanesum hash -j2", 1, seconds[1]);
            let theirs = Run::new(&gnu, 1, seconds[2]);
            for (subject, peer, bar) in [(one_thread(), theirs, one), (two_threads, one_thread(), two)] {
                let row = Row::new(&case, algorithm.name(), Unit::Seconds, subject, peer);
                session.report.row(&row.bar(bar))?;
            }
        }
        Ok(())
    }
}

/// Writes files, which leaves them in the page cache, and waits until the disk
/// has them, so that it is quiet afterwards.
pub(super) fn write(count: usize, len: usize) -> anyhow::Result<TempDir> {
    let directory = tempfile::tempdir().context("a temporary directory")?;
    let mut bytes = vec![0; len];
    for i in 0..count {
        fill(&mut bytes, i as u64);
        std::fs::write(directory.path().join(name(i)), &bytes)?;
    }
    nix::unistd::sync();
    Ok(directory)
}

/// A short name: all of them must fit on one command line.
pub(super) fn name(i: usize) -> String {
    format!("{i:05}")
}
