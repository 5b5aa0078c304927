//! Shares the names, and the files in directories, among the workers.

use crate::engine::erased::{AnySource, Job, Line};
use crate::engine::order::{Place, Placed};
use crate::engine::{BoxedSource, Next};
use crate::input::Input;
use crate::lock::lock;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// What a line weighs beside the name in it, about.
const LINE_WEIGHT: usize = 256;

/// A file to read, and the place of its line.
pub(super) struct Ticket {
    pub(super) place: Place,
    /// The place behind it.
    pub(super) next: Place,
    pub(super) weight: usize,
    pub(super) input: Input,
    pub(super) job: Job,
}

/// What is handed out in one go.
pub(super) struct Batch {
    pub(super) files: Vec<Ticket>,
    pub(super) lines: Vec<Placed>,
    /// Directories that have no more, and how many lines each has.
    pub(super) ended: Vec<(u64, u64)>,
}

/// Walks through directories, each with the number of the directory's name.
type Walks = BTreeMap<u64, Ahead<'static>>;

/// What there is to read.
pub(super) struct Queue<'s> {
    names: Mutex<Ahead<'s>>,
    /// Through the directories that were found.
    walks: Mutex<Walks>,
    threads: usize,
    /// How many entries to look ahead: enough to see when few are left, so
    /// that the last ones are divided among all.
    look_ahead: usize,
    /// Whether there was more when somebody last looked.
    more: AtomicBool,
    /// How many there were, at least.
    left: AtomicUsize,
}

/// A source, and what was taken from it but not handed out yet.
struct Ahead<'s> {
    source: AnySource<'s>,
    entries: VecDeque<Entry>,
    /// How many entries were handed out.
    out: u64,
    ended: bool,
}

enum Entry {
    Read(Input, Job),
    Line(Line),
}

impl<'s> Queue<'s> {
    pub(super) fn new(source: AnySource<'s>, threads: usize, slots: usize) -> Self {
        let look_ahead = if threads == 1 { slots } else { 2 * threads * slots };
        let (names, walks) = (Mutex::new(Ahead::new(source)), Mutex::new(BTreeMap::new()));
        let (more, left) = (AtomicBool::new(true), AtomicUsize::new(0));
        Self { names, walks, threads, look_ahead, more, left }
    }

    /// Adds the files in the directory that has the name of this number.
    pub(super) fn enter(&self, name: u64, walk: BoxedSource<Job, Line>) {
        lock(&self.walks).insert(name, Ahead::new(walk));
        self.more.store(true, Ordering::Relaxed);
    }

    /// Whether a worker more would find something to do.
    pub(super) fn has_more(&self) -> bool {
        self.more.load(Ordering::Relaxed)
    }

    /// How many entries there were, at least, when somebody last looked.
    pub(super) fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    /// Whether there are files in directories before the name of this number.
    pub(super) fn has_before(&self, name: u64) -> bool {
        lock(&self.walks).range(..name).next().is_some()
    }

    /// Whether the file with this place is in a directory, and was not handed
    /// out yet.
    pub(super) fn is_left(&self, place: Place) -> bool {
        let walks = lock(&self.walks);
        walks.first_key_value().is_some_and(|(&name, walk)| name == place.name && walk.out <= place.line)
    }

