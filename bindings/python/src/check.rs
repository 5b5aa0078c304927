//! What `lanesum check` says of a manifest, as objects.

use crate::files::{Lines, PATIENCE, Queue, raised};
use crate::names;
use crate::new::function;
use crate::pool;
use lanesum::Digest;
use lanesum_files::engine::{self, Next, Options, ReadError, Reading, Source, Task};
use lanesum_files::function::{Function, Told, Value};
use lanesum_files::input::{Directory, Input, Place};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Known, Of, Parsed, Parser, guess};
use lanesum_files::name::is_outside;
use lanesum_files::reason;
use lanesum_files::records::{Origin, Record, Records};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::{process, thread};

/// What came of a line of a manifest.
enum Line {
    File {
        name: Vec<u8>,
        expected: Expected,
        found: Result<Vec<Value>, ReadError>,
    },
    /// It means nothing.
    Malformed(u64),
    /// It leads out of the directory that names are relative to.
    Refused {
        name: Vec<u8>,
        expected: Expected,
    },
    /// The manifest ended, and listed so many files.
    End(u64),
    /// It cannot be read to its end.
    Unreadable(std::io::Error),
    /// It is of another function than it is read with.
    Lacking(String),
}

/// What a line says of a file.
struct Expected {
    line: u64,
    digest: Digest,
    /// What it may be of.
    functions: Vec<Function>,
}

/// Compares a reading with what is expected.
struct Compare;

impl Task for Compare {
    type Job = Expected;
    type Line = Line;

    fn functions<'a>(&'a self, expected: &'a Expected) -> &'a [Function] {
        &expected.functions
    }

    fn line(&self, input: Input, expected: Expected, reading: Result<Reading, ReadError>) -> Line {
        Line::File { name: input.name, expected, found: reading.map(|reading| reading.digests) }
    }
}

/// The files that a manifest lists.
struct Entries {
    records: Records,
    parser: Parser<Known>,
    base: Option<Arc<Directory>>,
    confined: bool,
    lines: u64,
    entries: u64,
    ended: bool,
}

impl Entries {
    fn parsed(&mut self, parsed: Parsed<Of>) -> Option<Next<Expected, Line>> {
        let Entry { algorithm, digest, name } = match parsed {
            Parsed::Nothing => return None,
            Parsed::Malformed => return Some(Next::Line(Line::Malformed(self.lines))),
            Parsed::Entry(entry) => entry,
        };
        self.entries += 1;
        let functions = match algorithm {
            Of::Function(function) => vec![function],
            Of::Unnamed => {
                let (algorithms, evident) = guess::in_order(digest.as_bytes().len());
                algorithms.into_iter().take(evident).map(Function::from).collect()
            }
        };
        let expected = Expected { line: self.lines, digest, functions };
        if self.confined && is_outside(&name) {
            return Some(Next::Line(Line::Refused { name, expected }));
        }
        let place = match &self.base {
            Some(base) => Place::In(base.clone(), 0),
            None => Place::Named,
        };
        Some(Next::Read(Input { name, place }, expected))
    }
}

impl Source for Entries {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        loop {
            if self.ended {
                return Next::End;
            }
            let parsed = match self.records.next(wait) {
                Ok(Record::Later) => return Next::Later,
                Ok(Record::Bytes(line)) => {
                    match Needs::read(line).map(|needs| needs.lacking(Needs::default())) {
                        Some(lacking) if !lacking.is_empty() => {
                            self.ended = true;
                            return Next::Line(Line::Lacking(lacking.join(" and ")));
                        }
                        Some(_) => Parsed::Nothing,
                        None => self.parser.line(line),
                    }
                }
                Ok(Record::TooLong) => Parsed::Malformed,
                Ok(Record::End) => {
                    self.ended = true;
                    return Next::Line(Line::End(self.entries));
                }
                Err(errno) => {
                    self.ended = true;
                    return Next::Line(Line::Unreadable(errno.into()));
                }
            };
            self.lines += 1;
            if let Some(next) = self.parsed(parsed) {
                return next;
            }
        }
    }
}

/// What `check` says of a line of a manifest.
#[pyclass(frozen, get_all, module = "lanesum")]
pub(crate) struct Checked {
    /// `"ok"`, `"failed"`, `"unreadable"`, `"refused"` or `"malformed"`.
    status: &'static str,
    /// The file. None for a line that means nothing.
    path: Option<Py<PyAny>>,
    /// Which line of the manifest, from 1 on.
    line: u64,
    /// The name of the algorithm.
    algorithm: Option<String>,
    /// The digest that the manifest has.
    expected: Option<Py<PyBytes>>,
    /// The digest that the file has, if it could be read.
    digest: Option<Py<PyBytes>>,
    /// Why it could not.
    error: Option<Py<PyAny>>,
}

#[pymethods]
impl Checked {
    /// Whether the file is what the manifest says.
    #[getter]
    fn ok(&self) -> bool {
        self.status == "ok"
    }

    fn __bool__(&self) -> bool {
        self.ok()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let path = self.path.as_ref().map(|path| path.bind(py).repr()).transpose()?;
        let path = path.map_or("None".to_owned(), |path| path.to_string());
        Ok(format!("<lanesum.Checked {} {path} line {}>", self.status, self.line))
    }
}

/// An iterator of what is said of the lines of a manifest.
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct Checks {
    queue: Arc<Queue<Line>>,
    process: u32,
    manifest: OsString,
    lines: Mutex<VecDeque<Line>>,
}

