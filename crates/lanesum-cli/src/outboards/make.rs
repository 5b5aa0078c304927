//! Writing the tree of a file.

use super::{GROUP, Outboards, hash};
use crate::message;
use crate::output;
use lanesum::bao::Layout;
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::input::Input;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// A mebibyte is read at once, for the lanes' sake.
const BUFFER: u64 = 1 << 20;

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
        let file = File::from(input.open()?);
        // Another length is another file, and so is another hash.
        let changed = || ReadError::Changed { before: reading.len, after: input.size().unwrap_or(0) };
        let failed = Cell::new(false);
        let made = put(&place, |tree| {
            let file = Watched { file: &file, failed: &failed };
            let file = BufReader::with_capacity(reading.len.min(BUFFER) as usize, file);
            let mut out = BufWriter::new(tree);
            let now = self.format.encode_from(Layout::Outboard, file, reading.len, &mut out)?;
            out.flush()?;
            if now != hash {
                return Err(io::Error::other(Other));
            }
            self.pending.as_ref().map_or(Ok(()), |pending| pending.add(&hash))
        });
        made.map_err(|error| match error.get_ref() {
            Some(why) if why.is::<lanesum::bao::Error>() || why.is::<Other>() => changed(),
            _ if failed.get() => error.into(),
            _ => unwritten(place.parent().unwrap_or(&self.path), &error),
        })
    }
}

/// A file that was read has another hash by now.
#[derive(Debug, thiserror::Error)]
#[error("it is another file")]
struct Other;

/// A file that notes whether it was it that could not be read.
struct Watched<'a> {
    file: &'a File,
    failed: &'a Cell<bool>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer);
        self.failed.set(read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted));
        read
    }
}

/// A file that takes its place when it is whole. What a power cut leaves of it is seen by its
/// length, or when it is held to the digest.
fn put(place: &Path, mut make: impl FnMut(&File) -> io::Result<()>) -> io::Result<()> {
    match output::put(place, &mut make) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(place.parent().unwrap_or(place))?;
            output::put(place, make)
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
