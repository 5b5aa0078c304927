//! A file object of Python's, as Rust reads and writes files; and files of the system's for
//! whom signals interrupt, as they do Python's.

use crate::files::PATIENCE;
use lanesum_files::wait;
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An object with `read`, `write` and `seek`, as far as they are called. What it
/// raises is the cause of the `io::Error`.
pub(crate) struct File(Py<PyAny>);

impl File {
    pub(crate) fn new(file: Py<PyAny>) -> Self {
        Self(file)
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1(intern!(py, "read"), (buffer.len(),))?;
            if read.is_none() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let read = read.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
            let room = buffer.get_mut(..read.len());
            let room =
                room.ok_or_else(|| io::Error::other("a read gave more bytes than it was asked for"))?;
            room.copy_from_slice(read);
            py.check_signals()?;
            Ok(read.len())
        })
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let written = self.0.bind(py).call_method1(intern!(py, "write"), (PyBytes::new(py, bytes),))?;
            if written.is_none() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            match written.extract::<usize>() {
                Ok(len) if len <= bytes.len() => Ok(len),
                Err(error) if !error.is_instance_of::<PyOverflowError>(py) => Err(error.into()),
                _ => Err(io::Error::other(format!(
                    "a write says that it took {written} of {} bytes",
                    bytes.len()
                ))),
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Python::attach(|py| {
            self.0.bind(py).call_method0(intern!(py, "flush"))?;
            Ok(())
        })
    }
}

impl Seek for File {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        Python::attach(|py| {
            let seek = intern!(py, "seek");
            let file = self.0.bind(py);
            let at = match place {
                SeekFrom::Start(offset) => file.call_method1(seek, (offset,)),
                SeekFrom::Current(offset) => file.call_method1(seek, (offset, 1)),
                SeekFrom::End(offset) => file.call_method1(seek, (offset, 2)),
            };
            Ok(at?.extract()?)
        })
    }
}

/// Does what may wait for the other end of a pipe, as `open` of Python's: signals' handlers run
/// in between.
///
/// # Errors
///
/// What a signal's handler raises, around the system's.
pub(crate) fn waiting<T: Send>(
    py: Python<'_>,
    mut open: impl FnMut() -> io::Result<T> + Send,
) -> PyResult<io::Result<T>> {
    loop {
        match py.detach(&mut open) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => py.check_signals()?,
            opened => return Ok(opened),
        }
    }
}

/// A file that may be a pipe, or have no end: whoever reads it is not deaf to signals.
pub(crate) struct Patient {
    pub(crate) file: fs::File,
    /// How long it was, if it is a regular file, which nobody waits for.
    pub(crate) regular: Option<u64>,
}

impl Patient {
    /// # Errors
    ///
    /// Those of [`waiting`].
    pub(crate) fn open(py: Python<'_>, path: &Path) -> PyResult<io::Result<Self>> {
        waiting(py, || {
            let file = fs::File::from(wait::open(path)?);
            let metadata = file.metadata()?;
            Ok(Self { file, regular: metadata.is_file().then_some(metadata.len()) })
        })
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            loop {
                py.check_signals()?;
                let read = || {
                    let ready = self.regular.is_some() || wait::readable_within(&self.file, PATIENCE)?;
                    ready.then(|| self.file.read(buffer)).transpose()
                };
                match py.detach(read) {
                    Ok(None) => {}
                    Ok(Some(n)) => return Ok(n),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        })
    }
}
