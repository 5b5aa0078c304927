//! The start of the program, and its end.

use crate::output;
use lanesum_files::standard;
use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status after a panic, which has been reported: Rust's own.
const PANICKED: i32 = 101;

/// Runs the program with the arguments of C's `main`. Returns its exit status.
///
/// # Safety
///
/// `argv` points to `argc` pointers to C strings, which stay for as long as the program
/// runs.
pub unsafe fn start(argc: c_int, argv: *const *const c_char) -> c_int {
    standard::look();
    end_with_panics();
    let count = usize::try_from(argc).unwrap_or(0);
    // SAFETY: the caller's.
    let arg = |i| -> &'static CStr { unsafe { CStr::from_ptr(*argv.add(i)) } };
    let args = (0..count).map(|i| OsStr::from_bytes(arg(i).to_bytes())).collect();
    c_int::from(crate::run(args))
}

/// Has a panic, on whatever thread, end the process when it has been reported. The
/// release is compiled without unwinding, which would be a tenth of it: there is nobody
/// who would go on after a panic.
pub(crate) fn end_with_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        report(info);
        output::remove_unfinished();
        process::exit(PANICKED)
    }));
}

/// Whether SIGPIPE was ignored when the program began: its caller wants errors.
static PIPE_IGNORED: AtomicBool = AtomicBool::new(false);

/// Has a write to a pipe that nobody reads, or beyond the limit of a file's
/// length, be an error, and not the end.
pub(crate) fn ignore_write_signals() {
    for signal in [libc::SIGPIPE, libc::SIGXFSZ] {
        // SAFETY: nothing is called when the signal comes.
        let before = unsafe { libc::signal(signal, libc::SIG_IGN) };
        if signal == libc::SIGPIPE && before == libc::SIG_IGN {
            PIPE_IGNORED.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends the process as a write to a pipe that nobody reads does: `| head` has seen
/// enough, and wants no message. Comes back where the caller had that signal ignored.
pub(crate) fn end_by_pipe() {
    if PIPE_IGNORED.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: nothing is called when the signal comes, but the process ends.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::raise(libc::SIGPIPE);
    }
}
