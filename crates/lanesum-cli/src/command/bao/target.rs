//! Where bytes go: a file that takes its place when it is complete, or standard
//! output as they come.

use super::input::Bytes;
use crate::message;
use crate::output::{Output, Sync, WriteError};
use anyhow::{Result, anyhow};
use lanesum_files::aligned::Aligned;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// None and `-` are standard output.
///
/// What a hash vouches for need not be on the disk before it takes its place,
/// unless another file goes for it: a part would not pass for the whole.
pub(super) fn open(operand: Option<&OsStr>) -> Result<Output> {
    match operand {
        Some(path) if path != "-" => Output::file(Path::new(path), Sync::Replacing),
        _ => Ok(Output::stdout()),
    }
}

/// Copies what a reader that reads `input` gives.
pub(super) fn copy(mut reader: impl Read, input: &Bytes<'_>, output: &mut Output) -> Result<()> {
    let mut buffer = vec![0; 256 << 10];
    loop {
        let len = match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(len) => len,
            Err(error) => {
                // What came before it is good.
                output.flush()?;
                return Err(input.about(&error));
            }
        };
        output.write(&buffer[..len])?;
    }
}

/// Makes a file by `make`, which writes to any place in it: the output itself, or
/// a temporary file that is then copied to it.
pub(super) fn at_positions<R>(output: &mut Output, make: impl FnOnce(&File) -> Result<R>) -> Result<R> {
    if let Some(file) = output.positioned() {
        return make(file);
    }
    let problem = |error| anyhow!("cannot write a temporary file: {}", message::reason(&error));
    let mut file = tempfile::tempfile().map_err(problem)?;
    let made = make(&file)?;
    io::Seek::rewind(&mut file).map_err(problem)?;
    let mut buffer = Aligned::new(256 << 10);
    loop {
        match file.read(&mut buffer).map_err(problem)? {
            0 => return Ok(made),
            len => output.write(&buffer[..len])?,
        }
    }
}

/// An error of reading `input`, or of writing.
///
/// Both go through one `io::Error` where the library reads and writes; what is
/// written there is a file on a disk, and its errors are few.
pub(super) fn error(error: io::Error, input: &Bytes<'_>) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            WriteError::from(error).into()
        }
        _ => input.about(&error),
    }
}
