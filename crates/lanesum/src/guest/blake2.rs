//! One message of BLAKE2 without a room, which would cost a short one a fifth of its time.

#[cfg(target_arch = "x86_64")]
use super::direct::assume;
use super::pieces::STATE_WORDS;
use crate::blake2::compression::blake2b::Blake2b;
use crate::blake2::compression::blake2s::Blake2s;
use crate::isa::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Ssse3};
use crate::kernel::Interleaved;
use crate::kernel::compression::Compression;
use crate::token::Isa;
use core::array;

/// A state of the host's, each word widened to 64 bits.
type Words = [u64; STATE_WORDS];

/// `on_widest!(cpu, Hash, states, blocks)`: adds the blocks.
macro_rules! on_widest {
    ($cpu:ident, $hash:ident, $states:expr, $blocks:ident) => {{
        let (from, count) = ([$blocks.as_ptr()], $blocks.len() / $hash::BLOCK);
        match widest($cpu) {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Interleaved::<$hash, 1>::compress(assume::<Avx512>(), $states, from, count),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Interleaved::<$hash, 1>::compress(assume::<Avx2>(), $states, from, count),
            #[cfg(target_arch = "x86_64")]
            Isa::Ssse3 => Interleaved::<$hash, 1>::compress(assume::<Ssse3>(), $states, from, count),
            _ => Interleaved::<$hash, 1>::compress(Portable, $states, from, count),
        }
    }};
}

/// Adds whole blocks to a state of `BLAKE2b`, by the widest vectors in `cpu`, which has a bit for
/// each instruction set in the order of [`Isa::ALL`](crate::Isa::ALL): without a room, on any
/// stack. What costs the least is in the tables of CPUs, which are not read here: the host leaves
/// out of `cpu` what costs more.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn add_to_blake2b(cpu: u64, state: &mut Words, blocks: &[u8]) {
    // SAFETY: the caller's.
    unsafe { on_widest!(cpu, Blake2b, array::from_mut(state), blocks) }
}

/// [`add_to_blake2b`], of `BLAKE2s`.
///
/// # Safety
///
/// [`add_to_blake2b`]'s.
#[inline]
pub unsafe fn add_to_blake2s(cpu: u64, state: &mut Words, blocks: &[u8]) {
    let mut own = [state.map(|word| word as u32)];
    // SAFETY: the caller's.
    unsafe { on_widest!(cpu, Blake2s, &mut own, blocks) }
    *state = own[0].map(u64::from);
}

/// Of the instruction sets in `cpu` that one message has a kernel for, the one with the widest
/// vectors.
#[inline(always)]
fn widest(cpu: u64) -> Isa {
    [Isa::Avx512, Isa::Avx2, Isa::Ssse3]
        .into_iter()
        .find(|&isa| cpu >> isa as u32 & 1 == 1)
        .unwrap_or(Isa::Portable)
}
