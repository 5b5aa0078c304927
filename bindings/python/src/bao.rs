//! Bao: verified streaming, over bytes and over Python's files.
//!
//! `bao.py` opens what is to be opened, and gives files to the functions here.

use crate::buffer::Buffer;
use crate::file::File;
use crate::memory;
use lanesum::bao::{Apart, ChunkGroup, Combined, Error, Format, Layout, Reader, Seeking, SliceReader};
use lanesum::blake3::{Hash, Mode};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

create_exception!(lanesum.bao, VerifyError, PyValueError, "What was read is not what the hash says.");

/// How much is read at once of what is read to its end.
const PIECE: usize = 256 << 10;

/// An error of a file, or of the encoding.
fn raised(error: io::Error) -> PyErr {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(wrong) => VerifyError::new_err(wrong.to_string()),
        // Of Rust's own, where what is read has no room.
        None if error.kind() == io::ErrorKind::OutOfMemory => PyMemoryError::new_err(()),
        None => error.into(),
    }
}

fn verify_error(error: Error) -> PyErr {
    VerifyError::new_err(error.to_string())
}

fn format(chunk_group: u8, key: Option<&Bound<'_, PyAny>>) -> PyResult<Format> {
    let group = ChunkGroup::from_log(chunk_group).ok_or_else(|| {
        PyValueError::new_err(format!(
            "chunk_group must be 0 to {}: groups of 2**n chunks",
            ChunkGroup::MAX.log()
        ))
    })?;
    let mode = match key {
        None => Mode::HASH,
        Some(key) => {
            let key = Buffer::of(key)?;
            Mode::keyed(key.bytes().try_into().map_err(|_| PyValueError::new_err("expected a 32-byte key"))?)
        }
    };
    Ok(Format::BAO.with_mode(mode).with_chunk_group(group))
}

/// A hash, as bytes or as hexadecimal digits.
fn hash(hash: &Bound<'_, PyAny>) -> PyResult<Hash> {
    if let Ok(digits) = hash.extract::<&str>() {
        return Hash::from_hex(digits).map_err(|error| PyValueError::new_err(error.to_string()));
    }
    let bytes = Buffer::of(hash)?;
    let bytes: [u8; 32] =
        bytes.bytes().try_into().map_err(|_| PyValueError::new_err("expected a 32-byte hash"))?;
    Ok(Hash::from_bytes(bytes))
}

fn layout(outboard: bool) -> Layout {
    if outboard { Layout::Outboard } else { Layout::Combined }
}

/// The range of bytes that a caller asks for.
fn range(start: u64, length: u64) -> [std::ops::Range<u64>; 1] {
    let end = start.saturating_add(length);
    [std::ops::Range { start, end }]
}

/// `(hash, encoding)` of bytes.
#[pyfunction]
#[pyo3(signature = (data, outboard, chunk_group, key))]
pub(crate) fn bao_encode<'py>(
    data: &Bound<'py, PyAny>,
    outboard: bool,
    chunk_group: u8,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let py = data.py();
    let format = format(chunk_group, key)?;
    let data = Buffer::of(data)?;
    let bytes = data.bytes();
    let len = bytes.len() as u64;
    let len = if outboard { format.outboard_len(len) } else { format.encoded_len(len) };
    let len = usize::try_from(len).map_err(|_| PyMemoryError::new_err(()))?;
    let mut hash = None;
    let encoding = PyBytes::new_with(py, len, |out| {
        hash = py.detach(|| format.encode_into(layout(outboard), bytes, out));
        Ok(())
    })?;
    let hash = hash.ok_or_else(|| PyRuntimeError::new_err("the encoding has another length"))?;
    Ok((PyBytes::new(py, hash.as_bytes()), encoding))
}

/// The hash of what a file has; its encoding goes into another one, which can be read
/// and written at any place.
#[pyfunction]
#[pyo3(signature = (input, out, len, outboard, chunk_group, key))]
pub(crate) fn bao_encode_file<'py>(
    py: Python<'py>,
    input: Py<PyAny>,
    out: Py<PyAny>,
    len: Option<u64>,
    outboard: bool,
    chunk_group: u8,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let format = format(chunk_group, key)?;
    let (input, out) = (File::new(input), File::new(out));
    let hash = py.detach(|| match len {
        Some(len) => format.encode_from(layout(outboard), input, len, out),
        None => format.encode_unknown(layout(outboard), input, out),
    });
    hash.map(|hash| PyBytes::new(py, hash.as_bytes())).map_err(raised)
}

/// Verifies bytes beside their outboard encoding.
#[pyfunction]
#[pyo3(signature = (data, outboard, hash, chunk_group, key))]
pub(crate) fn bao_verify<'py>(
    data: &Bound<'py, PyAny>,
    outboard: &Bound<'py, PyAny>,
    hash: &Bound<'py, PyAny>,
    chunk_group: u8,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<()> {
    let py = data.py();
    let (format, hash) = (format(chunk_group, key)?, self::hash(hash)?);
    let (data, outboard) = (Buffer::of(data)?, Buffer::of(outboard)?);
    let (message, tree) = (data.bytes(), outboard.bytes());
    py.detach(|| format.verify(&hash, tree, message)).map_err(verify_error)
}

