//! hashlib's objects, for all algorithms but those that take keywords of their own.

use crate::buffer::Buffer;
use crate::locked::{Claim, Locked, RELEASE};
use crate::updated::Updated;
use crate::{memory, names};
use hex_simd::{AsOut, AsciiCase};
use lanesum::{Algorithm, Digest, Function, Hasher};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

/// An argument that may be left out, and that None is a wrong one for, as for hashlib: who
/// hashes None by mistake is not to get the hash of nothing.
pub(crate) struct Given<'py>(pub(crate) Option<Bound<'py, PyAny>>);

impl Given<'_> {
    pub(crate) const NOT: Self = Self(None);
}

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = Infallible;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(Some(object.to_owned())))
    }
}

/// The bytes that a constructor was given by one of its two names.
///
/// # Errors
///
/// `TypeError` where both were used.
pub(crate) fn message<'py>(data: Given<'py>, string: Given<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match (data.0, string.0) {
        (Some(_), Some(_)) => Err(PyTypeError::new_err(
            "'data' and 'string' are mutually exclusive and support for 'string' keyword parameter is slated for removal in a future version.",
        )),
        (data, string) => Ok(data.or(string)),
    }
}

/// Hexadecimal digits of a digest, as a string.
///
/// # Errors
///
/// Those of [`long_hex`], of what is longer than any.
pub(crate) fn hex<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let mut short = [0; 2 * Digest::MAX_LEN];
    if bytes.len() > Digest::MAX_LEN {
        return long_hex(&memory::bytes(py, bytes)?);
    }
    Ok(PyString::new(py, hex_simd::encode_as_str(bytes, short.as_mut_slice().as_out(), AsciiCase::Lower)))
}

/// Hexadecimal digits of output that may be of any length, as a string.
///
/// # Errors
///
/// `MemoryError` for more than there is room for.
pub(crate) fn long_hex<'py>(output: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyString>> {
    output.call_method0(intern!(output.py(), "hex"))?.cast_into().map_err(PyErr::from)
}

/// A hash of a message that comes in pieces.
#[cfg_attr(immutable, pyclass(frozen, immutable_type, module = "lanesum", name = "Hash"))]
#[cfg_attr(not(immutable), pyclass(frozen, module = "lanesum", name = "Hash"))]
pub(crate) struct Hash {
    algorithm: Algorithm,
    digest_size: usize,
    hasher: Locked<Hasher>,
}

impl Hash {
    /// With the first piece of the message, if there is one.
    #[inline]
    pub(crate) fn begin(algorithm: Algorithm, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::of(algorithm.into(), data)
    }

    /// Of an algorithm that may be told something.
    #[inline]
    pub(crate) fn of(function: Function, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let algorithm = function.algorithm();
        let digest_size = function.output_len();
        let mut hasher = Hasher::new(function);
        if let Some(data) = data {
            let buffer = Buffer::of(data)?;
            let bytes = buffer.bytes();
            if bytes.len() < RELEASE {
                hasher.update(bytes);
            } else {
                data.py().detach(|| {
                    hasher.update(bytes);
                });
            }
        }
        Ok(Self { algorithm, digest_size, hasher: Locked::new(hasher) })
    }

    /// Whether it is faster with others.
    pub(crate) fn shares_lanes(&self) -> bool {
        self.algorithm.shares_lanes()
    }

    /// The function, of an object that has hashed nothing yet.
    pub(crate) fn function(&self, py: Python<'_>) -> Option<Function> {
        self.hasher.with(py, |hasher| (hasher.message_len() == 0).then(|| hasher.function().clone()))
    }

    /// Output that is longer than a [`Digest`]: SHAKE's, told to be so long.
    fn long<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.digest_size, |output| {
            let written = self.hasher.with(py, |hasher| hasher.finalize_into(output));
            written.map_err(|error| PyValueError::new_err(error.to_string()))
        })
    }

    /// Adds a piece to each of many messages: `add` does. It waits for no lock: where an
    /// object is in use, or there twice, it adds nothing and says false. The interpreter runs
    /// other threads meanwhile.
    pub(crate) fn update_many(
        py: Python<'_>,
        pieces: &[(&Self, &[u8])],
        add: impl FnOnce(&mut [(&mut Hasher, &[u8])]) + Send,
    ) -> bool {
        let claims: Vec<_> = pieces.iter().map(|(hash, _)| hash.hasher.claim(py)).collect();
        py.detach(|| {
            let locked: Option<Vec<_>> = claims.iter().map(Claim::try_lock).collect();
            let Some(mut hashers) = locked else { return false };
            let updates = hashers.iter_mut().zip(pieces);
            add(&mut updates.map(|(hasher, (_, piece))| (&mut *hasher.value, *piece)).collect::<Vec<_>>());
            true
        })
    }
}

impl Updated for Hash {
    #[inline]
    fn updated(&self, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        self.update(piece)
    }
}

#[pymethods]
impl Hash {
    /// Adds a piece to the message.
    #[pyo3(signature = (obj, /))]
    fn update(&self, obj: &Bound<'_, PyAny>) -> PyResult<()> {
        let buffer = Buffer::of(obj)?;
        self.hasher.with_bytes(obj.py(), buffer.bytes(), |hasher, bytes| {
            hasher.update(bytes);
        });
        Ok(())
    }

