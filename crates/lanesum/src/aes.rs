//! The hashes on AES rounds: LeMac, NABHash, and aeshash for maps.
//!
//! They take a few cycles a block, so that the scheduler's planning would cost
//! more than hashing: `interleave` fills lanes anew as messages end. What they may
//! ask of an ISA is [`crate::isa::aes`].

pub mod aeshash;
mod interleave;
mod kernels;
pub mod lemac;
mod nabhash;
mod pieces;
mod whole;

pub(crate) use kernels::{OfLeMac, OfNabHash, of_lemac, of_nabhash, unfetched};
pub(crate) use nabhash::INIT as NABHASH_INIT;
pub(crate) use pieces::{Key, Pieces, blocks, digest};
pub(crate) use whole::{many, one};