/// Compares files with what a manifest says of them: an iterator of `Checked`, in the
/// order of the lines.
///
/// It reads the lines that `lanesum check` reads: GNU's and BSD's, in hexadecimal and
/// base64. `algorithm` is that of all lines; without it, of a line that names none, the
/// most common with digests of that length, and of 32 bytes SHA-256 or BLAKE3. Names are
/// relative to the working directory, to `base`, or, if that is `"manifest"`, to the
/// manifest's directory; one that leads out of there is refused, unless `confine` is
/// False. `threads=0` is all cores.
///
/// Raises `OSError` where the manifest cannot be read, and, while it is iterated,
/// `ValueError` where no line of it lists a file.
#[pyfunction]
#[pyo3(signature = (manifest, /, *, algorithm=None, base=None, confine=true, threads=0))]
pub(crate) fn check(
    manifest: PathBuf,
    algorithm: Option<&Bound<'_, PyAny>>,
    base: Option<PathBuf>,
    confine: bool,
    threads: isize,
) -> PyResult<Checks> {
    let only = algorithm.map(|algorithm| function(algorithm, None)).transpose()?.map(Function::from);
    let threads = pool::threads(threads)?;
    let base = match base {
        Some(base) if base.as_os_str() == "manifest" => {
            let parent = manifest.parent().filter(|parent| !parent.as_os_str().is_empty());
            Some(parent.map_or(PathBuf::from("."), PathBuf::from))
        }
        base => base,
    };
    let open = |base: PathBuf| {
        Directory::open(&base).map(Arc::new).map_err(|errno| unreadable(&errno.into(), base.as_os_str()))
    };
    let base = base.map(open).transpose()?;
    // `-` is standard input to a command only.
    let manifest: OsString = if manifest.as_os_str() == "-" { "./-".into() } else { manifest.into() };
    let origin = Origin::open(&manifest).map_err(|errno| unreadable(&errno.into(), &manifest))?;
    let entries = Entries {
        records: Records::new(origin, b'\n'),
        parser: Parser::new(Known { only, told: Told::default() }),
        base,
        confined: confine,
        lines: 0,
        entries: 0,
        ended: false,
    };
    let queue = Arc::new(Queue::default());
    let (own, mut sink) = (queue.clone(), Lines::new(queue.clone()));
    let work = move || {
        let _end = own.end_when_dropped();
        let options = Options { threads, map: true, outputs: &[], progress: &*own };
        // The sink fails where nobody asks for lines any more.
        let _ = engine::run(&Compare, entries, &mut sink, &options);
    };
    thread::Builder::new()
        .name("lanesum".to_owned())
        .spawn(work)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread is to be had: {error}")))?;
    Ok(Checks { queue, process: process::id(), manifest, lines: Mutex::new(VecDeque::new()) })
}

fn unreadable(error: &std::io::Error, path: &OsStr) -> PyErr {
    PyOSError::new_err((error.raw_os_error(), reason(error), path.to_owned()))
}

impl Drop for Checks {
    fn drop(&mut self) {
        self.queue.cancel();
    }
}

impl Checks {
    /// What is said of a line. None for what needs no saying.
    fn checked(&self, py: Python<'_>, line: Line) -> PyResult<Option<Checked>> {
        let (name, expected, found) = match line {
            Line::File { name, expected, found } => (name, expected, Some(found)),
            Line::Refused { name, expected } => (name, expected, None),
            Line::Malformed(line) => {
                return Ok(Some(Checked {
                    status: "malformed",
                    path: None,
                    line,
                    algorithm: None,
                    expected: None,
                    digest: None,
                    error: None,
                }));
            }
            Line::End(0) => {
                let what = "no properly formatted checksum lines found";
                return Err(PyValueError::new_err(format!("{}: {what}", self.manifest.display())));
            }
            Line::End(_) => return Ok(None),
            Line::Unreadable(error) => return Err(unreadable(&error, &self.manifest)),
            Line::Lacking(what) => {
                let manifest = self.manifest.display();
                return Err(PyValueError::new_err(format!(
                    "{manifest}: its digests can be checked only with {what}"
                )));
            }
        };
        let path = OsStr::from_bytes(&name).into_pyobject(py)?.into_any();
        let (mut which, mut digest, mut error) = (0, None, None);
        let status = match found {
            None => "refused",
            Some(Err(why)) => {
                error = Some(raised(py, &why, &path).into_value(py).into_any());
                "unreadable"
            }
            Some(Ok(values)) => {
                let matching = values.iter().position(|value| *value == expected.digest);
                which = matching.unwrap_or(0);
                digest = values.get(which).map(|value| PyBytes::new(py, value.as_bytes()).unbind());
                if matching.is_some() { "ok" } else { "failed" }
            }
        };
        let algorithm = expected.functions.get(which).map(|function| match function.algorithm() {
            Some(algorithm) if function.name() == algorithm.name() => names::name(algorithm).to_owned(),
            _ => function.name().into_owned(),
        });
        Ok(Some(Checked {
            status,
            path: Some(path.unbind()),
            line: expected.line,
            algorithm,
            expected: Some(PyBytes::new(py, expected.digest.as_bytes()).unbind()),
            digest,
            error,
        }))
    }
}

#[pymethods]
impl Checks {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Checked>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "this iterator works in the process that made it, not in a fork of it",
            ));
        }
        loop {
            let line = self.lines.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            if let Some(line) = line {
                match self.checked(py, line)? {
                    Some(checked) => return Ok(Some(checked)),
                    None => continue,
                }
            }
            let mut lines = VecDeque::new();
            let ended = py.detach(|| self.queue.wait(&mut lines, PATIENCE));
            let none = lines.is_empty();
            self.lines.lock().unwrap_or_else(PoisonError::into_inner).append(&mut lines);
            py.check_signals().inspect_err(|_| self.queue.cancel())?;
            if ended && none {
                return Ok(None);
            }
        }
    }
}
