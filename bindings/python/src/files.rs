//! Many files at once: the engine of `lanesum-files`, as an iterator.
//!
//! The engine runs on threads of its own, which know nothing of Python: paths go to
//! them as bytes through a queue, and lines come back through another one. Whoever
//! asks for the next line feeds the one and empties the other, so that only the
//! thread that iterates ever runs Python. Both queues have an end: memory is bounded
//! whatever the number of the files.

mod queue;
mod raised;

use crate::lock::try_lock;
use crate::new::function;
use crate::pool;
use lanesum_files::engine::{self, Options, ReadError, Reading, Task};
use lanesum_files::function::{Function, MAX_OUTPUT};
use lanesum_files::input::{Input, Place};
use pyo3::exceptions::{PyBaseException, PyException, PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString, PyTuple};
use queue::Feed;
use std::collections::VecDeque;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{mem, process, thread};

pub(crate) use queue::{Lines, Queue};
pub(crate) use raised::{FileChangedError, raised};

/// How long the interpreter's signals wait at most.
pub(crate) const PATIENCE: Duration = Duration::from_millis(30);

/// How often progress is told.
const FRAME: Duration = Duration::from_millis(50);

/// How many paths are fed at once.
const MEAL: usize = 256;

/// What comes of a file.
type Line = Result<Vec<lanesum_files::function::Value>, ReadError>;

/// What the engine computes.
struct Digests(Vec<Function>);

impl Task for Digests {
    type Job = ();
    type Line = Line;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        &self.0
    }

    fn line(&self, _: Input, (): (), reading: Result<Reading, ReadError>) -> Line {
        reading.map(|reading| reading.digests)
    }
}

/// An iterator of the digests of files, in the order of their paths.
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct FileDigests {
    queue: Arc<Queue<Line>>,
    /// Whose iterator it is: the child of a fork has no threads that work for it.
    process: u32,
    /// One digest, and not a tuple of them, stands for a file.
    one: bool,
    errors: OnError,
    inner: Mutex<Inner>,
}

struct Inner {
    /// Where paths come from, until there are no more.
    paths: Option<Py<PyIterator>>,
    /// The paths that were fed, and whose lines have not been asked for.
    fed: VecDeque<Py<PyAny>>,
    /// The lines that have come.
    lines: VecDeque<Line>,
    /// What the paths have raised, for whoever has had the lines of those before.
    raised: Option<Py<PyBaseException>>,
    progress: Option<Py<PyAny>>,
    told: Instant,
    files: u64,
    /// No more is to be given out.
    ended: bool,
}

