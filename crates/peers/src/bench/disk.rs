//! Whole commands over small files that are not in the page cache, against GNU's. What the
//! system knows of each file, but for its bytes, stays in memory.

use super::files::{name, write};
use crate::command::{output, usually_taken_after};
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::Algorithm;
use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LEN: usize = 4 << 10;

/// The hash, which takes a small part of the time.
const ALGORITHM: Algorithm = Algorithm::Sha256;

/// How many times as fast as GNU's two threads should be, and one.
const BARS: [(&str, f64); 2] = [("-j2", 3.0), ("-j1", 2.0)];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let (case, count) = if session.quick { ("2,000 x 4 KiB", 2_000) } else { ("20,000 x 4 KiB", 20_000) };
    if !session.wants(case, ALGORITHM) {
        return Ok(());
    }
    let lanesum = session.lanesum()?;
    let directory = write(count, LEN)?;
    let command = |program: &Path, options: &[&str]| {
        let mut command = Command::new(program);
        command.args(options).args((0..count).map(name)).current_dir(directory.path());
        command
    };
    let gnu = format!("{ALGORITHM}sum");
    let ours = BARS.map(|(threads, _)| command(&lanesum, &["hash", "-a", ALGORITHM.name(), threads]));
    let mut commands = Vec::from(ours);
    commands.push(command(Path::new(&gnu), &[]));
    let expected = output(&mut commands[2])?;
    for command in &mut commands[..2] {
        ensure!(output(command)? == expected, "lanesum and {gnu} print different lines");
    }
    let (runs, seconds) = if session.quick { (3, 1) } else { (5, 15) };
    let uncached = || uncache(directory.path(), count);
    let taken = usually_taken_after(&mut commands, runs, Duration::from_secs(seconds), uncached)?;
    for ((threads, bar), taken_by) in BARS.into_iter().zip(&taken) {
        let subject = Run::new(format!("lanesum hash {threads}"), 1, taken_by.wall);
        let theirs = Run::new(&gnu, 1, taken[2].wall);
        session
            .report
            .row(&Row::new(case, ALGORITHM.name(), Unit::Seconds, subject, theirs).bar(Some(bar)))?;
    }
    Ok(())
}

/// Takes the files out of the page cache: all of them are on the disk.
fn uncache(directory: &Path, count: usize) -> anyhow::Result<()> {
    for i in 0..count {
        let file = File::open(directory.join(name(i)))?;
        posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED)?;
    }
    Ok(())
}
