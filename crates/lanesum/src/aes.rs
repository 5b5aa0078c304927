//! The hashes on AES rounds: LeMac, NABHash, and aeshash for maps.
//!
//! They take a few cycles a block, so that the scheduler's planning would cost
//! more than hashing: `interleave` fills lanes anew as messages end. What they may
//! ask of an ISA is [`crate::isa::aes`].

pub mod aeshash;
mod family;
pub(crate) mod interleave;
mod kernels;
pub mod lemac;
pub(crate) mod nabhash;
mod pieces;

pub(crate) use family::OnAes;
pub(crate) use kernels::{OfLeMac, OfNabHash};
