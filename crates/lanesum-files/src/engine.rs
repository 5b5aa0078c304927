//! Reads and hashes any number of files, and hands on a line for each in the
//! order in which they were asked for.
//!
//! Each worker thread keeps many files open, reads a piece of each in turn into
//! one arena that stays in its cache, and hashes all the pieces at
//! once, one file in each SIMD lane. Small files are one piece; large ones stay
//! open and are read on. Files come from one ordered [`Source`] that all
//! workers share, a batch at a time; lines leave through one [`Sink`], in that
//! order, as soon as their turn comes. Neither the number of files nor their
//! size changes the memory it takes: what is read ahead of the line whose turn
//! it is has a limit, and so have all arenas together.

mod abreast;
mod ahead;
mod arena;
mod cached;
mod crew;
mod deal;
mod erased;
mod large;
mod long;
#[allow(unsafe_code, reason = "maps files, and handles the signal that comes of it")]
mod mapped;
mod order;
mod queue;
mod read;
mod readahead;
mod slot;
mod stream;
mod trial;
mod worker;

use crate::descriptors;
use crate::function::Function;
use crate::input::Input;
use crate::memory;
use crate::status::FileId;
use crate::threads;
use crew::Crew;
use erased::{AnySource, Failed, Job, Line, OfSink, OfSource, OfTask};
use large::Larges;
use order::Order;
use queue::Queue;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use stream::Seen;
use worker::Shape;

pub use ahead::{Adder, Part, run as read_ahead};
pub use long::{Long, Step};
pub use read::{ReadError, Reading};

/// The most worker threads: with them the smallest arenas fill the memory.
pub const MAX_THREADS: usize = 256;

/// What a source says when asked for the next file.
pub enum Next<J, L> {
    /// A file to read, and what it is read for.
    Read(Input, J),
    /// No file, but a line for the output.
    Line(L),
    /// Nothing yet, where the asker cannot wait.
    Later,
    /// No more, now or later.
    End,
}

/// Where the files come from.
pub trait Source: Send {
    /// What a file is read for.
    type Job: Send + 'static;
    /// What is put out for it.
    type Line: Send + 'static;

    /// Whether it opens files itself, and reads on in them whoever asks next. If
    /// not, which holds for [`Directory`](crate::input::Directory)s, the threads
    /// that ask may have a table of descriptors each.
    fn keeps_files(&self) -> bool {
        true
    }

    /// How many files are sure to come, one with each call of [`Source::next`], and without a
    /// wait. A smaller number is never wrong.
    fn left(&self) -> usize {
        0
    }

    /// The next file. Without `wait` it must not wait for a pipe, and says
    /// [`Next::Later`] instead.
    fn next(&mut self, wait: bool) -> Next<Self::Job, Self::Line>;
}

/// A source, whatever it is.
pub type BoxedSource<J, L> = Box<dyn Source<Job = J, Line = L>>;

impl<J: Send + 'static, L: Send + 'static> Source for Box<dyn Source<Job = J, Line = L> + '_> {
    type Job = J;
    type Line = L;

    fn keeps_files(&self) -> bool {
        (**self).keeps_files()
    }

    fn left(&self) -> usize {
        (**self).left()
    }

    fn next(&mut self, wait: bool) -> Next<J, L> {
        (**self).next(wait)
    }
}

/// What is done with a file.
pub trait Task: Sync {
    /// What a file is read for.
    type Job: Send + 'static;
    /// What is put out for it.
    type Line: Send + 'static;

    /// The line of a file that need not be opened: where what the system says of it is enough,
    /// for one. Runs on the worker thread.
    fn spare(&self, _: &Input, _: &mut Self::Job) -> Option<Self::Line> {
        None
    }

    /// What to compute of a file.
    fn functions<'a>(&'a self, job: &'a Self::Job) -> &'a [Function];

    /// The line for a file. Runs on the worker thread: all that needs no order
    /// is to be done here.
    fn line(&self, input: Input, job: Self::Job, reading: Result<Reading, ReadError>) -> Self::Line;

    /// Adds `line` to the line before it, where the two are of files whose turns follow on each
    /// other. Returns `line` where one cannot stand for both, which is always allowed.
    fn join(&self, _: &mut Self::Line, line: Self::Line) -> Option<Self::Line> {
        Some(line)
    }

    /// Whether a reading settles what the file was read for. If not, `job` asks
    /// for something else by now, and the file is read again.
    fn settles(&self, _: &mut Self::Job, _: &Reading) -> bool {
        true
    }

    /// Whether a pipe or a device may be read, or a file of /proc.
    fn takes_special(&self) -> bool {
        true
    }

