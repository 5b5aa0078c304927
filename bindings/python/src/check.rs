//! What `lanesum check` says of a manifest, as objects.

use crate::file::waiting;
use crate::files::{Lines, PATIENCE, Queue, raised};
use crate::names;
use crate::new::function;
use crate::pool;
use lanesum_files::engine::{self, Options, Progress, ReadError, Reading, Task};
use lanesum_files::function::{Function, Told};
use lanesum_files::input::{Directory, Input};
use lanesum_files::manifest::Known;
use lanesum_files::manifest::expected::Expected;
use lanesum_files::manifest::listed::{Base, Entries, Note, Settings};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::repeats::Repeats;
use lanesum_files::reason;
use lanesum_files::records::Origin;
use lanesum_files::wait;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{process, thread};

/// What came of a line of a manifest.
enum Line {
    File { name: Vec<u8>, expected: Expected, reading: Result<Reading, ReadError> },
    Note(Note),
}

/// Compares a reading with what is expected.
struct Compare {
    special: bool,
}

impl Task for Compare {
    type Job = Expected;
    type Line = Line;

    fn functions<'a>(&'a self, expected: &'a Expected) -> &'a [Function] {
        expected.of.functions()
    }

    fn settles(&self, expected: &mut Expected, reading: &Reading) -> bool {
        expected.settles(reading)
    }

    fn takes_special(&self) -> bool {
        self.special
    }

    fn ask_all(&self, expected: &mut Expected) {
        expected.of.ask_all();
    }

    fn line(&self, input: Input, expected: Expected, reading: Result<Reading, ReadError>) -> Line {
        Line::File { name: input.name, expected, reading }
    }
}

/// A manifest that may have no end, or a pause without one, as a pipe: it ends when nobody asks
/// for lines any more, and so does the thread that reads it.
struct Endless {
    file: File,
    queue: Arc<Queue<Line>>,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.queue.is_cancelled() {
            if wait::readable_within(&self.file, PATIENCE)? {
                return self.file.read(buffer);
            }
        }
        Ok(0)
    }
}

/// What `check` says of a line of a manifest.
#[pyclass(frozen, get_all, module = "lanesum")]
pub(crate) struct Checked {
    /// `"ok"`, `"failed"`, `"unreadable"`, `"refused"`, `"malformed"` or `"unsupported"`; behind
    /// all lines `"contradiction"`, for one that has another digest of a file than a line before.
    status: &'static str,
    /// The file. None for a line that means nothing.
    path: Option<Py<PyAny>>,
    /// Which line of the manifest, from 1 on.
    line: u64,
    /// The name of the algorithm that matched, or that the line names. None where it names
    /// none, and none matched.
    algorithm: Option<String>,
    /// The digest that the manifest has.
    expected: Option<Py<PyBytes>>,
    /// The digest that the file has, if it could be read.
    digest: Option<Py<PyBytes>>,
    /// Why it could not.
    error: Option<Py<PyAny>>,
    /// The line that it contradicts.
    contradicts: Option<u64>,
}

impl Checked {
    /// What is said of a line that lists no file.
    fn of_line(status: &'static str, line: u64, algorithm: Option<String>) -> Self {
        Self {
            status,
            path: None,
            line,
            algorithm,
            expected: None,
            digest: None,
            error: None,
            contradicts: None,
        }
    }
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
    /// Whether a line named an algorithm that there is not.
    unsupported: AtomicBool,
    lines: Mutex<VecDeque<Line>>,
    /// What there is to say of the whole manifest.
    repeats: Mutex<Repeats>,
}

/// Compares files with what a manifest says of them: an iterator of `Checked`, in the
/// order of the lines.
///
/// It says what `lanesum check` says, of the same lines. `algorithm` is that of all lines;
/// without it, of a line that names none, the most common with digests of that length, of
/// 32 bytes SHA-256 or BLAKE3, and any other with such digests if those do not match.
/// Names are relative to the working directory, to `base`, or, if that is `"manifest"`, to
/// the manifest's directory; one that leads out of there is refused, unless `confine` is
/// False. Pipes, devices and files of /proc are read if `special` is True. `threads=0` is
/// all cores.
///
/// When all lines are through, `repeated` of the iterator is the number of those that say
/// what an earlier one says, and `contradictions` that of the files with digests that cannot
/// all be right; the first of these are given out behind all lines.
///
/// Raises `OSError` where the manifest cannot be read, and, while it is iterated,
/// `ValueError` where no line of it lists a file.
#[pyfunction]
#[pyo3(signature = (manifest, /, *, algorithm=None, base=None, confine=true, special=false, threads=0))]
pub(crate) fn check(
    py: Python<'_>,
    manifest: PathBuf,
    algorithm: Option<&Bound<'_, PyAny>>,
    base: Option<PathBuf>,
    confine: bool,
    special: bool,
    threads: isize,
) -> PyResult<Checks> {
    let only = algorithm.map(|algorithm| function(algorithm, None)).transpose()?.map(Function::from);
    let threads = pool::threads(threads)?;
    let base = match base {
        None => Base::Working,
        Some(base) if base.as_os_str() == "manifest" => Base::Manifest,
        Some(base) => match Directory::open(&base) {
            Ok(directory) => Base::Directory(Arc::new(directory)),
            Err(errno) => return Err(unreadable(&errno.into(), base.as_os_str())),
        },
    };
    // `-` is standard input to a command only.
    let manifest: OsString = if manifest.as_os_str() == "-" { "./-".into() } else { manifest.into() };
    let settings = Settings {
        known: Known { only, told: Told::default() },
        given: Needs::default(),
        format: None,
        zero: false,
        base,
        anywhere: !confine,
        repeats: true,
        stdin: false,
    };
    let queue = Arc::new(Queue::default());
    let open = || {
        let file = File::from(wait::open(manifest.as_ref())?);
        let origin = match file.metadata()?.is_file() {
            true => Origin::File(file.into()),
            false => Origin::Reader(Box::new(Endless { file, queue: queue.clone() })),
        };
        let mut entries = Entries::new(vec![manifest.clone()], settings.clone());
        entries.open_at(origin)?;
        Ok(entries)
    };
    let entries = waiting(py, open)?.map_err(|error| unreadable(&error, &manifest))?;
    let (own, mut sink) = (queue.clone(), Lines::new(queue.clone()));
    let work = move || {
        let _end = own.end_when_dropped();
        let options = Options { threads, map: true, outputs: &[], progress: &*own };
        // The sink fails where nobody asks for lines any more.
        let _ = engine::run(&Compare { special }, entries.noted(Line::Note), &mut sink, &options);
    };
    thread::Builder::new()
        .name("lanesum".to_owned())
        .spawn(work)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread is to be had: {error}")))?;
    Ok(Checks {
        queue,
        process: process::id(),
        manifest,
        unsupported: AtomicBool::new(false),
        lines: Mutex::new(VecDeque::new()),
        repeats: Mutex::default(),
    })
}

