//! Parts of one message that are hashed apart, and what makes one of them.

use crate::memory;
use crate::new::function;
use lanesum::bao::{ChunkGroup, Format};
use lanesum::blake3::Mode;
use lanesum::blake3::subtree::{Subtree, SubtreeError};
use lanesum::{Digest, checksum};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

fn refused(error: SubtreeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A part of a message as Python has it: where it starts, its length, its chaining value.
pub(crate) type Part = (u64, u64, [u8; 32]);

fn part((start, len, chaining_value): Part) -> PyResult<Subtree> {
    Subtree::new(start, len, chaining_value).map_err(refused)
}

/// The chaining value of a part of a message that starts at byte `start`, and what the
/// outboard encoding of the whole has for it.
pub(crate) fn outboard(
    py: Python<'_>,
    data: &[u8],
    start: u64,
    chunk_group: u8,
) -> PyResult<([u8; 32], Vec<u8>)> {
    let group = ChunkGroup::from_log(chunk_group)
        .ok_or_else(|| PyValueError::new_err("chunk_group must be 0 to 12: groups of 2**n chunks"))?;
    let format = Format::BAO.with_chunk_group(group);
    let len = usize::try_from(format.outboard_len(data.len() as u64));
    let mut tree = memory::room(len.unwrap_or(usize::MAX))?;
    let top = py.detach(|| format.subtree_outboard(start, data, &mut tree)).map_err(refused)?;
    Ok((*top.chaining_value(), tree))
}

/// The chaining value of a part of a message that starts at byte `start`.
pub(crate) fn value(py: Python<'_>, data: &[u8], start: u64) -> PyResult<[u8; 32]> {
    let top = py.detach(|| Mode::HASH.subtree(start, data)).map_err(refused)?;
    Ok(*top.chaining_value())
}

/// The chaining value of two neighbours in a message's tree.
pub(crate) fn merge(left: Part, right: Part) -> PyResult<[u8; 32]> {
    let merged = Mode::HASH.merge(&part(left)?, &part(right)?).map_err(refused)?;
    Ok(*merged.chaining_value())
}

/// The hash of the message that has these two halves.
pub(crate) fn root(left: Part, right: Part) -> PyResult<[u8; 32]> {
    let hash = Mode::HASH.root(&part(left)?, &part(right)?).map_err(refused)?;
    Ok(*hash.as_bytes())
}

/// The checksum of a message, out of those of its first and of its second part.
#[pyfunction]
#[pyo3(signature = (algorithm, first, second, second_len))]
pub(crate) fn checksum_combine<'py>(
    py: Python<'py>,
    algorithm: &Bound<'py, PyAny>,
    first: &[u8],
    second: &[u8],
    second_len: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let algorithm = function(algorithm, None)?.algorithm();
    let of = |bytes: &[u8]| {
        Digest::from_bytes(bytes)
            .map_err(|_| PyValueError::new_err("the digest of a checksum is not that long"))
    };
    let whole = checksum::combine(algorithm, of(first)?, of(second)?, second_len)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, whole.as_bytes()))
}
