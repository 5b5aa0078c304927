//! Reads one file and hashes it, on the calling thread, through plain reads.
//!
//! What the system has to say about a file it says when it is read: an error
//! on an empty one, or on a directory, is found in no other way. So nothing is
//! asked before, and no size is believed.

use super::hash::Hash;
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::function::ForeignState;
use lanesum_files::input::{Input, Place};
use lanesum_files::{standard, wait};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// How much is read at once: it stays in the level 2 cache, beside what the
/// system copies it from.
const BUFFER: usize = 64 << 10;

/// Room to read to, kept from file to file.
#[derive(Default)]
pub(super) struct Reader(Vec<u8>);

impl Reader {
    /// Reads a file to its end. Calls `opened` when it is open.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn read(
        &mut self,
        input: &Input,
        hash: Hash,
        opened: impl FnOnce(),
    ) -> Result<Reading, ReadError> {
        let mut state = hash.begin();
        let len = self.pieces(input, opened, |piece| state.update(piece))?;
        Ok(Reading { len, modified: None, status: None, digests: vec![state.finish().into()] })
    }

    /// Gives all pieces of a file to `take`, and says how many bytes they have.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn pieces(
        &mut self,
        input: &Input,
        opened: impl FnOnce(),
        mut take: impl FnMut(&[u8]),
    ) -> Result<u64, Errno> {
        if self.0.is_empty() {
            // Zeroed by the system where it is used: a small file touches one page of it.
            self.0 = vec![0; BUFFER];
        }
        let named = open(input)?;
        let file = match &named {
            Some(file) => file.as_fd(),
            None => standard::stdin()?,
        };
        opened();
        read_ahead(file);
        let mut len = 0;
        loop {
            match read(file, &mut self.0)? {
                0 => return Ok(len),
                n => {
                    take(&self.0[..n]);
                    len += n as u64;
                }
            }
        }
    }
}

/// Opens a file as anybody would, and waits for a pipe's writer. None for
/// standard input.
pub(super) fn open(input: &Input) -> Result<Option<OwnedFd>, Errno> {
    match input.place {
        Place::Stdin => Ok(None),
        Place::Named | Place::In(..) | Place::Beneath(_) | Place::Found(..) => loop {
            match openat(CWD, OsStr::from_bytes(&input.name), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
            {
                Err(Errno::INTR) => {}
                file => return file.map(Some),
            }
        },
    }
}

/// One read. What is nothing yet, and no error, is waited out.
pub(super) fn read(file: BorrowedFd<'_>, buffer: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match rustix::io::read(file, &mut *buffer) {
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait::readable(file)?,
            result => return result,
        }
    }
}

/// Has the system read ahead as far as it will, for the file is read from one
/// end to the other. It refuses for what is no file, where that would mean
/// nothing.
#[cfg(not(target_vendor = "apple"))]
fn read_ahead(file: BorrowedFd<'_>) {
    use rustix::fs::{Advice, fadvise};
    fadvise(file, 0, None, Advice::Sequential).unwrap_or(());
}

/// Apple's systems find out for themselves.
#[cfg(target_vendor = "apple")]
fn read_ahead(_: BorrowedFd<'_>) {}
