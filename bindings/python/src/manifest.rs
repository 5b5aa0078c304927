//! The entries of a manifest, one after the other, and the lines that they are written as.

use crate::buffer::Buffer;
use crate::check::unreadable;
use crate::file::File;
use crate::files::{PATIENCE, bytes};
use crate::names;
use crate::new::function;
use lanesum::Digest;
use lanesum_files::format::{AnyReader, Said};
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::candidates::{Candidates, Guesses};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Form, Known};
use lanesum_files::records::{Origin, Record, Records};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

/// How many lines are read at once.
const LINES: usize = 256;

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

/// What was found in a manifest.
struct Found {
    line: u64,
    what: What,
}

enum What {
    Entry { name: Arc<[u8]>, size: Option<u64>, of: Candidates, digest: Digest },
    Malformed,
    Unsupported(String),
    Lacking(Vec<String>),
}

/// A manifest that is being read.
struct Reading {
    records: Records,
    /// Whether a read has to be waited for.
    waits: bool,
    reader: AnyReader,
    zero: bool,
    line: u64,
    guesses: Guesses,
    found: VecDeque<Found>,
    /// Why nothing comes after that.
    failed: Option<io::Error>,
    ended: bool,
}

impl Reading {
    /// Reads some lines on; where there is nothing to be read yet, none.
    fn read_on(&mut self) -> io::Result<()> {
        for _ in 0..LINES {
            let record = match self.records.next(self.waits && self.found.is_empty()) {
                Ok(Record::Later) if self.found.is_empty() => return Ok(self.records.wait(PATIENCE)?),
                Ok(Record::Later) => return Ok(()),
                Ok(Record::End) => {
                    self.ended = true;
                    return Ok(());
                }
                Ok(Record::TooLong) => None,
                Ok(Record::Bytes(line)) => Some(line),
                Err(errno) => {
                    self.ended = true;
                    return Err(errno.into());
                }
            };
            self.line += 1;
            let line = self.line;
            let mut add = |what| self.found.push_back(Found { line, what });
            let Some(record) = record else {
                add(What::Malformed);
                continue;
            };
            if let Some(needs) = Needs::read(record) {
                let lacking = needs.lacking(Needs::default());
                if !lacking.is_empty() {
                    add(What::Lacking(lacking));
                    self.ended = true;
                    return Ok(());
                }
                continue;
            }
            let said = if self.zero { self.reader.zero_line(record) } else { self.reader.line(record) };
            match said {
                Said::Nothing => {}
                Said::Malformed => add(What::Malformed),
                Said::Unsupported(tag) => add(What::Unsupported(tag)),
                Said::Entry(listed) => {
                    let name: Arc<[u8]> = listed.name.into();
                    for (of, digest) in listed.digests {
                        let of = Candidates::new(of, &digest, &mut self.guesses, &Told::default());
                        let (name, size) = (name.clone(), listed.size);
                        add(of.map_or(What::Malformed, |of| What::Entry { name, size, of, digest }));
                    }
                }
            }
        }
        Ok(())
    }
}

/// An iterator of the entries of a manifest.
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct ManifestEntries {
    /// What it is called in messages.
    name: OsString,
    /// What reading a file object raised.
    raised: Raised,
    reading: Mutex<Reading>,
}

type Raised = Arc<Mutex<Option<io::Error>>>;

/// A file object, and where it leaves what it raises.
struct Watched(File, Raised);

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            *self.1.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            io::Error::other("the file object says why")
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
    let is_file = manifest.hasattr(intern!(py, "read"))?;
    let (name, origin) = if is_file {
        let file = Watched(File::new(manifest.clone().unbind()), raised.clone());
        (manifest.repr()?.to_string().into(), Origin::Reader(Box::new(file)))
    } else {
        let path: PathBuf = manifest.extract()?;
        // `-` is standard input to a command only.
        let path: OsString = if path.as_os_str() == "-" { "./-".into() } else { path.into() };
        let origin = py.detach(|| Origin::open(&path)).map_err(|errno| unreadable(&errno.into(), &path))?;
        (path, origin)
    };
    let reading = Reading {
        records: Records::new(origin, if zero { 0 } else { b'\n' }),
        waits: is_file,
        reader: AnyReader::new(Known { only, told: Told::default() }, None),
        zero,
        line: 0,
        guesses: Guesses::default(),
        found: VecDeque::new(),
        failed: None,
        ended: false,
    };
    Ok(ManifestEntries { name, raised, reading: Mutex::new(reading) })
}

impl ManifestEntries {
    /// What is found, as Python has it.
    fn entry(&self, py: Python<'_>, found: Found) -> PyResult<ManifestEntry> {
        let Found { line, what } = found;
        let problem = |problem, algorithm| ManifestEntry {
            path: None,
            algorithm,
            algorithms: PyTuple::empty(py).unbind(),
            digest: None,
            size: None,
            line,
            problem: Some(problem),
        };
        let text = |text: &str| PyString::new(py, text).unbind();
        Ok(match what {
            What::Malformed => problem("malformed", None),
            What::Unsupported(tag) => problem("unsupported", Some(text(&tag))),
            What::Lacking(options) => {
                return Err(PyValueError::new_err(format!(
                    "{}: its digests can be checked only with {}",
                    self.name.display(),
                    options.join(" and ")
                )));
            }
            What::Entry { name, size, of, digest } => ManifestEntry {
                path: Some(OsStr::from_bytes(&name).into_pyobject(py)?.unbind()),
                algorithm: of.named().map(|function| text(&names::of(function))),
                algorithms: PyTuple::new(py, of.functions().iter().map(names::of))?.unbind(),
                digest: Some(PyBytes::new(py, digest.as_bytes()).unbind()),
                size,
                line,
                problem: None,
            },
        })
    }
}

#[pymethods]
impl ManifestEntries {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ManifestEntry>> {
        let mut reading = match self.reading.try_lock() {
            Ok(reading) => reading,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyValueError::new_err("another thread asks for the next entry"));
            }
        };
        let reading = &mut *reading;
        loop {
            if let Some(found) = reading.found.pop_front() {
                return self.entry(py, found).map(Some);
            }
            if let Some(error) = reading.failed.take() {
                let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
                return Err(raised.map_or_else(|| unreadable(&error, &self.name), PyErr::from));
            }
            if reading.ended {
                return Ok(None);
            }
            reading.failed = py.detach(|| reading.read_on()).err();
            py.check_signals()?;
        }
    }
}

/// The line of a manifest that says the digest of a file, with its end: `SHA256 (name) =
/// digest`, or `digest  name` where `tag` is False. A name with a newline, a carriage return
/// or a backslash is escaped as GNU's commands do it; with `zero` the line ends with NUL, and
/// the name stands as it is.
///
/// Raises `ValueError` where the digest is not one of the algorithm, and for a path that no
/// file has.
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
    Ok(PyBytes::new(path.py(), &line))
}
