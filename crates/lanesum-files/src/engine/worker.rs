//! One thread's rounds: fetch files, read a piece of each, hash all pieces.

use crate::engine::Shared;
use crate::engine::arena::{Arena, BLOCK};
use crate::engine::cached::Look;
use crate::engine::large::{Large, MAX_READ, Manner};
use crate::engine::order::{Place, Placed};
use crate::engine::queue::{Batch, Ticket};
use crate::engine::read::{ReadError, Reading};
use crate::engine::readahead::{Readahead, Way};
use crate::engine::slot::{self, Slot};
use crate::engine::stream::{self, Means, Stream};
use crate::function::{Blake3, Function, Value, finish_many, hash_many, update_many};
use crate::input;
use crate::status::Kind;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::mem;
use std::time::Instant;

/// How much memory all arenas take together.
const ALL_ARENAS: usize = 24 << 20;

/// How much one takes. Pieces of 64 KiB make the system calls cheap; more brings
/// little, as long as it stays in the level 3 cache.
const MAX_ARENA: usize = 4 << 20;

/// How much it takes where there is little memory to address.
const TIGHT_ARENA: usize = 256 << 10;

/// How many files a worker reads side by side: as many as there are lanes.
const MAX_SLOTS: usize = 64;

/// A piece should not be smaller, or the system calls are what it costs.
const MIN_PIECE: usize = 8 << 10;

/// From this length on a piece is hashed as soon as it is read, if its functions have no lanes.
/// CRC-32 of 100 files of a MiB took 26 ms where all pieces of a round were read first, more than
/// a level 2 cache holds, and takes 18 (Linux 6.18, Intel Emerald Rapids, one thread).
const AT_ONCE: usize = 16 << 10;

/// How many files one thread reads without asking for others to help, if all
/// are small: starting a thread costs as much as some tens of them.
const ALONE: usize = 128;

/// How much a worker has at hand.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    arena: usize,
    /// How many files it reads side by side.
    pub(super) slots: usize,
    /// How many besides may come from a disk meanwhile.
    coming: usize,
    large: Manner,
}

impl Shape {
    /// For each of `threads` workers; `tight` where memory is.
    pub(super) fn of(threads: usize, map: bool, tight: bool) -> Self {
        let most = if tight { TIGHT_ARENA } else { MAX_ARENA };
        let arena = (ALL_ARENAS / threads).min(most);
        // A quarter is for directories, and a few are for the standard files, the output
        // and a directory that is being listed; of the rest each worker may have one in
        // a large file that is about to be done.
        let limit = crate::descriptors::limit();
        let files = (limit / 2).min((limit - limit / 4).saturating_sub(8)) / threads;
        let files = files.saturating_sub(1);
        let room = 1 << (arena - BLOCK).ilog2();
        let large = Manner { read: MAX_READ.min(room), threads, map };
        let slots = (arena / MIN_PIECE).min(files).clamp(1, MAX_SLOTS);
        Self { arena, slots, coming: files.saturating_sub(slots).min(slots), large }
    }

    /// How many threads there may be.
    pub(super) fn threads(&self) -> usize {
        self.large.threads
    }
}

/// A thread, and what it is busy with.
pub(super) struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    arena: Arena,
    /// How many files it took from the queue.
    fetched: usize,
    /// The files that are open.
    slots: Vec<Slot>,
    /// The files whose first bytes come from a disk, to be read in the next round.
    coming: Vec<Slot>,
    readahead: Readahead,
    /// What is to be read when its turn comes.
    streams: BTreeMap<Place, Stream>,
    /// What is to be read again.
    again: Vec<Ticket>,
    /// Lines that are ready.
    lines: Vec<Placed>,
}

