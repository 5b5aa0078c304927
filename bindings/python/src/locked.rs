//! A value that several threads of the interpreter use, each for itself.
//!
//! Who holds the interpreter's global lock has the value to itself, unless another thread took it
//! and then let go of the interpreter: those that may do so claim the value first. So a short call
//! takes no lock: to take one and to give it back took 30 of the 75 ns of a call that hashes next to
//! nothing (CPython 3.13, Intel Emerald Rapids). An interpreter without a global lock has every
//! call take one.

use crate::lock::try_lock;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// From so many bytes on other threads of the interpreter run meanwhile: hashlib's
/// number.
pub(crate) const RELEASE: usize = 2048;

/// Whether who has the interpreter attached has it alone.
const HAS_GLOBAL_LOCK: bool = cfg!(not(Py_GIL_DISABLED));

/// A value whose user never waits for the interpreter.
pub(crate) struct Locked<T> {
    value: UnsafeCell<T>,
    /// Held by who uses the value and has a claim to it.
    lock: Mutex<()>,
    /// How many have a claim. It is counted up with the interpreter attached.
    claims: AtomicUsize,
}

// SAFETY: one thread at a time uses the value: either it holds the lock, or it has the
// interpreter's global lock all the time, and there is no claim. None is made meanwhile, for that
// takes the global lock, and without a claim nobody holds the lock.
unsafe impl<T: Send> Sync for Locked<T> {}

/// The right to lock a value, with the interpreter attached or not.
pub(crate) struct Claim<'l, T>(&'l Locked<T>);

/// A value that is locked. It is let go of before its claim is.
pub(crate) struct Guard<'c, T> {
    pub(crate) value: &'c mut T,
    _lock: MutexGuard<'c, ()>,
}

impl<T: Send> Locked<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: UnsafeCell::new(value), lock: Mutex::new(()), claims: AtomicUsize::new(0) }
    }

    /// Does something short with it: `f` must not touch the interpreter.
    #[inline]
    pub(crate) fn with<R>(&self, py: Python<'_>, f: impl FnOnce(&mut T) -> R + Send) -> R {
        // What was done to the value with a claim was done before the claim ended.
        if HAS_GLOBAL_LOCK && self.claims.load(Ordering::Acquire) == 0 {
            // SAFETY: there is a global lock, which this thread has: `py` shows it, and nothing in
            // `f`, which cannot have `py`, lets go of it. Nobody has a claim.
            return f(unsafe { &mut *self.value.get() });
        }
        self.with_lock(py, f)
    }

    #[cfg_attr(not(Py_GIL_DISABLED), cold)]
    fn with_lock<R>(&self, py: Python<'_>, f: impl FnOnce(&mut T) -> R + Send) -> R {
        let claim = self.claim(py);
        f(claim.guard(self.lock.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)).value)
    }

    /// Does something with it and with bytes, during which the interpreter runs
    /// other threads if they are many. Threads that meet here go one by one.
    #[inline]
    pub(crate) fn with_bytes<R: Send>(
        &self,
        py: Python<'_>,
        bytes: &[u8],
        f: impl FnOnce(&mut T, &[u8]) -> R + Send,
    ) -> R {
        if bytes.len() < RELEASE {
            return self.with(py, |value| f(value, bytes));
        }
        self.apart(py, |value| f(value, bytes))
    }

    /// Does something long with it, during which the interpreter runs other threads.
    pub(crate) fn apart<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&mut T) -> R + Send) -> R {
        let claim = self.claim(py);
        py.detach(|| f(claim.guard(self.lock.lock().unwrap_or_else(PoisonError::into_inner)).value))
    }

    /// A claim to it.
    pub(crate) fn claim(&self, _: Python<'_>) -> Claim<'_, T> {
        if HAS_GLOBAL_LOCK {
            self.claims.fetch_add(1, Ordering::Relaxed);
        }
        Claim(self)
    }
}

impl<T: Send> Claim<'_, T> {
    /// The value, unless somebody else uses it.
    pub(crate) fn try_lock(&self) -> Option<Guard<'_, T>> {
        try_lock(&self.0.lock).map(|lock| self.guard(lock))
    }

    /// The value, for who holds its lock.
    fn guard<'c>(&'c self, lock: MutexGuard<'c, ()>) -> Guard<'c, T> {
        // SAFETY: the lock of this value is held, and there is a claim, as long as the guard lives.
        Guard { value: unsafe { &mut *self.0.value.get() }, _lock: lock }
    }
}

impl<T> Drop for Claim<'_, T> {
    fn drop(&mut self) {
        if HAS_GLOBAL_LOCK {
            self.0.claims.fetch_sub(1, Ordering::Release);
        }
    }
}
