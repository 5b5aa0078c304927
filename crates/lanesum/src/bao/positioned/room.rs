//! What each thread works in, and how many may work at a time: all of it stays
//! under 16 MiB.

use crate::bao::error::Error;
use crate::bao::io::buffer::Buffer;
use crate::bao::io::positioned_io::ReadAt;
use crate::bao::tree::levels::Levels;
use crate::bao::tree::shape::Subtree;
use crate::bao::tree::walk::RUN_LEN;
use crate::blake3::{Join, Rayon};
use alloc::vec::Vec;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes for all rooms. Threads that wait, and stacks, have the rest.
const BUDGET: usize = 12 << 20;

/// Runs are not cut down further: the lanes would not be full for long.
const LEAST_RUN: usize = RUN_LEN as usize / 4;

/// Room for a run.
#[derive(Default)]
pub(super) struct Room {
    pub(super) levels: Levels,
    pub(super) encoded: Buffer,
    pub(super) content: Buffer,
}

/// The bytes of a message under a subtree, all of them, read to `room`.
pub(super) fn content<'r>(
    room: &'r mut Buffer,
    message: &impl ReadAt,
    subtree: Subtree,
) -> io::Result<&'r [u8]> {
    let content = room.read(message, subtree.start, subtree.len as usize)?;
    if (content.len() as u64) < subtree.len {
        return Err(Error::MessageTruncated { offset: subtree.start + content.len() as u64 }.into());
    }
    Ok(content)
}

/// Rooms that are free, as many as are worked in at a time; and where work is to stop.
pub(super) struct Rooms {
    state: Mutex<State>,
    run_len: usize,
    at_once: usize,
}

struct State {
    free: Vec<Room>,
    /// From there on nothing matters any more, for a part before it has failed.
    settled: u64,
}

impl Rooms {
    /// For all threads of the current pool, where each holds a run, or `held`
    /// bytes.
    pub(super) fn new(held: usize) -> Self {
        Self::of(crate::threads::count(), held)
    }

    fn of(threads: usize, held: usize) -> Self {
        // A room has the content, the encoding, and the levels: 35 bytes in 16.
        let room = |run_len: usize| run_len / 4 * 9;
        let mut run_len = RUN_LEN as usize;
        while run_len > LEAST_RUN && room(run_len) > BUDGET / threads {
            run_len /= 2;
        }
        let most = (BUDGET / room(run_len).max(held)).max(1);
        // As many threads as there may be cannot be in more rooms.
        let at_once = if threads <= most { usize::MAX } else { most };
        Self { state: Mutex::new(State { free: Vec::new(), settled: u64::MAX }), run_len, at_once }
    }

    /// Locked. It is whole wherever a thread that holds it could panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of a subtree that is worked on at once.
    pub(super) fn run_len(&self) -> u64 {
        self.run_len as u64
    }

    /// How many parts of a message may be worked on at a time.
    pub(super) fn at_once(&self) -> usize {
        self.at_once
    }

    /// Whether that is a number, and not only as many as there are threads.
    pub(super) fn are_counted(&self) -> bool {
        self.at_once < usize::MAX
    }

    /// Works in a room of its own.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut Room) -> R) -> R {
        let free = self.state().free.pop();
        let mut room = free.unwrap_or_default();
        let result = work(&mut room);
        self.state().free.push(room);
        result
    }

    /// Works on the two children of a subtree of which `at_once` parts may be worked on at a
    /// time: on two threads, unless it is one part, or too little for them.
    ///
    /// # Errors
    ///
    /// The first in the message: of the right child, only where the left one has none. So once a
    /// part has failed none behind it is begun.
    pub(super) fn both<A: Send, B: Send>(
        &self,
        at_once: usize,
        (left, right): (Subtree, Subtree),
        a: impl FnOnce(usize) -> io::Result<A> + Send,
        b: impl FnOnce(usize) -> io::Result<B> + Send,
    ) -> io::Result<(A, B)> {
        let a = |at_once| {
            let result = self.unless_settled(left, || a(at_once));
            if result.is_err() {
                let mut state = self.state();
                state.settled = state.settled.min(right.start);
            }
            result
        };
        let b = |at_once| self.unless_settled(right, || b(at_once));
        let bytes = (left.len + right.len).try_into().unwrap_or(usize::MAX);
        let (a, b) = match at_once / 2 {
            0 => (a(1), b(1)),
            half => Rayon::join(bytes, || a(at_once - half), || b(half)),
        };
        Ok((a?, b?))
    }

    /// Works on a part, unless one before it has failed. Whoever looks for the first error then
    /// finds that one's.
    fn unless_settled<T>(&self, part: Subtree, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        if self.state().settled <= part.start {
            return Err(io::ErrorKind::Interrupted.into());
        }
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_the_budget() {
        for threads in 1..=2000 {
            for held in [0, 1 << 10, 128 << 10, 1 << 20, 4 << 20] {
                let rooms = Rooms::of(threads, held);
                let room = held.max(rooms.run_len * 35 / 16);
                assert!(room * threads.min(rooms.at_once) <= BUDGET, "{threads} threads, {held} bytes");
                assert!(rooms.at_once >= 3);
            }
        }
        assert_eq!((Rooms::of(16, 0).run_len, Rooms::of(16, 0).at_once), (256 << 10, usize::MAX));
        assert_eq!((Rooms::of(64, 0).run_len, Rooms::of(64, 0).at_once), (64 << 10, usize::MAX));
    }
}