impl Inner {
    /// Has it give out no more.
    fn end(&mut self) {
        self.ended = true;
        (self.paths, self.raised, self.progress) = (None, None, None);
        self.lines.clear();
        self.fed.clear();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnError {
    Raise,
    Return,
}

/// The digests of many files: an iterator of `(path, digest)` in the order of the
/// paths.
///
/// With a list of algorithms, `(path, (digest, ...))`, from one read of each file.
/// Where a file cannot be read, or changes while it is read, its `OSError` is raised;
/// with `on_error="return"` it stands in the place of the digest, and the others go on.
///
/// `threads=0` is all cores. `progress` is called with the bytes and the files that
/// are done, some times a second; True shows a bar where `tqdm` is installed.
#[pyfunction]
#[pyo3(signature = (algorithms, paths, /, *, threads=0, on_error="raise", progress=None))]
pub(crate) fn digest_files<'py>(
    algorithms: &Bound<'py, PyAny>,
    paths: &Bound<'py, PyAny>,
    threads: isize,
    on_error: &str,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<FileDigests> {
    let py = paths.py();
    let many = algorithms.is_instance_of::<PyList>() || algorithms.is_instance_of::<PyTuple>();
    let functions = match many {
        true => {
            algorithms.try_iter()?.map(|each| Ok(function(&each?, None)?.into())).collect::<PyResult<_>>()?
        }
        false => vec![Function::from(function(algorithms, None)?)],
    };
    if functions.is_empty() {
        return Err(PyValueError::new_err("no algorithm is named"));
    }
    if let Some(long) = functions.iter().find(|function| function.output_len() > MAX_OUTPUT) {
        // Digests wait for the turn of their files.
        let len = long.output_len();
        return Err(PyValueError::new_err(format!("{len} bytes of output are more than {MAX_OUTPUT}")));
    }
    let errors = match on_error {
        "raise" => OnError::Raise,
        "return" => OnError::Return,
        _ => return Err(PyValueError::new_err("on_error must be 'raise' or 'return'")),
    };
    // One path is not many: its items would be characters, or numbers.
    if paths.is_instance_of::<PyString>() || paths.is_instance_of::<PyBytes>() {
        return Err(pyo3::exceptions::PyTypeError::new_err("expected several paths, not one"));
    }
    let threads = pool::threads(threads)?;
    let progress = match progress {
        Some(told) if told.is_none() || told.is(pyo3::types::PyBool::new(py, false)) => None,
        Some(told) if told.is(pyo3::types::PyBool::new(py, true)) => {
            py.import("lanesum._progress")?.getattr("bar")?.call0()?.extract()?
        }
        told => told.map(|told| told.clone().unbind()),
    };
    let paths = paths.try_iter()?.unbind();
    let queue = Arc::new(Queue::default());
    let (source, mut sink) = (Feed(queue.clone()), Lines::new(queue.clone()));
    let own = queue.clone();
    let work = move || {
        let _end = own.end_when_dropped();
        let options = Options { threads, map: true, outputs: &[], progress: &*own };
        // The sink fails where nobody asks for lines any more.
        let _ = engine::run(&Digests(functions), source, &mut sink, &options);
    };
    thread::Builder::new()
        .name("lanesum".to_owned())
        .spawn(work)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread is to be had: {error}")))?;
    let inner = Inner {
        paths: Some(paths),
        fed: VecDeque::new(),
        lines: VecDeque::new(),
        raised: None,
        progress,
        told: Instant::now(),
        files: 0,
        ended: false,
    };
    Ok(FileDigests { queue, process: process::id(), one: !many, errors, inner: Mutex::new(inner) })
}

impl Drop for FileDigests {
    fn drop(&mut self) {
        self.queue.cancel();
    }
}

/// The bytes of a path.
pub(crate) fn bytes(path: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(path) = path.cast::<PyBytes>() {
        return Ok(path.as_bytes().to_vec());
    }
    let path: PathBuf = match path.extract() {
        Ok(path) => path,
        // An object whose `__fspath__` gives bytes.
        Err(error) => match path.call_method0("__fspath__") {
            Ok(inner) if inner.is_instance_of::<PyBytes>() => return bytes(&inner),
            _ => return Err(error),
        },
    };
    Ok(path.as_os_str().as_bytes().to_vec())
}

impl FileDigests {
    /// Feeds paths while the engine has few.
    fn feed(&self, py: Python<'_>, inner: &mut Inner) -> PyResult<()> {
        while let Some(paths) = &inner.paths
            && self.queue.is_hungry()
        {
            let mut paths = paths.bind(py).clone();
            let mut meal = Vec::with_capacity(MEAL);
            let mut wrong = None;
            while meal.len() < MEAL {
                let next = paths.next().map(|path| path.and_then(|path| Ok((bytes(&path)?, path))));
                match next {
                    Some(Ok((name, path))) => {
                        inner.fed.push_back(path.unbind());
                        meal.push(Input { name, place: Place::Named });
                    }
                    Some(Err(error)) if error.is_instance_of::<PyException>(py) => {
                        (inner.paths, inner.raised) = (None, Some(error.into_value(py)));
                        break;
                    }
                    // KeyboardInterrupt does not wait.
                    Some(Err(error)) => {
                        wrong = Some(error);
                        break;
                    }
                    None => {
                        inner.paths = None;
                        break;
                    }
                }
            }
            self.queue.feed(meal, inner.paths.is_none());
            if let Some(error) = wrong {
                self.queue.cancel();
                return Err(error);
            }
        }
        Ok(())
    }

    /// The next line. None where there are no more.
    fn line(&self, py: Python<'_>, inner: &mut Inner) -> PyResult<Option<Line>> {
        loop {
            if let Some(line) = inner.lines.pop_front() {
                return Ok(Some(line));
            }
            self.feed(py, inner)?;
            let ended = if self.queue.take(&mut inner.lines) {
                false
            } else {
                py.detach(|| self.queue.wait(&mut inner.lines, PATIENCE))
            };
            py.check_signals().inspect_err(|_| self.queue.cancel())?;
            self.tell(py, inner, false)?;
            if ended && inner.lines.is_empty() {
                return Ok(None);
            }
        }
    }

    /// Tells how far it is, if it is time.
    fn tell(&self, py: Python<'_>, inner: &mut Inner, end: bool) -> PyResult<()> {
        if let Some(progress) = &inner.progress
            && (end || inner.told.elapsed() >= FRAME)
        {
            inner.told = Instant::now();
            progress.call1(py, (self.queue.bytes(), inner.files)).inspect_err(|_| self.queue.cancel())?;
        }
        Ok(())
    }
}

#[pymethods]
impl FileDigests {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "this iterator works in the process that made it, not in a fork of it",
            ));
        }
        // Who iterates in one that iterates already, as hashlib's generators say it.
        let Some(mut inner) = try_lock(&self.inner) else {
            return Err(PyValueError::new_err("another thread asks for the next file"));
        };
        let inner = &mut *inner;
        if inner.ended {
            return Ok(None);
        }
        let Some(line) = self.line(py, inner)? else {
            if let Some(error) = inner.raised.take() {
                inner.end();
                return Err(PyErr::from_value(error.into_bound(py).into_any()));
            }
            if inner.progress.is_some() {
                self.tell(py, inner, true)?;
                inner.progress = None;
            }
            return Ok(None);
        };
        inner.files += 1;
        let path = inner.fed.pop_front().ok_or_else(|| PyRuntimeError::new_err("a line without a path"))?;
        let path = path.into_bound(py);
        let what = match line {
            Ok(values) if self.one => PyBytes::new(py, values[0].as_bytes()).into_any(),
            Ok(values) => {
                PyTuple::new(py, values.iter().map(|value| PyBytes::new(py, value.as_bytes())))?.into_any()
            }
            Err(error) => {
                let error = raised(py, &error, &path);
                if self.errors == OnError::Raise {
                    self.queue.cancel();
                    inner.end();
                    return Err(error);
                }
                error.into_value(py).into_bound(py).into_any()
            }
        };
        PyTuple::new(py, [path, what]).map(Some)
    }

    /// What the collector of cycles asks for. While somebody iterates, it is told of
    /// nothing, and leaves all of it.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Some(inner) = try_lock(&self.inner) else { return Ok(()) };
        visit.call(&inner.paths)?;
        visit.call(&inner.raised)?;
        visit.call(&inner.progress)?;
        inner.fed.iter().try_for_each(|path| visit.call(path))
    }

    /// Ends the work, of a cycle that is collected.
    fn __clear__(&self) {
        self.queue.cancel();
        let Some(mut inner) = try_lock(&self.inner) else { return };
        // They go when nobody has the lock: Python may be called by that.
        let gone =
            (inner.paths.take(), inner.raised.take(), inner.progress.take(), mem::take(&mut inner.fed));
        inner.end();
        drop(inner);
        drop(gone);
    }

    /// Ends the work: no more files are read.
    fn close(&self) {
        self.queue.cancel();
        if let Ok(mut inner) = self.inner.try_lock() {
            inner.end();
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyTuple>) {
        self.close();
    }
}
