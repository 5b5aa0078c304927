//! Memory of a size that a caller decides. Where there is none that is an exception, as it is in
//! Python: to Rust it is the end of the process.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A vector with room for so many.
///
/// # Errors
///
/// `MemoryError`.
pub(crate) fn room<T>(len: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(len).map_err(|_| PyMemoryError::new_err(()))?;
    Ok(room)
}

/// Makes room for so many more, and for others behind them.
///
/// # Errors
///
/// `MemoryError`.
pub(crate) fn reserve<T>(room: &mut Vec<T>, len: usize) -> PyResult<()> {
    room.try_reserve(len).map_err(|_| PyMemoryError::new_err(()))
}

/// An object of bytes that may be many.
///
/// # Errors
///
/// `MemoryError`.
pub(crate) fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |room| {
        room.copy_from_slice(bytes);
        Ok(())
    })
}
