//! The command, run as its users run it, and under the names of other commands.

mod about;
mod audit;
mod bag;
mod bao;
mod check;
mod dropin;
mod examples;
mod failures;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod faults;
mod formats;
mod functions;
mod hash;
mod large;
mod limits;
mod lines;
mod outboards;
mod own;
mod progress;
mod replace;
mod select;
mod signed;
mod support;
mod terminal;
mod update;
mod verify;
mod walk;
