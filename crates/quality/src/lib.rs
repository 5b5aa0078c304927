//! Statistical tests of the hashes that are not cryptographic.
//!
//! The tests are those of Go's runtime and SMHasher3's that add most to them.
//! Each really hashes the keys it names, and returns what it saw, what was
//! expected, and a verdict: see [`report::Outcome`]. Collisions are counted at
//! the full width and in parts of 64, 48 and 32 bits, and judged by the Poisson
//! tail of their number. [`hashes`] lists what is tested, and the controls: weak
//! ones that must fail, and strong ones that must pass.

mod avalanche;
mod collisions;
pub mod entry;
pub mod hashes;
mod keys;
pub mod report;
mod rng;
mod sanity;
pub mod suite;
