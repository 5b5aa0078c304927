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
use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// How much of a long file is read at once: it stays in the level 2 cache, beside what the
/// system copies it from.
const BUFFER: usize = 64 << 10;

/// How much is read at once before. The system makes each page of memory that is used for
/// the first time, which takes as long as to read four: of a file of 1 MiB this takes the
/// least.
const FIRST: usize = 32 << 10;

/// From this length on a file is a long one.
const LONG: u64 = 4 << 20;

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
        let named = open(input)?;
        let file = match &named {
            Some(file) => file.as_fd(),
            None => standard::stdin()?,
        };
        opened();
        read_ahead(file);
        let mut len = 0;
        loop {
            self.0.clear();
            // Nobody writes to it before the system does: a small file touches one page.
            self.0.reserve_exact(if len < LONG { FIRST } else { BUFFER });
            match read(file, || rustix::io::read(file, spare_capacity(&mut self.0)))? {
                0 => return Ok(len),
                n => {
                    take(&self.0);
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

/// One read from a file, done by `once`. What is nothing yet, and no error, is waited out.
pub(super) fn read(
    file: BorrowedFd<'_>,
    mut once: impl FnMut() -> Result<usize, Errno>,
) -> Result<usize, Errno> {
    loop {
        match once() {
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