    /// The digest of the message so far.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        if self.digest_size > Digest::MAX_LEN {
            return self.long(py);
        }
        Ok(PyBytes::new(py, self.hasher.with(py, |hasher| hasher.finalize()).as_bytes()))
    }

    /// The digest of the message so far, in hexadecimal digits.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        if self.digest_size > Digest::MAX_LEN {
            return long_hex(&self.long(py)?);
        }
        hex(py, self.hasher.with(py, |hasher| hasher.finalize()).as_bytes())
    }

    /// A copy, to which other pieces can be added.
    fn copy(&self, py: Python<'_>) -> Self {
        let hasher = self.hasher.with(py, |hasher| hasher.clone());
        Self { algorithm: self.algorithm, digest_size: self.digest_size, hasher: Locked::new(hasher) }
    }

    /// The name of the algorithm, as `new` takes it.
    #[getter]
    fn name(&self) -> &'static str {
        names::name(self.algorithm)
    }

    /// Bytes in the digest.
    #[getter]
    fn digest_size(&self) -> usize {
        self.digest_size
    }

    /// Bytes in a block of the algorithm.
    #[getter]
    fn block_size(&self) -> usize {
        self.algorithm.block_len()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<{} lanesum.Hash object @ {:p}>", slf.get().name(), slf.as_ptr())
    }
}

/// SHAKE, whose output has any length.
#[cfg_attr(immutable, pyclass(frozen, immutable_type, module = "lanesum", name = "HashXof"))]
#[cfg_attr(not(immutable), pyclass(frozen, module = "lanesum", name = "HashXof"))]
pub(crate) struct HashXof {
    algorithm: Algorithm,
    hasher: Locked<lanesum::sha3::Shake>,
    /// Whether it has hashed anything.
    used: AtomicBool,
}

impl HashXof {
    /// With the first piece of the message, if there is one.
    pub(crate) fn begin(algorithm: Algorithm, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let shake = match algorithm {
            Algorithm::Shake128 => lanesum::sha3::Shake::shake128(),
            _ => lanesum::sha3::Shake::shake256(),
        };
        let hash = Self { algorithm, hasher: Locked::new(shake), used: AtomicBool::new(false) };
        if let Some(data) = data {
            hash.update(data)?;
        }
        Ok(hash)
    }

    /// The function, of an object that has hashed nothing yet.
    pub(crate) fn function(&self) -> Option<Function> {
        (!self.used.load(Ordering::Relaxed)).then(|| self.algorithm.into())
    }
}

/// A length of output that somebody asks for.
///
/// # Errors
///
/// `ValueError` below 0 and from 2^29 on, where hashlib's own have their end.
pub(crate) fn output_len(length: &Bound<'_, PyAny>) -> PyResult<usize> {
    let length = match length.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(length.py()) => {
            return Err(PyValueError::new_err("length is too large"));
        }
        length => length?,
    };
    match usize::try_from(length) {
        Ok(length) if length < 1 << 29 => Ok(length),
        Ok(_) => Err(PyValueError::new_err("length is too large")),
        Err(_) => Err(PyValueError::new_err("length must not be negative")),
    }
}

impl Updated for HashXof {
    #[inline]
    fn updated(&self, piece: &Bound<'_, PyAny>) -> PyResult<()> {
        self.update(piece)
    }
}

#[pymethods]
impl HashXof {
    /// Adds a piece to the message.
    #[pyo3(signature = (obj, /))]
    fn update(&self, obj: &Bound<'_, PyAny>) -> PyResult<()> {
        let buffer = Buffer::of(obj)?;
        if !buffer.bytes().is_empty() {
            self.used.store(true, Ordering::Relaxed);
        }
        self.hasher.with_bytes(obj.py(), buffer.bytes(), |shake, bytes| {
            shake.update(bytes);
        });
        Ok(())
    }

    /// `length` bytes of output for the message so far.
    #[pyo3(signature = (length))]
    fn digest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let length = output_len(length)?;
        let mut reader = self.hasher.with(py, |shake| shake.finalize_xof());
        PyBytes::new_with(py, length, |output| {
            py.detach(|| reader.fill(output));
            Ok(())
        })
    }

    /// `length` bytes of output for the message so far, in hexadecimal digits.
    #[pyo3(signature = (length))]
    fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        long_hex(&self.digest(py, length)?)
    }

    /// A copy, to which other pieces can be added.
    fn copy(&self, py: Python<'_>) -> Self {
        let hasher = self.hasher.with(py, |shake| shake.clone());
        let used = AtomicBool::new(self.used.load(Ordering::Relaxed));
        Self { algorithm: self.algorithm, hasher: Locked::new(hasher), used }
    }

    /// The name of the algorithm, as `new` takes it.
    #[getter]
    fn name(&self) -> &'static str {
        names::name(self.algorithm)
    }

    /// 0: whoever asks for output says how much.
    #[getter]
    fn digest_size(&self) -> usize {
        0
    }

    /// Bytes in a block of the algorithm.
    #[getter]
    fn block_size(&self) -> usize {
        self.algorithm.block_len()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<{} lanesum.HashXof object @ {:p}>", slf.get().name(), slf.as_ptr())
    }
}
