//! What is to be read, and what it is called.

use crate::descriptors::Shared;
use crate::status::Status;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Something to read.
#[derive(Clone, Debug)]
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
            Place::In(directory, name) => {
                directory.with(|directory| f(directory, OsStr::from_bytes(&self.name[*name..])))
            }
            Place::Named | Place::Stdin => f(CWD, OsStr::from_bytes(&self.name)),
        }
    }
}

/// A directory that is kept open, so that the files in it are found without
/// its path: that is faster, and works for paths of any length.
#[derive(Debug)]
pub(crate) struct Directory {
    file: Shared,
    /// Where it is.
    path: Vec<u8>,
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
    /// Keeps a directory open that is at `path`.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn new(file: OwnedFd, path: &[u8]) -> Result<Self, Errno> {
        let id = Status::from(fstat(&file)?).id;
        OPEN.fetch_add(1, Ordering::Relaxed);
        Ok(Self { file: Shared::new(file, id), path: path.to_vec() })
    }

    /// Opens one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(path: &Path) -> Result<Self, Errno> {
        Self::new(search(CWD, path.as_os_str())?, path.as_os_str().as_bytes())
    }

    /// Does something in the directory.
    ///
    /// # Errors
    ///
    /// Those of `f`; the system's, where a thread opens it again.
    pub(crate) fn with<R>(&self, f: impl FnOnce(BorrowedFd<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
        self.file.with(|| search_long(&self.path), f)
    }

    /// Whether so many are open that files need the rest of the descriptors.
    pub(crate) fn are_too_many() -> bool {
        OPEN.load(Ordering::Relaxed) > crate::descriptors::limit() / 4
    }
}

/// Opens a directory to look names up in it.
fn search(at: BorrowedFd<'_>, path: &OsStr) -> Result<OwnedFd, Errno> {
    openat(at, path, SEARCH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// The same for a path that may be longer than the system takes in one piece.
fn search_long(path: &[u8]) -> Result<OwnedFd, Errno> {
    /// The system takes 4095 bytes, and a name has at most 255.
    const PIECE: usize = 2048;
    let mut directory: Option<OwnedFd> = None;
    let mut rest = path;
    loop {
        let end = match rest.get(PIECE..) {
            Some(behind) => PIECE + behind.iter().position(|&b| b == b'/').unwrap_or(behind.len()),
            None => rest.len(),
        };
        let (piece, behind) = rest.split_at(end);
        let at = directory.as_ref().map_or(CWD, AsFd::as_fd);
        let opened = search(at, OsStr::from_bytes(piece))?;
        // What follows is below it, however many slashes are between.
        rest = &behind[behind.iter().take_while(|&&b| b == b'/').count()..];
        if rest.is_empty() {
            return Ok(opened);
        }
        directory = Some(opened);
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}
