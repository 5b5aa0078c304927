//! Messages of a list or a tuple, hashed batch by batch: of each batch all is done while it
//! is in the cache.

use super::Call;
use super::pipe::{self, BATCH};
use crate::items::{Filling, Items, Lender, bytes_in, gather};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::mem;
use std::ops::Range;

/// How many batches are looked at before they are shared out to threads; with many threads
/// two for each.
const SHARED: usize = 8;

/// The digests as a list.
pub(super) fn listed<'py>(py: Python<'py>, call: &Call, items: &Items<'py>) -> PyResult<Bound<'py, PyList>> {
    let n = items.len();
    let mut list = Filling::new(py, items, if call.pool.is_some() { pipe::under_way(call) } else { BATCH })?;
    let mut at = 0;
    while at < n {
        if let Some(pool) = &call.pool {
            let room = |_: &_, len| call.zeroed(len);
            at = pipe::run(call, pool, items, at, room, |digests| list.extend(&digests, call.each()))?;
        }
        let range = step(call, at..n);
        at = range.end;
        let (held, mut views) = (items.hold(range)?, Vec::new());
        by_steps(py, call, &gather(&held, &mut views)?.0, &mut list)?;
        py.check_signals()?;
    }
    Ok(list.finish())
}

/// The digests of `bytes`, into a caller's `out`.
pub(super) fn written<'py>(call: &Call, items: &Items<'py>, out: &Bound<'py, PyAny>) -> PyResult<()> {
    let n = items.len();
    // Nobody can have lent `bytes` to be written to.
    let mut room = call.room(out, n, &[])?;
    let mut rest = room.bytes_mut();
    let mut split = |len| {
        let (digests, later) = mem::take(&mut rest).split_at_mut(len * call.each());
        rest = later;
        digests
    };
    let changed = || PyRuntimeError::new_err("an item of the list was replaced while it was hashed");
    let mut at = 0;
    while at < n {
        if let Some(pool) = &call.pool {
            let room = |lender: &Lender<'_>, len| match lender.are_bytes() {
                true => Ok(split(len)),
                false => Err(changed()),
            };
            at = pipe::run(call, pool, items, at, room, |_| Ok(()))?;
        }
        let range = step(call, at..n);
        at = range.end;
        let (len, held) = (range.len(), items.hold(range)?);
        let messages: Vec<_> = bytes_in(&held).collect();
        if messages.len() != len {
            return Err(changed());
        }
        call.hash_into(out.py(), &messages, split(len))?;
        out.py().check_signals()?;
    }
    Ok(())
}

/// What of a range is looked at, hashed and done with before what follows it.
fn step(call: &Call, range: Range<usize>) -> Range<usize> {
    let most = if call.threads == 1 { BATCH } else { BATCH * SHARED.max(2 * call.threads) };
    range.start..range.end.min(range.start + most)
}

/// Makes objects when a step is hashed.
fn by_steps(py: Python<'_>, call: &Call, messages: &[&[u8]], list: &mut Filling<'_, '_>) -> PyResult<()> {
    let step = call.step(messages.len());
    let mut digests = call.zeroed(step)?;
    for now in messages.chunks(step) {
        let digests = &mut digests[..now.len() * call.each()];
        call.hash_into(py, now, digests)?;
        list.extend(digests, call.each())?;
    }
    Ok(())
}
