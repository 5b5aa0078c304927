//! What Go takes, by programs that come with this one.

use crate::command;
use anyhow::{Context, ensure};
use std::process::Command;

const MAPHASH: &str = include_str!("../go/maphash.go");

/// The least seconds that `maphash.Bytes` takes for messages of these lengths.
/// `None` where there is no Go.
///
/// # Errors
///
/// Where the program does not run.
pub(crate) fn maphash(lengths: &[usize]) -> anyhow::Result<Option<Vec<f64>>> {
    if Command::new("go").arg("version").output().is_err() {
        return Ok(None);
    }
    let dir = tempfile::tempdir()?;
    let (source, program) = (dir.path().join("maphash.go"), dir.path().join("maphash"));
    std::fs::write(&source, MAPHASH)?;
    command::output(Command::new("go").args(["build", "-o"]).arg(&program).arg(&source))?;
    let printed = command::output(Command::new(&program).args(lengths.iter().map(usize::to_string)))?;
    let seconds = String::from_utf8(printed)?
        .lines()
        .map(|line| line.parse().context("a number of seconds"))
        .collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(seconds.len() == lengths.len(), "a line for each length");
    Ok(Some(seconds))
}
