//! A file that is open, and how far it was read.

use crate::engine::abreast::Abreast;
use crate::engine::arena::Arena;
use crate::engine::cached::{self, Look};
use crate::engine::erased::{Job, Line};
use crate::engine::long::{Long, Step};
use crate::engine::queue::Ticket;
use crate::engine::read::ReadError;
use crate::engine::{Shared, Task};
use crate::function::{Function, State};
use crate::input::Input;
use crate::status::{FileId, Kind, Status};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, SeekFrom, fstat, seek};
use rustix::io::Errno;
use std::ops::Range;

/// A regular file that a worker reads.
pub(super) struct Slot {
    pub(super) ticket: Ticket,
    /// As it was before the first byte was read.
    pub(super) status: Status,
    /// How many bytes were read.
    pub(super) len: u64,
    /// One for each function, from the first piece on that is not the whole file.
    pub(super) states: Vec<State>,
    /// Where the last piece is in the arena.
    pub(super) piece: Range<usize>,
    /// Whether it was read to its end.
    pub(super) ended: bool,
    file: OwnedFd,
    /// For the time when no other file is open.
    long: Long,
    abreast: Abreast,
    /// Whether any of its functions has lanes, once that was asked.
    has_lanes: Option<bool>,
    /// Whether the length that the system says is true. It is not in `/proc`
    /// and `/sys`: those are read until nothing comes.
    sized: bool,
}

/// Opens what `input` names.
///
/// # Errors
///
/// The system's, [`ReadError::Output`] for one of the `outputs`, and
/// [`ReadError::Replaced`] for what a walk has found and is no file by now, or
/// [`ReadError::DirectoryReplaced`].
pub(super) fn open(input: &Input, outputs: &[FileId]) -> Result<(OwnedFd, Status), ReadError> {
    let file = match input.open() {
        Err(Errno::LOOP) if input.is_found() => return Err(ReadError::Replaced),
        Err(Errno::STALE) if input.is_found() => return Err(ReadError::DirectoryReplaced),
        file => file?,
    };
    let stat = fstat(&file)?;
    if input.is_found() && FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(ReadError::Replaced);
    }
    let status = Status::from(stat);
    if outputs.contains(&status.id) {
        return Err(ReadError::Output);
    }
    Ok((file, status))
}

/// Whether an open file is a pipe or a device, or one that the system makes up.
pub(super) fn is_special(file: &OwnedFd, status: &Status) -> bool {
    status.kind == Kind::Special || status.block || status.kind == Kind::Regular && is_made_up(file, status)
}

/// Whether it is in `/proc` or `/sys`, where files seem to have no bytes, or a page.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_made_up(file: &OwnedFd, status: &Status) -> bool {
    const SYSFS: u64 = 0x6265_6572;
    let by_length = status.len == 0 || status.len == 4096;
    by_length
        && rustix::fs::fstatfs(file).is_ok_and(|found| {
            found.f_type as u64 == rustix::fs::PROC_SUPER_MAGIC as u64 || found.f_type as u64 == SYSFS
        })
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn is_made_up(_: &OwnedFd, _: &Status) -> bool {
    false
}

impl Slot {
    pub(super) fn new(ticket: Ticket, file: OwnedFd, status: Status) -> Self {
        let sized = status.len > 0;
        let (states, long, abreast) = (Vec::new(), Long::default(), Abreast::default());
        Self {
            ticket,
            status,
            len: 0,
            states,
            piece: 0..0,
            ended: false,
            file,
            long,
            abreast,
            has_lanes: None,
            sized,
        }
    }

    /// Whether the piece is the whole file.
    pub(super) fn is_whole(&self) -> bool {
        self.ended && self.states.is_empty()
    }

    /// Whether any of its functions has lanes.
    pub(super) fn has_lanes(&mut self, task: &dyn Task<Job = Job, Line = Line>) -> bool {
        let Self { ticket, has_lanes, .. } = self;
        let ask = || task.functions(&ticket.job).iter().any(Function::has_lanes);
        *has_lanes.get_or_insert_with(ask)
    }

    /// Begins the states, with the first piece.
    pub(super) fn begin(&mut self, task: &dyn Task<Job = Job, Line = Line>) {
        if self.states.is_empty() {
            self.states = task.functions(&self.ticket.job).iter().map(Function::begin).collect();
            // What is hashed in windows can be shared out.
            if self.states.len() > 1 {
                self.long.take_any();
            }
        }
    }

    /// Hashes the next window of a long file, where nothing else needs the arena, or the next
    /// stretch on several threads. Says how many bytes it has: none where the file is to be read
    /// on.
    pub(super) fn hash_window(&mut self, arena: &mut Arena, shared: &Shared<'_>) -> Result<u64, ReadError> {
        // Of what was not begun the whole may be one piece.
        if !self.sized || self.states.is_empty() {
            return Ok(0);
        }
        let Self { states, file, long, abreast, .. } = self;
        let (at, len) = (self.len, self.status.len);
        let helpers = shared.engage(abreast.threads() - 1);
        let stretch = abreast.next(file.as_fd(), at, len, states, 1 + helpers, &|| shared.stopped());
        shared.dismiss(helpers);
        let mut hash = |piece: &[u8]| abreast.update(states, piece);
        let step = stretch.unwrap_or_else(|| long.next(file.as_fd(), at, len, arena.largest(), &mut hash));
        let hashed = match step {
            Step::Hashed(n) => n,
            Step::Rest => return Ok(0),
            Step::Lost => {
                self.states.clear();
                self.len = 0;
                0
            }
        };
        self.piece = 0..0;
        self.len += hashed;
        seek(&self.file, SeekFrom::Start(self.len))?;
        Ok(hashed)
    }

    /// Takes room for the next piece.
    ///
    /// One read is enough for a file that fits into its piece: it asks for a
    /// byte more than there should be, and gets just what there should be.
    pub(super) fn take_room(&mut self, arena: &mut Arena) {
        let want = if self.sized { self.status.len - self.len + 1 } else { u64::MAX };
        self.piece = arena.piece(want);
    }

    /// Reads the first piece into its room, as much of it as is in the system's cache.
    pub(super) fn look(&mut self, arena: &mut Arena) -> Result<Look, ReadError> {
        let look = cached::look(self.file.as_fd(), arena.bytes_mut(&self.piece));
        if let Look::Read(n) = look {
            self.took(n)?;
        }
        Ok(look)
    }

    /// Has the system read the first piece into its cache.
    pub(super) fn ask_for(&self) {
        cached::ask_for(self.file.as_fd(), self.piece.len());
    }

    /// Reads the next piece into its room.
    pub(super) fn read(&mut self, arena: &mut Arena) -> Result<(), ReadError> {
        let n = loop {
            match rustix::io::read(&self.file, arena.bytes_mut(&self.piece)) {
                Err(Errno::INTR) => {}
                // A file of /proc that waits for something to tell.
                Err(Errno::AGAIN) => crate::wait::readable(&self.file)?,
                n => break n?,
            }
        };
        self.took(n)
    }

    /// Has the bytes of a piece that was read.
    fn took(&mut self, n: usize) -> Result<(), ReadError> {
        self.piece.end = self.piece.start + n;
        let first = self.len == 0;
        self.len += n as u64;
        if self.sized && self.len == self.status.len {
            self.ended = true;
            if !first {
                self.status.check_unchanged(&self.file)?;
            }
        } else if n == 0 {
            self.ended = true;
            self.status.check_unchanged(&self.file)?;
        } else if self.sized && self.len > self.status.len {
            self.status.check_unchanged(&self.file)?;
            self.sized = false;
        }
        Ok(())
    }
}
