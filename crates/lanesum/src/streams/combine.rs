//! Callers that do each other's work.
//!
//! A caller that finds nobody at work leads: it takes what others have waiting,
//! and runs a round of it together with its own. Whoever finds a leader lends
//! its piece and sleeps. There is one leader at a time, for one core: see
//! [`groups`](super::groups).
//!
//! When a round ends, all that it served wake up, and most come back at once
//! with another piece, and so does who led. Whoever led now would find next to
//! nobody, so they are waited for, though not by a clock: a thread that was
//! woken is sure to run, and it is counted until it does. Those that come
//! meanwhile queue up, and the last one that wakes up makes one of them lead.
//! So a round finds the queue full however the system schedules, and however
//! many threads share a core.
//!
//! What keeps anybody from sleeping for ever: where the queue is not empty,
//! there is a leader, or somebody who was woken and has not yet run.

#[cfg(test)]
mod tests;

use super::loan::{Answer, Loan, lend};
use super::sync::{Mutex, MutexGuard, lock};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What callers do together.
pub(super) trait Work {
    /// What pieces are added to.
    type Job;

    /// Adds a piece to each job.
    fn run(&self, updates: &mut [(&mut Self::Job, &[u8])]);

    /// The most bytes of each piece in a round of so many, or a third more where
    /// that is all of it.
    fn bound(&self, pieces: usize) -> usize;

    /// How many of `waiting` pieces to take for a round: 1 to `waiting`.
    fn share(&self, waiting: usize) -> usize;

    /// From how many pieces on more do not make a round better.
    fn full(&self) -> usize;
}

/// Those who call, and the one who leads.
pub(super) struct Combiner<W: Work> {
    work: W,
    state: Mutex<State<W::Job>>,
}

struct State<J> {
    queue: VecDeque<Loan<J>>,
    /// Whether somebody leads, or was told to.
    led: bool,
    /// Those who were given back their job, and have not yet run.
    waking: usize,
    rounds: Rounds,
}

/// The rounds so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rounds {
    pub(super) rounds: u64,
    /// The pieces in them, each counted in every round that it was in.
    pub(super) pieces: u64,
    pub(super) bytes: u64,
}

impl Rounds {
    fn add(&mut self, pieces: u64, bytes: u64) {
        self.rounds += 1;
        self.pieces += pieces;
        self.bytes += bytes;
    }
}

impl core::iter::Sum for Rounds {
    fn sum<I: Iterator<Item = Self>>(rounds: I) -> Self {
        rounds.fold(Self::default(), |a, b| Self {
            rounds: a.rounds + b.rounds,
            pieces: a.pieces + b.pieces,
            bytes: a.bytes + b.bytes,
        })
    }
}

/// The thread that led for this one panicked, or this one did.
#[derive(Debug)]
pub(super) struct Lost;

impl<W: Work> Combiner<W> {
    pub(super) fn new(work: W) -> Self {
        let state = State { queue: VecDeque::new(), led: false, waking: 0, rounds: Rounds::default() };
        Self { work, state: Mutex::new(state) }
    }

    /// Adds a piece to a job, here or in another caller's thread.
    pub(super) fn update(&self, job: W::Job, mut piece: &[u8]) -> Result<W::Job, Lost> {
        let mut state = lock(&self.state);
        let mut answer = if self.may_lead(&state, 1) {
            state.led = true;
            drop(state);
            Answer::Lead(job, 0)
        } else {
            lend(job, piece, |loan| {
                state.queue.push_back(loan);
                drop(state);
            })
        };
        loop {
            match answer {
                Answer::Done(job, others) => {
                    Loan::pass_on(others);
                    self.leave();
                    return Ok(job);
                }
                Answer::Lead(job, done) => {
                    piece = &piece[done..];
                    answer = self.lead(job, &mut piece);
                }
                Answer::Lost => return Err(Lost),
            }
        }
    }

    /// The rounds so far.
    pub(super) fn rounds(&self) -> Rounds {
        lock(&self.state).rounds
    }

    /// Whether somebody should lead, with so many pieces besides those in the
    /// queue.
    fn may_lead(&self, state: &State<W::Job>, more: usize) -> bool {
        !state.led && (state.waking == 0 || state.queue.len() + more >= self.work.full())
    }

    /// Goes on with one's own affairs, after a piece was done.
    fn leave(&self) {
        let mut state = lock(&self.state);
        state.waking -= 1;
        self.appoint(state);
    }

    /// Makes the first in the queue lead, where somebody should.
    fn appoint(&self, mut state: MutexGuard<'_, State<W::Job>>) {
        if self.may_lead(&state, 0)
            && let Some(first) = state.queue.pop_front()
        {
            state.led = true;
            drop(state);
            first.lead();
        }
    }

    /// Runs a round with the piece, or some with as many. What is left of it then
    /// waits for another leader, for this one would find few to lead: those that
    /// it has served do not run before it sleeps.
    fn lead(&self, mut job: W::Job, piece: &mut &[u8]) -> Answer<W::Job> {
        let leading = Leading(self);
        loop {
            // Should the work panic, these are answered as lost.
            let mut loans = self.take();
            let bound = self.work.bound(1 + loans.len());
            let (now, rest) = piece.split_at(part(piece.len(), bound));
            let mut updates = Vec::with_capacity(1 + loans.len());
            updates.push((&mut job, now));
            for loan in &mut loans {
                let (job, piece) = loan.parts();
                updates.push((job, &piece[..part(piece.len(), bound)]));
            }
            self.work.run(&mut updates);
            let bytes = updates.iter().map(|(_, piece)| piece.len() as u64).sum();
            let pieces = updates.len() as u64;
            *piece = rest;
            for loan in &mut loans {
                let (_, piece) = loan.parts();
                let added = part(piece.len(), bound);
                loan.advance(added);
            }

            let mut state = lock(&self.state);
            state.rounds.add(pieces, bytes);
            // Behind those that wait for their first round.
            state.queue.extend(loans.extract_if(.., |loan| !loan.is_done()));
            if !piece.is_empty() && loans.is_empty() {
                continue;
            }
            state.led = false;
            state.waking += loans.len();
            core::mem::forget(leading);
            if !piece.is_empty() {
                return lend(job, piece, |loan| {
                    state.queue.push_back(loan);
                    drop(state);
                    Loan::pass_on(loans);
                });
            }
            // A leader comes back with another piece as the others do.
            state.waking += 1;
            drop(state);
            Loan::pass_on(loans);
            return Answer::Done(job, Vec::new());
        }
    }

    /// Takes what others have waiting, for a round with one's own.
    fn take(&self) -> Vec<Loan<W::Job>> {
        let mut state = lock(&self.state);
        let others = self.work.share(1 + state.queue.len()) - 1;
        state.queue.drain(..others).collect()
    }
}

/// How much of a piece to add in a round: a little more than the bound rather
/// than to leave next to nothing for another one.
fn part(len: usize, bound: usize) -> usize {
    if len <= bound + bound / 3 { len } else { bound }
}

/// A leader, in case it panics.
struct Leading<'c, W: Work>(&'c Combiner<W>);

impl<W: Work> Drop for Leading<'_, W> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.led = false;
        self.0.appoint(state);
    }
}
