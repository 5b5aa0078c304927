//! The commands that lanesum can be, against those whose names it has: start,
//! reading, hashing and printing, with as many threads as there are cores.

use super::files::{name, write};
use crate::command::{Taken, output, usually_taken};
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::Algorithm;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A command, its hash, and how many times as fast as its namesake it should be.
type Contest = (&'static str, Algorithm, f64);

/// Equally long files, and who reads them.
struct Set {
    case: &'static str,
    /// In the quick form, which has a tenth of many files.
    quick: &'static str,
    count: usize,
    len: usize,
    contests: &'static [Contest],
}

/// Nobody loses by the name.
const NOT_SLOWER: f64 = 0.95;

const MANY: &[Contest] = &[
    ("md5sum", Algorithm::Md5, 8.0),
    ("sha1sum", Algorithm::Sha1, 5.0),
    ("sha256sum", Algorithm::Sha256, 8.0),
    ("sha512sum", Algorithm::Sha512, 4.0),
    ("b2sum", Algorithm::Blake2b(lanesum::blake2::DigestLength::MAX), 4.0),
];

const ONE: &[Contest] = &[
    ("md5sum", Algorithm::Md5, NOT_SLOWER),
    ("sha1sum", Algorithm::Sha1, NOT_SLOWER),
    ("sha256sum", Algorithm::Sha256, NOT_SLOWER),
    ("sha512sum", Algorithm::Sha512, NOT_SLOWER),
    ("b2sum", Algorithm::Blake2b(lanesum::blake2::DigestLength::MAX), NOT_SLOWER),
    ("cksum", CRC, 1.0),
    ("b3sum", Algorithm::Blake3, 1.5),
];

/// A process costs more than a KiB: what counts is the start.
const TINY: &[Contest] = &[("md5sum", Algorithm::Md5, 0.0)];

/// The CRC is none of the library's algorithms; the row says `cksum`.
const CRC: Algorithm = Algorithm::Md5;

const SETS: [Set; 5] = [
    Set { case: "2,000 x 1 MiB", quick: "200 x 1 MiB", count: 2_000, len: 1 << 20, contests: MANY },
    Set {
        case: "50,000 x 4 KiB",
        quick: "5,000 x 4 KiB",
        count: 50_000,
        len: 4 << 10,
        contests: &[("md5sum", Algorithm::Md5, 2.5)],
    },
    Set { case: "1 KiB", quick: "1 KiB", count: 1, len: 1 << 10, contests: TINY },
    Set { case: "1 MiB", quick: "1 MiB", count: 1, len: 1 << 20, contests: ONE },
    Set { case: "1 GiB", quick: "1 GiB", count: 1, len: 1 << 30, contests: ONE },
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for mut set in SETS {
        if session.quick && set.count > 1 {
            (set.case, set.count) = (set.quick, set.count / 10);
        }
        let contests: Vec<_> =
            set.contests.iter().filter(|(name, ..)| session.wants_named(set.case, name)).collect();
        if contests.is_empty() {
            continue;
        }
        let lanesum = session.lanesum()?;
        let directory = write(set.count, set.len)?;
        for &&contest in &contests {
            set.time(session, &lanesum, directory.path(), contest)?;
        }
    }
    Ok(())
}

impl Set {
    fn time(
        &self,
        session: &mut Session,
        lanesum: &Path,
        directory: &Path,
        (tool, algorithm, bar): Contest,
    ) -> anyhow::Result<()> {
        let command = |program: &Path, args: &[&str]| {
            let mut command = Command::new(program);
            command.args(args).args((0..self.count).map(name)).current_dir(directory);
            command
        };
        let mut commands = [command(lanesum, &[tool]), command(Path::new(tool), &[])];
        let expected = output(&mut commands[1])?;
        ensure!(output(&mut commands[0])? == expected, "by the name of {tool} lanesum prints other lines");
        let (runs, seconds) = match (session.quick, (self.count * self.len) >> 20) {
            (true, _) => (3, 1),
            (false, 0..=1) => (100, 1),
            (false, _) => (3, 10),
        };
        let taken = usually_taken(&mut commands, runs, Duration::from_secs(seconds))?;
        if self.len < 1 << 12 && self.count == 1 {
            return self.start(session, tool, &taken);
        }
        // These two take less than they take to start: only the large file counts.
        let counts = !matches!(tool, "b3sum" | "cksum") || self.len > 1 << 20;
        let bar = counts.then(|| session.bar(algorithm, bar)).flatten();
        let row = |kind: &str, seconds: [f64; 2]| {
            let run = |who: String, seconds| Run::new(who, 1, seconds);
            let (ours, theirs) =
                (run(format!("lanesum {tool}"), seconds[0]), run(tool.to_owned(), seconds[1]));
            Row::new(format!("{}, {kind}", self.case), tool, Unit::Seconds, ours, theirs)
        };
        session.report.row(&row("wall", [taken[0].wall, taken[1].wall]).bar(bar))?;
        session.report.row(&row("CPU", [taken[0].cpu, taken[1].cpu]))?;
        Ok(())
    }

    /// How much longer ours takes to start: at most a millisecond.
    fn start(&self, session: &mut Session, tool: &'static str, taken: &[Taken]) -> anyhow::Result<()> {
        const LEAST: f64 = 1e-6;
        let longer = (taken[0].wall - taken[1].wall).max(LEAST);
        let ours = Run::new(format!("lanesum {tool}, more"), 1, longer);
        let allowed = Run::new("1 ms", 1, 1e-3);
        let row = Row::new(format!("{}, start", self.case), tool, Unit::Milliseconds, ours, allowed);
        session.report.row(&row.bar(Some(1.0)))?;
        Ok(())
    }
}
