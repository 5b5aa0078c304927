//! The two queues between the engine's threads and the one that iterates.

use lanesum_files::engine::{Next, Progress, Sink, Source};
use lanesum_files::input::Input;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// With fewer paths the engine is hungry: some rounds of all its workers.
const FEW: usize = 2048;

/// With more lines it waits until some are taken.
const MANY: usize = 4096;

/// How long a wait may miss that all was cancelled.
const PATIENCE: Duration = Duration::from_millis(50);

/// Both queues.
pub(crate) struct Queue<L> {
    inner: Mutex<Inner<L>>,
    /// Told of paths, of room for lines, and of the end.
    engine: Condvar,
    /// Told of lines, and of the end.
    iterator: Condvar,
    cancelled: AtomicBool,
    /// How many bytes were read.
    bytes: AtomicU64,
}

struct Inner<L> {
    paths: VecDeque<Input>,
    /// No more paths come.
    fed: bool,
    lines: VecDeque<L>,
    /// No more lines come.
    ended: bool,
}

impl<L> Default for Queue<L> {
    fn default() -> Self {
        let inner = Inner { paths: VecDeque::new(), fed: false, lines: VecDeque::new(), ended: false };
        Self {
            inner: Mutex::new(inner),
            engine: Condvar::new(),
            iterator: Condvar::new(),
            cancelled: AtomicBool::new(false),
            bytes: AtomicU64::new(0),
        }
    }
}

impl<L> Queue<L> {
    fn lock(&self) -> MutexGuard<'_, Inner<L>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the engine end.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.engine.notify_all();
    }

    /// How many bytes were read.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether the engine wants more paths.
    pub(crate) fn is_hungry(&self) -> bool {
        self.lock().paths.len() < FEW
    }

    /// Gives the engine paths, the `last` of all or not.
    pub(crate) fn feed(&self, paths: Vec<Input>, last: bool) {
        let mut inner = self.lock();
        inner.paths.extend(paths);
        inner.fed |= last;
        drop(inner);
        self.engine.notify_all();
    }

    /// Takes the lines there are. Says whether there were some.
    pub(crate) fn take(&self, lines: &mut VecDeque<L>) -> bool {
        let mut inner = self.lock();
        lines.append(&mut inner.lines);
        drop(inner);
        let some = !lines.is_empty();
        if some {
            self.engine.notify_all();
        }
        some
    }

    /// Waits for lines, and takes them. Says whether no more come.
    pub(crate) fn wait(&self, lines: &mut VecDeque<L>, limit: Duration) -> bool {
        let inner = self.lock();
        let waited = self
            .iterator
            .wait_timeout_while(inner, limit, |inner| inner.lines.is_empty() && !inner.ended)
            .unwrap_or_else(PoisonError::into_inner);
        let mut inner = waited.0;
        lines.append(&mut inner.lines);
        let ended = inner.ended;
        drop(inner);
        self.engine.notify_all();
        ended
    }

    /// Says that no more lines come, when it is dropped: also where the engine panics.
    pub(crate) fn end_when_dropped(self: &Arc<Self>) -> impl Drop + use<L> {
        End(self.clone())
    }
}

struct End<L>(Arc<Queue<L>>);

impl<L> Drop for End<L> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.iterator.notify_all();
    }
}

impl<L: Send> Progress for Queue<L> {
    fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The paths, as the engine takes them.
pub(crate) struct Feed<L>(pub(crate) Arc<Queue<L>>);

impl<L: Send + 'static> Source for Feed<L> {
    type Job = ();
    type Line = L;

    fn keeps_files(&self) -> bool {
        false
    }

    fn next(&mut self, wait: bool) -> Next<(), L> {
        let mut inner = self.0.lock();
        loop {
            if self.0.is_cancelled() {
                return Next::End;
            }
            match inner.paths.pop_front() {
                Some(input) => return Next::Read(input, ()),
                None if inner.fed => return Next::End,
                None if !wait => return Next::Later,
                None => {
                    // The iterator may be asleep: it is the one that feeds.
                    self.0.iterator.notify_all();
                    let waited = self.0.engine.wait_timeout(inner, PATIENCE);
                    inner = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }
}

/// Takes lines, and hands them on together.
pub(crate) struct Lines<L> {
    queue: Arc<Queue<L>>,
    lines: VecDeque<L>,
}

impl<L> Lines<L> {
    pub(crate) fn new(queue: Arc<Queue<L>>) -> Self {
        Self { queue, lines: VecDeque::new() }
    }
}

/// Nobody asks for lines any more.
pub(crate) struct Gone;

impl<L: Send> Sink<L> for Lines<L> {
    type Error = Gone;

    fn line(&mut self, line: L) -> Result<(), Gone> {
        self.lines.push_back(line);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Gone> {
        let mut inner = self.queue.lock();
        while inner.lines.len() >= MANY && !self.queue.is_cancelled() {
            let waited = self.queue.engine.wait_timeout(inner, PATIENCE);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if self.queue.is_cancelled() {
            return Err(Gone);
        }
        inner.lines.append(&mut self.lines);
        drop(inner);
        self.queue.iterator.notify_all();
        Ok(())
    }
}
