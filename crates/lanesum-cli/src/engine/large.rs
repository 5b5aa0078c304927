//! A large file whose hash is a tree, read and hashed by all workers at once.
//!
//! The file is cut into parts. A worker takes the next one, reads it from its
//! position into memory that stays in the level 2 cache, and hashes it there;
//! whoever ends the last part has the digest. Between the parts that a worker
//! takes it goes on with other files, so that neither waits for the other.

use crate::descriptors::Shared;
use crate::engine::queue::Ticket;
use crate::engine::read::{ReadError, Reading};
use crate::function::Blake3;
use crate::input::Input;
use crate::status::Status;
use lanesum::blake3::Hasher;
use lanesum::blake3::subtree::Subtree;
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::fstat;
use rustix::io::{Errno, pread};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes in a part, where there is room: the system calls cost little, and it
/// fits the level 2 cache beside what the system does.
pub(super) const MAX_PART: usize = 256 << 10;

/// From this length on a file is shared out: starting threads for less does not
/// pay, nor does keeping lanes of other files waiting.
const LARGE: u64 = 4 << 20;

/// A file that is read in parts.
pub(super) struct Large<J> {
    file: Source,
    /// As it was before the first byte was read.
    status: Status,
    /// Where the message begins in the file, and how long it is.
    start: u64,
    len: u64,
    /// Bytes in a part but the last: a power of two.
    part: usize,
    told: Blake3,
    /// The next part to be read.
    next: AtomicU64,
    progress: Mutex<Progress<J>>,
}

/// Where the bytes are.
enum Source {
    File(Shared, Input),
    Stdin(BorrowedFd<'static>),
}

/// What is done.
struct Progress<J> {
    /// All parts before the turn are in it.
    hasher: Hasher,
    turn: u64,
    /// Parts that are hashed before their turn: no more than there are workers,
    /// but where one is held up.
    early: BTreeMap<u64, Hashed>,
    /// How many parts are not done.
    left: u64,
    error: Option<ReadError>,
    /// Until the end.
    ticket: Option<Ticket<J>>,
}

/// What a part comes to.
enum Hashed {
    Subtree(Subtree),
    /// The first one, which may be the whole message, and the last one, which is
    /// no whole subtree, are hashed when their turn comes.
    Bytes(Vec<u8>),
}

/// A file that is done.
pub(super) type Done<J> = (Ticket<J>, Result<Reading, ReadError>);

impl<J> Large<J> {
    /// A file that is shared out, or the same back, if that does not pay.
    pub(super) fn new(
        ticket: Ticket<J>,
        file: OwnedFd,
        status: Status,
        part: usize,
        told: Option<Blake3>,
    ) -> Result<Self, (Ticket<J>, OwnedFd)> {
        match told {
            Some(told) if status.len >= LARGE => {
                let file = Source::File(Shared::new(file, status.id), ticket.input.clone());
                Ok(Self::of(ticket, file, status, 0, part, told))
            }
            _ => Err((ticket, file)),
        }
    }

    /// Standard input, where it is a file that is long enough: it is then at its
    /// end for whoever reads on.
    pub(super) fn stdin(ticket: Ticket<J>, part: usize, told: Option<Blake3>) -> Result<Self, Ticket<J>> {
        match told.and_then(|told| Some((told, rest_of_stdin()?))) {
            Some((told, (file, status, start))) => {
                Ok(Self::of(ticket, Source::Stdin(file), status, start, part, told))
            }
            None => Err(ticket),
        }
    }

    fn of(ticket: Ticket<J>, file: Source, status: Status, start: u64, part: usize, told: Blake3) -> Self {
        let len = status.len - start;
        let progress = Progress {
            hasher: Hasher::with_mode(told.mode),
            turn: 0,
            early: BTreeMap::new(),
            left: len.div_ceil(part as u64),
            error: None,
            ticket: Some(ticket),
        };
        let (next, progress) = (AtomicU64::new(0), Mutex::new(progress));
        Self { file, status, start, len, part, told, next, progress }
    }

