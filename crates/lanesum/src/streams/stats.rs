//! What a pool has done, for those who tune.

use super::combine::Rounds;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of streams that hashed alone, as they report them.
#[derive(Default)]
pub(super) struct Alone(AtomicU64);

impl Alone {
    pub(super) fn add(&self, bytes: u64) {
        if bytes > 0 {
            self.0.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

/// What a [`Pool`](super::Pool) has done so far.
#[derive(Clone, Copy, Debug)]
pub struct Stats {
    rounds: Rounds,
    alone: u64,
}

impl Stats {
    pub(super) fn new(rounds: Rounds, alone: &Alone) -> Self {
        Self { rounds, alone: alone.0.load(Ordering::Relaxed) }
    }

    /// How many rounds were led.
    pub fn rounds(&self) -> u64 {
        self.rounds.rounds
    }

    /// How many pieces a round had on average, one in each lane: 0 where there
    /// was none. A piece too long for a round is counted in each that it was in.
    pub fn lanes(&self) -> f64 {
        if self.rounds.rounds == 0 { 0.0 } else { self.rounds.pieces as f64 / self.rounds.rounds as f64 }
    }

    /// How many bytes were hashed in rounds.
    pub fn bytes(&self) -> u64 {
        self.rounds.bytes
    }

    /// How many bytes streams hashed alone, outside of any round: short messages and ends of
    /// others, and all pieces where there were few streams. A stream reports them when it is
    /// reset or dropped, and those that it had gathered when it is finalized.
    pub fn alone_bytes(&self) -> u64 {
        self.alone
    }
}
