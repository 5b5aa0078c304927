//! Names that must not outlive the process: a signal that ends it removes them
//! first.
//!
//! A handler may run on any thread at any moment. What it removes is behind a
//! lock that no thread takes without first blocking the signals for itself: so
//! the handler never waits for the thread it runs on. Once it has the lock it
//! keeps it, and nobody makes another name before the process is gone.

use lanesum_files::lock::lock;
use rustix::fd::{AsRawFd, BorrowedFd, RawFd};
use std::ffi::{CStr, CString, c_int};
use std::mem;
use std::ptr;
use std::sync::{Mutex, MutexGuard, Once, TryLockError};
use std::thread;
use std::time::Duration;

/// The signals that end a process, by what users, shells and limits send.
const SIGNALS: [c_int; 11] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGPIPE,
    libc::SIGALRM,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGVTALRM,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

/// What is to be removed: a name in a directory that stays open.
static NAMES: Mutex<Vec<(RawFd, CString)>> = Mutex::new(Vec::new());

/// While this lives no signal ends the process, but for those that nobody can
/// handle.
pub(super) struct Held {
    // Given up first: a signal that waited may then be handled here.
    names: MutexGuard<'static, Vec<(RawFd, CString)>>,
    _blocked: Blocked,
}

/// Keeps signals from ending the process. Nothing in here may take long.
pub(super) fn hold() -> Held {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(install);
    let blocked = Blocked::new();
    let names = lock(&NAMES);
    Held { names, _blocked: blocked }
}

impl Held {
    /// Has a signal remove `name`. The directory is to stay open, under its
    /// number in all tables of descriptors, until [`Held::forget`].
    pub(super) fn remember(&mut self, directory: BorrowedFd<'_>, name: CString) {
        self.names.push((directory.as_raw_fd(), name));
    }

    /// A name that is gone, or that is to stay.
    pub(super) fn forget(&mut self, directory: BorrowedFd<'_>, name: &CStr) {
        self.names.retain(|(fd, of)| (*fd, &**of) != (directory.as_raw_fd(), name));
    }
}

/// Keeps the signals from this thread.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn new() -> Self {
        // SAFETY: zeros are a set of signals, which the call fills; both sets live until
        // after it.
        unsafe {
            let mut before = mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, &all(), &mut before);
            Self(before)
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is one that the system gave.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, ptr::null_mut()) };
    }
}

/// All of `SIGNALS`.
fn all() -> libc::sigset_t {
    // SAFETY: zeros are a set of signals; it is emptied before it is added to.
    unsafe {
        let mut signals = mem::zeroed();
        libc::sigemptyset(&mut signals);
        for signal in SIGNALS {
            libc::sigaddset(&mut signals, signal);
        }
        signals
    }
}

/// Has those signals handled that would end the process. One that is ignored,
/// as by `nohup`, stays so.
fn install() {
    for signal in SIGNALS {
        // SAFETY: zeros are an action without flags; the handler takes the one argument
        // that it is called with, and calls only what a handler may.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            if libc::sigaction(signal, ptr::null(), &mut action) != 0 || action.sa_sigaction != libc::SIG_DFL
            {
                continue;
            }
            action.sa_sigaction = handle as extern "C" fn(_) as usize;
            action.sa_flags = libc::SA_ONSTACK;
            // None of them interrupts the handling of another.
            action.sa_mask = all();
            libc::sigaction(signal, &action, ptr::null_mut());
        }
    }
}

/// Removes the names, of a process that ends now: nobody makes another one.
fn unlink(names: MutexGuard<'_, Vec<(RawFd, CString)>>) {
    for (directory, name) in names.iter() {
        // SAFETY: the name ends in NUL. A number that is no directory is refused.
        unsafe { libc::unlinkat(*directory, name.as_ptr(), 0) };
    }
    mem::forget(names);
}

/// Removes the names before the process ends of itself. If this thread is at one of them,
/// they stay.
pub(crate) fn remove() {
    // A signal that came now would wait for this thread's lock.
    mem::forget(Blocked::new());
    for _ in 0..100 {
        match NAMES.try_lock() {
            Ok(names) => return unlink(names),
            Err(TryLockError::Poisoned(names)) => return unlink(names.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Removes the names, and has the signal do what it would have done.
extern "C" fn handle(signal: c_int) {
    // To try the lock is one operation on an atomic. Whoever has it is another
    // thread: one that is about to give it up, or one that is here and ends all.
    let names = loop {
        match NAMES.try_lock() {
            Ok(names) => break names,
            Err(TryLockError::Poisoned(names)) => break names.into_inner(),
            // SAFETY: no descriptors are asked about; it waits for a millisecond.
            Err(TryLockError::WouldBlock) => unsafe { libc::poll(ptr::null_mut(), 0, 1) },
        };
    };
    unlink(names);
    // SAFETY: both calls are allowed in a handler. The signal comes again when this
    // one is done, and ends the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start;
    use rustix::fd::AsFd;
    use rustix::fs::{Mode, OFlags, open};
    use std::process::Command;

    /// A panic is reported once, has a status of its own, and leaves no name behind.
    #[test]
    fn panics() {
        let place = tempfile::tempdir().unwrap();
        let ran = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "output::ending::tests::panic_here", "--ignored", "--nocapture"])
            .current_dir(&place)
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(101), "{err}");
        assert_eq!(err.matches("a fault of ours").count(), 1, "{err}");
        let left: Vec<_> = std::fs::read_dir(&place).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    #[ignore = "ends the process: `panics` runs it in one of its own"]
    fn panic_here() {
        start::end_with_panics();
        let place = open(".", OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
        std::fs::write("half", "a half").unwrap();
        hold().remember(place.as_fd(), c"half".to_owned());
        thread::scope(|scope| {
            scope.spawn(|| panic!("a fault of ours"));
        });
    }
}
