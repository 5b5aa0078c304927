//! The library as position-independent code, which `go/generate` turns into Go's
//! assembly: a blob for each family of hashes.
//!
//! A call runs as a coroutine, on a stack of its own in a room that Go lends
//! ([`room`]): the library's code is what it is everywhere, and still Go has its
//! core back after some microseconds, and calls [`switch`] again until the call is
//! done.
#![cfg_attr(lanesum_guest, no_std)]
#![cfg(lanesum_guest)]
#![allow(unsafe_code, reason = "the border to Go")]

mod job;
mod memory;
mod room;
mod switch;
mod trap;

/// The library has no input that makes it panic. Where it does, it ends here.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    trap::trap()
}
