//! Many messages at once, one in each SIMD lane, on one core or several.

mod batches;
mod column;
mod pipe;

use crate::buffer::Buffer;
use crate::items::{Items, gather};
use crate::memory;
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

/// The least that is shared out, in bytes of messages and [`EACH`] for each: to wake a thread and to
/// wait for it takes as long as to hash a third of that (SHA-256 and MD5, AMD Zen 4).
const LEAST: usize = 256 << 10;

/// What a message costs beside its bytes, in bytes.
pub(crate) const EACH: usize = 64;

/// The most bytes of digests that wait to be objects.
const DIGESTS: usize = 64 << 20;

/// What is asked of many messages, wherever they lie.
pub(crate) struct Call {
    function: Function,
    /// How many threads are asked for.
    asked: isize,
    /// How many there are, and their pool, if they are several.
    threads: usize,
    pool: Option<Arc<ThreadPool>>,
}

impl Call {
    /// On this thread, whatever is asked for: [`Call::shared_out`].
    ///
    /// # Errors
    ///
    /// Those of [`function`] and [`pool::check`].
    pub(crate) fn new(
        algorithm: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
        threads: isize,
    ) -> PyResult<Self> {
        let function = function(algorithm, key)?;
        pool::check(threads)?;
        Ok(Self { function, asked: threads, threads: 1, pool: None })
    }

    /// On the threads that are asked for, if there is at least so much work.
    ///
    /// # Errors
    ///
    /// Those of [`pool::threads`] and [`pool::of`].
    pub(crate) fn shared_out(mut self, is_more: impl FnOnce(usize) -> bool) -> PyResult<Self> {
        if self.asked != 1 && is_more(LEAST) {
            self.threads = pool::threads(self.asked)?;
            self.pool = if self.threads > 1 { Some(pool::of(self.threads)?) } else { None };
        }
        Ok(self)
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
        let len = n.checked_mul(self.each()).filter(|&len| isize::try_from(len).is_ok());
        len.ok_or_else(|| PyValueError::new_err("so many digests have no room in memory"))
    }

    /// Room for `n` digests.
    ///
    /// # Errors
    ///
    /// Those of [`Call::all_len`], and `MemoryError`.
    pub(crate) fn zeroed(&self, n: usize) -> PyResult<Vec<u8>> {
        let len = self.all_len(n)?;
        let mut room = memory::room(len)?;
        room.resize(len, 0);
        Ok(room)
    }

    /// How many of `n` messages are hashed before objects are made of their digests.
    fn step(&self, n: usize) -> usize {
        let most = if self.threads == 1 { BATCH } else { usize::MAX };
        // Output of any length does not take more memory than its objects.
        n.min(most).min(DIGESTS / self.each()).max(1)
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
            hashed.map_err(wrong)?;
            (messages, output) = (later, rest);
            if !messages.is_empty() {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// The room that a caller gives for `n` digests; `lent` is what somebody may write to of
    /// where messages lie.
    ///
    /// # Errors
    ///
    /// `ValueError` where it is not just that, or where a message lies in it, and
    /// [`Buffer::writable`]'s.
    pub(crate) fn room<'py>(
        &self,
        out: &Bound<'py, PyAny>,
        n: usize,
        lent: &[&[u8]],
    ) -> PyResult<Buffer<'py>> {
        let len = self.all_len(n)?;
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
            return Err(PyValueError::new_err("out overlaps the messages, or their offsets"));
        }
        Ok(buffer)
    }

    /// How many messages are hashed before signals are looked at.
    fn part(&self, messages: &[&[u8]]) -> usize {
        let most = if self.threads == 1 { BATCH.min(messages.len()) } else { messages.len() };
        let mut bytes = 0usize;
        let last = messages[..most].iter().position(|message| {
            bytes = bytes.saturating_add(message.len() + EACH);
            bytes > PART * self.threads
        });
        last.map_or(most, |last| last + 1)
    }
}

/// What should not go wrong, for who calls from Python.
fn wrong(error: impl std::error::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
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
    let call = Call::new(algorithm, key, threads)?;
    let items = items(buffers)?;
    let call = call.shared_out(|least| items.have_more_than(least, EACH))?;
    call.all_len(items.len())?;
    let Some(out) = out else { return batches::listed(buffers.py(), &call, &items).map(Some) };
    if items.are_bytes() {
        return batches::written(&call, &items, out).map(|()| None);
    }
    // Nothing is written before it is known that no message lies there.
    let (all, mut views) = (items.hold(0..items.len())?, Vec::new());
    let (messages, lent) = gather(&all, &mut views)?;
    let mut room = call.room(out, messages.len(), &messages[lent..])?;
    call.hash_into(out.py(), &messages, room.bytes_mut()).map(|()| None)
}

fn items<'py>(buffers: &Bound<'py, PyAny>) -> PyResult<Items<'py>> {
    // One message is not many: its items would be numbers, or characters.
    if buffers.is_instance_of::<PyBytes>() || buffers.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected several buffers, not one"));
    }
    if let Ok(tuple) = buffers.cast::<PyTuple>() {
        return Ok(Items::Tuple(tuple.clone()));
    }
    match buffers.cast::<PyList>() {
        // Without the lock of the interpreter a list may change at any time.
        Ok(list) if cfg!(Py_GIL_DISABLED) => Ok(Items::Tuple(list.to_tuple())),
        Ok(list) => Ok(Items::List(list.clone())),
        Err(_) => {
            let all = buffers.py().get_type::<PyTuple>().call1((buffers,))?;
            Ok(Items::Tuple(all.cast_into()?))
        }
    }
}