    /// Changes `job` so that it asks at once for all functions that it may want later: its file,
    /// a pipe for one, can be read only once.
    fn ask_all(&self, _: &mut Self::Job) {}

    /// The files that a directory stands for. None where a file is expected.
    fn walk(&self, _: &Input, _: &Self::Job) -> Option<BoxedSource<Self::Job, Self::Line>> {
        None
    }
}

/// Where the lines go.
pub trait Sink<L>: Send {
    /// Why no more lines can be taken.
    type Error;

    /// Takes the next line. An error ends everything.
    fn line(&mut self, line: L) -> Result<(), Self::Error>;

    /// Puts out what was taken. Follows every group of lines whose turn came
    /// together.
    fn flush(&mut self) -> Result<(), Self::Error>;
}

/// Learns how far the work is, and may end it.
pub trait Progress: Sync {
    /// `bytes` bytes more were read. Every thread calls this often, so it must return at once.
    fn add(&self, bytes: u64);

    /// Whether all work is to end: no more lines come then. Asked between pieces of a
    /// few milliseconds.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Learns nothing, and ends nothing.
impl Progress for () {
    fn add(&self, _: u64) {}
}

/// How to run.
pub struct Options<'a> {
    /// How many threads work at most, 1 to [`MAX_THREADS`]. The calling thread is one of them.
    pub threads: usize,
    /// Whether large files may be mapped into memory.
    pub map: bool,
    /// The files that the output goes to, which are not to be read.
    pub outputs: &'a [FileId],
    /// Told what was read, and asked whether to go on.
    pub progress: &'a dyn Progress,
}

/// What the workers share.
struct Shared<'a> {
    task: &'a dyn Task<Job = Job, Line = Line>,
    options: &'a Options<'a>,
    shape: Shape,
    /// Whether each thread has a table of descriptors of its own.
    own_tables: bool,
    queue: Queue<'a>,
    order: Order<'a>,
    /// The large files that all workers read together.
    larges: Larges,
    /// The pipes and devices that were read.
    seen: Seen,
    /// How many threads work: the workers, and those that help one of them.
    working: AtomicUsize,
    /// How many workers were hired and are not there yet.
    arriving: AtomicUsize,
    /// Ends all work: the output is gone.
    stop: AtomicBool,
}

impl Shared<'_> {
    /// Takes up to `most` of the threads that there may be more. Says how many.
    fn engage(&self, most: usize) -> usize {
        let free = |working| self.shape.threads().saturating_sub(working).min(most);
        let before = self
            .working
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |working| Some(working + free(working)));
        before.map_or(0, free)
    }

    /// Gives back so many.
    fn dismiss(&self, threads: usize) {
        self.working.fetch_sub(threads, Ordering::Relaxed);
    }

    /// A worker that was hired is there, or will never be.
    fn arrived(&self) {
        self.arriving.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a worker is on its way.
    fn is_arriving(&self) -> bool {
        self.arriving.load(Ordering::Relaxed) > 0
    }

    fn stopped(&self) -> bool {
        if self.options.progress.is_cancelled() {
            // Those that wait look at this alone.
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}

/// Reads every file of `source`, and gives `sink` a line for each.
///
/// One thread begins alone, the calling one. Others are hired, one by one, when one finds
/// that there is work for them: a small job costs no thread. The caller then waits.
///
/// # Errors
///
/// The sink's.
pub fn run<T, S, E>(
    task: &T,
    source: S,
    sink: &mut dyn Sink<T::Line, Error = E>,
    options: &Options<'_>,
) -> Result<(), E>
where
    E: Send,
    T: Task,
    S: Source<Job = T::Job, Line = T::Line>,
{
    let mut sink = OfSink { sink, error: None };
    run_any(&OfTask(task), Box::new(OfSource(source)), &mut sink, options);
    sink.error.map_or(Ok(()), Err)
}

fn run_any(
    task: &dyn Task<Job = Job, Line = Line>,
    source: AnySource<'_>,
    sink: &mut dyn Sink<Line, Error = Failed>,
    options: &Options<'_>,
) {
    // Each thread has a few descriptors.
    let threads = options.threads.clamp(1, MAX_THREADS).min(descriptors::limit() / 8).max(1);
    let tight = memory::is_tight();
    let threads = if tight { 1 } else { threads };
    let shape = Shape::of(threads, options.map, tight);
    let shared = Shared {
        task,
        options,
        shape,
        own_tables: !source.keeps_files(),
        queue: Queue::new(source, threads, shape.slots),
        order: Order::new(sink),
        larges: Larges::new(),
        seen: Seen::default(),
        working: AtomicUsize::new(1),
        arriving: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    threads::scope(|scope| Crew { shared: &shared, scope }.begin());
}