    /// Hands out up to `max` entries, those in directories first. A worker that
    /// is `idle` waits for at least one, if one may come. Others get what there
    /// is without waiting, neither for the source nor for an idle worker that
    /// waits for it.
    ///
    /// With `before`, only what is in directories before the name of that number.
    ///
    /// Says whether there is more to come, as far as is known.
    pub(super) fn fetch(&self, max: usize, idle: bool, before: Option<u64>) -> (Batch, bool) {
        let mut batch = Batch::empty();
        let mut walks = lock(&self.walks);
        let mut seen = 0;
        let end = before.unwrap_or(u64::MAX);
        for (_, walk) in walks.range_mut(..end) {
            if seen >= self.look_ahead {
                break;
            }
            seen += walk.look(self.look_ahead - seen, false);
        }
        let mut share = self.share(seen, max);
        while let Some(mut entry) = walks.first_entry() {
            let name = *entry.key();
            if name >= end {
                break;
            }
            let walk = entry.get_mut();
            share = share.saturating_sub(walk.hand_out(share, |line| Place { name, line }, &mut batch));
            if !(walk.ended && walk.entries.is_empty()) {
                break;
            }
            batch.ended.push((name, walk.out));
            entry.remove();
        }
        let mut more = !walks.is_empty();
        drop(walks);
        if before.is_some() {
            more = true;
        } else if seen < self.look_ahead {
            let names = if idle && seen == 0 { Some(lock(&self.names)) } else { try_lock(&self.names) };
            match names {
                None => more = true,
                Some(mut names) => {
                    seen += names.look(self.look_ahead - seen, idle && seen == 0);
                    let share = self.share(seen, max).saturating_sub(batch.files.len());
                    names.hand_out(share, Place::of_name, &mut batch);
                    more |= !(names.ended && names.entries.is_empty());
                }
            }
        }
        self.more.store(more, Ordering::Relaxed);
        self.left.store(seen.saturating_sub(batch.files.len()), Ordering::Relaxed);
        (batch, more)
    }

    /// A part of what is seen, so that the last files do not all go to one
    /// worker.
    fn share(&self, seen: usize, max: usize) -> usize {
        match self.threads {
            1 => max,
            threads => seen.div_ceil(2 * threads).min(max),
        }
    }
}

impl<'s> Ahead<'s> {
    fn new(source: AnySource<'s>) -> Self {
        Self { source, entries: VecDeque::new(), out: 0, ended: false }
    }

    /// Takes entries from the source, until there are `len` to hand out. Waits only if there
    /// is none, and only if it may `wait`. Says how many there are, at least.
    ///
    /// Those that the source is sure to have stay there: what one thread makes and another
    /// one reads has to go from the cache of the one to that of the other.
    fn look(&mut self, len: usize, wait: bool) -> usize {
        loop {
            let seen = self.entries.len() + self.source.left();
            if seen >= len || self.ended {
                return seen;
            }
            match self.take(wait && self.entries.is_empty()) {
                Some(entry) => self.entries.push_back(entry),
                None => return seen,
            }
        }
    }

    /// The next entry, of those that were taken from the source or that it is sure to have.
    fn next(&mut self) -> Option<Entry> {
        match self.entries.pop_front() {
            None if self.source.left() > 0 => self.take(false),
            entry => entry,
        }
    }

    /// An entry from the source, if it has one now.
    fn take(&mut self, wait: bool) -> Option<Entry> {
        match self.source.next(wait) {
            Next::Read(input, job) => Some(Entry::Read(input, job)),
            Next::Line(line) => Some(Entry::Line(line)),
            Next::Later => None,
            Next::End => {
                self.ended = true;
                None
            }
        }
    }

    /// Hands out up to `max` entries and the lines behind them, with the places
    /// of their numbers. Says how many of the `max`.
    fn hand_out(&mut self, max: usize, place: impl Fn(u64) -> Place, batch: &mut Batch) -> usize {
        let mut n = 0;
        // Lines are no work, for which another worker would be hired.
        while n < max || matches!(self.entries.front(), Some(Entry::Line(_))) {
            let Some(entry) = self.next() else { break };
            n += 1;
            let (place, next) = (place(self.out), place(self.out + 1));
            self.out += 1;
            match entry {
                Entry::Read(input, job) => {
                    let weight = LINE_WEIGHT + input.name.len();
                    batch.files.push(Ticket { place, next, weight, input, job });
                }
                Entry::Line(line) => batch.lines.push(Placed { place, next, weight: LINE_WEIGHT, line }),
            }
        }
        n.min(max)
    }
}

impl Batch {
    pub(super) fn empty() -> Self {
        Self { files: Vec::new(), lines: Vec::new(), ended: Vec::new() }
    }

    /// The weight of all that is in it.
    pub(super) fn weight(&self) -> usize {
        self.files.iter().map(|file| file.weight).sum::<usize>()
            + self.lines.iter().map(|line| line.weight).sum::<usize>()
    }
}

fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
