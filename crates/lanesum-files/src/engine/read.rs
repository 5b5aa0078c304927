//! What comes of reading a file: its digests, or why there are none.

use crate::function::Value;
use crate::status::{Status, Time};
use rustix::fd::AsFd;
use rustix::fs::fstat;
use rustix::io::Errno;
use std::io;

/// A file that was read to its end.
#[derive(Debug)]
pub struct Reading {
    /// How many bytes it has.
    pub len: u64,
    /// When it was last changed. Unknown for what has no such time.
    pub modified: Option<Time>,
    /// What the system said of it before the first byte was read, and still did after the
    /// last. Unknown for what has no such times.
    pub status: Option<Status>,
    /// What comes of each of the functions, in their order.
    pub digests: Vec<Value>,
}

/// Why a file has no digest.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's reason.
    #[error("{}", crate::reason(.0))]
    System(#[from] io::Error),
    /// It was one thing before, and another after it was read.
    #[error("changed while it was read ({before} bytes before, {after} after)")]
    Changed {
        /// How many bytes it had.
        before: u64,
        /// How many it has.
        after: u64,
    },
    /// A walk has found it as a regular file, and something else is there now: a
    /// link, which is not followed, or a pipe, which may never end.
    #[error("no longer a regular file")]
    Replaced,
    /// A walk has found it in a directory where another one is now.
    #[error("its directory was replaced")]
    DirectoryReplaced,
    /// It is a pipe, a device or a file of /proc, where only files are read.
    #[error("not a regular file")]
    Special,
    /// It is the file that the lines are written to.
    #[error("input file is output file")]
    Output,
}

impl ReadError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// Whether a link on the way leads out of the directory that it was to be in.
    pub fn leads_out(&self) -> bool {
        matches!(self, Self::System(error) if error.raw_os_error() == Some(Errno::XDEV.raw_os_error()))
    }
}

impl From<Errno> for ReadError {
    fn from(errno: Errno) -> Self {
        Self::System(errno.into())
    }
}

impl Status {
    /// Whether a file is as it was.
    pub(super) fn check_unchanged(&self, file: impl AsFd) -> Result<(), ReadError> {
        let now = Self::from(fstat(file)?);
        if now.len == self.len && now.modified == self.modified {
            return Ok(());
        }
        Err(ReadError::Changed { before: self.len, after: now.len })
    }
}
