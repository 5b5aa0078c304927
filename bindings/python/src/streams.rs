//! Pieces of many messages at once, for `lanesum.streams`.

use crate::buffer::Buffer;
use crate::hash::Hash;
use crate::new::function;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// A hash object of what `digest_many` takes as its algorithm.
#[pyfunction]
#[pyo3(signature = (algorithm, /, *, key=None))]
pub(crate) fn begin(algorithm: &Bound<'_, PyAny>, key: Option<&Bound<'_, PyAny>>) -> PyResult<Hash> {
    Hash::of(function(algorithm, key)?, None)
}

/// Adds to each hash object the bytes from `start` to `end` of the buffer beside it, one
/// message in each SIMD lane. The interpreter runs other threads meanwhile.
///
/// Nothing is added where an error is raised: `RuntimeError` where an object is there twice
/// or in use by another thread, `ValueError` where a buffer ends before `end`.
#[pyfunction]
#[pyo3(signature = (updates, /))]
pub(crate) fn update_many<'py>(
    py: Python<'py>,
    updates: Vec<(Bound<'py, Hash>, Bound<'py, PyAny>, usize, usize)>,
) -> PyResult<()> {
    let buffers: Vec<_> = updates.iter().map(|update| Buffer::of(&update.1)).collect::<PyResult<_>>()?;
    let mut pieces = Vec::with_capacity(updates.len());
    for ((hash, _, start, end), buffer) in updates.iter().zip(&buffers) {
        let piece = buffer.bytes().get(*start..*end);
        let piece = piece.ok_or_else(|| PyValueError::new_err("the buffer ends before that"))?;
        pieces.push((hash.get(), piece));
    }
    match py.detach(|| Hash::update_many(&pieces)) {
        true => Ok(()),
        false => Err(PyRuntimeError::new_err("a hash object is in use")),
    }
}
