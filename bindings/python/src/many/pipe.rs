//! Batches of short messages on several threads: this one makes objects of digests, which
//! only one can, and others look at messages and hash them meanwhile. It hashes too before it
//! waits for them.

use super::{Call, wrong};
use crate::items::{Items, Lent};
use lanesum::{Function, OutputLengthError, hash_many_into};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::ops::{DerefMut, Range};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many messages are a batch: with their objects and digests, some 300 KiB.
pub(super) const BATCH: usize = 2048;

/// Threads share each batch of messages that are longer on average.
pub(super) const SHORT: usize = 2048;

/// Of longer digests, that is output of any length, a batch would take some MiB.
const LONGEST: usize = 512;

/// How many batches are under way for each thread.
const DEPTH: usize = 2;

/// After so long no more batches begin: no other thread has the interpreter meanwhile. Whoever
/// waits for it asks for it after 5 ms, and only who has asked is sure to get it in between.
const HELD: Duration = Duration::from_millis(6);

/// Where digests go.
pub(super) trait Sink {
    /// Where those of a batch are.
    type Room: DerefMut<Target = [u8]> + Send;

    /// Room for the next batch, of so many bytes.
    fn room(&mut self, len: usize) -> PyResult<Self::Room>;

    /// Takes the digests of a batch, in order. The interpreter makes objects and runs nothing
    /// else.
    fn take(&mut self, room: Self::Room) -> PyResult<()>;
}

/// Hashes messages of a range, for a while, or until a batch comes that is not of `bytes`
/// or of long ones. Says where it ended: at the start, if that is the first, or where a single
/// thread or a single batch is all there is.
///
/// # Errors
///
/// `RuntimeError` for a list that is shorter by now, and those of the sink.
pub(super) fn run<S: Sink>(
    call: &Call,
    items: &Items<'_>,
    Range { start, end: n }: Range<usize>,
    sink: &mut S,
) -> PyResult<usize> {
    let begun = Instant::now();
    let Some(pool) = call.pool.as_ref().filter(|_| n > start + BATCH && call.each() <= LONGEST) else {
        return Ok(start);
    };
    let jobs = Jobs::default();
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        // Whatever happens, the others end, and the scope waits for them.
        let _close = Close(&jobs);
        let (mut hashed, mut taken, mut next, mut end) = (VecDeque::new(), 0, start, n);
        loop {
            while hashed.len() < call.threads * DEPTH && next < end {
                let range = next..n.min(next + BATCH);
                next = range.end;
                let number = taken + hashed.len();
                if number > 0 && number < call.threads {
                    let (jobs, sender) = (&jobs, sender.clone());
                    scope.spawn(move |_| {
                        let mut messages = Vec::new();
                        while let Some(job) = jobs.wait() {
                            // Nobody listens after an error.
                            let _ = sender.send(job.hash(&call.function, &mut messages));
                        }
                    });
                }
                let room = sink.room(range.len() * call.each())?;
                #[allow(unsafe_code, reason = "lends what is in a list")]
                // SAFETY: before this returns the scope waits for all who have a message, and
                // until then a sink makes objects, and nothing else is asked of the interpreter.
                let lent = unsafe { items.lend(range)? };
                jobs.push(Job { number, lent, room });
                hashed.push_back(None);
            }
            if hashed.is_empty() {
                return Ok(next);
            }
            let mut messages = Vec::new();
            while matches!(hashed.front(), Some(None)) {
                let (number, digests) = receive(&receiver, &jobs, &call.function, &mut messages)?;
                hashed[number - taken] = Some(digests.map_err(wrong)?);
            }
            match hashed.pop_front().flatten().flatten() {
                Some(digests) => sink.take(digests)?,
                None => return Ok(start + taken * BATCH),
            }
            taken += 1;
            if begun.elapsed() > HELD {
                end = next;
            }
        }
    })
}

/// The digests of the batch with this number; none, if it is not for here.
type Hashed<R> = (usize, Result<Option<R>, OutputLengthError>);

/// A batch that was hashed, if there is one; or one that waits, hashed here; or the next one.
fn receive<'i, R: DerefMut<Target = [u8]>>(
    receiver: &Receiver<Hashed<R>>,
    jobs: &Jobs<'i, R>,
    function: &Function,
    messages: &mut Vec<&'i [u8]>,
) -> PyResult<Hashed<R>> {
    if let Ok(hashed) = receiver.try_recv() {
        return Ok(hashed);
    }
    match jobs.take() {
        Some(job) => Ok(job.hash(function, messages)),
        None => receiver.recv().map_err(wrong),
    }
}

/// A batch to be hashed.
struct Job<'i, R> {
    number: usize,
    lent: Lent<'i>,
    room: R,
}

impl<'i, R: DerefMut<Target = [u8]>> Job<'i, R> {
    /// `messages` is room for them.
    fn hash(mut self, function: &Function, messages: &mut Vec<&'i [u8]>) -> Hashed<R> {
        messages.clear();
        let bytes = |messages: &[&[u8]]| messages.iter().map(|message| message.len()).sum::<usize>();
        if !self.lent.gather(messages) || bytes(messages) > messages.len() * SHORT {
            return (self.number, Ok(None));
        }
        let hashed = hash_many_into(function, messages, &mut self.room);
        (self.number, hashed.map(|()| Some(self.room)))
    }
}

/// The batches that nobody hashes yet.
struct Jobs<'i, R> {
    /// And whether no more come.
    queue: Mutex<(VecDeque<Job<'i, R>>, bool)>,
    more: Condvar,
}

impl<R> Default for Jobs<'_, R> {
    fn default() -> Self {
        Self { queue: Mutex::new((VecDeque::new(), false)), more: Condvar::new() }
    }
}

impl<'i, R> Jobs<'i, R> {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<Job<'i, R>>, bool)> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job<'i, R>) {
        self.lock().0.push_back(job);
        self.more.notify_one();
    }

    /// The oldest one, if there is one.
    fn take(&self) -> Option<Job<'i, R>> {
        self.lock().0.pop_front()
    }

    /// The oldest one, as soon as there is one. None where no more come.
    fn wait(&self) -> Option<Job<'i, R>> {
        let queue = self.more.wait_while(self.lock(), |(jobs, closed)| jobs.is_empty() && !*closed);
        queue.unwrap_or_else(PoisonError::into_inner).0.pop_front()
    }
}

/// Ends the batches that nobody hashes yet, and those who wait for more.
struct Close<'j, 'i, R>(&'j Jobs<'i, R>);

impl<R> Drop for Close<'_, '_, R> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.1 = true;
        let left = std::mem::take(&mut queue.0);
        drop(queue);
        drop(left);
        self.0.more.notify_all();
    }
}
