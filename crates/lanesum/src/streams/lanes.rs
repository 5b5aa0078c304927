//! When it pays to share lanes, and with how many.
//!
//! All of it follows from what the kernels cost.

use super::combine::Work;
use crate::algorithm::{Algorithm, Family};
use crate::hasher::Hasher;
use crate::kernel::{MAX_LANES, Plan};
use crate::many::update_many;

/// A round takes no more cycles: about 100 microseconds.
const ROUND: usize = 400_000;

/// What it takes to wait for another thread, in cycles: to fall asleep, to be
/// woken and scheduled. A piece that is hashed sooner than that waits for nobody.
const WAIT: usize = 16_000;

/// How many times as fast a group must be to be worth waiting for.
const GAIN: f64 = 2.0;

/// The lanes of an algorithm that gains by sharing them.
pub(super) struct Lanes {
    plan: &'static Plan,
    /// Bytes in a block.
    block: usize,
    /// The group that has the most of them.
    full: usize,
    /// The least group that is worth waiting for.
    least: usize,
    /// The least group that is worth a core of its own, beside another one.
    another: usize,
}

impl Lanes {
    /// `None` where an algorithm does not gain: one message fills the lanes, or
    /// no group is [`GAIN`] times as fast.
    pub(super) fn of(algorithm: Algorithm) -> Option<Self> {
        let family = algorithm.family();
        if !matches!(family, Family::MerkleDamgard(_) | Family::Blake2b(_) | Family::Blake2s(_)) {
            return None;
        }
        let plan = &family.kernels()?.plan;
        let gain = |n: usize| f64::from(plan.cost(1)) * n as f64 / f64::from(plan.cost(n));
        let most = (1..=MAX_LANES).map(gain).fold(0.0, f64::max);
        let first = |gained: f64| (1..=MAX_LANES).find(|&n| gain(n) >= gained);
        let least = first(GAIN)?;
        // Smaller ones would take a core for what the other does by the way.
        let another = least.max(first(most / 4.0)?);
        Some(Self { plan, block: algorithm.block_len(), full: first(most)?, least, another })
    }

    /// The least bytes that are worth waiting with.
    pub(super) fn least_bytes(&self) -> usize {
        WAIT.div_ceil(self.cost(1)) * self.block
    }

    /// The least group that is worth waiting for.
    pub(super) fn least_group(&self) -> usize {
        self.least
    }

    fn cost(&self, pieces: usize) -> usize {
        self.plan.cost(pieces) as usize
    }
}

impl Work for Lanes {
    type Job = Hasher;

    fn run(&self, updates: &mut [(&mut Hasher, &[u8])]) {
        update_many(updates);
    }

    fn bound(&self, pieces: usize) -> usize {
        (ROUND / self.cost(pieces)).max(1) * self.block
    }

    /// All, as far as they fit. Where several cores are free an equal part,
    /// if that takes a tenth less time: two cores do not do the work of one.
    /// Of these so many that a piece costs least: one that the vectors have no
    /// lane for would run alone, behind the others, and waits for the next round
    /// instead.
    fn share(&self, waiting: usize, cores: usize) -> usize {
        let all = waiting.min(self.full);
        let part = waiting.div_ceil(cores).min(self.full);
        let most = if 10 * self.cost(part) < 9 * self.cost(all) { part } else { all };
        let dearer = |a: usize, b: usize| (b * self.cost(a)).cmp(&(a * self.cost(b)));
        (most.div_ceil(2)..=most).min_by(|&a, &b| dearer(a, b).then(b.cmp(&a))).unwrap_or(most)
    }

    fn another(&self) -> usize {
        self.another
    }

    fn full(&self) -> usize {
        self.full
    }
}
