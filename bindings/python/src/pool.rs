//! The threads that share a batch.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The most threads of a pool.
const MAX: usize = 256;

/// The pools of this process, by the number of their threads.
static POOLS: Mutex<(u32, BTreeMap<usize, Arc<ThreadPool>>)> = Mutex::new((0, BTreeMap::new()));

/// How many threads `threads` asks for: 0 is one for each core.
///
/// # Errors
///
/// `ValueError` for fewer than none.
pub(crate) fn threads(threads: isize) -> PyResult<usize> {
    match usize::try_from(threads) {
        Ok(0) => Ok(thread::available_parallelism().map_or(1, usize::from).min(MAX)),
        Ok(threads) => Ok(threads.min(MAX)),
        Err(_) => Err(PyValueError::new_err("threads must be 0, for all cores, or more")),
    }
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
