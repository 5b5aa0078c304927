//! What Go takes, by programs that come with this one.

use crate::command;
use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

const MAPHASH: &str = include_str!("../go/maphash.go");

/// A program that times `maphash.Bytes`, and waits between its turns: so it can
/// take turns with what it is compared to.
pub(crate) struct Maphash {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// Where the program is.
    _dir: TempDir,
}

impl Maphash {
    /// Builds and starts it. `None` where there is no Go.
    ///
    /// # Errors
    ///
    /// Where the program does not build or start.
    pub(crate) fn start() -> anyhow::Result<Option<Self>> {
        if Command::new("go").arg("version").output().is_err() {
            return Ok(None);
        }
        let dir = tempfile::tempdir()?;
        let (source, program) = (dir.path().join("maphash.go"), dir.path().join("maphash"));
        std::fs::write(&source, MAPHASH)?;
        command::output(Command::new("go").args(["build", "-o"]).arg(&program).arg(&source))?;
        let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let from = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        Ok(Some(Self { to: child.stdin.take(), child, from, _dir: dir }))
    }

    /// The least seconds of a call with a message of `len` bytes, in a turn of
    /// about 20 ms.
    ///
    /// # Errors
    ///
    /// Where the program is gone, or says something else than a number.
    pub(crate) fn turn(&mut self, len: usize) -> anyhow::Result<f64> {
        writeln!(self.to.as_ref().context("it runs")?, "{len}")?;
        let mut line = String::new();
        if self.from.read_line(&mut line)? == 0 {
            bail!("maphash ended");
        }
        line.trim_end().parse().context("a number of seconds")
    }
}

impl Drop for Maphash {
    fn drop(&mut self) {
        // It ends when there is nothing more to read.
        self.to = None;
        _ = self.child.wait();
    }
}
