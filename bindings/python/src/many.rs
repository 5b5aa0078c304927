//! Many messages at once, one in each SIMD lane, on one core or several.

use crate::buffer::{Buffer, bytes_in};
use crate::new::function;
use crate::pool;
use lanesum::{Function, hash_many_into, par_hash_many_into};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use rayon::ThreadPool;
use std::sync::Arc;

/// After so many bytes for each thread somebody may want to interrupt: some tens of
/// milliseconds.
const PART: usize = 16 << 20;

/// How many messages one thread takes at once: what is kept of them, and their digests,
/// then stay in the cache, and are not mapped anew for each batch.
const BATCH: usize = 8192;

/// What is asked of many messages, wherever they lie.
pub(crate) struct Call {
    function: Function,
    threads: usize,
    pool: Option<Arc<ThreadPool>>,
}

impl Call {
    /// # Errors
    ///
    /// Those of [`function`], [`pool::threads`] and [`pool::of`].
    pub(crate) fn new(
        algorithm: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
        threads: isize,
    ) -> PyResult<Self> {
        let function = function(algorithm, key)?;
        let threads = pool::threads(threads)?;
        let pool = if threads > 1 { Some(pool::of(threads)?) } else { None };
        Ok(Self { function, threads, pool })
    }

    /// How many bytes a digest has.
    pub(crate) fn each(&self) -> usize {
        self.function.output_len()
    }

    /// How many bytes `n` digests have.
    ///
    /// # Errors
    ///
    /// `ValueError` for more than there can be.
    pub(crate) fn all_len(&self, n: usize) -> PyResult<usize> {
        let len = n.checked_mul(self.each());
        len.ok_or_else(|| PyValueError::new_err("so many digests have no room in memory"))
    }

    /// Hashes messages into `output`, one digest behind the other. The interpreter runs
    /// other threads meanwhile, and its signals are looked at between parts of the work.
    ///
    /// # Errors
    ///
    /// What a signal's handler raises.
    pub(crate) fn hash_into(&self, py: Python<'_>, messages: &[&[u8]], output: &mut [u8]) -> PyResult<()> {
        let (mut messages, mut output) = (messages, output);
        while !messages.is_empty() {
            let part = self.part(messages);
            let (now, later) = messages.split_at(part);
            let (room, rest) = output.split_at_mut(part * self.each());
            let hashed = py.detach(|| match &self.pool {
                Some(pool) => pool.install(|| par_hash_many_into(&self.function, now, room)),
                None => hash_many_into(&self.function, now, room),
            });
            hashed.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            (messages, output) = (later, rest);
            if !messages.is_empty() {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Hashes messages into a caller's `out`; `lent` is what somebody may
    /// write to of where they lie.
    ///
    /// # Errors
    ///
    /// Those of [`room`] and [`Call::hash_into`].
    pub(crate) fn write(&self, out: &Bound<'_, PyAny>, messages: &[&[u8]], lent: &[&[u8]]) -> PyResult<()> {
        let mut room = room(out, self.all_len(messages.len())?, lent)?;
        self.hash_into(out.py(), messages, room.bytes_mut())
    }

    /// How many messages are hashed before signals are looked at.
    fn part(&self, messages: &[&[u8]]) -> usize {
        let most = if self.threads == 1 { BATCH.min(messages.len()) } else { messages.len() };
        let mut bytes = 0usize;
        let last = messages[..most].iter().position(|message| {
            bytes = bytes.saturating_add(message.len() + 64);
            bytes > PART * self.threads
        });
        last.map_or(most, |last| last + 1)
    }
}

/// The room of `len` bytes that a caller gives for the digests of messages.
///
/// # Errors
///
/// `ValueError` where it is not just that, or where a message lies in it, and
/// [`Buffer::writable`]'s.
fn room<'py>(out: &Bound<'py, PyAny>, len: usize, lent: &[&[u8]]) -> PyResult<Buffer<'py>> {
    let buffer = Buffer::writable(out)?;
    let room = buffer.bytes();
    if room.len() != len {
        let room = room.len();
        return Err(PyValueError::new_err(format!("out has {room} bytes, and the digests have {len}")));
    }
    let (start, end) = (room.as_ptr().addr(), room.as_ptr().addr() + len);
    let overlaps = |message: &&[u8]| {
        let at = message.as_ptr().addr();
        !message.is_empty() && at < end && start < at + message.len()
    };
    if lent.iter().any(overlaps) {
        return Err(PyValueError::new_err("out and the messages overlap"));
    }
    Ok(buffer)
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
    let call = Call::new(algorithm, key, threads)?;
    let (all, mut views) = (tuple(buffers)?, Vec::new());
    let (messages, lent) = gather(&all, &mut views)?;
    if let Some(out) = out {
        return call.write(out, &messages, &messages[lent..]).map(|()| None);
    }
    let (n, each) = (messages.len(), call.each());
    call.all_len(n)?;
    let step = if call.threads == 1 { BATCH.min(n) } else { n };
    let mut digests = vec![0; step * each];
    let mut failed = None;
    let next = |i: usize| {
        let at = i % step;
        if at == 0 && failed.is_none() {
            let now = &messages[i..n.min(i + step)];
            failed = call.hash_into(py, now, &mut digests[..now.len() * each]).err();
        }
        PyBytes::new(py, &digests[at * each..][..each])
    };
    let list = PyList::new(py, (0..n).map(next))?;
    match failed {
        None => Ok(Some(list)),
        Some(error) => Err(error),
    }
}

/// All messages: whoever changes the caller's list meanwhile does not drop one.
fn tuple<'py>(buffers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    // One message is not many: its items would be numbers, or characters.
    if buffers.is_instance_of::<PyBytes>() || buffers.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected several buffers, not one"));
    }
    if let Ok(list) = buffers.cast::<PyList>() {
        return Ok(list.to_tuple());
    }
    match buffers.cast::<PyTuple>() {
        Ok(tuple) => Ok(tuple.clone()),
        Err(_) => PyTuple::new(buffers.py(), buffers.try_iter()?.collect::<PyResult<Vec<_>>>()?),
    }
}

/// The bytes of all messages, and where those begin that somebody may write to: nobody
/// writes to `bytes`, which come first mostly. Each object is looked at once, for it is in
/// no cache.
fn gather<'h, 'py>(
    all: &'h Bound<'py, PyTuple>,
    views: &'h mut Vec<Buffer<'py>>,
) -> PyResult<(Vec<&'h [u8]>, usize)> {
    let mut messages = Vec::with_capacity(all.len());
    messages.extend(bytes_in(all));
    let lent = messages.len();
    for i in lent..all.len() {
        views.push(Buffer::of(&all.get_item(i)?)?);
    }
    messages.extend(views.iter().map(Buffer::bytes));
    Ok((messages, lent))
}
