//! Batches through doors: what comes out next to a forbidden page is what comes
//! out of buffers in the heap.

use crate::batches::{Batch, LONGEST, MOST};
use crate::pages::{Pages, Side};
use lanesum::{Algorithm, hash};
use std::fmt;

/// A way into the library for a batch of messages.
#[derive(Clone, Copy)]
pub(crate) struct Door<F> {
    pub(crate) name: &'static str,
    /// What it makes of them. What it writes, and reads besides, lies on that side
    /// of a forbidden page too.
    pub(crate) run: F,
}

/// A door for every algorithm, which gives each message's digest.
pub(crate) type Open = Door<fn(Algorithm, &[&[u8]], Side) -> Vec<Vec<u8>>>;

/// A door of one algorithm, which gives any bytes.
pub(crate) type Own = Door<fn(&[&[u8]], Side) -> Vec<Vec<u8>>>;

/// What was done.
#[derive(Default)]
pub(crate) struct Counts {
    doors: usize,
    algorithms: usize,
    batches: usize,
    messages: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { doors, algorithms, batches, messages } = self;
        write!(f, "{doors} doors, {algorithms} algorithms, {batches} batches of {messages} messages")
    }
}

/// The messages next to a forbidden page, on either side of them.
fn on_each_side(batch: &Batch, pages: &mut Pages, mut check: impl FnMut(&[&[u8]], Side)) {
    for side in [Side::End, Side::Begin] {
        check(&pages.put(&batch.0, side), side);
    }
}

/// Every algorithm through these doors.
pub(crate) fn of_each_algorithm(doors: &[Open], batches: impl Fn(Algorithm) -> Vec<Batch>) -> Counts {
    let mut counts = Counts { doors: doors.len(), algorithms: Algorithm::ALL.len(), ..Counts::default() };
    let mut pages = Pages::new(MOST, LONGEST);
    for algorithm in Algorithm::ALL {
        for batch in batches(algorithm) {
            let expected: Vec<_> =
                batch.0.iter().map(|message| hash(algorithm, message).as_bytes().to_vec()).collect();
            on_each_side(&batch, &mut pages, |messages, side| {
                for door in doors {
                    println!("{} of {algorithm}, {side:?}: {:?}", door.name, batch.lens());
                    let digests = (door.run)(algorithm, messages, side);
                    assert!(digests == expected, "{} of {algorithm}: {:?}", door.name, batch.lens());
                    counts.batches += 1;
                    counts.messages += messages.len();
                }
            });
        }
    }
    counts
}

/// Doors of one algorithm each.
pub(crate) struct Doors<'d>(pub(crate) &'d [Own]);

impl Doors<'_> {
    /// These batches through all of them.
    pub(crate) fn check(&self, batches: &[Batch]) -> Counts {
        let mut counts = Counts { doors: self.0.len(), algorithms: 1, ..Counts::default() };
        let mut pages = Pages::new(MOST, LONGEST);
        for batch in batches {
            let heap: Vec<&[u8]> = batch.0.iter().map(Vec::as_slice).collect();
            for door in self.0 {
                println!("{}, in the heap: {:?}", door.name, batch.lens());
                let expected = (door.run)(&heap, Side::End);
                on_each_side(batch, &mut pages, |messages, side| {
                    println!("{}, {side:?}: {:?}", door.name, batch.lens());
                    assert!((door.run)(messages, side) == expected, "{}: {:?}", door.name, batch.lens());
                    counts.batches += 1;
                    counts.messages += messages.len();
                });
            }
        }
        counts
    }
}
