//! What is to be read, and what it is called.

use crate::status::Status;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Something to read.
#[derive(Debug)]
pub(crate) struct Input {
    /// What it is called in the output: bytes, in no encoding.
    pub(crate) name: Vec<u8>,
    pub(crate) place: Place,
}

/// Where an input is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// On standard input.
    Stdin,
    /// Where its name says.
    Named,
    /// In a directory, under the part of its name that begins here.
    In(Arc<Directory>, usize),
}

impl Input {
    /// What an operand names: `-` is standard input.
    pub(crate) fn operand(name: &OsStr) -> Self {
        let name = name.as_bytes().to_vec();
        let place = if name == b"-" { Place::Stdin } else { Place::Named };
        Self { name, place }
    }

    /// Opens it. A pipe without a writer does not keep anybody waiting.
    pub(crate) fn open(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        self.at(|directory, name| openat(directory, name, flags, Mode::empty()))
    }

    /// Asks the system about it, without opening it.
    pub(crate) fn ask(&self) -> Result<Status, Errno> {
        self.at(|directory, name| statat(directory, name, AtFlags::empty())).map(Status::from)
    }

    /// How many bytes there are to read: none where it cannot be read. None for
    /// what may not end.
    pub(crate) fn size(&self) -> Option<u64> {
        match self.place {
            Place::Stdin => None,
            _ => self.ask().map_or(Some(0), |status| status.size()),
        }
    }

    fn at<R>(&self, f: impl Fn(BorrowedFd<'_>, &OsStr) -> Result<R, Errno>) -> Result<R, Errno> {
        match &self.place {
            Place::In(directory, name) => f(directory.file.as_fd(), OsStr::from_bytes(&self.name[*name..])),
            Place::Named | Place::Stdin => f(CWD, OsStr::from_bytes(&self.name)),
        }
    }
}

/// A directory that is kept open, so that the files in it are found without
/// its path: that is faster, and works for paths of any length.
#[derive(Debug)]
pub(crate) struct Directory {
    pub(crate) file: OwnedFd,
}

/// How a directory is opened to look names up in it. That needs no right to
/// read it, where the system knows the difference.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH: OFlags = OFlags::RDONLY;

/// How many of them are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

impl Directory {
    /// Keeps a directory open.
    pub(crate) fn new(file: OwnedFd) -> Self {
        OPEN.fetch_add(1, Ordering::Relaxed);
        Self { file }
    }

    /// Opens one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(path: &Path) -> Result<Self, Errno> {
        openat(CWD, path, SEARCH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).map(Self::new)
    }

    /// Whether so many are open that files need the rest of the descriptors.
    pub(crate) fn are_too_many() -> bool {
        OPEN.load(Ordering::Relaxed) > crate::descriptors::limit() / 4
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}
