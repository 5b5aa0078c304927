//! What `bao` refuses before it reads anything, in its words.

use super::line::Flag;
use lanesum_files::standard;
use rustix::fs::{FileType, fstat};
use std::ffi::OsStr;
use std::fs;

/// Whether `text` is a hash: in its own words what is wrong with it, if not.
pub(super) fn hash(text: &OsStr) -> Result<(), String> {
    let text = text.to_string_lossy();
    let text = text.as_bytes();
    if !text.len().is_multiple_of(2) {
        return Err("Odd number of digits".to_owned());
    }
    if let Some(at) = text.iter().position(|b| !b.is_ascii_hexdigit()) {
        return Err(format!("Invalid character '{}' at position {at}", char::from(text[at])));
    }
    if text.len() == 64 { Ok(()) } else { Err("wrong length hash".to_owned()) }
}

/// Whether the value of an operand or a flag is a number.
pub(super) fn number(text: &OsStr, what: &str) -> Result<(), String> {
    match text.to_str().map(str::parse::<u64>) {
        Some(Ok(_)) => Ok(()),
        _ => Err(format!("Could not deserialize '{}' to u64 for '{what}'.", text.to_string_lossy())),
    }
}

/// The value of a flag, which is a number for two of them.
pub(super) fn value(flag: Flag, value: &OsStr) -> Result<(), String> {
    match flag {
        Flag::Start | Flag::Count => number(value, flag.name()),
        Flag::Outboard | Flag::Help | Flag::Version => Ok(()),
    }
}

/// Whether an input can be read at any place: no pipe can, and what is not there has
/// an error of its own.
pub(super) fn input(operand: Option<&OsStr>) -> Result<(), String> {
    let is_file = match operand {
        Some(path) if path != "-" => {
            fs::metadata(path).map_or(true, |found| found.is_file() || found.is_dir())
        }
        _ => standard::stdin()
            .and_then(fstat)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile),
    };
    if is_file { Ok(()) } else { Err("input must be a real file".to_owned()) }
}

/// Whether an encoding can be written at any place.
pub(super) fn output(operand: &OsStr) -> Result<(), String> {
    let is_file =
        operand != "-" && fs::metadata(operand).map_or(true, |found| found.is_file() || found.is_dir());
    if is_file { Ok(()) } else { Err("output must be a real file".to_owned()) }
}
