//! What the library asks of where it runs: a process of the system's, or as a guest
//! the runtime of another language. It leans on nothing else of the library.

#[cfg(lanesum_guest)]
#[allow(unsafe_code, reason = "the memory is the host's")]
pub(crate) mod room;

/// What is made once.
#[cfg(not(lanesum_guest))]
pub(crate) use once_cell::race::OnceBox;

/// How many steps may be done at once that cost so much each: at least one. A guest
/// pauses between them; the system interrupts threads by itself.
#[cfg(not(lanesum_guest))]
#[inline(always)]
pub(crate) fn most(_cost: impl FnOnce() -> u32) -> usize {
    usize::MAX
}

/// Says that work comes that costs so many cycles: a guest that has fewer left pauses
/// first.
#[cfg(not(lanesum_guest))]
#[inline(always)]
pub(crate) fn spend(_cycles: impl FnOnce() -> u64) {}

#[cfg(lanesum_guest)]
pub(crate) use room::{OnceBox, most, spend};
