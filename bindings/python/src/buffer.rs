//! The bytes of a Python object.
//!
//! They are read while the interpreter runs other threads, as hashlib reads them.
//! The object stays, and its length too, for a buffer is held. A thread that writes
//! into a `bytearray` while another one hashes it gets the hash of some mix of old
//! and new bytes: nothing here decides or addresses anything by their values.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::CStr;
use std::slice;

/// Bytes that a Python object holds, as long as this lives.
pub(crate) enum Buffer<'py> {
    /// They never change.
    Bytes(Bound<'py, PyBytes>),
    /// Of any C-contiguous buffer, of items of any type.
    View(Box<View>),
}

/// A buffer that is held. It is released with the interpreter attached: a
/// [`Buffer`] does not leave its thread.
pub(crate) struct View(ffi::Py_buffer);

impl<'py> Buffer<'py> {
    /// The bytes of an object.
    ///
    /// # Errors
    ///
    /// `TypeError` for a string and for what has no buffer, in hashlib's words; what
    /// the object raises for a buffer that is not C-contiguous, `BufferError` mostly.
    #[inline]
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.clone())),
            Err(_) => Self::view(object, ffi::PyBUF_SIMPLE),
        }
    }

    /// The bytes of an object, to be written to.
    ///
    /// # Errors
    ///
    /// As [`Buffer::of`]; `BufferError` where it is read-only, and `TypeError` where its items are
    /// objects: bytes in their place would be taken for pointers.
    pub(crate) fn writable(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let buffer = Self::view(object, ffi::PyBUF_WRITABLE | ffi::PyBUF_ND | ffi::PyBUF_FORMAT)?;
        if let Self::View(view) = &buffer
            && !view.0.format.is_null()
            // SAFETY: it is a string of C's, which lives as long as the buffer is held.
            && has_objects(unsafe { CStr::from_ptr(view.0.format) }.to_bytes())
        {
            return Err(PyTypeError::new_err("a buffer of objects is not to be written to"));
        }
        Ok(buffer)
    }

    fn view(object: &Bound<'py, PyAny>, flags: i32) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("Strings must be encoded before hashing"));
        }
        // SAFETY: the object is one, and the interpreter is attached.
        if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
            return Err(PyTypeError::new_err("object supporting the buffer API required"));
        }
        let mut view = Box::new(View(ffi::Py_buffer::new()));
        // SAFETY: as above, and there is room for the answer, which does not move until
        // it is released.
        match unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut view.0, flags) } {
            0 => Ok(Self::View(view)),
            _ => {
                // It is not filled: there is nothing to be released.
                view.0.obj = std::ptr::null_mut();
                Err(PyErr::fetch(object.py()))
            }
        }
    }

    /// The bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes.as_bytes(),
            Self::View(view) if view.0.len == 0 => &[],
            // SAFETY: a simple buffer is `len` bytes from `buf` on, and lasts until it is
            // released; the head of this file says what comes of writes.
            Self::View(view) => unsafe { slice::from_raw_parts(view.0.buf.cast(), view.0.len as usize) },
        }
    }

    /// The bytes, to be written to: of a buffer that was asked for so.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::View(view) if view.0.len > 0 && view.0.readonly == 0 => {
                // SAFETY: as above, and the object lets its bytes be written.
                unsafe { slice::from_raw_parts_mut(view.0.buf.cast(), view.0.len as usize) }
            }
            Self::Bytes(_) | Self::View(_) => &mut [],
        }
    }
}

/// Whether items of this format, which is that of the module `struct` and of PEP 3118, have
/// references to objects. Names of fields stand between colons.
fn has_objects(format: &[u8]) -> bool {
    format.split(|&byte| byte == b':').step_by(2).any(|types| types.contains(&b'O'))
}

impl Drop for View {
    fn drop(&mut self) {
        if !self.0.obj.is_null() {
            // SAFETY: it was filled, once, and the interpreter is attached, for a `Buffer`
            // has its token's lifetime.
            unsafe { ffi::PyBuffer_Release(&mut self.0) };
        }
    }
}
