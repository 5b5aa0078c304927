//! Batches of short messages on several threads: this one looks at messages and makes
//! objects of digests, which only one can, and others hash meanwhile. It hashes too before
//! it waits for them.

use super::{Call, wrong};
use crate::items::{Items, Lender, Lent};
use lanesum::{Function, OutputLengthError, hash_many_into};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::ops::DerefMut;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many messages are a batch: with their objects and digests, some 300 KiB.
pub(super) const BATCH: usize = 2048;

/// Threads share each batch of messages that are longer on average.
pub(super) const SHORT: usize = 4096;

/// Of longer digests, that is output of any length, a batch would take some MiB.
const LONGEST: usize = 512;

/// How many batches are under way for each thread.
const DEPTH: usize = 2;

/// How many messages are under way.
pub(super) fn under_way(call: &Call) -> usize {
    call.threads.saturating_mul(DEPTH * BATCH)
}

/// Hashes messages from `start` on until a batch of long ones comes, into what `room` gives
/// for each batch, and calls `done` with it, in order. Says where it ended.
///
/// # Errors
///
/// Those of [`Items::lend`], `room` and `done`, and what a signal's handler raises.
pub(super) fn run<'py, R: DerefMut<Target = [u8]> + Send>(
    call: &Call,
    pool: &ThreadPool,
    items: &Items<'py>,
    start: usize,
    mut room: impl FnMut(&Lender<'py>, usize) -> PyResult<R>,
    mut done: impl FnMut(R) -> PyResult<()>,
) -> PyResult<usize> {
    let (py, n) = (items.py(), items.len());
    if n - start <= BATCH || call.each() > LONGEST {
        return Ok(start);
    }
    let jobs = Jobs::default();
    let (sender, mut receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        let mut lenders = VecDeque::with_capacity(call.threads * DEPTH);
        // Dropped before them, whatever happens: whoever holds a message waits for those
        // that have it.
        let _close = Close(&jobs);
        let (mut hashed, mut taken) = (VecDeque::new(), 0);
        let (mut next, mut end) = (start, n);
        loop {
            while lenders.len() < call.threads * DEPTH && next < end {
                let range = next..n.min(next + BATCH);
                let len = range.len();
                let (lender, lent) = items.lend(range)?;
                if lent.messages().iter().map(|message| message.len()).sum::<usize>() / len >= SHORT {
                    end = next;
                    break;
                }
                let number = taken + hashed.len();
                if number > 0 && number < call.threads {
                    let (jobs, sender) = (&jobs, sender.clone());
                    scope.spawn(move |_| {
                        while let Some(job) = jobs.wait() {
                            // Nobody listens after an error.
                            let _ = sender.send(job.hash(&call.function));
                        }
                    });
                }
                let room = room(&lender, len)?;
                jobs.push(Job { number, lent, room });
                hashed.push_back(None);
                lenders.push_back(lender);
                next += len;
            }
            if lenders.is_empty() {
                return Ok(end);
            }
            while matches!(hashed.front(), Some(None)) {
                let (number, result) = py.detach(|| receive(&mut receiver, &jobs, &call.function))?;
                hashed[number - taken] = Some(result.map_err(wrong)?);
            }
            taken += 1;
            if let Some(room) = hashed.pop_front().flatten() {
                done(room)?;
            }
            lenders.pop_front();
            py.check_signals()?;
        }
    })
}

/// What comes of a batch with this number.
type Hashed<R> = (usize, Result<R, OutputLengthError>);

/// A batch that was hashed, if there is one; or one that waits, hashed here; or the next one.
fn receive<R: DerefMut<Target = [u8]>>(
    receiver: &mut Receiver<Hashed<R>>,
    jobs: &Jobs<R>,
    function: &Function,
) -> PyResult<Hashed<R>> {
    if let Ok(hashed) = receiver.try_recv() {
        return Ok(hashed);
    }
    match jobs.take() {
        Some(job) => Ok(job.hash(function)),
        None => receiver.recv().map_err(wrong),
    }
}

/// A batch to be hashed.
struct Job<R> {
    number: usize,
    lent: Lent,
    room: R,
}

impl<R: DerefMut<Target = [u8]>> Job<R> {
    /// Gives the messages back before anybody knows that it is done.
    fn hash(mut self, function: &Function) -> Hashed<R> {
        let hashed = hash_many_into(function, self.lent.messages(), &mut self.room);
        (self.number, hashed.map(|()| self.room))
    }
}

/// The batches that nobody hashes yet.
struct Jobs<R> {
    /// And whether no more come.
    queue: Mutex<(VecDeque<Job<R>>, bool)>,
    more: Condvar,
}

impl<R> Default for Jobs<R> {
    fn default() -> Self {
        Self { queue: Mutex::new((VecDeque::new(), false)), more: Condvar::new() }
    }
}

impl<R> Jobs<R> {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<Job<R>>, bool)> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job<R>) {
        self.lock().0.push_back(job);
        self.more.notify_one();
    }

    /// The oldest one, if there is one.
    fn take(&self) -> Option<Job<R>> {
        self.lock().0.pop_front()
    }

    /// The oldest one, as soon as there is one. None where no more come.
    fn wait(&self) -> Option<Job<R>> {
        let queue = self.more.wait_while(self.lock(), |(jobs, closed)| jobs.is_empty() && !*closed);
        queue.unwrap_or_else(PoisonError::into_inner).0.pop_front()
    }
}

/// Ends the batches that nobody hashes yet, and those who wait for more.
struct Close<'j, R>(&'j Jobs<R>);

impl<R> Drop for Close<'_, R> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.1 = true;
        let left = std::mem::take(&mut queue.0);
        drop(queue);
        drop(left);
        self.0.more.notify_all();
    }
}
