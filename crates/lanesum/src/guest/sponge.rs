//! One message of SHA-3, SHAKE or Keccak without a room, which would cost a short one a
//! seventh of its time, and a program that hashes now and then the half MiB of a new one.

use crate::isa::portable::Portable;
use crate::kernel::Interleaved;
use crate::sha3::keccak::{Keccak, STATE};
use core::array;

/// The state of a sponge.
pub type SpongeState = [u64; STATE];

/// Adds whole blocks of `rate` bytes to a state, by the instructions in `cpu`, a bit each in
/// the order of [`Isa::ALL`](crate::Isa::ALL): without a room, on any stack. A block of zeros
/// is the permutation alone.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn add_to_sponge(cpu: u64, rate: u64, state: &mut SpongeState, blocks: &[u8]) {
    macro_rules! by_words {
        ($($words:literal)+) => {
            match rate / 8 {
                // SAFETY: the caller's.
                $($words => unsafe { add::<$words>(cpu, state, blocks) },)+
                _ => unreachable!("no sponge has such blocks"),
            }
        };
    }
    by_words!(9 13 17 18 21);
}

/// [`add_to_sponge`], with blocks of so many words, by what costs the least in the tables of
/// CPUs, or on some of Intel's a hundredth more. On `AArch64` that is plain code: 524 cycles a
/// block on an Apple M and a Neoverse V2, whose instructions for SHA-3 take 614 and 1612.
///
/// # Safety
///
/// [`add_to_sponge`]'s.
#[inline(always)]
unsafe fn add<const WORDS: usize>(cpu: u64, state: &mut SpongeState, blocks: &[u8]) {
    let (states, from, count) = (array::from_mut(state), [blocks.as_ptr()], blocks.len() / (8 * WORDS));
    #[cfg(target_arch = "x86_64")]
    {
        use super::direct::assume;
        use crate::isa::x86_64::{Avx2, Avx512Half};
        use crate::token::Isa;
        // SAFETY: the caller's, and there are so many blocks.
        unsafe {
            if cpu >> Isa::Avx512 as u32 & 1 == 1 {
                let isa = assume::<Avx512Half>();
                return Interleaved::<Keccak<WORDS>, 1>::compress(isa, states, from, count);
            } else if cpu >> Isa::Avx2 as u32 & 1 == 1 {
                return Interleaved::<Keccak<WORDS>, 1>::compress(assume::<Avx2>(), states, from, count);
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = cpu;
    // SAFETY: there are so many blocks.
    unsafe { Interleaved::<Keccak<WORDS>, 1>::compress(Portable, states, from, count) }
}
