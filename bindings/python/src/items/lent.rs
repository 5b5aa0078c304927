//! Items that are lent without a reference to each.
//!
//! To count a reference is to write to an object that lies in no cache, in the line of its
//! first bytes, for which the core that hashes them then waits. While the interpreter runs
//! nothing, what is in a list or a tuple stays there and lives, and nobody need count.

use super::{Items, bytes_of};
use pyo3::prelude::*;
use std::ops::Range;
#[cfg(not(Py_LIMITED_API))]
use {
    super::{AHEAD, fetch},
    pyo3::ffi,
    std::slice,
};

/// A line of the cache: what an object says of itself, and the first 32 bytes of a message.
#[cfg(not(Py_LIMITED_API))]
const LINE: usize = 64;

/// Some items, for a thread that knows nothing of Python.
#[cfg(not(Py_LIMITED_API))]
pub(crate) struct Lent<'i>(&'i [*mut ffi::PyObject]);

/// Some items, for a thread that knows nothing of Python: what they are was asked before, for
/// the stable ABI has functions for it, which only an attached thread may call.
#[cfg(Py_LIMITED_API)]
pub(crate) struct Lent<'i>(Option<Vec<&'i [u8]>>);

// SAFETY: of the objects is read what they are, which nobody changes as long as they are lent.
#[cfg(not(Py_LIMITED_API))]
unsafe impl Send for Lent<'_> {}

impl<'i> Lent<'i> {
    /// Adds the bytes of each to `messages`. Says `false` where one of them is not `bytes`.
    #[cfg(not(Py_LIMITED_API))]
    pub(crate) fn gather(&self, messages: &mut Vec<&'i [u8]>) -> bool {
        messages.reserve(self.0.len());
        for (i, &item) in self.0.iter().enumerate() {
            if let Some(&ahead) = self.0.get(i + AHEAD) {
                fetch(ahead);
                fetch(ahead.wrapping_byte_add(LINE));
            }
            // SAFETY: it lives, as whoever lent it says.
            let Some(bytes) = (unsafe { bytes_of(item) }) else { return false };
            messages.push(bytes);
        }
        true
    }

    /// Adds the bytes of each to `messages`. Says `false` where one of them is not `bytes`.
    #[cfg(Py_LIMITED_API)]
    pub(crate) fn gather(&self, messages: &mut Vec<&'i [u8]>) -> bool {
        messages.extend(self.0.iter().flatten());
        self.0.is_some()
    }
}

impl Items<'_> {
    /// Lends some items.
    ///
    /// # Errors
    ///
    /// Those of [`Items::still_has`].
    ///
    /// # Safety
    ///
    /// As long as anybody has a message of theirs the interpreter stays attached, and runs no
    /// code that somebody wrote in Python: it makes objects, and no more. Without the lock of
    /// the interpreter that is not enough for a list; there none is.
    pub(crate) unsafe fn lend(&self, range: Range<usize>) -> PyResult<Lent<'_>> {
        self.still_has(&range)?;
        #[cfg(not(Py_LIMITED_API))]
        // SAFETY: there are as many items from the first one on, all in one piece, and they
        // stay there, as the caller says.
        unsafe {
            let all = match self {
                Self::List(list) => (*list.as_ptr().cast::<ffi::PyListObject>()).ob_item,
                Self::Tuple(tuple) => {
                    (&raw mut (*tuple.as_ptr().cast::<ffi::PyTupleObject>()).ob_item).cast()
                }
            };
            Ok(Lent(slice::from_raw_parts(all.add(range.start), range.len())))
        }
        #[cfg(Py_LIMITED_API)]
        // SAFETY: there are such items, and they live, as the caller says.
        unsafe {
            Ok(Lent(range.map(|i| bytes_of(self.item(i))).collect()))
        }
    }
}
