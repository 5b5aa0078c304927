//! Reads what may keep its reader waiting: a pipe, a terminal, a device.
//!
//! Such a file is read alone, when all lines before its own have left: two
//! names of one pipe are read one after the other, and nothing waits for a
//! writer that does not come but what stands behind it.
//!
//! One that proves long is read by one thread and hashed by another, or several functions of it
//! by as many.

use crate::engine::ahead::{self, Adder, BUFFER, Part};
use crate::engine::deal::Deal;
use crate::engine::queue::Ticket;
use crate::engine::read::{ReadError, Reading};
use crate::function::{Function, State, finish_many};
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

/// What each piece has to gain for more than one thread to hash: several times what it takes to
/// wake one.
const GAIN: Duration = Duration::from_micros(50);

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
    let mut states = States { all: functions.iter().map(Function::begin).collect(), deal: Deal::default() };
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
    ahead::run(buffer, threads, next, &mut states)?;
    let digests = finish_many(&states.all.iter().collect::<Vec<_>>());
    Ok(Reading { len: len.get(), modified: None, status: None, digests })
}

/// The functions of a stream.
struct States {
    all: Vec<State>,
    deal: Deal,
}

impl Adder for &mut States {
    fn add(&mut self, piece: &[u8]) {
        self.deal.update(&mut self.all, piece);
    }

    fn parts(&mut self, most: usize) -> Vec<Part<'_>> {
        let States { all, deal } = &mut **self;
        let hands = deal.to(most, all, BUFFER as u64, GAIN).into_iter();
        hands.map(|mut hand| -> Part<'_> { Box::new(move |piece| hand.update(piece)) }).collect()
    }
}
