//! Messages on standard error: `lanesum: what: why`.

use crate::terminal;
use lanesum_files::name;
pub(crate) use lanesum_files::name::shown;
pub(crate) use lanesum_files::reason;
use lanesum_files::records::TOO_LONG;
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// The name in front of every message.
pub(crate) const PROGRAM: &str = "lanesum";

/// A message about a file.
pub(crate) fn about(name: &[u8], what: impl Display) -> Vec<u8> {
    let mut message = format!("{PROGRAM}: ").into_bytes();
    message.extend_from_slice(&name::quote(name));
    message.extend(format!(": {what}\n").into_bytes());
    message
}

/// A message about no file in particular.
pub(crate) fn plain(what: impl Display) -> Vec<u8> {
    format!("{PROGRAM}: {what}\n").into_bytes()
}

/// An error of the system about a file.
pub(crate) fn error(name: &OsStr, errno: Errno) -> anyhow::Error {
    anyhow::anyhow!("{}: {}", shown(name), reason(&errno.into()))
}

/// That a file is not listed, for no reader would take its line.
pub(crate) fn unlistable() -> String {
    format!("not listed: its line would be {TOO_LONG}")
}

/// Writes a message, with no character in it that a terminal does not show. Where
/// even that fails there is nobody left to tell.
pub(crate) fn say(message: &[u8]) {
    io::stderr().write_all(&terminal::message(message)).unwrap_or(());
}

/// Says that standard input is read, where somebody would wait for the command that waits
/// for them.
pub(crate) fn say_stdin() {
    if lanesum_files::standard::stdin().is_ok_and(|stdin| stdin.is_terminal()) && io::stderr().is_terminal() {
        say(&plain("reading standard input, which Ctrl-D ends; see --help"));
    }
}
