//! When it pays to share lanes, and with how many.
//!
//! All of it follows from what the kernels cost.

use super::combine::Work;
use crate::family::Family;
use crate::function::{Function, on_hash};
use crate::hasher::Hasher;
use crate::kernel::Plan;
use crate::lanes::MAX_LANES;
use crate::many::update_many;

/// A round takes no more cycles: about 100 microseconds.
const ROUND: usize = 400_000;

/// What it takes to wait for another thread, in cycles: to fall asleep, to be
/// woken and scheduled. A piece that is hashed sooner than that waits for nobody.
const WAIT: usize = 16_000;

/// What it takes to put a thread to sleep and to wake it, on the core that it
/// keeps, in cycles.
const WAKE: usize = 6_000;

/// How many times as fast a group must be to be worth waiting for. Just under 2, for a pair
/// of SHA-256 with SHA instructions, which on some cores takes a percent longer than one.
const GAIN: f64 = 1.95;

/// What part of the most that any group gains makes a full one: a larger one for
/// the rest would make all of it wait for longer.
const ENOUGH: f64 = 0.95;

/// A piece that groups are made for, in blocks: 32 KiB of most algorithms. Longer
/// ones make waking matter less, and shorter ones more.
const TYPICAL: usize = 512;

/// The lanes of an algorithm that gains by sharing them.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    plan: &'static Plan,
    /// Bytes in a block.
    block: usize,
    /// The group that has the most of them.
    full: usize,
    /// The least group that is worth waiting for.
    least: usize,
    /// The least group that is worth a core of its own.
    apart: usize,
}

impl Lanes {
    /// `None` where an algorithm does not gain: one message fills the lanes, or
    /// no group is [`GAIN`] times as fast.
    pub(super) fn of(function: &Function) -> Option<Self> {
        let kernels = on_hash!(function, hash => hash.compression().filter(|_| hash.shares_lanes()))?;
        let plan = kernels.plan();
        let cost = |n: usize| plan.cost(n) as usize;
        let gain = |n: usize| (n * cost(1)) as f64 / cost(n) as f64;
        let most = (1..=MAX_LANES).map(gain).fold(0.0, f64::max);
        let least = (1..=MAX_LANES).find(|&n| gain(n) >= GAIN)?;
        let fills = |n: usize| n == MAX_LANES || gain(n + 1) < gain(n);
        let full = (least..=MAX_LANES).find(|&n| fills(n) && gain(n) >= ENOUGH * most)?;
        // Two groups on two cores, if they take an eighth less time than one on
        // one: two cores do not do the work of one.
        let time = |n: usize| TYPICAL * cost(n) + n * WAKE;
        let apart = (least..=MAX_LANES / 2).find(|&n| 8 * time(n) < 7 * time(2 * n));
        Some(Self {
            plan,
            block: kernels.layout().block_len(),
            full,
            least,
            apart: apart.unwrap_or(MAX_LANES),
        })
    }

    /// The least bytes that are worth waiting with.
    pub(super) fn least_bytes(&self) -> usize {
        WAIT.div_ceil(self.cost(1)) * self.block
    }

    /// The least group that is worth waiting for.
    pub(super) fn least_group(&self) -> usize {
        self.least
    }

    /// The least group that is worth a core of its own, beside another one.
    pub(super) fn apart(&self) -> usize {
        self.apart
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

    /// As many as fit; of these so many that a piece costs least: one that the
    /// vectors have no lane for would run alone, behind the others, and waits for
    /// the next round instead.
    fn share(&self, waiting: usize) -> usize {
        let most = waiting.min(self.full);
        let dearer = |a: usize, b: usize| (b * self.cost(a)).cmp(&(a * self.cost(b)));
        (most.div_ceil(2)..=most).min_by(|&a, &b| dearer(a, b).then(b.cmp(&a))).unwrap_or(most)
    }

    fn full(&self) -> usize {
        self.full
    }
}
