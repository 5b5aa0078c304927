//! Pieces of many messages at once, for `lanesum.streams`.

use crate::buffer::Buffer;
use crate::hash::Hash;
use crate::new::function;
use crate::pool;
use lanesum::Hasher;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::sync::Arc;

/// The fewest pieces of a thread, which fill its lanes.
const PIECES: usize = 16;

/// The fewest bytes of a thread, which take many times as long as to wake it.
const BYTES: usize = 256 << 10;

/// A hash object of what `digest_many` takes as its algorithm.
#[pyfunction]
#[pyo3(signature = (algorithm, /, *, key=None))]
pub(crate) fn begin(algorithm: &Bound<'_, PyAny>, key: Option<&Bound<'_, PyAny>>) -> PyResult<Hash> {
    Hash::of(function(algorithm, key)?, None)
}

/// Whether pieces of many messages share the lanes, and more of them are faster.
#[pyfunction]
#[pyo3(signature = (hash, /))]
pub(crate) fn shares_lanes(hash: &Bound<'_, Hash>) -> bool {
    hash.get().shares_lanes()
}

/// Adds to each hash object the bytes from `start` to `end` of the buffer beside it, one
/// message in each SIMD lane, on as many cores as they fill. The interpreter runs other
/// threads meanwhile.
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
    let pool = shared(&pieces)?;
    let add = |updates: &mut [(&mut Hasher, &[u8])]| match pool {
        Some((parts, pool)) => add_on(&pool, parts, updates),
        None => lanesum::update_many(updates),
    };
    match Hash::update_many(py, &pieces, add) {
        true => Ok(()),
        false => Err(PyRuntimeError::new_err("a hash object is in use")),
    }
}

/// How many threads these pieces fill, and their pool, if that is more than one.
fn shared(pieces: &[(&Hash, &[u8])]) -> PyResult<Option<(usize, Arc<ThreadPool>)>> {
    let bytes: usize = pieces.iter().map(|(_, piece)| piece.len()).sum();
    let most = (pieces.len() / PIECES).min(bytes / BYTES);
    if most < 2 {
        return Ok(None);
    }
    let cores = pool::threads(0)?;
    match most.min(cores) {
        1 => Ok(None),
        parts => Ok(Some((parts, pool::of(cores)?))),
    }
}

/// Adds the pieces in so many parts, the first one on this thread.
fn add_on(pool: &ThreadPool, parts: usize, updates: &mut [(&mut Hasher, &[u8])]) {
    let mut parts = updates.chunks_mut(updates.len().div_ceil(parts));
    let first = parts.next();
    pool.in_place_scope(|scope| {
        for part in parts {
            scope.spawn(|_| lanesum::update_many(part));
        }
        if let Some(first) = first {
            lanesum::update_many(first);
        }
    });
}
