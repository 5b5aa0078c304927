//! The threads that share a batch.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::mem;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The most threads of a pool.
const MAX: usize = 256;

/// The pools of this process, by the number of their threads.
static POOLS: Mutex<(u32, BTreeMap<usize, Arc<ThreadPool>>)> = Mutex::new((0, BTreeMap::new()));

/// Checks a number of threads, as [`threads`] takes it.
///
/// # Errors
///
/// `ValueError` for fewer than none.
pub(crate) fn check(threads: isize) -> PyResult<usize> {
    usize::try_from(threads).map_err(|_| PyValueError::new_err("threads must be 0, for all cores, or more"))
}

/// How many threads `threads` asks for: 0 is one for each core.
///
/// # Errors
///
/// [`check`]'s.
pub(crate) fn threads(threads: isize) -> PyResult<usize> {
    match check(threads)? {
        0 => Ok(cores()),
        threads => Ok(threads.min(MAX)),
    }
}

/// How many cores this process may use, and no more than [`MAX`].
///
/// They are counted anew where others are allowed: what a container may use stands in files, and
/// takes 40 us to read (Linux 6.18, AMD Zen 4), in which a core hashes 100 KB.
fn cores() -> usize {
    /// How many were allowed, in the upper half, and how many were counted. None at first.
    static COUNTED: AtomicU64 = AtomicU64::new(0);
    let (allowed, counted) = (u64::from(allowed()), COUNTED.load(Ordering::Relaxed));
    if counted != 0 && counted >> 32 == allowed {
        return counted as u32 as usize;
    }
    let cores = thread::available_parallelism().map_or(1, usize::from).min(MAX);
    COUNTED.store(allowed << 32 | cores as u64, Ordering::Relaxed);
    cores
}

/// How many cores this thread is allowed to run on; 0 where the system does not say it.
fn allowed() -> u32 {
    #[cfg(target_os = "linux")]
    return rustix::thread::sched_getaffinity(None).map_or(0, |cores| cores.count());
    #[cfg(not(target_os = "linux"))]
    0
}

/// A pool of so many threads.
///
/// The child of a fork has none of its parent's threads: it gets pools of its own.
///
/// # Errors
///
/// `RuntimeError` where the system has no threads to give.
pub(crate) fn of(threads: usize) -> PyResult<Arc<ThreadPool>> {
    // Held for a moment, with the interpreter attached: whoever forks does not hold it.
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if pools.0 != process::id() {
        // To drop the parent's would be to wait for threads that are not there.
        mem::forget(mem::take(&mut pools.1));
        pools.0 = process::id();
    }
    if let Some(pool) = pools.1.get(&threads) {
        return Ok(pool.clone());
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "lanesum".to_owned());
    let pool = builder.build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let pool = Arc::new(pool);
    pools.1.insert(threads, pool.clone());
    Ok(pool)
}
