//! lanesum as a C library. `include/lanesum.h` documents it; this converts
//! types and decides nothing.
//!
//! A file here is a part of the header. Every function catches panics, and
//! checks its pointers for null and its lengths for what a slice may have.

#![allow(unsafe_code, reason = "C hands over pointers")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the header says what C has to promise, and nobody calls these from Rust"
)]

#[cfg(panic = "abort")]
compile_error!("a panic is a status, `LANESUM_ERROR_PANIC`: build with `--profile bindings`, which unwinds");

mod algorithm;
mod bao;
mod batch;
mod blake3;
mod border;
mod buffer;
mod hasher;
mod many;
mod status;
mod streams;
mod version;

pub use algorithm::*;
pub use bao::*;
pub use batch::*;
pub use blake3::*;
pub use buffer::*;
pub use hasher::*;
pub use many::*;
pub use status::*;
pub use streams::*;
pub use version::*;
