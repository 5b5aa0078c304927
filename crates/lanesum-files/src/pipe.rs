//! Pipes that hold more.

use rustix::fd::BorrowedFd;

/// How much a pipe should hold: while this much is hashed, its writer goes on.
#[cfg(any(target_os = "linux", target_os = "android"))]
const ROOM: usize = 1 << 20;

/// Has a pipe hold more than the system's 64 KiB, so that reading, hashing and
/// writing overlap, with fewer turns between the two processes.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn widen(file: BorrowedFd<'_>) {
    // What is no pipe refuses, and so may the system: then it stays as it is.
    if rustix::pipe::fcntl_getpipe_size(file).is_ok_and(|size| size < ROOM) {
        rustix::pipe::fcntl_setpipe_size(file, ROOM).unwrap_or(0);
    }
}

/// Only some systems let a program say it.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub fn widen(_: BorrowedFd<'_>) {}
