//! A large file whose hash is a tree, read and hashed by all workers at once.
//!
//! The file is cut into stretches, or is one. A worker takes the next one, maps it or reads
//! it from its position, and hashes it; whoever ends the last stretch has the
//! digest. Between the stretches that a worker takes it goes on with other files,
//! so that neither waits for the other.
//!
//! Mappings copy nothing; reads go into memory that stays in the core's caches. [`Trial`]
//! finds out which takes less time. What is not in the system's cache is read.

use crate::descriptors::Shared;
use crate::engine::cached::{is_cached, is_known_cached};
use crate::engine::mapped;
use crate::engine::queue::Ticket;
use crate::engine::read::{ReadError, Reading};
use crate::engine::trial::{Clock, Trial};
use crate::function::Blake3;
use crate::input::Input;
use crate::lock::lock;
use crate::status::Status;
use lanesum::blake3::subtree::{Subtree, max_len};
use lanesum::blake3::{CHUNK_LEN, Hasher};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::fstat;
use rustix::io::{Errno, pread};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Bytes that are read at once, where there is room: a GiB took 0.92 of the time that it
/// took with 256 KiB, on one thread and on four, and as long with 2 MiB (AMD Zen 4, level 2
/// caches of a MiB).
pub(super) const MAX_READ: usize = 1 << 20;

/// Bytes in a stretch, if the file is long: a page of the table of pages, so that
/// to map it costs little. Of less the calls take a third longer.
const STRETCH: usize = 2 << 20;

/// And if it is so long that the last stretches, which some threads wait for, are a small part:
/// each mapping that ends interrupts the other threads. Of a GiB the calls of 2 MiB took the
/// system 42 ms, those of 8 MiB 26, and of 32 MiB 23 (Linux 6.18, AMD Zen 3, two threads).
const LONG_STRETCH: usize = 8 << 20;

/// The least bytes in a stretch.
const LEAST_STRETCH: usize = 256 << 10;

/// From this length on a file is shared out: one alone took 2.2 ms for 2.5, and the threads
/// together 2.7 for 2.4. Of one half as long they saved 6 % of the time, and took 19 % more
/// (Linux 6.18, Intel Emerald Rapids, two threads).
const LARGE: u64 = 2 << 20;

/// And from this length on if it is not in the system's cache: 200 files of 2 MiB took 0.38 s out of
/// a disk so, and take 0.33 where their first bytes are asked for side by side (Linux 6.18, ext4, a
/// virtual disk, Intel Emerald Rapids).
const LARGE_ON_DISK: u64 = 4 << 20;

/// From this length on a file that is in the system's cache is one stretch: the chunks of one
/// fill all lanes, and pieces of many, read side by side, push each other out of the core's caches.
/// 100 files of a MiB took 37 ms so, and take 24 (Linux 6.18, Intel Emerald Rapids, two threads).
const WHOLE: u64 = 128 << 10;

/// How many bytes of a process are mapped before any are timed.
const UNTIMED: u64 = 64 << 20;

/// Of all large files.
static TRIAL: Trial = Trial::new(UNTIMED);

/// How large files are read.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Bytes that are read at once: a power of two of chunks.
    pub(super) read: usize,
    pub(super) threads: usize,
    /// Whether files may be mapped.
    pub(super) map: bool,
}

impl Manner {
    /// Bytes in a stretch of a file of so many: each thread should get one, and of a file that
    /// takes long several, for a thread that is late keeps the others waiting. Four for each
    /// thread of a file of 4 MiB made a process take 4.8 ms where it takes 4.3.
    fn stretch(&self, len: u64) -> usize {
        if len < LARGE {
            return LARGE as usize;
        }
        let even = |each: u64, most: usize| {
            usize::try_from(len / (each * self.threads as u64)).map_or(most, |even| even.min(most))
        };
        let stretch = even(1, STRETCH).max(even(16, LONG_STRETCH));
        1 << stretch.max(LEAST_STRETCH).ilog2()
    }

