//! A piece lent to another thread, while its owner waits.
//!
//! The owner's thread is blocked for as long as the loan lives, so that the
//! other one reads the piece where it is.

use super::sync::{Arc, Mutex, Thread, current, lock, park};
use alloc::vec::Vec;
use core::slice;

/// What comes back for a loan.
pub(super) enum Answer<J> {
    /// The job, with the whole piece added. The owner is to pass on the
    /// others.
    Done(J, Vec<Loan<J>>),
    /// The job, with so many bytes of the piece added: the owner is to lead,
    /// with the rest.
    Lead(J, usize),
    /// Nothing: whoever had the job panicked.
    Lost,
}

/// Where the owner finds the answer.
struct Reply<J>(Mutex<Option<Answer<J>>>);

/// A job, and a piece to be added to it.
///
/// Answered exactly once: by [`Loan::pass_on`] or [`Loan::lead`], or with
/// [`Answer::Lost`] when it is dropped.
pub(super) struct Loan<J> {
    /// There until it is answered.
    job: Option<J>,
    /// Invariant: `len` initialised bytes, which nobody writes, until the
    /// answer is there.
    piece: *const u8,
    len: usize,
    /// How many of them are added. At most `len`.
    done: usize,
    reply: Arc<Reply<J>>,
    owner: Thread,
}

// SAFETY: the piece is only read, as through a `&[u8]`, which is `Send`; the
// rest is `Send` where the job is.
unsafe impl<J: Send> Send for Loan<J> {}

/// Lends a piece, with its job, by `send`, and waits for the answer.
pub(super) fn lend<J>(job: J, piece: &[u8], send: impl FnOnce(Loan<J>)) -> Answer<J> {
    /// Unwinding would end the borrow of a piece that is lent.
    struct NoUnwinding;
    impl Drop for NoUnwinding {
        fn drop(&mut self) {
            std::process::abort();
        }
    }

    let reply = Arc::new(Reply(Mutex::new(None)));
    let loan = Loan {
        job: Some(job),
        piece: piece.as_ptr(),
        len: piece.len(),
        done: 0,
        reply: reply.clone(),
        owner: current(),
    };
    // From here to the answer `piece` stays borrowed: this does not return, nor
    // unwind, before. A loan that is leaked is never answered.
    let no_unwinding = NoUnwinding;
    send(loan);
    let answer = loop {
        if let Some(answer) = lock(&reply.0).take() {
            break answer;
        }
        park();
    };
    core::mem::forget(no_unwinding);
    answer
}

impl<J> Loan<J> {
    /// The job, and what is still to be added to it.
    pub(super) fn parts(&mut self) -> (&mut J, &[u8]) {
        // SAFETY: see the field. The answer takes `self`, which is borrowed for as
        // long as the slice lives; `done` is at most `len`.
        let piece = unsafe { slice::from_raw_parts(self.piece.add(self.done), self.len - self.done) };
        (self.job.as_mut().expect("it is there until the answer"), piece)
    }

    /// Says that so many more bytes are added, at most all that are left.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.done += bytes.min(self.len - self.done);
    }

    /// Whether the whole piece is added.
    pub(super) fn is_done(&self) -> bool {
        self.done == self.len
    }

    /// Wakes the owner of the last one with its job, done, to go on with the
    /// rest.
    ///
    /// Each wakes the next: the system lets a thread that wakes another one go
    /// on, but not one that led for long and then wakes many, which would change
    /// places with each of them.
    pub(super) fn pass_on(mut loans: Vec<Self>) {
        if let Some(mut last) = loans.pop()
            && let Some(job) = last.job.take()
        {
            last.answer(Answer::Done(job, loans));
        }
    }

    /// Wakes the owner with its job, to lead.
    pub(super) fn lead(mut self) {
        if let Some(job) = self.job.take() {
            self.answer(Answer::Lead(job, self.done));
        }
    }

    /// From here on the piece may be gone.
    fn answer(&self, answer: Answer<J>) {
        *lock(&self.reply.0) = Some(answer);
        self.owner.unpark();
    }
}

impl<J> Drop for Loan<J> {
    fn drop(&mut self) {
        if self.job.take().is_some() {
            self.answer(Answer::Lost);
        }
    }
}
