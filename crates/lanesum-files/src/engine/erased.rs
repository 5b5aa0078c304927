//! Jobs and lines of whatever type: what the engine does with them is compiled
//! once, and not for each of its callers.
//!
//! Beside opening and reading a file, a box for either costs nothing that shows;
//! a job of no bytes has none.

use crate::engine::{BoxedSource, Next, ReadError, Reading, Sink, Source, Task};
use crate::function::Function;
use crate::input::Input;
use std::any::Any;

/// What the caller's task gave or takes has one type.
const ONE_TYPE: &str = "a job or a line of the caller's type";

/// What a file is read for.
pub(super) struct Job(Box<dyn Any + Send>);

/// What is put out for it.
pub(super) struct Line(Box<dyn Any + Send>);

/// A source of any jobs and lines.
pub(super) type AnySource<'s> = Box<dyn Source<Job = Job, Line = Line> + 's>;

/// A sink has failed, and keeps why.
pub(super) struct Failed;

/// A task of the caller's.
pub(super) struct OfTask<'t, T>(pub(super) &'t T);

/// A source of the caller's.
pub(super) struct OfSource<S>(pub(super) S);

/// A sink of the caller's, and its error.
pub(super) struct OfSink<'k, L, E> {
    pub(super) sink: &'k mut dyn Sink<L, Error = E>,
    pub(super) error: Option<E>,
}

fn job<T: Any>(job: &Job) -> &T {
    job.0.downcast_ref().expect(ONE_TYPE)
}

fn job_mut<T: Any>(job: &mut Job) -> &mut T {
    job.0.downcast_mut().expect(ONE_TYPE)
}

fn known<T: Any>(of: Box<dyn Any + Send>) -> T {
    *of.downcast().expect(ONE_TYPE)
}

impl<T: Task> Task for OfTask<'_, T> {
    type Job = Job;
    type Line = Line;

    fn spare(&self, input: &Input, job: &mut Job) -> Option<Line> {
        self.0.spare(input, job_mut(job)).map(|line| Line(Box::new(line)))
    }

    fn functions<'a>(&'a self, of: &'a Job) -> &'a [Function] {
        self.0.functions(job(of))
    }

    fn line(&self, input: Input, job: Job, reading: Result<Reading, ReadError>) -> Line {
        Line(Box::new(self.0.line(input, known(job.0), reading)))
    }

    fn join(&self, last: &mut Line, line: Line) -> Option<Line> {
        let last = last.0.downcast_mut().expect(ONE_TYPE);
        self.0.join(last, known(line.0)).map(|line| Line(Box::new(line)))
    }

    fn settles(&self, job: &mut Job, reading: &Reading) -> bool {
        self.0.settles(job_mut(job), reading)
    }

    fn takes_special(&self) -> bool {
        self.0.takes_special()
    }

    fn ask_all(&self, job: &mut Job) {
        self.0.ask_all(job_mut(job));
    }

    fn walk(&self, input: &Input, of: &Job) -> Option<BoxedSource<Job, Line>> {
        Some(Box::new(OfSource(self.0.walk(input, job(of))?)))
    }
}

impl<S: Source> Source for OfSource<S> {
    type Job = Job;
    type Line = Line;

    fn keeps_files(&self) -> bool {
        self.0.keeps_files()
    }

    fn left(&self) -> usize {
        self.0.left()
    }

    fn next(&mut self, wait: bool) -> Next<Job, Line> {
        match self.0.next(wait) {
            Next::Read(input, job) => Next::Read(input, Job(Box::new(job))),
            Next::Line(line) => Next::Line(Line(Box::new(line))),
            Next::Later => Next::Later,
            Next::End => Next::End,
        }
    }
}

impl<L: Any, E> OfSink<'_, L, E> {
    fn keep(&mut self, result: Result<(), E>) -> Result<(), Failed> {
        result.map_err(|error| {
            self.error = Some(error);
            Failed
        })
    }
}

impl<L: Any, E: Send> Sink<Line> for OfSink<'_, L, E> {
    type Error = Failed;

    fn line(&mut self, line: Line) -> Result<(), Failed> {
        let result = self.sink.line(known(line.0));
        self.keep(result)
    }

    fn flush(&mut self) -> Result<(), Failed> {
        let result = self.sink.flush();
        self.keep(result)
    }
}