    /// How many parts there are.
    fn parts(&self) -> u64 {
        self.len.div_ceil(self.part as u64)
    }

    /// Whether parts are left to be taken.
    fn is_left(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.parts()
    }

    /// Reads and hashes one part, in `buffer`, which has room for it. None if
    /// none is left; otherwise how many bytes it has, and the file, if it is
    /// done.
    pub(super) fn part(&self, buffer: &mut [u8]) -> Option<(u64, Option<Done<J>>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= self.parts() {
            return None;
        }
        let offset = number * self.part as u64;
        let len = usize::try_from(self.len - offset).map_or(self.part, |rest| rest.min(self.part));
        let bytes = &mut buffer[..len];
        let hashed = self.read(offset, bytes).map(|()| self.hash(offset, bytes));
        Some((len as u64, self.add(number, hashed)))
    }

    /// Hashes the bytes from `offset` on.
    fn hash(&self, offset: u64, bytes: &[u8]) -> Hashed {
        if offset > 0
            && bytes.len() == self.part
            && let Ok(subtree) = self.told.mode.subtree(offset, bytes)
        {
            return Hashed::Subtree(subtree);
        }
        Hashed::Bytes(bytes.to_vec())
    }

    /// Fills `bytes` from `offset` on.
    fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), ReadError> {
        self.with(|file| {
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
        })
    }

    /// Does something with the file.
    fn with<R>(&self, f: impl FnOnce(BorrowedFd<'_>) -> Result<R, ReadError>) -> Result<R, ReadError> {
        match &self.file {
            Source::File(file, input) => file.with(|| input.open(), f),
            Source::Stdin(file) => f(*file),
        }
    }

    /// Takes what a part came to. Gives the file back with the last one.
    fn add(&self, number: u64, hashed: Result<Hashed, ReadError>) -> Option<Done<J>> {
        let mut progress = self.progress();
        progress.left -= 1;
        match hashed {
            Ok(hashed) => progress.put(number, hashed),
            // The first error is the one to tell; what is left of the file is not read.
            Err(error) => {
                progress.error.get_or_insert(error);
                let taken = self.next.swap(self.parts(), Ordering::Relaxed).min(self.parts());
                progress.left -= self.parts() - taken;
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
                digests: vec![self.told.output(&progress.hasher)],
            }),
        };
        Some((ticket, reading))
    }

    fn progress(&self) -> MutexGuard<'_, Progress<J>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> Progress<J> {
    /// Adds a part to the hash, and those that waited for it.
    fn put(&mut self, number: u64, hashed: Hashed) {
        self.early.insert(number, hashed);
        while let Some(hashed) = self.early.remove(&self.turn) {
            match hashed {
                Hashed::Subtree(subtree) => {
                    self.hasher.push_subtree(&subtree).expect("whole parts come in order here");
                }
                Hashed::Bytes(bytes) => {
                    self.hasher.update(&bytes);
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
pub(super) struct Larges<J> {
    files: Mutex<VecDeque<Arc<Large<J>>>>,
    /// How many there are.
    len: AtomicUsize,
}

impl<J> Larges<J> {
    pub(super) fn new() -> Self {
        Self { files: Mutex::new(VecDeque::new()), len: AtomicUsize::new(0) }
    }

    /// Adds a file.
    pub(super) fn push(&self, large: Large<J>) {
        let mut files = self.lock();
        files.push_back(Arc::new(large));
        self.len.store(files.len(), Ordering::Relaxed);
    }

    /// How many files have parts to be taken, about.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// The first file that has parts to be taken.
    pub(super) fn first(&self) -> Option<Arc<Large<J>>> {
        if self.len() == 0 {
            return None;
        }
        let mut files = self.lock();
        while files.front().is_some_and(|large| !large.is_left()) {
            files.pop_front();
        }
        self.len.store(files.len(), Ordering::Relaxed);
        files.front().cloned()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Large<J>>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