pub(crate) fn unreadable(error: &std::io::Error, path: &OsStr) -> PyErr {
    PyOSError::new_err((error.raw_os_error(), reason(error), path.to_owned()))
}

impl Drop for Checks {
    fn drop(&mut self) {
        self.queue.cancel();
    }
}

impl Checks {
    fn repeats(&self) -> MutexGuard<'_, Repeats> {
        self.repeats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is said of a line. None for what needs no saying.
    fn checked(&self, py: Python<'_>, line: Line) -> PyResult<Option<Checked>> {
        match line {
            Line::File { name, expected, reading } => of_file(py, &name, &expected, Some(reading)).map(Some),
            Line::Note(note) => self.noted(py, note),
        }
    }

    fn noted(&self, py: Python<'_>, note: Note) -> PyResult<Option<Checked>> {
        let about = |what: &str| PyValueError::new_err(format!("{}: {what}", self.manifest.display()));
        Ok(Some(match note {
            Note::Refused { name, expected } => of_file(py, &name, &expected, None)?,
            Note::Malformed { line, .. } => Checked::of_line("malformed", line, None),
            Note::Unsupported { line, tag, .. } => {
                self.unsupported.store(true, Ordering::Relaxed);
                Checked::of_line("unsupported", line, Some(tag))
            }
            Note::End { manifest, .. }
                if manifest.entries == 0 && !self.unsupported.load(Ordering::Relaxed) =>
            {
                return Err(about("no properly formatted checksum lines found"));
            }
            Note::End { repeats, .. } => {
                let mut repeats = repeats.unwrap_or_default();
                if let Some(error) = repeats.error.take() {
                    // Nobody can say that no line contradicts another.
                    return Err(unreadable(&error, &self.manifest));
                }
                repeats.pairs.reverse();
                *self.repeats() = repeats;
                return Ok(None);
            }
            Note::Unreadable { errno, .. } => return Err(unreadable(&errno.into(), &self.manifest)),
            Note::Lacking { options, .. } => {
                return Err(about(&format!(
                    "its digests can be checked only with {}",
                    options.join(" and ")
                )));
            }
        }))
    }
}

/// What is said of a file; without a `reading`, that it is refused.
fn of_file(
    py: Python<'_>,
    name: &[u8],
    expected: &Expected,
    reading: Option<Result<Reading, ReadError>>,
) -> PyResult<Checked> {
    let path = OsStr::from_bytes(name).into_pyobject(py)?.into_any();
    let (mut algorithm, mut digest, mut error) = (expected.of.named(), None, None);
    let mut of_manifest = expected.digest();
    let reading = reading.filter(|reading| !matches!(reading, Err(why) if why.leads_out()));
    let reading = reading.map(|reading| reading.map_err(|why| raised(py, &why, &path).into_value(py)));
    let status = match &reading {
        None => "refused",
        Some(Err(why)) => {
            error = Some(why.clone_ref(py).into_any());
            "unreadable"
        }
        Some(Ok(reading)) => {
            let compared = expected.compare(reading);
            algorithm = compared.functions.first();
            digest = compared.found.map(|value| PyBytes::new(py, value.as_bytes()).unbind());
            of_manifest = compared.expected;
            if compared.matched { "ok" } else { "failed" }
        }
    };
    let algorithm = algorithm.map(|function| names::of(function).into_owned());
    Ok(Checked {
        status,
        path: Some(path.unbind()),
        line: expected.line,
        algorithm,
        expected: Some(PyBytes::new(py, of_manifest.as_bytes()).unbind()),
        digest,
        error,
        contradicts: None,
    })
}

#[pymethods]
impl Checks {
    /// How many lines say what an earlier line says.
    #[getter]
    fn repeated(&self) -> u64 {
        self.repeats().repeated
    }

    /// How many files have digests that cannot all be right.
    #[getter]
    fn contradictions(&self) -> u64 {
        self.repeats().contradictions
    }

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
                let pair = self.repeats().pairs.pop();
                return Ok(pair.map(|(first, line)| Checked {
                    contradicts: Some(first),
                    ..Checked::of_line("contradiction", line, None)
                }));
            }
        }
    }
}
