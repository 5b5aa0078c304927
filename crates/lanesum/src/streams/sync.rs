//! Locks and threads: the system's, and in the unit tests loom's, which runs
//! them in every order.

#[cfg(test)]
pub(super) use loom::{
    sync::{Arc, Mutex, MutexGuard},
    thread::{Thread, current, park},
};
#[cfg(not(test))]
pub(super) use std::{
    sync::{Arc, Mutex, MutexGuard},
    thread::{Thread, current, park},
};

use std::sync::PoisonError;

/// Locks. What a lock here guards is whole at every point where its holder
/// could panic, so that a poisoned one is as good.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