/// The slice of a range of bytes, which [`Slice`] reads: of a combined encoding, or of
/// an outboard one and the message.
#[pyfunction]
#[pyo3(signature = (encoding, data, start, length, chunk_group, key))]
pub(crate) fn bao_slice<'py>(
    py: Python<'py>,
    encoding: Py<PyAny>,
    data: Option<Py<PyAny>>,
    start: u64,
    length: u64,
    chunk_group: u8,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let format = format(chunk_group, key)?;
    let ranges = range(start, length);
    let mut slice = Vec::new();
    let encoding = Seeking::new(File::new(encoding));
    let read = py.detach(|| match data {
        None => SliceReader::new(format, Combined::new(encoding), &ranges).read_to_end(&mut slice),
        Some(data) => {
            let source = Apart::new(encoding, Seeking::new(File::new(data)));
            SliceReader::new(format, source, &ranges).read_to_end(&mut slice)
        }
    });
    read.map_err(raised)?;
    memory::bytes(py, &slice)
}

/// The bytes of a range, of its slice.
#[pyfunction]
#[pyo3(signature = (slice, hash, start, length, chunk_group, key))]
pub(crate) fn bao_decode_slice<'py>(
    slice: &Bound<'py, PyAny>,
    hash: &Bound<'py, PyAny>,
    start: u64,
    length: u64,
    chunk_group: u8,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = slice.py();
    let (format, hash) = (format(chunk_group, key)?, self::hash(hash)?);
    let slice = Buffer::of(slice)?;
    let (bytes, ranges) = (slice.bytes(), range(start, length));
    let mut message = memory::room(bytes.len())?;
    py.detach(|| format.decode_slice_to(&hash, bytes, &ranges, &mut message)).map_err(verify_error)?;
    memory::bytes(py, &message)
}

/// What is read at any place, and verified before it is given out.
trait Verified: Read + Seek + Send {}

impl<R: Read + Seek + Send> Verified for R {}

/// Reads what a file's encoding says, and gives out verified bytes only.
#[pyclass(frozen, module = "lanesum.bao")]
pub(crate) struct BaoReader {
    reader: Mutex<Box<dyn Verified>>,
    /// Who has the reader. It calls Python, which may call it again on this thread: a
    /// source that seeks its reader, or the handler of a signal.
    owner: Mutex<Option<ThreadId>>,
}

impl BaoReader {
    fn owner(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with it. Python's files are called meanwhile, on this thread.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut dyn Verified) -> io::Result<R> + Send,
    ) -> PyResult<R> {
        let this = thread::current().id();
        if *self.owner() == Some(this) {
            return Err(PyRuntimeError::new_err("reentrant call inside lanesum.bao.Reader"));
        }
        py.detach(|| {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let _owned = Owned::new(self, this);
            f(&mut **reader)
        })
        .map_err(raised)
    }
}

/// The reader has an owner, until this is dropped, which is before others get it.
struct Owned<'a>(&'a BaoReader);

impl<'a> Owned<'a> {
    fn new(reader: &'a BaoReader, owner: ThreadId) -> Self {
        *reader.owner() = Some(owner);
        Self(reader)
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        *self.0.owner() = None;
    }
}

#[pymethods]
impl BaoReader {
    #[new]
    #[pyo3(signature = (encoding, hash, data, chunk_group, key))]
    fn new(
        encoding: Py<PyAny>,
        hash: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        chunk_group: u8,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (format, hash) = (format(chunk_group, key)?, self::hash(hash)?);
        let encoding = Seeking::new(File::new(encoding));
        let reader: Box<dyn Verified> = match data {
            None => Box::new(Reader::of_source(format, &hash, Combined::new(encoding))),
            Some(data) => {
                let source = Apart::new(encoding, Seeking::new(File::new(data)));
                Box::new(Reader::of_source(format, &hash, source))
            }
        };
        Ok(Self { reader: Mutex::new(reader), owner: Mutex::new(None) })
    }

    /// Fills a writable buffer, or the beginning of it. Says with how many bytes: none
    /// at the end.
    fn readinto(&self, buffer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = buffer.py();
        let mut room = Buffer::writable(buffer)?;
        let room = room.bytes_mut();
        self.with(py, |reader| reader.read(room))
    }

    /// Goes to a place: from the start (0), from here (1), or from the end (2), which is
    /// verified. Says where that is.
    fn seek(&self, py: Python<'_>, offset: i64, whence: u8) -> PyResult<u64> {
        let place = match whence {
            0 => SeekFrom::Start(
                u64::try_from(offset)
                    .map_err(|_| PyValueError::new_err(format!("negative seek value {offset}")))?,
            ),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(PyValueError::new_err(format!("whence must be 0, 1 or 2, and is {whence}"))),
        };
        self.with(py, |reader| reader.seek(place))
    }

    /// Reads to the end, into a file. Says how many bytes that are.
    fn copy_to(&self, py: Python<'_>, out: Py<PyAny>) -> PyResult<u64> {
        let mut out = File::new(out);
        self.with(py, |reader| {
            let (mut buffer, mut done) = (vec![0; PIECE], 0);
            loop {
                let len = reader.read(&mut buffer)?;
                if len == 0 {
                    return Ok(done);
                }
                out.write_all(&buffer[..len])?;
                done += len as u64;
            }
        })
    }
}
