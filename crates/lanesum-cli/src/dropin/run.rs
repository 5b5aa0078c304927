//! Reads all files there are, one after the other or in the engine.

use super::hash::Hash;
use super::read::Reader;
use crate::progress::Progress;
use anyhow::Result;
use lanesum_files::engine::{self, Next, Options, Sink, Source, Task};
use std::thread;

/// What is done with files, wherever they are read.
pub(super) trait Work: Task {
    /// What to compute of a file.
    fn hash(&self, job: &Self::Job) -> Hash;

    /// Told that a file is open, before it is read.
    fn opened(&self) {}
}

/// Reads files one after the other, on this thread.
///
/// # Errors
///
/// The sink's.
pub(super) fn one_by_one<W, S>(
    work: &W,
    mut source: S,
    sink: &mut dyn Sink<W::Line, Error = anyhow::Error>,
) -> Result<()>
where
    W: Work,
    S: Source<Job = W::Job, Line = W::Line>,
{
    let mut reader = Reader::default();
    loop {
        match source.next(true) {
            Next::Read(input, job) => {
                let reading = reader.read(&input, work.hash(&job), || work.opened());
                sink.line(work.line(input, job, reading))?;
            }
            Next::Line(line) => sink.line(line)?,
            Next::Later => {}
            Next::End => return Ok(()),
        }
        sink.flush()?;
    }
}

/// Reads files side by side, in lanes, and on all cores if there are many.
///
/// # Errors
///
/// The sink's.
pub(super) fn side_by_side<T, S>(
    task: &T,
    source: S,
    sink: &mut dyn Sink<T::Line, Error = anyhow::Error>,
) -> Result<()>
where
    T: Task,
    S: Source<Job = T::Job, Line = T::Line>,
{
    on_threads(task, source, sink, thread::available_parallelism().map_or(1, usize::from), true)
}

/// The same on so many threads at most; large files may be mapped if `map` says
/// so.
///
/// # Errors
///
/// The sink's.
pub(super) fn on_threads<T, S>(
    task: &T,
    source: S,
    sink: &mut dyn Sink<T::Line, Error = anyhow::Error>,
    threads: usize,
    map: bool,
) -> Result<()>
where
    T: Task,
    S: Source<Job = T::Job, Line = T::Line>,
{
    let progress = Progress::default();
    engine::run(task, source, sink, &Options { threads, map, outputs: &[], progress: &progress })
}
