//! The front doors: every hash against published vectors, against other
//! implementations, and every door against `hash`.
//!
//! One program, so that the long tests run beside the others.

mod aes;
mod blake2;
mod blake3;
mod front_doors;
mod functions;
mod names;
mod odd_callers;
mod past_4_gib;
mod readers;
mod readme;
mod rust_crypto;
mod single;
#[cfg(feature = "digest")]
mod traits;
mod vectors;
