//! `blake3`, with the interface of the package of that name.

mod file;

use crate::buffer::Buffer;
use crate::hash::{hex, long_hex};
use crate::locked::{Locked, RELEASE};
use crate::updated::Updated;
use crate::{memory, pool, subtree};
use lanesum::blake3::{Hasher, KEY_LEN, Mode, OUT_LEN};
use lanesum::{Algorithm, Function};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::path::PathBuf;

/// From so many bytes on a piece, or a file, is shared out to threads.
const SHARED: usize = 1 << 20;

/// BLAKE3: hash, keyed hash, key derivation, output of any length.
#[cfg_attr(immutable, pyclass(frozen, immutable_type, module = "lanesum", name = "blake3"))]
#[cfg_attr(not(immutable), pyclass(frozen, module = "lanesum", name = "blake3"))]
pub(crate) struct Blake3 {
    mode: Mode,
    /// As it was asked for: [`Blake3::threads`].
    max_threads: isize,
    hasher: Locked<Hasher>,
}

impl Blake3 {
    /// The function, of an object that has hashed nothing yet.
    pub(crate) fn function(&self, py: Python<'_>) -> Option<Function> {
        self.hasher.with(py, |hasher| hasher.message_len() == 0).then(|| self.mode.into())
    }

    /// How many threads it may use.
    fn threads(&self) -> PyResult<usize> {
        match self.max_threads {
            Self::AUTO => pool::threads(0),
            threads => pool::threads(threads),
        }
    }

    fn add(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let threads = if bytes.len() >= SHARED { self.threads()? } else { 1 };
        if threads > 1 {
            let pool = pool::of(threads)?;
            self.hasher.with_bytes(py, bytes, |hasher, bytes| {
                pool.install(|| hasher.par_update(bytes));
            });
        } else {
            self.hasher.with_bytes(py, bytes, |hasher, bytes| {
                hasher.update(bytes);
            });
        }
        Ok(())
    }

    fn fill(&self, py: Python<'_>, output: &mut [u8], seek: u64) {
        let mut reader = self.hasher.with(py, |hasher| hasher.finalize_xof());
        reader.set_position(seek);
        match output.len() < RELEASE {
            true => reader.fill(output),
            false => py.detach(|| reader.fill(output)),
        }
    }
}

/// No object is longer than its length can say. Where the output begins is anybody's choice:
/// behind 2^64 bytes it goes on as the package's does.
fn check(length: usize) -> PyResult<()> {
    match isize::try_from(length) {
        Ok(_) => Ok(()),
        Err(_) => Err(PyOverflowError::new_err("length is larger than any object")),
    }
}

impl Updated for Blake3 {
    const RETURNS_OBJECT: bool = true;

    #[inline]
    fn updated(&self, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add(piece.py(), Buffer::of(piece)?.bytes())
    }
}

#[pymethods]
impl Blake3 {
    /// As many threads as there are cores.
    #[classattr]
    const AUTO: isize = -1;

    /// Bytes in a key.
    #[classattr]
    fn key_size() -> usize {
        KEY_LEN
    }

    /// Bytes in a digest.
    #[classattr]
    fn digest_size() -> usize {
        OUT_LEN
    }

    /// Bytes in a block.
    #[classattr]
    fn block_size() -> usize {
        lanesum::blake3::BLOCK_LEN
    }

