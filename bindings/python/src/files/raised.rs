//! Errors of files, as Python raises them.

use lanesum_files::engine::ReadError;
use lanesum_files::reason;
use pyo3::create_exception;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

create_exception!(
    lanesum,
    FileChangedError,
    PyOSError,
    "A file was one thing before, and another after it was read: what was read has no digest."
);

/// The exception for a file that could not be read.
pub(crate) fn raised(py: Python<'_>, error: &ReadError, path: &Bound<'_, PyAny>) -> PyErr {
    let path = path.clone().unbind();
    match error {
        ReadError::System(error) => match error.raw_os_error() {
            // The number chooses the class: FileNotFoundError, PermissionError.
            Some(number) => PyOSError::new_err((number, reason(error), path)),
            None => PyOSError::new_err((py.None(), reason(error), path)),
        },
        // A reader that takes only files was told of something else.
        ReadError::Special => PyOSError::new_err((py.None(), error.to_string(), path)),
        other => FileChangedError::new_err((py.None(), other.to_string(), path)),
    }
}
