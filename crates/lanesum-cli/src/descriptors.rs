//! How many files the system lets this process have open, and how threads share
//! them.

#[allow(unsafe_code, reason = "gives a thread a table of descriptors")]
mod table;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::OnceLock;

pub(crate) use table::{Shared, Table};

/// Enough for every worker and every directory. Far more may be allowed.
const ENOUGH: u64 = 1 << 16;

/// How many descriptors there are, after raising the limit as far as is
/// allowed and of use.
pub(crate) fn limit() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    *LIMIT.get_or_init(|| {
        let limit = getrlimit(Resource::Nofile);
        let maximum = limit.maximum.unwrap_or(ENOUGH).min(ENOUGH);
        let current = limit.current.unwrap_or(ENOUGH);
        if current < maximum {
            let raised = Rlimit { current: Some(maximum), maximum: limit.maximum };
            if setrlimit(Resource::Nofile, raised).is_ok() {
                return maximum as usize;
            }
        }
        current.min(ENOUGH) as usize
    })
}
