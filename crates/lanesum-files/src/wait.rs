//! Waiting until something can be opened, or read or written without waiting.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use std::path::Path;
use std::time::Duration;

/// Opens a file to be read. For the writer of a pipe it waits, until a signal's handler has
/// run: then the error is EINTR, which `File::open` overlooks.
pub fn open(path: &Path) -> Result<OwnedFd, Errno> {
    openat(CWD, path, OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY, Mode::empty())
}

/// Waits until a read would not.
pub fn readable(file: impl AsFd) -> Result<(), Errno> {
    ready(file, PollFlags::IN, None).map(|_| ())
}

/// Waits until a read would not, but no longer than `limit`. Says whether it
/// came to that.
pub fn readable_within(file: impl AsFd, limit: Duration) -> Result<bool, Errno> {
    ready(file, PollFlags::IN, Some(limit))
}

/// Waits until a write would not.
pub fn writable(file: impl AsFd) -> Result<(), Errno> {
    ready(file, PollFlags::OUT, None).map(|_| ())
}

fn ready(file: impl AsFd, what: PollFlags, limit: Option<Duration>) -> Result<bool, Errno> {
    let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
    let mut files = [PollFd::new(&file, what)];
    match poll(&mut files, limit.as_ref()) {
        Err(Errno::INTR) => Ok(false),
        ready => ready.map(|n| n > 0),
    }
}
