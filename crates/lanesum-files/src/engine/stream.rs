//! Reads what may keep its reader waiting: a pipe, a terminal, a device.
//!
//! Such a file is read alone, when all lines before its own have left: two
//! names of one pipe are read one after the other, and nothing waits for a
//! writer that does not come but what stands behind it.
//!
//! One that proves long is read by one thread and hashed by another.

use crate::engine::ahead;
use crate::engine::queue::Ticket;
use crate::engine::read::{ReadError, Reading};
use crate::function::{Function, finish_many, update_many};
use crate::input::Input;
use crate::lock::lock;
use crate::pipe::widen;
use crate::standard;
use crate::status::FileId;
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::Errno;
use std::cell::Cell;
use std::sync::Mutex;
use std::time::Duration;

/// How long it may take to notice that all work has ended.
const PATIENCE: Duration = Duration::from_millis(50);

/// A file that waits for its turn.
pub(super) struct Stream {
    pub(super) ticket: Ticket,
    /// None for standard input.
    pub(super) file: Option<(OwnedFd, FileId)>,
}

/// The streams that were read.
#[derive(Default)]
pub(super) struct Seen(Mutex<Vec<FileId>>);

impl Seen {
    /// Opens a stream again if it was read before. Only a descriptor that was
    /// opened after that waits for the next writer: to the one that there is,
    /// the end of the last one is the end.
    fn renew(&self, input: &Input, file: OwnedFd, id: FileId) -> Result<OwnedFd, ReadError> {
        let mut seen = lock(&self.0);
        if seen.contains(&id) {
            return Ok(input.open()?);
        }
        seen.push(id);
        Ok(file)
    }
}

/// What there is to read a stream with.
pub(super) struct Means<'b> {
    /// Room for a piece.
    pub(super) buffer: &'b mut [u8],
    /// How many threads there may be.
    pub(super) threads: usize,
}

/// Reads a stream to its end, or until it is `stopped`: piece by piece, and if it proves
/// long, ahead of the hashing.
pub(super) fn read(
    input: &Input,
    file: Option<(OwnedFd, FileId)>,
    seen: &Seen,
    functions: &[Function],
    Means { buffer, threads }: Means<'_>,
    stopped: impl Fn() -> bool,
    progress: impl Fn(u64),
) -> Result<Reading, ReadError> {
    let named = file.map(|(file, id)| seen.renew(input, file, id)).transpose()?;
    let file = match &named {
        Some(file) => file.as_fd(),
        None => standard::stdin()?,
    };
    widen(file);
    let mut states: Vec<_> = functions.iter().map(Function::begin).collect();
    let len = Cell::new(0);
    // A pipe that is open for reading, but was not yet for writing, reads as
    // ended: so the first read waits until there is something to be had.
    let mut wait = true;
    let next = |buffer: &mut [u8]| -> Result<usize, ReadError> {
        while !stopped() {
            if wait && !crate::wait::readable_within(file, PATIENCE)? {
                continue;
            }
            let n = match rustix::io::read(file, &mut *buffer) {
                Ok(n) => n,
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => {
                    wait = true;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            // Read without looking first only where a read does not block.
            wait = named.is_none();
            len.set(len.get() + n as u64);
            progress(n as u64);
            return Ok(n);
        }
        Ok(0)
    };
    let add = |piece: &[u8]| update_many(states.iter_mut().map(|state| (state, piece)));
    ahead::run(buffer, threads, next, add)?;
    let digests = finish_many(&states.iter().collect::<Vec<_>>());
    Ok(Reading { len: len.get(), modified: None, status: None, digests })
}
