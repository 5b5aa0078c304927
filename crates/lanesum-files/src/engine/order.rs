//! Puts the lines back into the order of the files.

use crate::engine::Sink;
use crate::engine::erased::{Failed, Line};
use crate::lock::lock;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How many bytes may wait for their turn, about.
const MAX_WAITING: usize = 8 << 20;

/// Where a line belongs.
///
/// That a name is a directory's is only known when it is opened, and then names
/// behind it have been handed out already. So the lines of a directory have
/// places of their own below that of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// How many names are before the line's.
    pub(super) name: u64,
    /// How many lines of that name are before it.
    pub(super) line: u64,
}

impl Place {
    /// The place of a name's line.
    pub(super) fn of_name(name: u64) -> Self {
        Self { name, line: 0 }
    }
}

/// A line with its place, or one that stands for several, from the first one's place on.
pub(super) struct Placed {
    pub(super) place: Place,
    /// The place behind it.
    pub(super) next: Place,
    /// What it adds to the memory while it waits, about.
    pub(super) weight: usize,
    pub(super) line: Line,
}

/// Takes lines in any order and gives them to a sink in order.
pub(super) struct Order<'k> {
    inner: Mutex<Inner<'k>>,
    /// Told whenever the turn has moved, or there is more work.
    moved: Condvar,
    /// The weight of all that was handed out as work and has not left yet.
    waiting: AtomicUsize,
}

struct Inner<'k> {
    /// The place whose turn it is.
    turn: Place,
    /// The lines that wait for theirs.
    lines: BTreeMap<Place, Placed>,
    /// The names of directories, each with the number of its lines if that is
    /// known.
    directories: BTreeMap<u64, Option<u64>>,
    sink: &'k mut dyn Sink<Line, Error = Failed>,
    /// Whether the sink takes no more.
    failed: bool,
}

impl<'k> Order<'k> {
    /// Looks after the order of `sink`.
    pub(super) fn new(sink: &'k mut dyn Sink<Line, Error = Failed>) -> Self {
        let turn = Place::of_name(0);
        let (lines, directories) = (BTreeMap::new(), BTreeMap::new());
        let inner = Mutex::new(Inner { turn, lines, directories, sink, failed: false });
        Self { inner, moved: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    /// Takes lines, and gives the sink those whose turn has come. A failure of
    /// the sink sets `stop`.
    pub(super) fn take(&self, lines: &mut Vec<Placed>, stop: &AtomicBool) {
        if !lines.is_empty() {
            self.change(stop, |inner| {
                inner.lines.extend(lines.drain(..).map(|line| (line.place, line)));
            });
        }
    }

    /// Takes a name for a directory's: its own line does not come.
    pub(super) fn begin_directory(&self, name: u64, weight: usize) {
        lock(&self.inner).directories.insert(name, None);
        self.waiting.fetch_sub(weight, Ordering::Relaxed);
    }

    /// No more than `lines` lines come from a directory.
    pub(super) fn end_directory(&self, name: u64, lines: u64, stop: &AtomicBool) {
        self.change(stop, |inner| {
            inner.directories.insert(name, Some(lines));
        });
    }

    /// Changes what there is, and puts out all lines whose turn has come.
    fn change(&self, stop: &AtomicBool, change: impl FnOnce(&mut Inner<'k>)) {
        let mut inner = lock(&self.inner);
        let before = inner.turn;
        change(&mut inner);
        if !inner.failed && inner.put_out(&self.waiting).is_err() {
            inner.failed = true;
            stop.store(true, Ordering::Relaxed);
        }
        if inner.turn != before || inner.failed {
            self.moved.notify_all();
        }
    }

    /// Counts work that is handed out.
    pub(super) fn expect(&self, weight: usize) {
        self.waiting.fetch_add(weight, Ordering::Relaxed);
    }

    /// Whether so much waits for its turn that no more is to be handed out.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > MAX_WAITING
    }

    /// Waits while it is full, unless the line whose turn it is `is_left` to be
    /// handed out.
    pub(super) fn wait_for_room(&self, stop: &AtomicBool, is_left: impl Fn(Place) -> bool) {
        self.wait_while(stop, |inner| self.is_full() && !is_left(inner.turn));
    }

    /// Waits until all lines before `place` have left, unless there `is_work`
    /// to be done for them. Says whether they have.
    pub(super) fn wait_for_turn(
        &self,
        place: Place,
        stop: &AtomicBool,
        is_work: impl Fn(Place) -> bool,
    ) -> bool {
        self.wait_while(stop, |inner| inner.turn < place && !is_work(inner.turn));
        self.turn() >= place
    }

    /// The place whose turn it is.
    pub(super) fn turn(&self) -> Place {
        lock(&self.inner).turn
    }

    /// To be called when there is more work.
    pub(super) fn wake(&self) {
        self.moved.notify_all();
    }

    fn wait_while(&self, stop: &AtomicBool, condition: impl Fn(&Inner<'k>) -> bool) {
        let mut inner = lock(&self.inner);
        while !stop.load(Ordering::Relaxed) && condition(&inner) {
            // The time limit only matters where another worker has panicked, or finds
            // work between the look at the condition and the wait.
            let waited = self.moved.wait_timeout(inner, Duration::from_millis(100));
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Inner<'_> {
    fn put_out(&mut self, waiting: &AtomicUsize) -> Result<(), Failed> {
        let before = self.turn;
        loop {
            let Place { name, line } = self.turn;
            if self.directories.get(&name) == Some(&Some(line)) {
                self.directories.remove(&name);
                self.turn = Place::of_name(name + 1);
                continue;
            }
            let Some(Placed { next, weight, line, .. }) = self.lines.remove(&self.turn) else { break };
            self.turn = next;
            waiting.fetch_sub(weight, Ordering::Relaxed);
            self.sink.line(line)?;
        }
        if self.turn == before { Ok(()) } else { self.sink.flush() }
    }
}
