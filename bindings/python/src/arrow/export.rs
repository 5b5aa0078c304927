//! Digests as an array of Arrow's: fixed-size binary.

use super::raw::{Array, Owned, RawArray, RawSchema, RawStream, Released as _, Schema, Stream};
use crate::memory;
use pyo3::prelude::*;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// Digests, one behind the other, of which some may be null.
pub(super) struct Digests {
    each: usize,
    len: usize,
    nulls: usize,
    bytes: Vec<u8>,
    /// A bit for each: whether it is there.
    valid: Vec<u8>,
}

impl Digests {
    /// None yet, of `each` bytes.
    pub(super) fn new(each: usize) -> Self {
        Self { each, len: 0, nulls: 0, bytes: Vec::new(), valid: Vec::new() }
    }

    /// Adds some. `digests` has those that are there.
    ///
    /// # Errors
    ///
    /// `MemoryError`.
    pub(super) fn add(
        &mut self,
        there: impl ExactSizeIterator<Item = bool>,
        digests: Vec<u8>,
    ) -> PyResult<()> {
        memory::reserve(&mut self.valid, there.len().div_ceil(8))?;
        let start = self.len;
        let mut rest = &digests[..];
        let nulls = self.nulls;
        let mut places = Vec::new();
        for valid in there {
            if self.len.is_multiple_of(8) {
                self.valid.push(0);
            }
            if valid {
                self.valid[self.len / 8] |= 1 << (self.len % 8);
            } else {
                self.nulls += 1;
                places.push(self.len - start);
            }
            self.len += 1;
        }
        if self.nulls == nulls && self.bytes.is_empty() {
            self.bytes = digests;
            return Ok(());
        }
        let len = (self.len - start) * self.each;
        memory::reserve(&mut self.bytes, len)?;
        let mut done = 0;
        for null in places {
            let (before, after) = rest.split_at((null - done) * self.each);
            self.bytes.extend_from_slice(before);
            self.bytes.resize(self.bytes.len() + self.each, 0);
            (rest, done) = (after, null + 1);
        }
        self.bytes.extend_from_slice(rest);
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn nulls(&self) -> usize {
        self.nulls
    }

    pub(super) fn each(&self) -> usize {
        self.each
    }

    /// A digest, if it is not null.
    pub(super) fn get(&self, i: usize) -> Option<&[u8]> {
        let there = self.valid[i / 8] >> (i % 8) & 1 == 1;
        there.then(|| &self.bytes[i * self.each..][..self.each])
    }
}

/// Frees what the structure owns: its private data, a box of this type.
unsafe extern "C" fn release_schema(schema: *mut RawSchema) {
    // SAFETY: the interface has it called once, with a schema that was made below.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<CString>()));
        (*schema).release = None;
    }
}

/// What the digests are.
pub(super) fn schema(digests: &Digests) -> Schema {
    const NULLABLE: i64 = 2;
    let format = Box::new(CString::new(format!("w:{}", digests.each)).unwrap_or_default());
    Owned(RawSchema {
        format: format.as_ptr(),
        name: c"".as_ptr(),
        flags: NULLABLE,
        release: Some(release_schema),
        private_data: Box::into_raw(format).cast(),
        ..RawSchema::EMPTY
    })
}

/// What an array keeps alive.
struct Held {
    buffers: [*const c_void; 2],
    _digests: Arc<Digests>,
}

unsafe extern "C" fn release_array(array: *mut RawArray) {
    // SAFETY: as above, of an array.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Held>()));
        (*array).release = None;
    }
}

/// The digests, without a copy.
pub(super) fn array(digests: &Arc<Digests>) -> Array {
    let valid = if digests.nulls == 0 { ptr::null() } else { digests.valid.as_ptr().cast() };
    let held = Box::new(Held { buffers: [valid, digests.bytes.as_ptr().cast()], _digests: digests.clone() });
    let held = Box::into_raw(held);
    Owned(RawArray {
        length: digests.len as i64,
        null_count: digests.nulls as i64,
        n_buffers: 2,
        // SAFETY: the box was made just now.
        buffers: unsafe { &raw mut (*held).buffers }.cast(),
        release: Some(release_array),
        private_data: held.cast(),
        ..RawArray::EMPTY
    })
}

/// What a stream keeps alive.
struct Streamed {
    digests: Arc<Digests>,
    given: bool,
}

unsafe extern "C" fn get_schema(stream: *mut RawStream, out: *mut RawSchema) -> c_int {
    // SAFETY: the interface has it called with a stream that was made below, and room.
    unsafe {
        let streamed = &*(*stream).private_data.cast::<Streamed>();
        out.write(schema(&streamed.digests).into_raw());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut RawStream, out: *mut RawArray) -> c_int {
    // SAFETY: as above.
    unsafe {
        let streamed = &mut *(*stream).private_data.cast::<Streamed>();
        let next = if streamed.given { RawArray::EMPTY } else { array(&streamed.digests).into_raw() };
        streamed.given = true;
        out.write(next);
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut RawStream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut RawStream) {
    // SAFETY: as above, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Streamed>()));
        (*stream).release = None;
    }
}

/// The digests, as a stream of one array.
pub(super) fn stream(digests: &Arc<Digests>) -> Stream {
    let streamed = Box::new(Streamed { digests: digests.clone(), given: false });
    Owned(RawStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(streamed).cast(),
    })
}
