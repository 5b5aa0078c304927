//! Many messages at once, one in each SIMD lane, on one core or several.

use crate::buffer::{Buffer, bytes_in};
use crate::new::function;
use crate::pool;
use lanesum::{Function, hash_many_into, par_hash_many_into};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

/// After so many bytes for each thread somebody may want to interrupt: some tens of
/// milliseconds.
const PART: usize = 16 << 20;

/// How many messages of a list one thread takes at once: what is kept of them then
/// stays in the cache, and is not mapped anew for each batch.
const BATCH: usize = 8192;

/// Hashes messages into `output`, one digest behind the other. The interpreter runs
/// other threads meanwhile, and its signals are looked at between parts of the work.
///
/// # Errors
///
/// What a signal's handler raises, and [`pool::of`]'s.
pub(crate) fn into(
    py: Python<'_>,
    function: &Function,
    messages: &[&[u8]],
    threads: usize,
    output: &mut [u8],
) -> PyResult<()> {
    let each = function.output_len();
    let pool = if threads > 1 { Some(pool::of(threads)?) } else { None };
    let (mut messages, mut output) = (messages, output);
    while !messages.is_empty() {
        let mut bytes = 0usize;
        let part = messages.iter().position(|message| {
            bytes = bytes.saturating_add(message.len() + 64);
            bytes > PART * threads
        });
        let part = part.map_or(messages.len(), |last| last + 1);
        let (now, later) = messages.split_at(part);
        let (room, rest) = output.split_at_mut(part * each);
        let hashed = py.detach(|| match &pool {
            Some(pool) => pool.install(|| par_hash_many_into(function, now, room)),
            None => hash_many_into(function, now, room),
        });
        hashed.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        (messages, output) = (later, rest);
        if !messages.is_empty() {
            py.check_signals()?;
        }
    }
    Ok(())
}

/// The room of `len` bytes that a caller gives for the digests of messages.
///
/// # Errors
///
/// `ValueError` where it is not just that, or where a message lies in it, and
/// [`Buffer::writable`]'s.
pub(crate) fn room<'py, 'm>(
    out: &Bound<'py, PyAny>,
    len: usize,
    mut messages: impl Iterator<Item = &'m [u8]>,
) -> PyResult<Buffer<'py>> {
    let buffer = Buffer::writable(out)?;
    let room = buffer.bytes();
    if room.len() != len {
        let room = room.len();
        return Err(PyValueError::new_err(format!("out has {room} bytes, and the digests have {len}")));
    }
    let (start, end) = (room.as_ptr().addr(), room.as_ptr().addr() + len);
    let overlaps = |message: &[u8]| {
        let at = message.as_ptr().addr();
        !message.is_empty() && at < end && start < at + message.len()
    };
    if messages.any(overlaps) {
        return Err(PyValueError::new_err("out and the messages overlap"));
    }
    Ok(buffer)
}

/// How many bytes all digests have.
pub(crate) fn all_len(n: usize, each: usize) -> PyResult<usize> {
    n.checked_mul(each).ok_or_else(|| PyValueError::new_err("so many digests have no room in memory"))
}

/// The digests of many messages, in their order.
///
/// A list of `bytes`, or None where `out` takes them: a writable buffer of
/// `len(buffers) * digest_size` bytes. `threads=0` is all cores.
#[pyfunction]
#[pyo3(signature = (algorithm, buffers, /, *, key=None, threads=1, out=None))]
pub(crate) fn digest_many<'py>(
    algorithm: &Bound<'py, PyAny>,
    buffers: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    threads: isize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyList>>> {
    let py = buffers.py();
    let function = function(algorithm, key)?;
    let threads = pool::threads(threads)?;
    let held = Held::of(buffers)?;
    let (n, each) = (held.all.len(), function.output_len());
    let len = all_len(n, each)?;
    let step = if threads == 1 { BATCH } else { n.max(1) };
    let mut rest = held.messages();
    if let Some(out) = out {
        // Nobody can write to `bytes`: only other buffers may lie there.
        let mut room = room(out, len, held.views.iter().map(Buffer::bytes))?;
        let mut messages = Vec::with_capacity(step.min(n));
        for room in room.bytes_mut().chunks_mut(step * each) {
            messages.clear();
            messages.extend(rest.by_ref().take(step));
            into(py, &function, &messages, threads, room)?;
        }
        return Ok(None);
    }
    let (mut messages, mut digests) = (Vec::with_capacity(step.min(n)), vec![0; step.min(n) * each]);
    let mut failed = None;
    let next = |i: usize| {
        let at = i % step;
        if at == 0 && failed.is_none() {
            messages.clear();
            messages.extend(rest.by_ref().take(step));
            let room = &mut digests[..messages.len() * each];
            failed = into(py, &function, &messages, threads, room).err();
        }
        PyBytes::new(py, &digests[at * each..][..each])
    };
    let list = PyList::new(py, (0..n).map(next))?;
    match failed {
        None => Ok(Some(list)),
        Some(error) => Err(error),
    }
}

/// Messages, and what keeps them where they are.
struct Held<'py> {
    /// All of them: whoever changes the caller's list meanwhile does not drop one.
    all: Bound<'py, PyTuple>,
    /// The buffers of those that are not `bytes`.
    views: Vec<Buffer<'py>>,
}

impl<'py> Held<'py> {
    fn of(buffers: &Bound<'py, PyAny>) -> PyResult<Self> {
        // One message is not many: its items would be numbers, or characters.
        if buffers.is_instance_of::<PyBytes>() || buffers.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected several buffers, not one"));
        }
        let all = match buffers.cast::<PyList>() {
            Ok(list) => list.to_tuple(),
            Err(_) => match buffers.cast::<PyTuple>() {
                Ok(tuple) => tuple.clone(),
                Err(_) => PyTuple::new(buffers.py(), buffers.try_iter()?.collect::<PyResult<Vec<_>>>()?)?,
            },
        };
        let mut views = Vec::new();
        for i in 0..all.len() {
            if bytes_in(&all, i).is_none() {
                views.push(Buffer::of(&all.get_item(i)?)?);
            }
        }
        Ok(Self { all, views })
    }

    fn messages(&self) -> impl Iterator<Item = &[u8]> {
        let mut views = self.views.iter();
        (0..self.all.len()).map(move |i| match bytes_in(&self.all, i) {
            Some(bytes) => bytes,
            None => views.next().map_or(&[][..], Buffer::bytes),
        })
    }
}
