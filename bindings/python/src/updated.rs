//! Types whose method `update` takes its object as it comes. PyO3 looks for it in what might be
//! many, some with names, and takes 7 of 36 ns for that (CPython 3.13, Intel Emerald Rapids).

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;

/// What such a call changes.
pub(crate) trait Updated: PyClass<Frozen = True> + Sync {
    /// Whether the method returns the object, and not None.
    #[cfg_attr(Py_LIMITED_API, expect(dead_code, reason = "there is no such call"))]
    const RETURNS_OBJECT: bool = false;

    /// Adds a piece.
    fn updated(&self, piece: &Bound<'_, PyAny>) -> PyResult<()>;
}

/// Adds a type to the module, and has its `update` be called so. The stable ABI does not tell what a
/// type has: there every call is like one with names.
///
/// # Errors
///
/// `MemoryError`.
pub(crate) fn add_class<T: Updated>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    #[cfg(not(Py_LIMITED_API))]
    method::install::<T>(module.py())?;
    module.add_class::<T>()
}

#[cfg(not(Py_LIMITED_API))]
mod method {
    use super::Updated;
    use crate::called::caught;
    use pyo3::ffi;
    use pyo3::prelude::*;

    /// Has a type's `update` be called so.
    ///
    /// # Errors
    ///
    /// `MemoryError`.
    pub(super) fn install<T: Updated>(py: Python<'_>) -> PyResult<()> {
        const NAME: &std::ffi::CStr = c"update";
        // SAFETY: the type is the module's own, which nobody has yet, and it has a dictionary.
        // PyO3 has put methods into it, which never go: so does this one.
        unsafe {
            let class = T::type_object_raw(py);
            let methods = (*class).tp_dict;
            let theirs = ffi::PyDict_GetItemString(methods, NAME.as_ptr()).cast::<ffi::PyMethodDescrObject>();
            let method = Box::leak(Box::new(ffi::PyMethodDef {
                ml_meth: ffi::PyMethodDefPointer { PyCFunction: call::<T> },
                ml_flags: ffi::METH_O,
                ..*(*theirs).d_method
            }));
            let ours = Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMethod(class, method))?;
            match ffi::PyDict_SetItemString(methods, NAME.as_ptr(), ours.as_ptr()) {
                0 => {
                    ffi::PyType_Modified(class);
                    Ok(())
                }
                _ => Err(PyErr::fetch(py)),
            }
        }
    }

    /// # Safety
    ///
    /// The interpreter calls it, with an object of the type and another one.
    unsafe extern "C" fn call<T: Updated>(
        object: *mut ffi::PyObject,
        piece: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject {
        // SAFETY: the interpreter is attached where it calls, and the caller says what the objects are.
        caught(|| unsafe {
            let py = Python::assume_attached();
            let (object, piece) = (Borrowed::from_ptr(py, object), Borrowed::from_ptr(py, piece));
            object.cast_unchecked::<T>().get().updated(&piece)?;
            let returned = if T::RETURNS_OBJECT { object.to_owned() } else { py.None().into_bound(py) };
            Ok(returned.into_ptr())
        })
    }
}
