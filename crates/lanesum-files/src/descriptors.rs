//! How many files the system lets this process have open, and how threads share
//! them.

#[allow(unsafe_code, reason = "gives a thread a table of descriptors")]
mod table;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::OnceLock;

pub use table::{Shared, Table};

/// Enough for every worker and every directory. Far more may be allowed.
const ENOUGH: u64 = 1 << 16;

static LIMIT: OnceLock<usize> = OnceLock::new();

/// How many descriptors there are for this process. Asked once.
pub fn limit() -> usize {
    *LIMIT.get_or_init(|| usable(getrlimit(Resource::Nofile).current))
}

/// Raises the limit as far as is allowed and of use: for a program that is all of
/// its process, before anything here has asked for the limit. A library leaves it
/// as its process has it, where somebody may rely on small numbers (`select`).
pub fn raise_limit() {
    LIMIT.get_or_init(|| {
        let limit = getrlimit(Resource::Nofile);
        let maximum = limit.maximum.unwrap_or(ENOUGH).min(ENOUGH);
        if limit.current.is_some_and(|current| current < maximum) {
            let raised = Rlimit { current: Some(maximum), maximum: limit.maximum };
            if setrlimit(Resource::Nofile, raised).is_ok() {
                return maximum as usize;
            }
        }
        usable(limit.current)
    });
}

fn usable(current: Option<u64>) -> usize {
    current.unwrap_or(ENOUGH).min(ENOUGH) as usize
}
