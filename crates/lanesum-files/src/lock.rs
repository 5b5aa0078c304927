//! Locks that no panic closes.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. What mutexes guard here is whole at every point where a holder could panic, so a
/// poisoned one is as good: the panic ends the work, and the threads that are left still put out
/// what is ready.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
