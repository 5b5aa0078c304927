//! The interpreter that has the module: one for each process.
//!
//! What is static here, the pools of threads and the types of the classes, is shared by
//! all interpreters of a process, and each has a lock of its own.

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering};

/// Takes the module for the first interpreter that asks.
///
/// # Errors
///
/// `ImportError` in every other one.
pub(crate) fn only(_: Python<'_>) -> PyResult<()> {
    const NONE: i64 = -1;
    static FIRST: AtomicI64 = AtomicI64::new(NONE);
    // SAFETY: the interpreter is attached, as the token says.
    let own = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(NONE, own, Ordering::Relaxed, Ordering::Relaxed) {
        Err(first) if first != own => Err(PyImportError::new_err(
            "lanesum works in one interpreter of a process, and another one has it: import it in the main interpreter",
        )),
        _ => Ok(()),
    }
}
