//! Lists and tuples of `bytes`, item by item, of which there may be millions.
//!
//! Objects are in no cache when their turn comes, so each is asked for some items before it
//! is looked at, and what is done to it is done to a batch of them while they are there.

mod arenas;
mod lent;

use crate::buffer::Buffer;
use crate::memory;
use arenas::Arenas;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use std::ops::Range;
use std::slice;

#[cfg(not(Py_LIMITED_API))]
use ffi::{
    Py_SIZE as bytes_len, PyBytes_AS_STRING as bytes_start, PyList_GET_ITEM as list_item,
    PyTuple_GET_ITEM as tuple_item,
};
#[cfg(Py_LIMITED_API)]
use ffi::{
    PyBytes_AsString as bytes_start, PyBytes_Size as bytes_len, PyList_GetItem as list_item,
    PyTuple_GetItem as tuple_item,
};

pub(crate) use lent::Lent;

/// How many items before its turn an object is asked for: as many as there are reads on the
/// way from memory at one time.
const AHEAD: usize = 16;

/// Has the CPU fetch an object's first bytes.
#[inline(always)]
fn fetch(object: *mut ffi::PyObject) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which reads nothing; every CPU of the architecture has it.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(object.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = object;
}

/// A list or a tuple.
pub(crate) enum Items<'py> {
    /// Whose items may change whenever the interpreter runs something else.
    List(Bound<'py, PyList>),
    /// Which nobody can change.
    Tuple(Bound<'py, PyTuple>),
}

impl<'py> Items<'py> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Tuple(tuple) => tuple.len(),
        }
    }

    /// Whether all items are `bytes` at this moment.
    pub(crate) fn are_bytes(&self) -> bool {
        let n = self.len();
        // SAFETY: the interpreter is attached and runs nothing else meanwhile, so `n` is
        // still the number of items, and each lives.
        (0..n).all(|i| unsafe {
            fetch(self.item((i + AHEAD).min(n - 1)));
            ffi::PyBytes_CheckExact(self.item(i)) != 0
        })
    }

    /// Whether they have more than so many bytes at this moment, and `each` for each item. What is
    /// no `bytes` has as many as one likes.
    pub(crate) fn have_more_than(&self, most: usize, each: usize) -> bool {
        let n = self.len();
        let mut left = most;
        (0..n).any(|i| {
            // SAFETY: as above.
            let len = unsafe {
                let item = self.item(i);
                if ffi::PyBytes_CheckExact(item) == 0 { usize::MAX } else { bytes_len(item) as usize }
            };
            match left.checked_sub(len.saturating_add(each)) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            }
        })
    }

    /// Has the CPU fetch an item that is looked at soon, if there is one.
    #[inline(always)]
    pub(crate) fn fetch(&self, i: usize) {
        if i < self.len() {
            // SAFETY: there is such an item, and nothing is read of it.
            unsafe { fetch(self.item(i)) }
        }
    }

    /// # Safety
    ///
    /// There is an item `i`; it lives as long as nothing else runs.
    #[inline(always)]
    unsafe fn item(&self, i: usize) -> *mut ffi::PyObject {
        let i = i as ffi::Py_ssize_t;
        // SAFETY: as above.
        unsafe {
            match self {
                Self::List(list) => list_item(list.as_ptr(), i),
                Self::Tuple(tuple) => tuple_item(tuple.as_ptr(), i),
            }
        }
    }

    /// Whether a range of items is still there.
    ///
    /// # Errors
    ///
    /// `RuntimeError` for a list that is shorter by now.
    fn still_has(&self, range: &Range<usize>) -> PyResult<()> {
        if self.len() < range.end {
            return Err(PyRuntimeError::new_err("the list was made shorter while it was hashed"));
        }
        Ok(())
    }

    /// Some of the items, which then stay.
    ///
    /// # Errors
    ///
    /// Those of [`Items::still_has`], and `MemoryError`.
    pub(crate) fn hold(&self, range: Range<usize>) -> PyResult<Held<'py>> {
        let list = match self {
            Self::List(list) => list,
            Self::Tuple(tuple) => return Ok(Held { tuple: tuple.clone(), range }),
        };
        let py = list.py();
        // SAFETY: the tuple is new, has as many places as the range, and nobody has seen it
        // when they are filled. To allocate it may run a collection, and that what it likes:
        // the list is looked at after that.
        unsafe {
            let tuple = ffi::PyTuple_New(range.len() as ffi::Py_ssize_t);
            let tuple = Bound::from_owned_ptr_or_err(py, tuple)?.cast_into_unchecked::<PyTuple>();
            self.still_has(&range)?;
            for (place, i) in range.clone().enumerate() {
                fetch(self.item((i + AHEAD).min(range.end - 1)));
                let item = self.item(i);
                ffi::Py_INCREF(item);
                #[cfg(not(Py_LIMITED_API))]
                ffi::PyTuple_SET_ITEM(tuple.as_ptr(), place as ffi::Py_ssize_t, item);
                #[cfg(Py_LIMITED_API)]
                ffi::PyTuple_SetItem(tuple.as_ptr(), place as ffi::Py_ssize_t, item);
            }
            Ok(Held { tuple, range: 0..range.len() })
        }
    }
}

/// A range of the items of a tuple, which nobody can change.
pub(crate) struct Held<'py> {
    tuple: Bound<'py, PyTuple>,
    range: Range<usize>,
}

