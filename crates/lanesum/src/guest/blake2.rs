//! One message of BLAKE2 without a room, which would cost a short one a fifth of its time.

use super::direct::on_widest;
use super::pieces::{StateRoom, narrow};
use crate::blake2::compression::blake2b::Blake2b;
use crate::blake2::compression::blake2s::Blake2s;
use crate::kernel::Interleaved;
use crate::kernel::compression::Compression;
use core::array;

/// Adds whole blocks to a state of `BLAKE2b`, by the widest vectors in `cpu`, which has a bit for
/// each instruction set in the order of [`Isa::ALL`](crate::Isa::ALL): without a room, on any
/// stack. What costs the least is in the tables of CPUs, which are not read here: the host leaves
/// out of `cpu` what costs more.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn add_to_blake2b(cpu: u64, state: &mut StateRoom, blocks: &[u8]) {
    let (states, from) = (array::from_mut(state), [blocks.as_ptr()]);
    let count = blocks.len() / Blake2b::BLOCK;
    // SAFETY: there are so many blocks.
    on_widest!(cpu, isa => unsafe { Interleaved::<Blake2b, 1>::compress(isa, states, from, count) });
}

/// [`add_to_blake2b`], of `BLAKE2s`.
///
/// # Safety
///
/// [`add_to_blake2b`]'s.
#[inline]
pub unsafe fn add_to_blake2s(cpu: u64, state: &mut StateRoom, blocks: &[u8]) {
    let (states, from) = (array::from_mut(narrow(state)), [blocks.as_ptr()]);
    let count = blocks.len() / Blake2s::BLOCK;
    // SAFETY: there are so many blocks.
    on_widest!(cpu, isa => unsafe { Interleaved::<Blake2s, 1>::compress(isa, states, from, count) });
}
