//! The standard files and SIGPIPE as they were when the program began.
//!
//! Rust's runtime opens `/dev/null` in the place of standard descriptors that
//! are closed, before `main`. What was written there would be lost without a
//! word, and what was read would be an empty file. It also has SIGPIPE ignored.
//! So they are looked at before the runtime begins.

use rustix::fd::BorrowedFd;
use rustix::io::{Errno, fcntl_getfd};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::{mem, ptr};

/// A bit for each descriptor that was closed.
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// Whether a write to a pipe that nobody reads was to end the program.
static PIPE_ENDS: AtomicBool = AtomicBool::new(false);

extern "C" fn look() {
    for fd in 0..3 {
        // SAFETY: the number is used for one question, and the answer that there is no
        // such descriptor is what is asked for.
        let file = unsafe { BorrowedFd::borrow_raw(fd) };
        if fcntl_getfd(file) == Err(Errno::BADF) {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
    }
    // SAFETY: no action is set, and the one there is goes to memory that is there.
    let action = unsafe {
        let mut action = mem::zeroed::<libc::sigaction>();
        (libc::sigaction(libc::SIGPIPE, ptr::null(), &mut action) == 0).then_some(action)
    };
    PIPE_ENDS.store(action.is_some_and(|action| action.sa_sigaction == libc::SIG_DFL), Ordering::Relaxed);
}

/// Has a write to a pipe that nobody reads end the program, silently, if it was
/// to do so when the program began.
pub(crate) fn restore_sigpipe() {
    if PIPE_ENDS.load(Ordering::Relaxed) {
        // SAFETY: the default action runs no code of this program.
        unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    }
}

// SAFETY: the section holds functions that are called before `main`; `look` is
// one, and needs nothing that `main` sets up.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = look;

fn open(fd: i32, file: BorrowedFd<'static>) -> Result<BorrowedFd<'static>, Errno> {
    let closed = CLOSED.load(Ordering::Relaxed) & 1 << fd != 0;
    if closed { Err(Errno::BADF) } else { Ok(file) }
}

/// Standard input.
///
/// # Errors
///
/// EBADF where it was closed.
pub(crate) fn stdin() -> Result<BorrowedFd<'static>, Errno> {
    open(0, rustix::stdio::stdin())
}

/// Standard output.
///
/// # Errors
///
/// EBADF where it was closed.
pub(crate) fn stdout() -> Result<BorrowedFd<'static>, Errno> {
    open(1, rustix::stdio::stdout())
}

/// Standard error.
///
/// # Errors
///
/// EBADF where it was closed.
pub(crate) fn stderr() -> Result<BorrowedFd<'static>, Errno> {
    open(2, rustix::stdio::stderr())
}