    /// The name of the algorithm, as `new` takes it.
    #[classattr]
    fn name() -> &'static str {
        Algorithm::Blake3.name()
    }

    #[new]
    #[pyo3(signature = (data=None, /, *, key=None, derive_key_context=None, max_threads=1, usedforsecurity=None))]
    fn new(
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        key: Option<&Bound<'_, PyAny>>,
        derive_key_context: Option<&str>,
        max_threads: isize,
        usedforsecurity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let _ = usedforsecurity;
        let key = key.map(Buffer::of).transpose()?;
        let mode = match (&key, derive_key_context) {
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("cannot use key and derive_key_context at the same time"));
            }
            (Some(key), None) => {
                let key = key.bytes().try_into();
                Mode::keyed(key.map_err(|_| PyValueError::new_err("expected a 32-byte key"))?)
            }
            (None, Some(context)) => Mode::derive_key(context),
            (None, None) => Mode::HASH,
        };
        if max_threads != Self::AUTO && max_threads < 1 {
            return Err(PyValueError::new_err("not a valid number of threads"));
        }
        let hash = Self { mode, max_threads, hasher: Locked::new(Hasher::with_mode(mode)) };
        if let Some(data) = data {
            hash.add(py, Buffer::of(data)?.bytes())?;
        }
        Ok(hash)
    }

    /// Adds a piece to the message. Returns the object.
    #[pyo3(signature = (data, /))]
    fn update<'py>(slf: Bound<'py, Self>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        slf.get().updated(data)?;
        Ok(slf)
    }

    /// Adds all of a file. Returns the object.
    ///
    /// The file is read, not mapped: one that shrinks meanwhile ends earlier, and does
    /// not end the process.
    #[pyo3(signature = (path))]
    fn update_mmap(slf: Bound<'_, Self>, path: PathBuf) -> PyResult<Bound<'_, Self>> {
        file::add(slf.py(), slf.get(), &path)?;
        Ok(slf)
    }

    /// `length` bytes of output from `seek` on, for the message so far.
    #[pyo3(signature = (length=32, *, seek=0))]
    fn digest<'py>(&self, py: Python<'py>, length: usize, seek: u64) -> PyResult<Bound<'py, PyBytes>> {
        check(length)?;
        PyBytes::new_with(py, length, |output| {
            self.fill(py, output, seek);
            Ok(())
        })
    }

    /// `length` bytes of output from `seek` on, in hexadecimal digits.
    #[pyo3(signature = (length=32, *, seek=0))]
    fn hexdigest<'py>(&self, py: Python<'py>, length: usize, seek: u64) -> PyResult<Bound<'py, PyString>> {
        check(length)?;
        match length {
            OUT_LEN => {
                let mut output = [0; OUT_LEN];
                self.fill(py, &mut output, seek);
                hex(py, &output)
            }
            _ => long_hex(&self.digest(py, length, seek)?),
        }
    }

    /// A copy, to which other pieces can be added.
    fn copy(&self, py: Python<'_>) -> Self {
        let hasher = Locked::new(self.hasher.with(py, |hasher| hasher.clone()));
        Self { mode: self.mode, max_threads: self.max_threads, hasher }
    }

    /// Begins a new message, with the same key or context. Returns the object.
    fn reset(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf.get().hasher.with(slf.py(), |hasher| {
            hasher.reset();
        });
        slf
    }

    /// The chaining value of a part of a message that begins at byte `offset` of it: parts may
    /// be hashed apart, on many machines, and `merge` and `root` make the hash of the whole.
    ///
    /// Raises `ValueError` where the tree of no message has a node that starts there and is
    /// that long.
    #[staticmethod]
    #[pyo3(signature = (data, offset, /))]
    fn subtree<'py>(data: &Bound<'py, PyAny>, offset: u64) -> PyResult<Bound<'py, PyBytes>> {
        let value = subtree::value(data.py(), Buffer::of(data)?.bytes(), offset)?;
        Ok(PyBytes::new(data.py(), &value))
    }

    /// The chaining value, and what the outboard encoding of the whole has for the part, of
    /// groups of `2**chunk_group` chunks.
    #[staticmethod]
    #[pyo3(signature = (data, offset, /, *, chunk_group=0))]
    fn subtree_outboard<'py>(
        data: &Bound<'py, PyAny>,
        offset: u64,
        chunk_group: u8,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let py = data.py();
        let (value, tree) = subtree::outboard(py, Buffer::of(data)?.bytes(), offset, chunk_group)?;
        Ok((PyBytes::new(py, &value), memory::bytes(py, &tree)?))
    }

    /// The chaining value of two neighbours in a message's tree, each its offset, its length and
    /// its chaining value.
    #[staticmethod]
    #[pyo3(signature = (left, right, /))]
    fn merge(py: Python<'_>, left: subtree::Part, right: subtree::Part) -> PyResult<Bound<'_, PyBytes>> {
        Ok(PyBytes::new(py, &subtree::merge(left, right)?))
    }

    /// The hash of the message that has these two halves.
    #[staticmethod]
    #[pyo3(signature = (left, right, /))]
    fn root(py: Python<'_>, left: subtree::Part, right: subtree::Part) -> PyResult<Bound<'_, PyBytes>> {
        Ok(PyBytes::new(py, &subtree::root(left, right)?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<lanesum.blake3 object @ {:p}>", slf.as_ptr())
    }
}
