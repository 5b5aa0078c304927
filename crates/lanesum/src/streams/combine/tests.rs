//! The combiner in every order that its threads can run in, as far as loom goes.

use super::super::sync::{Arc, lock};
use super::{Combiner, Work};
use loom::model::Builder;
use loom::thread;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Adds up bytes, two of a piece at a time. It panics over a byte of 13.
struct Sum;

impl Work for Sum {
    type Job = Vec<u8>;

    fn run(&self, updates: &mut [(&mut Vec<u8>, &[u8])]) {
        for (job, piece) in updates {
            assert!(!piece.contains(&13));
            job.extend_from_slice(piece);
        }
    }

    fn bound(&self, _: usize) -> usize {
        2
    }

    fn share(&self, waiting: usize) -> usize {
        waiting.min(3)
    }

    fn full(&self) -> usize {
        2
    }
}

/// Threads, each with pieces for a job of its own: every job must have all of its
/// pieces, in order.
fn model(threads: &'static [&'static [&'static [u8]]]) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(move || {
        let combiner = Arc::new(Combiner::new(Sum));
        let run = |combiner: &Combiner<Sum>, pieces: &[&[u8]]| {
            let mut job = Vec::new();
            for piece in pieces {
                // Its own, so that it is gone once the call returns.
                let piece = piece.to_vec();
                job = combiner.update(job, &piece).expect("nobody panics");
            }
            assert_eq!(job, pieces.concat());
        };
        let (first, others) = threads.split_first().expect("there is one");
        let others: Vec<_> = others
            .iter()
            .map(|pieces| {
                let combiner = combiner.clone();
                thread::spawn(move || run(&combiner, pieces))
            })
            .collect();
        run(&combiner, first);
        for other in others {
            other.join().expect("it does not panic");
        }
        let state = lock(&combiner.state);
        assert_eq!((state.queue.len(), state.led, state.waking), (0, false, 0));
    });
}

#[test]
fn three() {
    model(&[&[b"abc", b"d"], &[b"e"], &[b"fg"]]);
}

#[test]
fn again_and_again() {
    model(&[&[b"a", b"b", b"c"], &[b"d", b"e"]]);
}

/// Whoever shares a round with a panic gets nothing, and nobody hangs.
#[test]
fn a_panic() {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let combiner = Arc::new(Combiner::new(Sum));
        let other = {
            let combiner = combiner.clone();
            thread::spawn(move || {
                catch_unwind(AssertUnwindSafe(|| combiner.update(Vec::new(), &[13]))).map(drop)
            })
        };
        if let Ok(Ok(job)) = catch_unwind(AssertUnwindSafe(|| combiner.update(Vec::new(), &[1, 2]))) {
            assert_eq!(job, [1, 2]);
        }
        drop(other.join());
        let state = lock(&combiner.state);
        assert_eq!((state.queue.len(), state.led, state.waking), (0, false, 0));
    });
}
