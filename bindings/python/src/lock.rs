//! Locks that nobody waits for.

use std::sync::{Mutex, MutexGuard, TryLockError};

/// What the lock guards, unless somebody else has it.
pub(crate) fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(value) => Some(value),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
