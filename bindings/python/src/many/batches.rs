//! Messages of a list or a tuple, hashed batch by batch: of each batch all is done while it
//! is in the cache, and on several threads objects are made of one while others are hashed.

use super::{Call, gather, room};
use crate::items::{Filling, Items, bytes_in};
use lanesum::{OutputLengthError, hash_many_into};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::ThreadPool;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// How many messages are a batch: with their objects and digests, some 300 KiB.
const BATCH: usize = 2048;

/// How many batches are looked at before they are shared out to threads; with many threads
/// two for each.
const SHARED: usize = 8;

/// Of messages that are longer on average threads share each batch.
const SHORT: usize = 4096;

/// The digests as a list.
pub(super) fn listed<'py>(py: Python<'py>, call: &Call, items: &Items<'py>) -> PyResult<Bound<'py, PyList>> {
    let n = items.len();
    let mut list = Filling::new(py, n)?;
    for range in ranges(call, n) {
        let (held, mut views) = (items.hold(range)?, Vec::new());
        let messages = gather(&held, &mut views)?.0;
        match &call.pool {
            Some(pool) if is_worth_pipe(&messages) => piped(py, call, pool, &messages, &mut list)?,
            _ => by_steps(py, call, &messages, &mut list)?,
        }
        py.check_signals()?;
    }
    Ok(list.finish())
}

/// The digests of `bytes`, into a caller's `out`.
pub(super) fn written<'py>(call: &Call, items: &Items<'py>, out: &Bound<'py, PyAny>) -> PyResult<()> {
    let n = items.len();
    // Nobody can have lent `bytes` to be written to.
    let mut room = room(out, call.all_len(n)?, &[])?;
    let mut rest = room.bytes_mut();
    for range in ranges(call, n) {
        let len = range.len();
        let (digests, later) = mem::take(&mut rest).split_at_mut(len * call.each());
        rest = later;
        let held = items.hold(range)?;
        let messages: Vec<_> = bytes_in(&held).collect();
        if messages.len() != len {
            return Err(PyRuntimeError::new_err("an item of the list was replaced while it was hashed"));
        }
        call.hash_into(out.py(), &messages, digests)?;
        out.py().check_signals()?;
    }
    Ok(())
}

/// What is looked at, hashed and done with before what follows it.
fn ranges(call: &Call, n: usize) -> impl Iterator<Item = Range<usize>> {
    let step = if call.threads == 1 { BATCH } else { BATCH * SHARED.max(2 * call.threads) };
    (0..n).step_by(step).map(move |start| start..n.min(start + step))
}

/// Makes objects when a step is hashed.
fn by_steps(py: Python<'_>, call: &Call, messages: &[&[u8]], list: &mut Filling<'_>) -> PyResult<()> {
    let step = call.step(messages.len());
    let mut digests = call.zeroed(step)?;
    for now in messages.chunks(step) {
        let digests = &mut digests[..now.len() * call.each()];
        call.hash_into(py, now, digests)?;
        list.extend(digests, call.each())?;
    }
    Ok(())
}

/// Whether making objects takes about as long as hashing does.
fn is_worth_pipe(messages: &[&[u8]]) -> bool {
    let total: usize = messages.iter().map(|message| message.len()).sum();
    messages.len() > BATCH && total / messages.len() < SHORT
}

/// Makes objects of digests while other threads hash what follows. This one hashes too
/// before it waits for them.
fn piped(
    py: Python<'_>,
    call: &Call,
    pool: &ThreadPool,
    messages: &[&[u8]],
    list: &mut Filling<'_>,
) -> PyResult<()> {
    let mut digests = call.zeroed(messages.len())?;
    let rooms = digests.chunks_mut(BATCH * call.each());
    let batches: Vec<_> = messages.chunks(BATCH).zip(rooms).map(|batch| Mutex::new(Some(batch))).collect();
    let claimed = AtomicUsize::new(0);
    let hash = || {
        let i = claimed.fetch_add(1, Ordering::Relaxed);
        let batch = batches.get(i)?.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (messages, room) = batch?;
        Some((i, hash_many_into(&call.function, messages, room).map(|()| room)))
    };
    let (sender, mut receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 1..call.threads.min(batches.len()) {
            let (sender, hash) = (sender.clone(), &hash);
            scope.spawn(move |_| {
                while let Some(hashed) = hash() {
                    // Nobody listens after a signal.
                    let _ = sender.send(hashed);
                }
            });
        }
        let mut listed = || {
            let mut hashed: Vec<Option<&mut [u8]>> = batches.iter().map(|_| None).collect();
            for next in 0..batches.len() {
                while hashed[next].is_none() {
                    let receiver = &mut receiver;
                    let received = receiver.try_recv().ok();
                    let received = received.or_else(|| py.detach(hash));
                    let received = match received {
                        Some(received) => received,
                        None => py.detach(move || receiver.recv()).map_err(wrong)?,
                    };
                    hashed[received.0] = Some(received.1.map_err(|error: OutputLengthError| wrong(error))?);
                }
                if let Some(room) = hashed[next].take() {
                    list.extend(room, call.each())?;
                }
                py.check_signals()?;
            }
            Ok(())
        };
        // Whoever looks for another batch finds none.
        listed().inspect_err(|_| claimed.store(batches.len(), Ordering::Relaxed))
    })
}

fn wrong(error: impl std::error::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
