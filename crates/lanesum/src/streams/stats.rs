//! What a pool has done, for those who tune.

use super::combine::Rounds;
#[cfg(not(target_has_atomic = "64"))]
use super::sync::{Mutex, lock};
#[cfg(target_has_atomic = "64")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of streams that hashed alone, as they report them.
#[cfg(target_has_atomic = "64")]
#[derive(Default)]
pub(super) struct Alone(AtomicU64);

#[cfg(target_has_atomic = "64")]
impl Alone {
    pub(super) fn add(&self, bytes: u64) {
        if bytes > 0 {
            self.0.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Bytes of streams that hashed alone, as they report them, on a CPU that counts 32 bits at once.
#[cfg(not(target_has_atomic = "64"))]
#[derive(Default)]
pub(super) struct Alone(Mutex<u64>);

#[cfg(not(target_has_atomic = "64"))]
impl Alone {
    pub(super) fn add(&self, bytes: u64) {
        if bytes > 0 {
            *lock(&self.0) += bytes;
        }
    }

    fn bytes(&self) -> u64 {
        *lock(&self.0)
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
        Self { rounds, alone: alone.bytes() }
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
