//! What the library asks of where it runs: a process of the system's, or as a guest
//! the runtime of another language. It leans on nothing else of the library.

#[cfg(lanesum_guest)]
#[allow(unsafe_code, reason = "the memory is the host's")]
pub(crate) mod room;

/// What is made once.
#[cfg(not(lanesum_guest))]
pub(crate) use once_cell::race::OnceBox;

/// How many steps may be done before [`spent`] is told of them, which cost so much
/// each: at least one. The system interrupts threads by itself.
#[cfg(not(lanesum_guest))]
#[inline(always)]
pub(crate) fn most(_cost: impl FnOnce() -> u32) -> usize {
    usize::MAX
}

/// Says that work was done that cost so many cycles: a place where a guest pauses.
#[cfg(not(lanesum_guest))]
#[inline(always)]
pub(crate) fn spent(_cycles: impl FnOnce() -> u64) {}

#[cfg(lanesum_guest)]
pub(crate) use room::{OnceBox, most, spent};
