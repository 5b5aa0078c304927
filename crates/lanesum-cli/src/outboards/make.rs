//! Writing the tree of a file.

use super::{GROUP, Outboards, hash};
use crate::message;
use lanesum::bao::Layout;
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::input::Input;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// A mebibyte is read at once, for the lanes' sake.
const BUFFER: usize = 1 << 20;

impl Outboards {
    /// Writes the tree of a file that was read, unless there is one. It is read again, and
    /// has to be what it was.
    ///
    /// # Errors
    ///
    /// Those of reading it, and why the tree cannot be written.
    pub(crate) fn make(&self, input: &Input, reading: &Reading) -> Result<(), ReadError> {
        let Some(hash) = reading.digests.get(self.function).and_then(|value| hash(value.as_bytes())) else {
            return Ok(());
        };
        let place = self.place(&hash);
        let is_there = || {
            let len = fs::metadata(&place).ok()?.len();
            Some(u128::from(len) == self.format.outboard_len(reading.len))
        };
        // What can be read only once has none.
        if reading.len <= GROUP || reading.status.is_none() || is_there() == Some(true) {
            return Ok(());
        }
        let file = BufReader::with_capacity(BUFFER, File::from(input.open()?));
        let directory = place.parent().unwrap_or(&self.path);
        let mut tree = new(directory).map_err(|error| unwritten(directory, &error))?;
        let mut out = BufWriter::new(tree.as_file_mut());
        let made = self.format.encode_from(Layout::Outboard, file, reading.len, &mut out);
        let made = made.and_then(|hash| out.flush().map(|()| hash));
        drop(out);
        // Another length is another file, and so is another hash.
        let changed = || ReadError::Changed { before: reading.len, after: input.size().unwrap_or(0) };
        match made {
            Ok(now) if now == hash => {}
            Ok(_) => return Err(changed()),
            Err(error) if error.get_ref().is_some_and(|error| error.is::<lanesum::bao::Error>()) => {
                return Err(changed());
            }
            Err(error) => return Err(unwritten(directory, &error)),
        }
        tree.persist(&place).map_err(|error| unwritten(directory, &error.error))?;
        Ok(())
    }
}

/// A file that takes its place when it is whole. What a power cut leaves of it is seen by its
/// length, or when it is held to the digest.
fn new(directory: &Path) -> io::Result<NamedTempFile> {
    match NamedTempFile::new_in(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(directory)?;
            NamedTempFile::new_in(directory)
        }
        made => made,
    }
}

fn unwritten(directory: &Path, error: &io::Error) -> ReadError {
    let what = format!(
        "its hash tree cannot be written in {}: {}",
        message::shown(directory.as_os_str()),
        message::reason(error)
    );
    io::Error::new(error.kind(), what).into()
}
