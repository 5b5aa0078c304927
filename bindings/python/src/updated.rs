//! Types whose method `update` takes its object as it comes. PyO3 looks for it in what might be
//! many, some with names, and takes 7 of 36 ns for that (CPython 3.13, Intel Emerald Rapids).

use pyo3::PyClass;
use pyo3::prelude::*;

/// What such a call changes.
pub(crate) trait Updated: PyClass {
    /// Adds a piece. Returns what the method does.
    #[cfg_attr(Py_LIMITED_API, expect(dead_code, reason = "there is no such call"))]
    fn updated<'py>(slf: &Bound<'py, Self>, piece: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
}

/// Has a type's `update` be called so. The stable ABI does not tell what a type has: there every
/// call is like one with names.
#[cfg(Py_LIMITED_API)]
pub(crate) fn install<T: Updated>(_: Python<'_>) -> PyResult<()> {
    Ok(())
}

#[cfg(not(Py_LIMITED_API))]
pub(crate) use method::install;

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
    pub(crate) fn install<T: Updated>(py: Python<'_>) -> PyResult<()> {
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
            T::updated(&object.cast_unchecked(), &piece).map(Bound::into_ptr)
        })
    }
}
