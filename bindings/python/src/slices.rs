//! Messages that lie in one buffer, one behind the other: a column.

use crate::buffer::Buffer;
use crate::many::Call;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The messages of Arrow's layout: `offsets[i]` is where message `i` begins, and the
/// one behind it where it ends.
///
/// # Errors
///
/// Which offset lies before its beginning, or behind the end.
fn messages(bytes: &[u8], offsets: impl Iterator<Item = i64>) -> Result<Vec<&[u8]>, String> {
    let mut offsets = offsets.enumerate();
    let within = |(i, offset): (usize, i64)| {
        usize::try_from(offset)
            .ok()
            .filter(|&offset| offset <= bytes.len())
            .ok_or_else(|| format!("offset {i} is {offset}, and the buffer has {} bytes", bytes.len()))
    };
    let Some(first) = offsets.next() else {
        return Err("there is no offset; n messages have n + 1".to_owned());
    };
    let mut start = within(first)?;
    let mut messages = Vec::with_capacity(offsets.size_hint().0);
    for (i, offset) in offsets {
        let end = within((i, offset))?;
        if end < start {
            return Err(format!("offset {i} is {end}, and the one before it {start}"));
        }
        messages.push(&bytes[start..end]);
        start = end;
    }
    Ok(messages)
}

/// Signed or unsigned integers of 32 or 64 bits.
enum Offsets<'py> {
    Four(Buffer<'py>),
    Eight(Buffer<'py>),
}

impl<'py> Offsets<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let wrong = || PyTypeError::new_err("offsets must be a buffer of integers of 32 or 64 bits");
        let view = py.get_type::<pyo3::types::PyMemoryView>().call1((object,)).map_err(|_| wrong())?;
        let format: String = view.getattr(intern!(py, "format"))?.extract()?;
        let size: usize = view.getattr(intern!(py, "itemsize"))?.extract()?;
        let native =
            format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
        match (native, size) {
            ("i" | "I" | "l" | "L", 4) => Ok(Self::Four(Buffer::of(object)?)),
            ("l" | "L" | "q" | "Q" | "n" | "N", 8) => Ok(Self::Eight(Buffer::of(object)?)),
            _ => Err(wrong()),
        }
    }

    fn messages<'b>(&self, bytes: &'b [u8]) -> PyResult<Vec<&'b [u8]>> {
        let messages = match self {
            Self::Four(buffer) => {
                let (offsets, _) = buffer.bytes().as_chunks();
                messages(bytes, offsets.iter().map(|&offset| i64::from(i32::from_ne_bytes(offset))))
            }
            Self::Eight(buffer) => {
                let (offsets, _) = buffer.bytes().as_chunks();
                messages(bytes, offsets.iter().map(|&offset| i64::from_ne_bytes(offset)))
            }
        };
        messages.map_err(PyValueError::new_err)
    }
}

/// The digests of messages that lie in one buffer, as Arrow has strings: `n + 1`
/// offsets, integers of 32 or 64 bits, of which each is the end of a message and the
/// start of the next one.
///
/// `n * digest_size` bytes, one digest behind the other; or None where `out` takes
/// them. `threads=0` is all cores.
#[pyfunction]
#[pyo3(signature = (algorithm, buffer, offsets, /, *, key=None, threads=1, out=None))]
pub(crate) fn digest_slices<'py>(
    algorithm: &Bound<'py, PyAny>,
    buffer: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    threads: isize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let py = buffer.py();
    let call = Call::new(algorithm, key, threads)?;
    let (bytes, offsets) = (Buffer::of(buffer)?, Offsets::of(offsets)?);
    let messages = offsets.messages(bytes.bytes())?;
    if let Some(out) = out {
        return call.write(out, &messages, &[bytes.bytes()]).map(|()| None);
    }
    PyBytes::new_with(py, call.all_len(messages.len())?, |room| call.hash_into(py, &messages, room)).map(Some)
}
