//! Where the program begins: C's `main`, before which Rust has done nothing.
//!
//! Rust's own start hides which standard descriptors are closed, and has
//! SIGPIPE ignored; other commands' names must know the one and not do the
//! other. It also asks the system where the stack ends and prepares to say so
//! should it overflow: a tenth of a millisecond, where a whole `md5sum` takes
//! half of one.

#![no_main]

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod math;
#[cfg(all(panic = "abort", target_os = "linux", target_env = "gnu", not(target_feature = "crt-static")))]
mod unwind;

use std::ffi::{c_char, c_int};

#[unsafe(no_mangle)]
extern "C" fn main(argc: c_int, argv: *const *const c_char) -> c_int {
    // SAFETY: C has `main` called with `argc` pointers to strings that stay for as long
    // as the program runs.
    unsafe { lanesum_cli::start(argc, argv) }
}
