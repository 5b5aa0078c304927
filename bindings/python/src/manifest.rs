//! The entries of a manifest, one after the other, and the lines that they are written as.

use crate::buffer::Buffer;
use crate::check::unreadable;
use crate::file::{File, Patient};
use crate::files::bytes;
use crate::lock::try_lock;
use crate::names;
use crate::new::function;
use lanesum::Digest;
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::candidates::{Candidates, Guesses};
use lanesum_files::manifest::entries::{Entries, Entry, Problem};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Form, Known};
use lanesum_files::records::{Origin, TOO_LONG, are_read};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What a manifest says of a file, or what is wrong with a line of it.
#[pyclass(frozen, get_all, module = "lanesum")]
pub(crate) struct ManifestEntry {
    /// The name. None where there is a problem.
    path: Option<Py<PyString>>,
    /// The name of the algorithm, as the line names it. None where it names none.
    algorithm: Option<Py<PyString>>,
    /// The names of the algorithms that the digest may be of at first sight, the most
    /// common one first: one, or SHA-256 and BLAKE3, where the line names none.
    algorithms: Py<PyTuple>,
    /// The digest.
    digest: Option<Py<PyBytes>>,
    /// How many bytes the file has, in the formats that say so.
    size: Option<u64>,
    /// Which line of the manifest, from 1 on.
    line: u64,
    /// `"malformed"` where the line means nothing, `"unsupported"` where the algorithm that
    /// it names is not known. None for an entry.
    problem: Option<&'static str>,
}

#[pymethods]
impl ManifestEntry {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let line = self.line;
        let path = self.path.as_ref().map(|path| path.bind(py).repr()).transpose()?;
        let what = path.map_or(self.problem.unwrap_or_default().to_owned(), |path| path.to_string());
        Ok(format!("<lanesum.ManifestEntry {what} line {line}>"))
    }
}

/// An iterator of the entries of a manifest.
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct ManifestEntries {
    /// What it is called in messages.
    name: OsString,
    raised: Raised,
    reading: Mutex<Reading>,
}

/// A manifest that is being read.
struct Reading {
    entries: Entries,
    guesses: Guesses,
    /// The digests of the last line that have not been given out.
    left: VecDeque<Digested>,
    ended: bool,
}

/// A file, and one digest of it.
struct Digested {
    line: u64,
    name: Arc<[u8]>,
    size: Option<u64>,
    of: Candidates,
    digest: Digest,
}

/// What was raised while a manifest was read, which a number cannot say.
type Raised = Arc<Mutex<Option<io::Error>>>;

/// A reader that leaves there what it raises.
struct Watched<R>(R, Raised);

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.raw_os_error() {
            Some(number) => io::Error::from_raw_os_error(number),
            None => {
                *self.1.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                io::ErrorKind::Other.into()
            }
        })
    }
}

/// The entries of a manifest, in any format that `lanesum check` reads: an iterator of
/// `ManifestEntry`, one for each digest, in the order of the lines, and one for each line
/// that means nothing. No file is looked at, and memory is bounded.
///
/// `manifest` is a path, or a binary file object. `algorithm` is that of all lines; `zero` is
/// True where lines end with NUL.
///
/// Raises `OSError` where the manifest cannot be read, and, while it is iterated,
/// `ValueError` where its digests are under a key or a context, or begin elsewhere.
#[pyfunction]
#[pyo3(signature = (manifest, /, *, algorithm=None, zero=false))]
pub(crate) fn manifest_entries(
    manifest: &Bound<'_, PyAny>,
    algorithm: Option<&Bound<'_, PyAny>>,
    zero: bool,
) -> PyResult<ManifestEntries> {
    let py = manifest.py();
    let only = algorithm.map(|algorithm| function(algorithm, None)).transpose()?.map(Function::from);
    let raised = Raised::default();
    let (name, reader): (_, Box<dyn Read + Send>) = if manifest.hasattr(intern!(py, "read"))? {
        let file = File::new(manifest.clone().unbind());
        (manifest.repr()?.to_string().into(), Box::new(Watched(file, raised.clone())))
    } else {
        let path: PathBuf = manifest.extract()?;
        let file = Patient::open(py, &path)?.map_err(|error| unreadable(&error, path.as_os_str()))?;
        (path.into(), Box::new(Watched(file, raised.clone())))
    };
    let (origin, known) = (Origin::Reader(reader), Known { only, told: Told::default() });
    let entries = if zero { Entries::zero(origin, known) } else { Entries::new(origin, known, None) };
    let reading = Reading { entries, guesses: Guesses::default(), left: VecDeque::new(), ended: false };
    Ok(ManifestEntries { name, raised, reading: Mutex::new(reading) })
}

