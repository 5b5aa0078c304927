//! Columns: Arrow's arrays in, an array of digests out, through the PyCapsule
//! interface (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>).

mod column;
mod export;
mod raw;

use crate::many::Call;
use crate::memory;
use column::Column;
use export::Digests;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use raw::{Array, Schema, Stream};
use std::sync::Arc;

/// The digests of a column, as Arrow's fixed-size binary: nulls stay null.
///
/// pyarrow, polars, duckdb and whoever else knows Arrow's PyCapsule interface takes it
/// without a copy.
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct DigestArray(Arc<Digests>);

#[pymethods]
impl DigestArray {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// How many of them are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.0.nulls()
    }

    /// Bytes in a digest.
    #[getter]
    fn digest_size(&self) -> usize {
        self.0.each()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: isize,
    ) -> PyResult<Option<Bound<'py, pyo3::types::PyBytes>>> {
        let len = self.0.len();
        let place = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < len);
        let place =
            place.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("there is no such digest"))?;
        Ok(self.0.get(place).map(|digest| pyo3::types::PyBytes::new(py, digest)))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export::schema(&self.0).into_capsule(py)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Another schema is a wish, which may be left alone.
        let _ = requested_schema;
        let schema = export::schema(&self.0).into_capsule(py)?;
        let array = export::array(&self.0).into_capsule(py)?;
        PyTuple::new(py, [schema, array])
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        export::stream(&self.0).into_capsule(py)
    }
}

/// The digests of a column of binary or strings: of any object with
/// `__arrow_c_array__` or `__arrow_c_stream__`, such as pyarrow's arrays, polars' series
/// and a relation of duckdb's with one column.
///
/// `threads=0` is all cores.
#[pyfunction]
#[pyo3(signature = (algorithm, array, /, *, key=None, threads=1))]
pub(crate) fn digest_array<'py>(
    algorithm: &Bound<'py, PyAny>,
    array: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    threads: isize,
) -> PyResult<DigestArray> {
    let py = array.py();
    let call = Call::new(algorithm, key, threads)?.shared_out(|_| true)?;
    let mut digests = Digests::new(call.each());
    if let Some(method) = array.getattr_opt(intern!(py, "__arrow_c_array__"))? {
        let (schema, array) = method.call0()?.extract::<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)>()?;
        let (schema, array) = (Schema::take(&schema)?, Array::take(&array)?);
        add(py, &call, &schema, &array, &mut digests)?;
    } else if let Some(method) = array.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let mut stream = Stream::take(&method.call0()?.cast_into::<PyCapsule>()?)?;
        // Whoever makes the column may need the interpreter, also on other threads.
        let schema = py.detach(|| stream.schema())?;
        while let Some(array) = py.detach(|| stream.next())? {
            add(py, &call, &schema, &array, &mut digests)?;
            py.check_signals()?;
        }
    } else {
        return Err(PyTypeError::new_err(
            "expected a column of Arrow's: an object with __arrow_c_array__ or __arrow_c_stream__",
        ));
    }
    Ok(DigestArray(Arc::new(digests)))
}

/// Adds the digests of an array.
fn add(py: Python<'_>, call: &Call, schema: &Schema, array: &Array, digests: &mut Digests) -> PyResult<()> {
    let column = Column::of(schema, array).map_err(PyTypeError::new_err)?;
    // Nulls have room too.
    call.all_len(column.len())?;
    let mut messages = memory::room(column.len())?;
    column.messages(&mut messages).map_err(PyValueError::new_err)?;
    let mut present: Vec<&[u8]> = memory::room(messages.len())?;
    present.extend(messages.iter().flatten());
    let mut hashed = call.zeroed(present.len())?;
    call.hash_into(py, &present, &mut hashed)?;
    digests.add(messages.iter().map(Option::is_some), hashed)
}