    /// The manner for a file of `len` bytes; None where its pieces are read beside others'.
    fn of_file(self, file: BorrowedFd<'_>, len: u64) -> Option<Self> {
        if len >= LARGE_ON_DISK {
            return Some(self.of(file, 0, len));
        }
        (self.map && len >= WHOLE && is_known_cached(file, len)).then_some(self)
    }

    /// The manner for this file, whose message of `len` bytes begins at `start`: what is not in
    /// the cache is not mapped.
    fn of(self, file: BorrowedFd<'_>, start: u64, len: u64) -> Self {
        Self { map: self.map && is_cached(file, start, len), ..self }
    }
}

/// A file that is read in stretches.
pub(super) struct Large {
    file: Source,
    /// As it was before the first byte was read.
    status: Status,
    /// Where the message begins in the file, and how long it is.
    start: u64,
    len: u64,
    manner: Manner,
    /// Bytes in a stretch but the last: a power of two of chunks.
    stretch: usize,
    told: Blake3,
    /// The next stretch to be read.
    next: AtomicU64,
    progress: Mutex<Progress>,
}

/// Where the bytes are.
enum Source {
    File(Shared, Input),
    Stdin(BorrowedFd<'static>),
}

/// What is done.
struct Progress {
    /// All stretches before the turn are in it.
    hasher: Hasher,
    turn: u64,
    /// Stretches that are hashed before their turn: no more than there are
    /// workers, but where one is held up.
    early: BTreeMap<u64, Vec<Hashed>>,
    /// How many stretches are not done.
    left: u64,
    error: Option<ReadError>,
    /// Until the end.
    ticket: Option<Ticket>,
}

/// What a part of the file comes to.
enum Hashed {
    /// All of it.
    Whole(Box<Hasher>),
    Subtree(Subtree),
    /// The first chunk, with which a message has to begin, and what is behind the last whole one
    /// are hashed when their turn comes.
    Bytes(Vec<u8>),
}

/// A file that is done.
pub(super) type Done = (Ticket, Result<Reading, ReadError>);

impl Large {
    /// A file that is hashed by itself, or the same back, if that does not pay.
    pub(super) fn new(
        ticket: Ticket,
        file: OwnedFd,
        status: Status,
        manner: Manner,
        told: Option<Blake3>,
    ) -> Result<Self, (Ticket, OwnedFd)> {
        match told.and_then(|told| Some((told, manner.of_file(file.as_fd(), status.len)?))) {
            Some((told, manner)) => {
                let file = Source::File(Shared::new(file, status.id), ticket.input.clone());
                Ok(Self::of(ticket, file, status, 0, manner, told))
            }
            None => Err((ticket, file)),
        }
    }

    /// Standard input, where it is a file that is long enough: it is then at its
    /// end for whoever reads on.
    pub(super) fn stdin(ticket: Ticket, manner: Manner, told: Option<Blake3>) -> Result<Self, Ticket> {
        match told.and_then(|told| Some((told, rest_of_stdin()?))) {
            Some((told, (file, status, start))) => {
                let manner = manner.of(file, start, status.len - start);
                Ok(Self::of(ticket, Source::Stdin(file), status, start, manner, told))
            }
            None => Err(ticket),
        }
    }

    fn of(ticket: Ticket, file: Source, status: Status, start: u64, manner: Manner, told: Blake3) -> Self {
        let len = status.len - start;
        let stretch = manner.stretch(len);
        let progress = Progress {
            hasher: Hasher::with_mode(told.mode),
            turn: 0,
            early: BTreeMap::new(),
            left: len.div_ceil(stretch as u64),
            error: None,
            ticket: Some(ticket),
        };
        let (next, progress) = (AtomicU64::new(0), Mutex::new(progress));
        Self { file, status, start, len, manner, stretch, told, next, progress }
    }