impl Reading {
    /// The next entry. None where there are no more.
    fn next(&mut self, py: Python<'_>, of: &ManifestEntries) -> PyResult<Option<ManifestEntry>> {
        loop {
            if let Some(digested) = self.left.pop_front() {
                return digested.entry(py).map(Some);
            }
            if self.ended {
                return Ok(None);
            }
            let entry = self.entries.next().transpose().map_err(|errno| {
                self.ended = true;
                let raised = of.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
                raised.map_or_else(|| unreadable(&errno.into(), &of.name), PyErr::from)
            })?;
            let Some(Entry { line, said }) = entry else {
                self.ended = true;
                return Ok(None);
            };
            let listed = match said {
                Ok(listed) => listed,
                Err(Problem::Malformed) => {
                    return Ok(Some(ManifestEntry::wrong(py, "malformed", line, None)));
                }
                Err(Problem::Unsupported(tag)) => {
                    return Ok(Some(ManifestEntry::wrong(py, "unsupported", line, Some(&tag))));
                }
                Err(Problem::Needs(needs)) if needs.lacking(Needs::default()).is_empty() => continue,
                Err(needs @ Problem::Needs(_)) => {
                    self.ended = true;
                    return Err(PyValueError::new_err(format!("{}: {needs}", of.name.display())));
                }
            };
            let (name, size) = (Arc::<[u8]>::from(listed.name), listed.size);
            for (function, digest) in listed.digests {
                let of = Candidates::new(function, &digest, &mut self.guesses, &Told::default());
                let Some(of) = of else {
                    return Ok(Some(ManifestEntry::wrong(py, "malformed", line, None)));
                };
                self.left.push_back(Digested { line, name: name.clone(), size, of, digest });
            }
        }
    }
}

impl Digested {
    fn entry(self, py: Python<'_>) -> PyResult<ManifestEntry> {
        let algorithm = self.of.named().map(|function| PyString::new(py, &names::of(function)).unbind());
        Ok(ManifestEntry {
            path: Some(OsStr::from_bytes(&self.name).into_pyobject(py)?.unbind()),
            algorithm,
            algorithms: PyTuple::new(py, self.of.functions().iter().map(names::of))?.unbind(),
            digest: Some(PyBytes::new(py, self.digest.as_bytes()).unbind()),
            size: self.size,
            line: self.line,
            problem: None,
        })
    }
}

impl ManifestEntry {
    /// For a line that lists no file.
    fn wrong(py: Python<'_>, problem: &'static str, line: u64, tag: Option<&str>) -> Self {
        Self {
            path: None,
            algorithm: tag.map(|tag| PyString::new(py, tag).unbind()),
            algorithms: PyTuple::empty(py).unbind(),
            digest: None,
            size: None,
            line,
            problem: Some(problem),
        }
    }
}

#[pymethods]
impl ManifestEntries {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ManifestEntry>> {
        let Some(mut reading) = try_lock(&self.reading) else {
            return Err(PyValueError::new_err("another thread asks for the next entry"));
        };
        reading.next(py, self)
    }
}

/// The line of a manifest that says the digest of a file, with its end: `SHA256 (name) =
/// digest`, or `digest  name` where `tag` is False. A name with a newline, a carriage return
/// or a backslash is escaped as GNU's commands do it; with `zero` the line ends with NUL, and
/// the name stands as it is.
///
/// Raises `ValueError` where the digest is not one of the algorithm, for a path that no file
/// has, and where the line would be longer than lanesum reads one, 1 MiB.
#[pyfunction]
#[pyo3(signature = (path, algorithm, digest, /, *, tag=true, zero=false))]
pub(crate) fn manifest_line<'py>(
    path: &Bound<'py, PyAny>,
    algorithm: &Bound<'py, PyAny>,
    digest: &Bound<'py, PyAny>,
    tag: bool,
    zero: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let function = function(algorithm, None)?;
    let (name, digest) = (bytes(path)?, Buffer::of(digest)?);
    let digest = digest.bytes();
    if name.is_empty() || name.contains(&0) {
        return Err(PyValueError::new_err("the name of a file is not empty, and has no NUL in it"));
    }
    let digest = match Digest::from_bytes(digest) {
        Ok(digest) if digest.as_bytes().len() == function.output_len() => digest,
        _ => {
            return Err(PyValueError::new_err(format!(
                "a digest of {} has {} bytes, not {}",
                function.name(),
                function.output_len(),
                digest.len()
            )));
        }
    };
    let mut line = Vec::new();
    let form = if tag { Form::Bsd } else { Form::Gnu };
    form.line(|| function.tag(), digest, &name, zero, &mut line);
    if !are_read(&line, if zero { 0 } else { b'\n' }) {
        return Err(PyValueError::new_err(format!("the line would be {TOO_LONG}")));
    }
    Ok(PyBytes::new(path.py(), &line))
}
