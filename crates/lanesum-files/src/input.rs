//! What is to be read, and what it is called.

use crate::descriptors::Shared;
use crate::lookup::{self, Links};
use crate::status::Status;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, OFlags, fstat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Something to read.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is called in the output: bytes, in no encoding.
    pub name: Vec<u8>,
    /// Where it is.
    pub place: Place,
}

/// Where an input is.
#[derive(Clone, Debug)]
pub enum Place {
    /// On standard input.
    Stdin,
    /// At the path that is its name, seen from the working directory.
    Named,
    /// In a directory, under the part of its name that begins at this byte.
    In(Arc<Directory>, usize),
    /// In a directory, under its name. No symbolic link on the way may lead out of the
    /// directory: that is an error, EXDEV.
    Beneath(Arc<Directory>),
    /// Where a walk has found it: a regular file, which may be something else by
    /// now.
    Found(Below, Links),
}

impl Input {
    /// What an operand names: `-` is standard input.
    pub fn operand(name: impl Into<OsString>) -> Self {
        let name = name.into().into_vec();
        let place = if name == b"-" { Place::Stdin } else { Place::Named };
        Self { name, place }
    }

    /// Opens it for reading. It does not wait for the writer of a pipe.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn open(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        self.at(|directory, name| lookup::open(directory, name, flags, self.links()))
    }

    /// Asks the system about it, without opening it: its size, times and inode.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn ask(&self) -> Result<Status, Errno> {
        if let Place::Beneath(directory) = &self.place {
            let open = |at: BorrowedFd<'_>| lookup::open(at, &self.name, lookup::ASK, Links::Beneath);
            return Ok(fstat(directory.with(open)?)?.into());
        }
        let flags = match self.links() {
            Links::Follow => AtFlags::empty(),
            Links::Refuse | Links::Beneath => AtFlags::SYMLINK_NOFOLLOW,
        };
        self.at(|directory, name| statat(directory, OsStr::from_bytes(name), flags)).map(Status::from)
    }

    /// Whether it was found in a directory, where it was a regular file.
    pub fn is_found(&self) -> bool {
        matches!(self.place, Place::Found(..))
    }

    /// What somebody has named may be a link.
    fn links(&self) -> Links {
        match self.place {
            Place::Found(_, links) => links,
            Place::Beneath(_) => Links::Beneath,
            Place::Stdin | Place::Named | Place::In(..) => Links::Follow,
        }
    }

    /// How many bytes there are to read: `Some(0)` where it cannot be read, `None` for what
    /// may not end, such as a pipe.
    pub fn size(&self) -> Option<u64> {
        match self.place {
            Place::Stdin => None,
            _ => self.ask().map_or(Some(0), |status| status.size()),
        }
    }

    fn at<R>(&self, f: impl FnOnce(BorrowedFd<'_>, &[u8]) -> Result<R, Errno>) -> Result<R, Errno> {
        match &self.place {
            Place::Found(below, _) => below.at(&self.name, f),
            Place::Beneath(directory) => directory.with(|directory| f(directory, &self.name)),
            Place::In(directory, name) => directory.with(|directory| f(directory, &self.name[*name..])),
            Place::Named | Place::Stdin => f(CWD, &self.name),
        }
    }
}

/// The directory that the end of a path is looked up in.
#[derive(Clone, Debug)]
pub struct Below {
    /// None where too many are open: then the path says where it is.
    pub directory: Option<Arc<Directory>>,
    /// Where the end begins.
    pub start: usize,
}

impl Below {
    /// Does something with the end of `path`, in the directory.
    ///
    /// # Errors
    ///
    /// Those of `f`; the system's, where the directory is opened for it.
    pub fn at<R>(
        &self,
        path: &[u8],
        f: impl FnOnce(BorrowedFd<'_>, &[u8]) -> Result<R, Errno>,
    ) -> Result<R, Errno> {
        let (start, end) = path.split_at(self.start);
        match &self.directory {
            Some(directory) => directory.with(|directory| f(directory, end)),
            None => f(lookup::search(start)?.as_fd(), end),
        }
    }
}

/// A directory that is kept open, so that the files in it are found without
/// its path: that is faster, and works for paths of any length.
#[derive(Debug)]
pub struct Directory {
    file: Shared,
    /// Where it is.
    path: Vec<u8>,
}

/// How many of them are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

impl Directory {
    /// Keeps a directory open that is at `path`.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn new(file: OwnedFd, path: &[u8]) -> Result<Self, Errno> {
        let id = Status::from(fstat(&file)?).id;
        OPEN.fetch_add(1, Ordering::Relaxed);
        Ok(Self { file: Shared::new(file, id), path: path.to_vec() })
    }

    /// Opens one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn open(path: &Path) -> Result<Self, Errno> {
        let path = path.as_os_str().as_bytes();
        Self::new(lookup::search(path)?, path)
    }

    /// Does something in the directory.
    ///
    /// # Errors
    ///
    /// Those of `f`; the system's, where a thread opens it again.
    pub fn with<R>(&self, f: impl FnOnce(BorrowedFd<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
        self.file.with(|| lookup::search(&self.path), f)
    }

    /// Whether so many are open that files need the rest of the descriptors.
    pub fn are_too_many() -> bool {
        OPEN.load(Ordering::Relaxed) > crate::descriptors::limit() / 4
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}
