//! The standard files as they were when the program began.

use rustix::fd::{BorrowedFd, IntoRawFd};
use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, fcntl_getfd};
use std::sync::atomic::{AtomicU8, Ordering};

/// A bit for each descriptor that was closed.
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// Looks which descriptors are closed, and opens `/dev/null` in their places, so
/// that no other file gets their numbers. To be called before anything is
/// opened.
pub fn look() {
    for fd in 0..3 {
        // SAFETY: the number is used for one question, and the answer that there is no
        // such descriptor is what is asked for.
        let file = unsafe { BorrowedFd::borrow_raw(fd) };
        if fcntl_getfd(file) == Err(Errno::BADF) {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
            // It gets the least number that is free. Without it the place stays empty,
            // and the next file that is opened is there: it is not written to.
            if let Ok(null) = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty()) {
                let _ = null.into_raw_fd();
            }
        }
    }
}

fn open(fd: i32, file: BorrowedFd<'static>) -> Result<BorrowedFd<'static>, Errno> {
    let closed = CLOSED.load(Ordering::Relaxed) & 1 << fd != 0;
    if closed { Err(Errno::BADF) } else { Ok(file) }
}

/// Standard input.
///
/// # Errors
///
/// EBADF where it was closed.
pub fn stdin() -> Result<BorrowedFd<'static>, Errno> {
    open(0, rustix::stdio::stdin())
}

/// Standard output.
///
/// # Errors
///
/// EBADF where it was closed.
pub fn stdout() -> Result<BorrowedFd<'static>, Errno> {
    open(1, rustix::stdio::stdout())
}

/// Standard error.
///
/// # Errors
///
/// EBADF where it was closed.
pub fn stderr() -> Result<BorrowedFd<'static>, Errno> {
    open(2, rustix::stdio::stderr())
}
