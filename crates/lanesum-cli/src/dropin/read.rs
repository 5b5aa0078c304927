//! Reads one file and hashes it, on the calling thread; what comes of a pipe for long, on another.
//!
//! What the system has to say about a file it says when it is read: an error
//! on an empty one, or on a directory, is found in no other way. So nothing is
//! asked before, and no size is believed. One that proves long may be mapped from there on, and
//! what is behind the size that it then has is read.

use super::hash::Hash;
use lanesum_files::engine::{self, Long, ReadError, Reading, Step};
use lanesum_files::function::ForeignState;
use lanesum_files::input::{Input, Place};
use lanesum_files::status::{Kind, Status};
use lanesum_files::{pipe, standard, wait};
use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, SeekFrom, fstat, openat, seek};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::thread;

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
        let named = open(input)?;
        let file = opened_file(&named)?;
        opened();
        pipe::widen(file);
        advise(file);
        let mut state = hash.begin();
        let mut len = self.until(file, LONG, |piece| state.update(piece))?;
        if len >= LONG {
            match self.windows(file, len, |piece| state.update(piece))? {
                Windows::Hashed(hashed) => {
                    len += hashed + self.until(file, u64::MAX, |piece| state.update(piece))?;
                }
                Windows::Lost => {
                    state = hash.begin();
                    len = self.until(file, u64::MAX, |piece| state.update(piece))?;
                }
                Windows::None => len += self.stream(file, |piece| state.update(piece))?,
            }
        }
        Ok(Reading { len, modified: None, status: None, digests: vec![state.finish().into()] })
    }

    /// Gives all pieces of a file to `take`.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn pieces(&mut self, input: &Input, mut take: impl FnMut(&[u8])) -> Result<(), Errno> {
        let named = open(input)?;
        let file = opened_file(&named)?;
        pipe::widen(file);
        advise(file);
        if self.until(file, LONG, &mut take)? >= LONG {
            self.until(file, u64::MAX, take)?;
        }
        Ok(())
    }

    /// Gives `take` the next pieces of a file, to its end, or until they have `most` bytes or
    /// a few more. Says how many bytes they have.
    fn until(&mut self, file: BorrowedFd<'_>, most: u64, mut take: impl FnMut(&[u8])) -> Result<u64, Errno> {
        let room = if most > LONG { BUFFER } else { FIRST };
        let mut len = 0;
        while len < most {
            self.0.clear();
            // Nobody writes to it before the system does: a small file touches one page.
            self.0.reserve_exact(room);
            match read(file, || rustix::io::read(file, spare_capacity(&mut self.0)))? {
                0 => break,
                n => {
                    take(&self.0);
                    len += n as u64;
                }
            }
        }
        Ok(len)
    }

    /// Gives `take` the windows of a file of which `len` bytes were read.
    fn windows(
        &mut self,
        file: BorrowedFd<'_>,
        len: u64,
        mut take: impl FnMut(&[u8]),
    ) -> Result<Windows, Errno> {
        let status = Status::from(fstat(file)?);
        // Some files of /proc have no places.
        let (Kind::Regular, Ok(at)) = (status.kind, seek(file, SeekFrom::Current(0))) else {
            return Ok(Windows::None);
        };
        self.0.resize(BUFFER, 0);
        let (mut long, mut next) = (Long::default(), at);
        let lost = loop {
            match long.next(file, next, status.len, &mut self.0, &mut take) {
                Step::Hashed(n) => next += n,
                // Where a page has the end of the file it goes on with zeros, so one that
                // became shorter may have lost bytes and nobody was told.
                Step::Rest => break Status::from(fstat(file)?).len < next,
                Step::Lost => break true,
            }
        };
        let (on, windows) = match lost {
            true => (at.saturating_sub(len), Windows::Lost),
            false => (next, Windows::Hashed(next - at)),
        };
        seek(file, SeekFrom::Start(on))?;
        Ok(windows)
    }

    /// Gives `take` what comes of a pipe, on a thread of its own where that is worth it. Says how
    /// many bytes it has.
    fn stream(&mut self, file: BorrowedFd<'_>, take: impl FnMut(&[u8]) + Send) -> Result<u64, Errno> {
        self.0.resize(BUFFER, 0);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut len = 0;
        let next = |buffer: &mut [u8]| {
            let n = read(file, || rustix::io::read(file, &mut *buffer))?;
            len += n as u64;
            Ok(n)
        };
        engine::read_ahead(&mut self.0, threads, next, take)?;
        Ok(len)
    }
}

/// What came of the windows of a file.
#[derive(Debug, PartialEq, Eq)]
enum Windows {
    /// They have so many bytes; it is to be read on.
    Hashed(u64),
    /// It is to be read again, from where it was read first.
    Lost,
    /// It is no file that could have any.
    None,
}

/// What was opened, or standard input.
fn opened_file(named: &Option<OwnedFd>) -> Result<BorrowedFd<'_>, Errno> {
    match named {
        Some(file) => Ok(file.as_fd()),
        None => standard::stdin(),
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
fn advise(file: BorrowedFd<'_>) {
    use rustix::fs::{Advice, fadvise};
    fadvise(file, 0, None, Advice::Sequential).unwrap_or(());
}

/// Apple's systems find out for themselves.
#[cfg(target_vendor = "apple")]
fn advise(_: BorrowedFd<'_>) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    /// What `windows` says of a file of 6 MiB of which 4 were read, and which then has `left`
    /// bytes; and where it is read on.
    fn windows(left: u64) -> (Windows, u64) {
        let file = tempfile::tempfile().unwrap();
        file.set_len(6 << 20).unwrap();
        seek(&file, SeekFrom::Start(4 << 20)).unwrap();
        let shorten = |_: &[u8]| File::set_len(&file, left).unwrap();
        let hashed = Reader::default().windows(file.as_fd(), 4 << 20, shorten).unwrap();
        (hashed, seek(&file, SeekFrom::Current(0)).unwrap())
    }

    /// A page has zeros behind the end of its file: they are no bytes of it.
    #[test]
    fn shorter_by_less_than_a_page() {
        assert_eq!(windows(6 << 20), (Windows::Hashed(2 << 20), 6 << 20));
        assert_eq!(windows((6 << 20) - 5), (Windows::Lost, 0));
    }
}
