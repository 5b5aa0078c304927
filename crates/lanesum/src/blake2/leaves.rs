//! The leaves of one message, in lanes and on threads.
//!
//! The leaves take the blocks of a message in turn, so their blocks lie at a
//! fixed stride, and all leaves but the last few blocks are equally long: the
//! kernels are called directly.

#[cfg(all(test, feature = "rayon"))]
mod tests;

use super::compression::Words;
use super::position::{most, open, set_end};
use super::variant::Variant;
use crate::kernel::Dealt;

/// Bytes in a round, which is a block for each leaf: 512.
pub(super) const fn round<B: Variant>() -> usize {
    B::LEAVES * B::BLOCK_LEN
}

/// Adds whole rounds that others follow to some leaves; `bytes` is the message from the
/// first block of the first of them on.
pub(super) fn add<B: Variant>(leaves: &mut [Words<B>], bytes: &[u8], rounds: usize) {
    let most = most::<B>() / B::BLOCK_LEN;
    for first in (0..rounds).step_by(most) {
        for leaf in leaves.iter_mut() {
            set_end::<B>(leaf, open::<B>());
        }
        run::<B>(leaves, &bytes[first * round::<B>()..], most.min(rounds - first));
    }
}

/// [`add`] where it is set whether others follow: at most so many blocks of a leaf as that
/// allows.
pub(super) fn run<B: Variant>(leaves: &mut [Words<B>], bytes: &[u8], rounds: usize) {
    let dealt = Dealt { bytes, lane: B::BLOCK_LEN, stride: round::<B>(), blocks: rounds };
    B::kernels().compress_dealt(B::kernels().plan(), leaves.as_flattened_mut(), dealt);
}

/// [`add`] on all cores: on rayon's current thread pool.
#[cfg(feature = "rayon")]
pub(super) fn par_add<B: Variant>(leaves: &mut [Words<B>], bytes: &[u8], rounds: usize) {
    /// The bytes for which threads are asked: some 50 microseconds of work, several
    /// times what waking them takes.
    const LEAST: usize = 256 << 10;
    let parts = if bytes.len() < LEAST { 1 } else { parts::<B>(crate::threads::count()) };
    halve::<B>(parts, leaves, bytes, rounds);
}

/// How many parts to cut the leaves in, each for a thread.
///
/// A leaf is a chain, and a vector takes as long for one of its lanes as for
/// all. So a thread does no good by taking a few lanes less: only where it has
/// so few leaves that another kernel is faster. Twice the threads have to save
/// a quarter of the time.
#[cfg(feature = "rayon")]
fn parts<B: Variant>(threads: usize) -> usize {
    let cost = |parts: usize| B::kernels().plan().cost(B::LEAVES / parts);
    let mut best = 1;
    let mut parts = 2;
    while parts <= threads.min(B::LEAVES) {
        if 4 * cost(parts) <= 3 * cost(best) {
            best = parts;
        }
        parts *= 2;
    }
    best
}

#[cfg(feature = "rayon")]
fn halve<B: Variant>(parts: usize, leaves: &mut [Words<B>], bytes: &[u8], rounds: usize) {
    if parts == 1 {
        return add::<B>(leaves, bytes, rounds);
    }
    let half = leaves.len() / 2;
    let (left, right) = leaves.split_at_mut(half);
    crate::threads::join(
        || halve::<B>(parts / 2, left, bytes, rounds),
        || halve::<B>(parts / 2, right, &bytes[half * B::BLOCK_LEN..], rounds),
    );
}
