//! Messages that lie in one buffer, one behind the other: a column.

use crate::buffer::Buffer;
use crate::many::{Call, EACH};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fmt::Display;
use std::ops::Range;

/// Signed or unsigned integers of 32 or 64 bits.
struct Offsets<'py> {
    buffer: Buffer<'py>,
    signed: bool,
    size: usize,
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
        let signed = match (native, size) {
            ("i" | "l", 4) | ("l" | "q" | "n", 8) => true,
            ("I" | "L", 4) | ("L" | "Q" | "N", 8) => false,
            _ => return Err(wrong()),
        };
        Ok(Self { buffer: Buffer::of(object)?, signed, size })
    }

    fn in_buffer<'b>(&'b self, bytes: &'b [u8]) -> Slices<'b> {
        let offsets = self.buffer.bytes();
        let offsets = match (self.size, self.signed) {
            (4, true) => Kind::I32(offsets.as_chunks().0),
            (4, false) => Kind::U32(offsets.as_chunks().0),
            (_, true) => Kind::I64(offsets.as_chunks().0),
            (_, false) => Kind::U64(offsets.as_chunks().0),
        };
        Slices { bytes, offsets }
    }
}

/// Messages of Arrow's layout: offset `i` is where message `i` begins, and the one behind it
/// where it ends.
#[derive(Clone, Copy)]
struct Slices<'b> {
    bytes: &'b [u8],
    offsets: Kind<'b>,
}

#[derive(Clone, Copy)]
enum Kind<'b> {
    I32(&'b [[u8; 4]]),
    U32(&'b [[u8; 4]]),
    I64(&'b [[u8; 8]]),
    U64(&'b [[u8; 8]]),
}

impl<'b> Slices<'b> {
    /// How many messages there are.
    fn len(self) -> Result<usize, String> {
        let offsets = match self.offsets {
            Kind::I32(offsets) | Kind::U32(offsets) => offsets.len(),
            Kind::I64(offsets) | Kind::U64(offsets) => offsets.len(),
        };
        offsets.checked_sub(1).ok_or_else(|| "there is no offset; n messages have n + 1".to_owned())
    }

    /// Calls `each` with some of the messages.
    ///
    /// # Errors
    ///
    /// Which offset lies before its beginning, or behind the end.
    fn visit(self, range: Range<usize>, mut each: impl FnMut(&'b [u8])) -> Result<(), String> {
        let (bytes, first, each) = (self.bytes, range.start, &mut each);
        let range = range.start..range.end + 1;
        match self.offsets {
            Kind::I32(all) => visit(bytes, first, all[range].iter().map(|&o| i32::from_ne_bytes(o)), each),
            Kind::U32(all) => visit(bytes, first, all[range].iter().map(|&o| u32::from_ne_bytes(o)), each),
            Kind::I64(all) => visit(bytes, first, all[range].iter().map(|&o| i64::from_ne_bytes(o)), each),
            Kind::U64(all) => visit(bytes, first, all[range].iter().map(|&o| u64::from_ne_bytes(o)), each),
        }
    }
}

/// See [`Slices::visit`]; `first` is the number of the first offset.
#[inline(always)]
fn visit<'b, O: Copy + Display + TryInto<usize>>(
    bytes: &'b [u8],
    first: usize,
    offsets: impl Iterator<Item = O>,
    each: &mut impl FnMut(&'b [u8]),
) -> Result<(), String> {
    let mut start = None;
    for (i, offset) in offsets.enumerate() {
        let i = first + i;
        let end = offset.try_into().ok().filter(|&end| end <= bytes.len());
        let end =
            end.ok_or_else(|| format!("offset {i} is {offset}, and the buffer has {} bytes", bytes.len()))?;
        if let Some(start) = start {
            let message = bytes.get(start..end);
            each(message.ok_or_else(|| format!("offset {i} is {end}, and the one before it {start}"))?);
        }
        start = Some(end);
    }
    Ok(())
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
    let (buffer, offsets) = (Buffer::of(buffer)?, Offsets::of(offsets)?);
    let slices = offsets.in_buffer(buffer.bytes());
    let n = slices.len().map_err(PyValueError::new_err)?;
    let len = call.all_len(n)?;
    let messages = |range: Range<usize>, messages: &mut Vec<_>| {
        slices.visit(range, |message| messages.push(message)).map_err(PyValueError::new_err)
    };
    let bytes = slices.bytes.len();
    let call = call.shared_out(|least| bytes.saturating_add(n.saturating_mul(EACH)) > least)?;
    let Some(out) = out else {
        return PyBytes::new_with(py, len, |room| call.hash_column(py, n, bytes, messages, room)).map(Some);
    };
    let mut room = call.room(out, n, &[buffer.bytes(), offsets.buffer.bytes()])?;
    // Nothing is written before it is known that all are there.
    slices.visit(0..n, |_| ()).map_err(PyValueError::new_err)?;
    call.hash_column(py, n, bytes, messages, room.bytes_mut()).map(|()| None)
}