impl<'py> Held<'py> {
    pub(crate) fn len(&self) -> usize {
        self.range.len()
    }

    /// One of them.
    ///
    /// # Errors
    ///
    /// `IndexError` for one that is not there.
    pub(crate) fn item(&self, i: usize) -> PyResult<Bound<'py, PyAny>> {
        self.tuple.get_item(self.range.start + i)
    }
}

/// The bytes of what is held, up to the first item that is not `bytes`. No reference is
/// counted.
pub(crate) fn bytes_in<'h>(held: &'h Held<'_>) -> impl Iterator<Item = &'h [u8]> {
    let (tuple, end) = (&held.tuple, held.range.end.min(held.tuple.len()));
    let item = move |i: usize| {
        // SAFETY: the interpreter is attached and `i` is in the tuple, which keeps its item.
        unsafe {
            fetch(tuple_item(tuple.as_ptr(), (i + AHEAD).min(end - 1) as ffi::Py_ssize_t));
            bytes_of(tuple_item(tuple.as_ptr(), i as ffi::Py_ssize_t))
        }
    };
    (held.range.start..end).map_while(item)
}

/// The bytes of an object, if it is `bytes` and of no type derived from it.
///
/// # Safety
///
/// The object lives as long as they are looked at. With the stable ABI the interpreter is
/// attached.
#[inline(always)]
unsafe fn bytes_of<'h>(item: *mut ffi::PyObject) -> Option<&'h [u8]> {
    // SAFETY: an object of just this type has that many bytes there, and they never change.
    unsafe {
        (ffi::PyBytes_CheckExact(item) != 0)
            .then(|| slice::from_raw_parts(bytes_start(item).cast(), bytes_len(item) as usize))
    }
}

/// The bytes of all messages, and where those begin that somebody may write to: nobody
/// writes to `bytes`, which come first mostly.
pub(crate) fn gather<'h, 'py>(
    all: &'h Held<'py>,
    views: &'h mut Vec<Buffer<'py>>,
) -> PyResult<(Vec<&'h [u8]>, usize)> {
    let mut messages = memory::room(all.len())?;
    messages.extend(bytes_in(all));
    let lent = messages.len();
    memory::reserve(views, all.len() - lent)?;
    for i in lent..all.len() {
        views.push(Buffer::of(&all.item(i)?)?);
    }
    messages.extend(views.iter().map(Buffer::bytes));
    Ok((messages, lent))
}

/// A list of `bytes` that is being made, one for each item. Nobody sees it before it is
/// whole.
pub(crate) struct Filling<'i, 'py> {
    items: &'i Items<'py>,
    /// How many items ahead of those that have their `bytes` the CPU fetches one, if it does.
    ahead: Option<usize>,
    list: Bound<'py, PyList>,
    filled: usize,
    len: usize,
    arenas: Arenas,
}

impl<'i, 'py> Filling<'i, 'py> {
    /// # Errors
    ///
    /// `MemoryError`.
    pub(crate) fn new(py: Python<'py>, items: &'i Items<'py>, ahead: Option<usize>) -> PyResult<Self> {
        let len = items.len();
        // SAFETY: what is new is a list; without its items it may be dropped, and the
        // collector, which would show it to whoever asks, forgets it.
        unsafe {
            let list = ffi::PyList_New(len as ffi::Py_ssize_t);
            let list = Bound::from_owned_ptr_or_err(py, list)?.cast_into_unchecked::<PyList>();
            ffi::PyObject_GC_UnTrack(list.as_ptr().cast());
            Ok(Self { items, ahead, list, filled: 0, len, arenas: Arenas::default() })
        }
    }

    /// Adds one object for every `each` bytes.
    ///
    /// # Errors
    ///
    /// `MemoryError`.
    pub(crate) fn extend(&mut self, digests: &[u8], each: usize) -> PyResult<()> {
        let py = self.list.py();
        for digest in digests.chunks_exact(each) {
            if let Some(ahead) = self.ahead {
                self.items.fetch(self.filled + ahead);
            }
            assert!(self.filled < self.len, "the list has a place for each digest");
            let place = self.filled as ffi::Py_ssize_t;
            self.filled += 1;
            // SAFETY: the list has that place, it is empty, and nobody else knows the list.
            unsafe {
                let bytes = ffi::PyBytes_FromStringAndSize(digest.as_ptr().cast(), each as ffi::Py_ssize_t);
                let bytes = Bound::from_owned_ptr_or_err(py, bytes)?.cast_into_unchecked::<PyBytes>();
                self.arenas.see(&bytes);
                #[cfg(not(Py_LIMITED_API))]
                ffi::PyList_SET_ITEM(self.list.as_ptr(), place, bytes.into_ptr());
                #[cfg(Py_LIMITED_API)]
                ffi::PyList_SetItem(self.list.as_ptr(), place, bytes.into_ptr());
            }
        }
        Ok(())
    }

    /// The list.
    pub(crate) fn finish(self) -> Bound<'py, PyList> {
        assert_eq!(self.filled, self.len, "the list has a digest in each place");
        // SAFETY: it was untracked when it was made, and is whole.
        unsafe { ffi::PyObject_GC_Track(self.list.as_ptr().cast()) };
        self.arenas.keep();
        self.list
    }
}