impl<'s, 'a> Worker<'s, 'a> {
    pub(super) fn new(shared: &'s Shared<'a>) -> Self {
        Self {
            shared,
            arena: Arena::new(shared.shape.arena),
            fetched: 0,
            slots: Vec::new(),
            coming: Vec::new(),
            readahead: Readahead::default(),
            streams: BTreeMap::new(),
            again: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// A round: a stretch of a large file, and a piece of each other file that is open, or a
    /// window of the only one.
    /// Calls `hire` when there is work for one more. Says whether there is more to do.
    pub(super) fn round(&mut self, hire: impl Fn()) -> bool {
        let helped = self.help();
        let (batch, more) = self.fetch();
        if self.shared.stopped() {
            return false;
        }
        self.fetched += batch.files.len();
        let Shared { queue, larges, .. } = self.shared;
        let many = queue.has_more() && self.fetched + queue.left() > ALONE;
        if many {
            hire();
        }
        if !(batch.files.is_empty() && self.coming.is_empty() && self.hash_window()) {
            self.read(batch);
        }
        let open = self.slots.iter().any(|slot| !slot.ended) || !self.coming.is_empty();
        let busy = !self.streams.is_empty() || open;
        let few = queue.has_more() && !many && !self.shared.is_arriving();
        if busy && few || larges.is_work_for_more() {
            hire();
        }
        self.hash();
        self.put_out();
        let left = self.slots.len() + self.coming.len() + self.again.len();
        if helped || larges.len() > 0 || left > 0 {
            return true;
        }
        match self.streams.pop_first() {
            Some((place, stream)) => self.stream(place, stream),
            None if !more && !self.shared.queue.has_more() => return false,
            None => {}
        }
        true
    }

    /// Files for the free slots, and whether there is more to come.
    fn fetch(&mut self) -> (Batch, bool) {
        let Shared { shape, order, queue, larges, stop, .. } = self.shared;
        let busy = self.slots.len() + self.again.len() + larges.len();
        let (free, idle) = (shape.slots.saturating_sub(busy), busy + self.coming.len() == 0);
        // What waits for its turn is not to be kept waiting by what comes after.
        let before = self.streams.keys().next().map(|place| place.name);
        // Nor does who is busy take what somebody was hired for: with two long files the first
        // worker had both, where the other one's thread was a millisecond late.
        if free == 0 || !idle && self.shared.is_arriving() {
            return (Batch::empty(), true);
        }
        // Only who has nothing at hand may wait: the line whose turn it is may be
        // that of an open file. It can get full between two looks at it.
        if idle && before.is_none() {
            order.wait_for_room(stop, |turn| queue.is_left(turn));
        } else if order.is_full() && !(idle && queue.is_left(order.turn())) {
            return (Batch::empty(), true);
        }
        let (mut batch, more) = queue.fetch(free, idle, before);
        order.expect(batch.weight());
        for (name, lines) in batch.ended.drain(..) {
            order.end_directory(name, lines, stop);
        }
        self.lines.append(&mut batch.lines);
        (batch, more)
    }

    /// Hashes a window of the only file that is open, if it is long. Says whether it did.
    fn hash_window(&mut self) -> bool {
        let Self { shared, arena, slots, again, .. } = self;
        let ([slot], true, true) = (&mut slots[..], again.is_empty(), shared.shape.large.map) else {
            return false;
        };
        match slot.hash_window(arena, shared) {
            Ok(hashed) => {
                shared.options.progress.add(hashed);
                hashed > 0
            }
            Err(error) => {
                let slot = slots.pop().expect("it is there");
                self.end(slot.ticket, Err(error));
                true
            }
        }
    }

    /// Opens the files of the batch, and reads a piece of every file.
    fn read(&mut self, batch: Batch) {
        let (again, due) = (mem::take(&mut self.again), mem::take(&mut self.coming));
        self.arena.share(self.slots.len() + due.len() + again.len() + batch.files.len());
        let open = mem::take(&mut self.slots);
        self.readahead.begin();
        for ticket in again.into_iter().chain(batch.files) {
            self.open(ticket);
        }
        let most = self.coming.len().min(self.shared.shape.coming);
        for slot in self.coming.split_off(most) {
            self.read_slot(slot);
        }
        for mut slot in open.into_iter().chain(due) {
            slot.take_room(&mut self.arena);
            self.read_slot(slot);
        }
        self.shared.options.progress.add(self.slots.iter().map(|slot| slot.piece.len() as u64).sum());
    }

    /// Opens a file, if it has to be, and reads what fits into a piece.
    fn open(&mut self, mut ticket: Ticket) {
        if let Some(line) = self.shared.task.spare(&ticket.input, &mut ticket.job) {
            let Ticket { place, next, weight, .. } = ticket;
            return self.add(Placed { place, next, weight, line });
        }
        if matches!(ticket.input.place, input::Place::Stdin) {
            return self.wait(Stream { ticket, file: None });
        }
        let (file, status) = match slot::open(&ticket.input, self.shared.options.outputs) {
            Ok(opened) => opened,
            Err(error) => return self.end(ticket, Err(error)),
        };
        if !self.shared.task.takes_special() && slot::is_special(&file, &status) {
            return self.end(ticket, Err(ReadError::Special));
        }
        match status.kind {
            Kind::Regular => {
                let told = alone(self.shared.task.functions(&ticket.job));
                let (ticket, file) = match Large::new(ticket, file, status, self.shared.shape.large, told) {
                    Ok(large) => return self.share(large),
                    Err(small) => small,
                };
                self.begin_slot(Slot::new(ticket, file, status));
            }
            Kind::Special => self.wait(Stream { ticket, file: Some((file, status.id)) }),
            Kind::Directory => match self.shared.task.walk(&ticket.input, &ticket.job) {
                Some(walk) => {
                    self.shared.order.begin_directory(ticket.place.name, ticket.weight);
                    self.shared.queue.enter(ticket.place.name, walk);
                    self.shared.order.wake();
                }
                // What the system has to say of it, it says when it is read.
                None => {
                    let error = rustix::io::read(&file, &mut [0]).err().unwrap_or(Errno::ISDIR);
                    self.end(ticket, Err(error.into()));
                }
            },
        }
    }

    /// Reads the first piece of a file, now or in the next round.
    fn begin_slot(&mut self, mut slot: Slot) {
        slot.take_room(&mut self.arena);
        // A file of /proc may wait for something to tell.
        if slot.status.len == 0 {
            return self.read_slot(slot);
        }
        let device = slot.status.id.device();
        let mut way = self.readahead.way(device);
        if way == Way::IfCached {
            match slot.look(&mut self.arena) {
                Ok(Look::Read(_)) => return self.keep(slot, Ok(())),
                Ok(Look::Absent) => way = Way::Later,
                Ok(Look::Untold) => {
                    self.readahead.untold(device);
                    way = Way::Timed;
                }
                Err(error) => return self.end(slot.ticket, Err(error)),
            }
        }
        if way == Way::Later {
            slot.ask_for();
            return self.coming.push(slot);
        }
        let start = Instant::now();
        let read = slot.read(&mut self.arena);
        self.readahead.took(slot.piece.len(), start.elapsed());
        self.keep(slot, read);
    }

    /// Reads a piece into the room that was taken for it.
    fn read_slot(&mut self, mut slot: Slot) {
        let read = slot.read(&mut self.arena);
        self.keep(slot, read);
    }

    fn keep(&mut self, mut slot: Slot, read: Result<(), ReadError>) {
        match read {
            Ok(()) => {
                self.hash_at_once(&mut slot);
                self.slots.push(slot);
            }
            Err(error) => self.end(slot.ticket, Err(error)),
        }
    }

    /// Hashes the piece that was read last while it is near, where it gains nothing by the
    /// others of the round.
    fn hash_at_once(&mut self, slot: &mut Slot) {
        let Self { shared: Shared { task, options, .. }, arena, .. } = self;
        if slot.piece.len() < AT_ONCE || slot.has_lanes(*task) {
            return;
        }
        slot.begin(*task);
        let piece = arena.bytes(&slot.piece);
        update_many(slot.states.iter_mut().map(|state| (state, piece)));
        options.progress.add(piece.len() as u64);
        arena.give_back(&slot.piece);
        slot.piece = 0..0;
    }

    /// Has all workers read a file.
    fn share(&self, large: Large) {
        self.shared.larges.push(large);
        self.shared.order.wake();
    }

    /// Takes a stretch of a large file, which is about as much as all the pieces
    /// of a round. Says whether there was one.
    fn help(&mut self) -> bool {
        let Some(large) = self.shared.larges.first() else { return false };
        if let Some((len, done)) = large.stretch(self.arena.all()) {
            self.shared.options.progress.add(len);
            if let Some((ticket, reading)) = done {
                self.end(ticket, reading);
                self.put_out();
            }
        }
        true
    }

    /// Hashes the pieces, and ends the files that were read to their end.
    fn hash(&mut self) {
        let task = self.shared.task;
        let (whole, mut slots): (Vec<_>, Vec<_>) =
            mem::take(&mut self.slots).into_iter().partition(Slot::is_whole);
        for slot in &mut slots {
            slot.begin(task);
        }
        let arena = &self.arena;
        update_many(slots.iter_mut().filter(|slot| !slot.piece.is_empty()).flat_map(|slot| {
            let piece = arena.bytes(&slot.piece);
            slot.states.iter_mut().map(move |state| (state, piece))
        }));
        let (ended, open): (Vec<_>, _) = slots.into_iter().partition(|slot| slot.ended);
        self.slots = open;
        let states: Vec<_> = ended.iter().flat_map(|slot| &slot.states).collect();
        let digests = finish_many(&states);
        self.finish(ended, digests);
        self.hash_whole(whole);
    }

    /// Hashes files that are a piece each.
    fn hash_whole(&mut self, whole: Vec<Slot>) {
        let Self { shared: Shared { task, .. }, arena, .. } = &*self;
        let messages: Vec<_> = whole
            .iter()
            .flat_map(|slot| {
                let piece = arena.bytes(&slot.piece);
                task.functions(&slot.ticket.job).iter().map(move |function| (function, piece))
            })
            .collect();
        let digests = hash_many(&messages);
        self.finish(whole, digests);
    }

    /// Ends files, whose digests lie one behind the other.
    fn finish(&mut self, ended: Vec<Slot>, digests: Vec<Value>) {
        let mut digests = digests.into_iter();
        for slot in ended {
            let functions = self.shared.task.functions(&slot.ticket.job).len();
            let reading = Reading {
                len: slot.len,
                modified: Some(slot.status.modified),
                status: Some(slot.status),
                digests: digests.by_ref().take(functions).collect(),
            };
            self.end(slot.ticket, Ok(reading));
        }
    }

    /// Has a stream wait for its turn.
    fn wait(&mut self, mut stream: Stream) {
        self.shared.task.ask_all(&mut stream.ticket.job);
        self.streams.insert(stream.ticket.place, stream);
    }

    /// Reads one stream, with all of the arena, if its turn comes before there
    /// is other work.
    fn stream(&mut self, place: Place, stream: Stream) {
        let shared @ Shared { order, queue, larges, .. } = self.shared;
        let is_work = |turn| {
            larges.len() > 0 || queue.has_before(place.name) && (!order.is_full() || queue.is_left(turn))
        };
        if !order.wait_for_turn(place, &shared.stop, is_work) {
            return self.wait(stream);
        }
        let Stream { mut ticket, file } = stream;
        if file.is_none() {
            let told = alone(shared.task.functions(&ticket.job));
            ticket = match Large::stdin(ticket, shared.shape.large, told) {
                Ok(large) => return self.share(large),
                Err(ticket) => ticket,
            };
        }
        self.arena.share(1);
        let piece = self.arena.piece(u64::MAX);
        let reading = stream::read(
            &ticket.input,
            file,
            &shared.seen,
            shared.task.functions(&ticket.job),
            Means { buffer: self.arena.bytes_mut(&piece), threads: shared.shape.threads() },
            || shared.stopped(),
            |n| shared.options.progress.add(n),
        );
        if !shared.stopped() {
            self.end(ticket, reading);
            self.put_out();
        }
    }

    fn end(&mut self, ticket: Ticket, reading: Result<Reading, ReadError>) {
        let Ticket { place, next, weight, input, mut job } = ticket;
        if let Ok(reading) = &reading
            && !self.shared.task.settles(&mut job, reading)
        {
            return self.again.push(Ticket { place, next, weight, input, job });
        }
        let line = self.shared.task.line(input, job, reading);
        self.add(Placed { place, next, weight, line });
    }

    /// Adds a line to those that are ready, or to the last one of them.
    fn add(&mut self, mut placed: Placed) {
        if let Some(last) = self.lines.last_mut()
            && last.next == placed.place
        {
            match self.shared.task.join(&mut last.line, placed.line) {
                None => {
                    last.next = placed.next;
                    last.weight += placed.weight;
                    return;
                }
                Some(apart) => placed.line = apart,
            }
        }
        self.lines.push(placed);
    }

    fn put_out(&mut self) {
        self.shared.order.take(&mut self.lines, &self.shared.stop);
    }
}

/// BLAKE3, if nothing else is to be computed of a file.
fn alone(functions: &[Function]) -> Option<Blake3> {
    match functions {
        [function] => function.blake3(),
        _ => None,
    }
}
