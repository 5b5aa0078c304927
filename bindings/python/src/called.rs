//! Types that are called with a message and few keywords, mostly: they take these as they come,
//! and neither a tuple nor a dictionary is made of them.

use pyo3::PyClass;
use pyo3::prelude::*;

/// What such a call makes.
pub(crate) trait Called: PyClass + Into<PyClassInitializer<Self>> {
    /// With the message, if there is one.
    fn called(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self>;

    /// With keywords too, a name and a value each. None where the type's constructor is to take
    /// them, which knows them all, and says what is wrong with them.
    #[cfg_attr(Py_LIMITED_API, expect(dead_code, reason = "there is no such call"))]
    fn told<'a, 'py>(
        data: Option<&Bound<'py, PyAny>>,
        keywords: impl Iterator<Item = (Borrowed<'a, 'py, PyAny>, Borrowed<'a, 'py, PyAny>)>,
    ) -> PyResult<Option<Self>>;
}

/// Has a type be called so. The stable ABI does not have that: there every call is like one
/// with keywords.
#[cfg(Py_LIMITED_API)]
pub(crate) fn install<T: Called>(_: Python<'_>) {}

#[cfg(not(Py_LIMITED_API))]
pub(crate) use vectorcall::{caught, install};

#[cfg(not(Py_LIMITED_API))]
mod vectorcall {
    use super::Called;
    use pyo3::exceptions::PyRuntimeError;
    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyTuple};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::{ptr, slice};

    /// Has a type be called so.
    pub(crate) fn install<T: Called>(py: Python<'_>) {
        // SAFETY: the type is the module's own, which nobody has yet.
        unsafe { (*T::type_object_raw(py)).tp_vectorcall = Some(call::<T>) };
    }

    /// # Safety
    ///
    /// The interpreter calls it: `class` is the type, `args` has as many objects as `nargsf`
    /// and `names` say.
    unsafe extern "C" fn call<T: Called>(
        class: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        nargsf: usize,
        names: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject {
        // SAFETY: the interpreter is attached where it calls; the rest the caller says.
        caught(|| unsafe {
            let py = Python::assume_attached();
            let n = ffi::PyVectorcall_NARGS(nargsf) as usize;
            if n > 1 || !names.is_null() {
                return with_names::<T>(py, class, args, n, names);
            }
            let data = if n == 0 { None } else { Some(Borrowed::from_ptr(py, *args)) };
            Bound::new(py, T::called(data.as_deref())?).map(Bound::into_ptr)
        })
    }

    /// What `call` makes, or null for the exception that it raises.
    #[inline]
    pub(crate) fn caught(call: impl FnOnce() -> PyResult<*mut ffi::PyObject>) -> *mut ffi::PyObject {
        let made = catch_unwind(AssertUnwindSafe(call));
        let made = made.unwrap_or_else(|_| Err(PyRuntimeError::new_err("the call panicked")));
        made.unwrap_or_else(|error| {
            // PyO3 puts off what is dropped where it has not attached itself, until it does: in a
            // loop of errors that would be never.
            Python::attach(|py| error.restore(py));
            ptr::null_mut()
        })
    }

    /// The call with keywords. What is in this function would slow down the one above.
    ///
    /// # Safety
    ///
    /// As that of [`call`]; `n` are without names.
    #[inline(never)]
    unsafe fn with_names<T: Called>(
        py: Python<'_>,
        class: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        n: usize,
        names: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        // SAFETY: as the caller says; behind those without names are those with.
        unsafe {
            if n < 2 && !names.is_null() {
                let object = |object| Borrowed::from_ptr(py, object);
                let data = if n == 0 { None } else { Some(Bound::from_borrowed_ptr(py, *args)) };
                let named = (0..ffi::PyTuple_GET_SIZE(names))
                    .map(|i| (object(ffi::PyTuple_GET_ITEM(names, i)), object(*args.add(n + i as usize))));
                if let Some(told) = T::told(data.as_ref(), named)? {
                    return Bound::new(py, told).map(Bound::into_ptr);
                }
            }
            with_all(py, class, args, n, names)
        }
    }

    /// The call as the type takes it that has all arguments in a tuple and a dictionary.
    ///
    /// # Safety
    ///
    /// As that of [`call`]; `n` are without names.
    #[cold]
    unsafe fn with_all(
        py: Python<'_>,
        class: *mut ffi::PyObject,
        args: *const *mut ffi::PyObject,
        n: usize,
        names: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        // SAFETY: as the caller says; behind those without names are those with.
        unsafe {
            let names = Bound::from_borrowed_ptr_or_opt(py, names);
            let names = names.as_ref().map(|names| names.cast::<PyTuple>()).transpose()?;
            let named = names.map_or(0, |names| names.len());
            let all = if n + named == 0 { &[] } else { slice::from_raw_parts(args, n + named) };
            let object = |&object: &*mut ffi::PyObject| Bound::from_borrowed_ptr(py, object);
            let positional = PyTuple::new(py, all[..n].iter().map(object))?;
            let keywords = PyDict::new(py);
            for (name, value) in names.into_iter().flatten().zip(&all[n..]) {
                keywords.set_item(name, object(value))?;
            }
            let class = class.cast::<ffi::PyTypeObject>();
            let new =
                (*class).tp_new.ok_or_else(|| PyRuntimeError::new_err("the type has no constructor"))?;
            let made = new(class, positional.as_ptr(), keywords.as_ptr());
            if made.is_null() { Err(PyErr::fetch(py)) } else { Ok(made) }
        }
    }
}
