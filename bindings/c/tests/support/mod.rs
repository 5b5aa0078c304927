//! The library as cargo built it for the tests, and the system's C compiler.

use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// This crate.
pub(crate) fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where the built library lies: beside the test programs.
pub(crate) fn built() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    Ok(test.parent().context("a program lies in a directory")?.to_owned())
}

/// Runs a command, and gives what it prints.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}

/// The C compiler, strict.
pub(crate) fn cc() -> Command {
    let mut cc = Command::new("cc");
    cc.args([
        "-std=c11",
        "-D_POSIX_C_SOURCE=200809L",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
        "-O1",
        "-g",
        "-I",
    ])
    .arg(here().join("include"));
    cc
}