    /// How many stretches there are.
    fn stretches(&self) -> u64 {
        self.len.div_ceil(self.stretch as u64)
    }

    /// How many of them are left to be taken.
    fn left(&self) -> u64 {
        self.stretches().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// Hashes one stretch; `buffer` has room for what is read at once. None if none is
    /// left; otherwise how many bytes it has, and the file, if it is done.
    pub(super) fn stretch(&self, buffer: &mut [u8]) -> Option<(u64, Option<Done>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= self.stretches() {
            return None;
        }
        let offset = number * self.stretch as u64;
        let len = usize::try_from(self.len - offset).map_or(self.stretch, |rest| rest.min(self.stretch));
        let hashed = self.with(|file| match self.manner.map {
            true => TRIAL.run(
                len,
                buffer,
                |_, clock| self.map(file, offset, len, clock).map(Ok),
                |buffer, clock| self.read(file, offset, len, buffer, clock),
            ),
            false => self.read(file, offset, len, buffer, &Clock::default()),
        });
        Some((len as u64, self.add(number, hashed)))
    }

    /// Maps the bytes from `offset` on and hashes them. None where that does not
    /// go.
    fn map(&self, file: BorrowedFd<'_>, offset: u64, len: usize, clock: &Clock) -> Option<Vec<Hashed>> {
        mapped::with(file, self.start + offset, len, |bytes| {
            let mut hashed = Vec::new();
            clock.beside_mapped(bytes, || self.hash(offset, bytes, &mut hashed));
            hashed
        })
    }

    /// Reads them, piece by piece.
    fn read(
        &self,
        file: BorrowedFd<'_>,
        offset: u64,
        len: usize,
        buffer: &mut [u8],
        clock: &Clock,
    ) -> Result<Vec<Hashed>, ReadError> {
        let mut hashed = Vec::new();
        let mut done = 0;
        while done < len {
            let piece = &mut buffer[..self.manner.read.min(len - done)];
            let at = offset + done as u64;
            self.fill(file, at, piece)?;
            clock.beside(|| self.hash(at, piece, &mut hashed));
            done += piece.len();
        }
        Ok(hashed)
    }

    /// Hashes the bytes from `offset` on: as few subtrees as they are, between the first chunk
    /// of the message and what is behind its last one, if they are not the whole message.
    fn hash(&self, mut offset: u64, mut bytes: &[u8], hashed: &mut Vec<Hashed>) {
        if bytes.len() as u64 == self.len {
            let mut hasher = Box::new(Hasher::with_mode(self.told.mode));
            hasher.update(bytes);
            return hashed.push(Hashed::Whole(hasher));
        }
        while !bytes.is_empty() {
            let most = max_len(offset).filter(|_| bytes.len() >= CHUNK_LEN);
            let len = match most {
                Some(most) => usize::try_from(most).unwrap_or(usize::MAX).min(1 << bytes.len().ilog2()),
                None => bytes.len().min(CHUNK_LEN),
            };
            let part;
            (part, bytes) = bytes.split_at(len);
            let subtree = most.and_then(|_| self.told.mode.subtree(offset, part).ok());
            hashed.push(subtree.map_or_else(|| Hashed::Bytes(part.to_vec()), Hashed::Subtree));
            offset += len as u64;
        }
    }

    /// Fills `bytes` from `offset` on.
    fn fill(&self, file: BorrowedFd<'_>, offset: u64, bytes: &mut [u8]) -> Result<(), ReadError> {
        let mut done = 0;
        while done < bytes.len() {
            let at = self.start + offset + done as u64;
            match pread(file, &mut bytes[done..], at) {
                Ok(0) => {
                    let after = fstat(file).map_or(at, |stat| Status::from(stat).len);
                    return Err(ReadError::Changed { before: self.status.len, after });
                }
                Ok(n) => done += n,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Does something with the file.
    fn with<R>(&self, f: impl FnOnce(BorrowedFd<'_>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        match &self.file {
            Source::File(file, input) => file.with(|| input.open(), f),
            Source::Stdin(file) => f(*file),
        }
    }

    /// Takes what a stretch came to. Gives the file back with the last one.
    fn add(&self, number: u64, hashed: Result<Vec<Hashed>, ReadError>) -> Option<Done> {
        let mut progress = self.progress();
        progress.left -= 1;
        match hashed {
            Ok(hashed) => progress.put(number, hashed),
            // The first error is the one to tell; what is left of the file is not read.
            Err(error) => {
                progress.error.get_or_insert(error);
                let taken = self.next.swap(self.stretches(), Ordering::Relaxed).min(self.stretches());
                progress.left -= self.stretches() - taken;
            }
        }
        if progress.left > 0 {
            return None;
        }
        let ticket = progress.ticket.take()?;
        let reading = match progress.error.take() {
            Some(error) => Err(error),
            None => self.with(|file| self.status.check_unchanged(file)).map(|()| Reading {
                len: self.len,
                modified: Some(self.status.modified),
                status: Some(self.status),
                digests: vec![self.told.output(&progress.hasher)],
            }),
        };
        Some((ticket, reading))
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }
}

impl Progress {
    /// Adds a stretch to the hash, and those that waited for it.
    fn put(&mut self, number: u64, hashed: Vec<Hashed>) {
        self.early.insert(number, hashed);
        while let Some(stretch) = self.early.remove(&self.turn) {
            for part in stretch {
                match part {
                    Hashed::Whole(hasher) => self.hasher = *hasher,
                    Hashed::Subtree(subtree) => {
                        self.hasher.push_subtree(&subtree).expect("whole parts come in order here");
                    }
                    Hashed::Bytes(bytes) => {
                        self.hasher.update(&bytes);
                    }
                }
            }
            self.turn += 1;
        }
    }
}

/// Standard input, if it is a regular file with much to read behind where it
/// is, and that place.
fn rest_of_stdin() -> Option<(BorrowedFd<'static>, Status, u64)> {
    use rustix::fs::{SeekFrom, seek};
    let file = crate::standard::stdin().ok()?;
    let status = Status::from(fstat(file).ok()?);
    if status.kind != crate::status::Kind::Regular {
        return None;
    }
    let start = seek(file, SeekFrom::Current(0)).ok()?;
    if status.len.saturating_sub(start) < LARGE {
        return None;
    }
    seek(file, SeekFrom::Start(status.len)).ok()?;
    Some((file, status, start))
}

/// The large files that are being read, in the order in which they were opened.
pub(super) struct Larges {
    files: Mutex<VecDeque<Arc<Large>>>,
    /// How many there are.
    len: AtomicUsize,
}

impl Larges {
    pub(super) fn new() -> Self {
        Self { files: Mutex::new(VecDeque::new()), len: AtomicUsize::new(0) }
    }

    /// Adds a file.
    pub(super) fn push(&self, large: Large) {
        let mut files = lock(&self.files);
        files.push_back(Arc::new(large));
        self.len.store(files.len(), Ordering::Relaxed);
    }

    /// How many files have stretches to be taken, about.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Whether there are stretches for more than one worker.
    pub(super) fn is_work_for_more(&self) -> bool {
        match self.len() {
            0 => false,
            1 => lock(&self.files).front().is_some_and(|large| large.left() > 1),
            _ => true,
        }
    }

    /// The first file that has stretches to be taken.
    pub(super) fn first(&self) -> Option<Arc<Large>> {
        if self.len() == 0 {
            return None;
        }
        let mut files = lock(&self.files);
        while files.front().is_some_and(|large| large.left() == 0) {
            files.pop_front();
        }
        self.len.store(files.len(), Ordering::Relaxed);
        files.front().cloned()
    }
}
