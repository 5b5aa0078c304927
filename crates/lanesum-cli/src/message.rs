//! Messages on standard error: `lanesum: what: why`.

use crate::{name, terminal};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;

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

/// A name as it stands in a message that is text.
pub(crate) fn shown(name: &OsStr) -> String {
    String::from_utf8_lossy(&name::quote(name.as_bytes())).into_owned()
}

/// An error of the system about a file.
pub(crate) fn error(name: &OsStr, errno: Errno) -> anyhow::Error {
    anyhow::anyhow!("{}: {}", shown(name), reason(&errno.into()))
}

/// Writes a message, with no character in it that a terminal does not show. Where
/// even that fails there is nobody left to tell.
pub(crate) fn say(message: &[u8]) {
    io::stderr().write_all(&terminal::message(message)).unwrap_or(());
}

/// The system's reason in its own words, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
