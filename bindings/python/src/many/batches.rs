//! Messages of a list or a tuple, hashed batch by batch: of each batch all is done while it
//! is in the cache.

use super::Call;
use super::pipe::{self, BATCH, Sink};
use crate::items::{Filling, Items, bytes_in, gather};
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
    // Several threads fetch what they look at.
    let ahead = if call.pool.is_some() { None } else { Some(BATCH) };
    let (n, mut list) = (items.len(), Filling::new(py, items, ahead)?);
    let (mut at, mut spare) = (0, Vec::new());
    while at < n {
        let mut sink = Listed { call, list: &mut list, spare: &mut spare };
        let piped = pipe::run(call, items, at..n, &mut sink)?;
        if piped == at {
            let range = step(call, at..n);
            at = range.end;
            let (held, mut views) = (items.hold(range)?, Vec::new());
            by_steps(py, call, &gather(&held, &mut views)?.0, &mut list)?;
        } else {
            at = piped;
            // It was held.
            py.detach(|| ());
        }
        py.check_signals()?;
    }
    Ok(list.finish())
}

/// Makes objects of digests.
struct Listed<'l, 'i, 'py> {
    call: &'l Call,
    list: &'l mut Filling<'i, 'py>,
    /// Room that is not used at the moment.
    spare: &'l mut Vec<Vec<u8>>,
}

impl Sink for Listed<'_, '_, '_> {
    type Room = Vec<u8>;

    fn room(&mut self, len: usize) -> PyResult<Self::Room> {
        match self.spare.pop() {
            Some(mut room) if room.len() >= len => {
                room.truncate(len);
                Ok(room)
            }
            _ => self.call.zeroed(len / self.call.each()),
        }
    }

    fn take(&mut self, room: Self::Room) -> PyResult<()> {
        self.list.extend(&room, self.call.each())?;
        self.spare.push(room);
        Ok(())
    }
}

/// The digests of `bytes`, into a caller's `out`.
pub(super) fn written<'py>(call: &Call, items: &Items<'py>, out: &Bound<'py, PyAny>) -> PyResult<()> {
    let (py, n, each) = (out.py(), items.len(), call.each());
    // Nobody can have lent `bytes` to be written to.
    let mut room = call.room(out, n, &[])?;
    let out = room.bytes_mut();
    let mut at = 0;
    while at < n {
        let piped = pipe::run(call, items, at..n, &mut Written(&mut out[at * each..]))?;
        if piped == at {
            let range = step(call, at..n);
            at = range.end;
            let (out, held) = (&mut out[range.start * each..range.end * each], items.hold(range)?);
            let messages: Vec<_> = bytes_in(&held).collect();
            if messages.len() * each != out.len() {
                let changed = "an item of the list was replaced while it was hashed";
                return Err(PyRuntimeError::new_err(changed));
            }
            call.hash_into(py, &messages, out)?;
        } else {
            at = piped;
            py.detach(|| ());
        }
        py.check_signals()?;
    }
    Ok(())
}

/// What nothing was written to yet.
struct Written<'o>(&'o mut [u8]);

impl<'o> Sink for Written<'o> {
    type Room = &'o mut [u8];

    fn room(&mut self, len: usize) -> PyResult<Self::Room> {
        let (room, rest) = mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        Ok(room)
    }

    fn take(&mut self, _: Self::Room) -> PyResult<()> {
        Ok(())
    }
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
