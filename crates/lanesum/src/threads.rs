//! Rayon's current thread pool, or the caller's own thread where the system gives no others.

use core::error::Error;
use rayon_core::ThreadPoolBuilder;
use std::sync::OnceLock;

/// How many threads there are.
pub(crate) fn count() -> usize {
    if are_there() { rayon_core::current_num_threads() } else { 1 }
}

/// Runs both: on two threads, where there are as many.
#[inline]
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if are_there() { rayon_core::join(a, b) } else { (a(), b()) }
}

/// Whether this is one of the pool's threads.
#[inline]
pub(crate) fn is_within() -> bool {
    rayon_core::current_thread_index().is_some()
}

/// Whether there is a pool.
///
/// Rayon makes its global one when it is first asked for, once. In a container or under a limit
/// that has no threads left that fails, and rayon panics then and ever after. So it is made here,
/// where a failure can be seen.
fn are_there() -> bool {
    static GLOBAL: OnceLock<bool> = OnceLock::new();
    is_within()
        || *GLOBAL.get_or_init(|| {
            let made = ThreadPoolBuilder::new().build_global();
            // Only the system's error has a source. The other one is that it was made before.
            made.err().is_none_or(|error| error.source().is_none())
        })
}
