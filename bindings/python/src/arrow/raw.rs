//! Arrow's C data interface: its structures, and who releases them
//! (<https://arrow.apache.org/docs/format/CDataInterface.html>).

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::{mem, ptr};

/// A structure of the interface: plain data, with a function that frees what it
/// points to, which is null once that is done or somebody else's.
pub(super) trait Released: Sized {
    /// The name of its capsules.
    const NAME: &'static CStr;
    /// One that owns nothing.
    const EMPTY: Self;

    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

/// One that is released with this value.
pub(super) struct Owned<T: Released>(pub(super) T);

// SAFETY: the interface lets a structure be moved to, and released by, any thread.
unsafe impl<T: Released> Send for Owned<T> {}

pub(super) type Schema = Owned<RawSchema>;
pub(super) type Array = Owned<RawArray>;
pub(super) type Stream = Owned<RawStream>;

#[repr(C)]
pub(super) struct RawSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut RawSchema,
    pub(super) dictionary: *mut RawSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut RawSchema)>,
    pub(super) private_data: *mut c_void,
}

#[repr(C)]
pub(super) struct RawArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut RawArray,
    pub(super) dictionary: *mut RawArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut RawArray)>,
    pub(super) private_data: *mut c_void,
}

#[repr(C)]
pub(super) struct RawStream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut RawStream, *mut RawSchema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut RawStream, *mut RawArray) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut RawStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut RawStream)>,
    pub(super) private_data: *mut c_void,
}

impl Released for RawSchema {
    const NAME: &'static CStr = c"arrow_schema";
    const EMPTY: Self = Self {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };

    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.release
    }
}

impl Released for RawArray {
    const NAME: &'static CStr = c"arrow_array";
    const EMPTY: Self = Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };

    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.release
    }
}

impl Released for RawStream {
    const NAME: &'static CStr = c"arrow_array_stream";
    const EMPTY: Self = Self {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    };

    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.release
    }
}

impl<T: Released> Owned<T> {
    /// Moves it out of its capsule, which has nothing to release then.
    ///
    /// # Errors
    ///
    /// `ValueError` for a capsule of something else, or that was emptied before.
    pub(super) fn take(capsule: &Bound<'_, PyCapsule>) -> PyResult<Self> {
        // SAFETY: the object is a capsule, and the name is compared.
        let inner = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) };
        if inner.is_null() {
            return Err(PyErr::fetch(capsule.py()));
        }
        // SAFETY: a capsule of this name has such a structure, which its taker moves out
        // by leaving an empty one.
        let inner = unsafe { mem::replace(&mut *inner.cast::<T>(), T::EMPTY) };
        if inner.release().is_none() {
            return Err(PyValueError::new_err("the capsule was emptied before"));
        }
        Ok(Self(inner))
    }

    /// The structure, which its taker releases.
    pub(super) fn into_raw(mut self) -> T {
        mem::replace(&mut self.0, T::EMPTY)
    }

    /// Moves it into a capsule.
    pub(super) fn into_capsule(self, py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
        unsafe extern "C" fn free<T: Released>(capsule: *mut ffi::PyObject) {
            // SAFETY: the interpreter calls it once, with a capsule that was made below: it
            // holds a box of this type.
            unsafe {
                let inner = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
                drop(Box::from_raw(inner.cast::<Owned<T>>()));
            }
        }
        let inner = Box::into_raw(Box::new(self));
        // SAFETY: the pointer is not null, and the name and the function last for ever.
        let capsule = unsafe { ffi::PyCapsule_New(inner.cast(), T::NAME.as_ptr(), Some(free::<T>)) };
        // SAFETY: a new reference, or null and an error.
        unsafe { Bound::from_owned_ptr_or_err(py, capsule) }.map(|capsule| {
            // It was made just now.
            capsule.cast_into().expect("a capsule")
        })
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release() {
            // SAFETY: it is this value's, and released once: by the interface that leaves
            // null, and nobody looks at it afterwards.
            unsafe { release(&mut self.0) };
        }
    }
}

impl Stream {
    /// What its arrays are.
    pub(super) fn schema(&mut self) -> PyResult<Schema> {
        let mut schema = Owned(RawSchema::EMPTY);
        let get = self.0.get_schema.ok_or_else(|| PyRuntimeError::new_err("a stream without a schema"))?;
        // SAFETY: the stream is not released, and the room is empty.
        match unsafe { get(&mut self.0, &mut schema.0) } {
            0 => Ok(schema),
            errno => Err(self.error(errno)),
        }
    }

    /// The next array, if there is one.
    pub(super) fn next(&mut self) -> PyResult<Option<Array>> {
        let mut array = Owned(RawArray::EMPTY);
        let get = self.0.get_next.ok_or_else(|| PyRuntimeError::new_err("a stream without arrays"))?;
        // SAFETY: as above.
        match unsafe { get(&mut self.0, &mut array.0) } {
            0 => Ok(array.0.release.is_some().then_some(array)),
            errno => Err(self.error(errno)),
        }
    }

    fn error(&mut self, errno: c_int) -> PyErr {
        // SAFETY: as above; the text, if there is one, lasts until the next call.
        let text =
            self.0.get_last_error.map(|get| unsafe { get(&mut self.0) }).filter(|text| !text.is_null());
        match text {
            Some(text) => {
                // SAFETY: C's text, as the interface says.
                let text = unsafe { CStr::from_ptr(text) };
                PyRuntimeError::new_err(text.to_string_lossy().into_owned())
            }
            None => PyRuntimeError::new_err(format!("the stream failed with error {errno}")),
        }
    }
}
