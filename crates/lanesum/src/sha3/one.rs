//! One message: in vectors where their logic takes three inputs, or with the
//! instructions that came with AVX2.

use super::keccak::{Keccak, STATE};
use crate::isa::{Has, align_frame};
use crate::kernel::Interleaved;
use crate::kernel::compression::Compression;
use crate::lanes::Vector;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Sha512;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512Half};
#[cfg(target_arch = "x86_64")]
use crate::{kernel::narrow, token::Token};

/// Every lane works on the message, and one of them counts. There are registers
/// for all words, as there are not for 64 bits alone, and chi is one instruction:
/// a block of SHA3-256 takes 730 cycles on AMD Zen 4, not 955.
///
/// # Safety
///
/// [`Interleaved::compress`]'s.
#[inline(always)]
unsafe fn in_vectors<T: Has<u64>, const RATE: usize>(
    isa: T,
    state: &mut [u64; STATE],
    from: *const u8,
    blocks: usize,
) {
    isa.vectorize(
        #[inline(always)]
        || {
            align_frame();
            let mut s = [T::Vector::splat(isa, 0); STATE];
            for w in 0..STATE {
                s[w] = T::Vector::splat(isa, state[w]);
            }
            for block in 0..blocks {
                let mut m = [s[0]; RATE];
                for w in 0..RATE {
                    // SAFETY: the caller's: so many blocks are readable.
                    let word = unsafe { from.cast::<[u8; 8]>().add(block * RATE + w).read() };
                    m[w] = T::Vector::splat(isa, u64::from_le_bytes(word));
                }
                s = Keccak::<RATE>::compress(isa, s, &mut m);
            }
            for w in 0..STATE {
                let mut lanes = [0; 4];
                s[w].store(&mut lanes[..T::Vector::LANES]);
                state[w] = lanes[0];
            }
        },
    );
}

macro_rules! in_vectors {
    ($isa:ident) => {
        impl<const RATE: usize> Interleaved<Keccak<RATE>, 1> for $isa {
            #[inline(never)]
            unsafe fn compress(self, [state]: &mut [[u64; STATE]; 1], [from]: [*const u8; 1], blocks: usize) {
                // SAFETY: the caller's.
                unsafe { in_vectors::<Self, RATE>(self, state, from, blocks) }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
in_vectors!(Avx512Half);
#[cfg(target_arch = "aarch64")]
in_vectors!(Sha512);

/// Plain Rust, with BMI's `andn` and rotations that leave their operand be.
#[cfg(target_arch = "x86_64")]
impl<const RATE: usize> Interleaved<Keccak<RATE>, 1> for Avx2 {
    #[inline(never)]
    unsafe fn compress(self, states: &mut [[u64; STATE]; 1], from: [*const u8; 1], blocks: usize) {
        self.vectorize(
            #[inline(always)]
            // SAFETY: the caller's.
            || unsafe { narrow::plain::<Keccak<RATE>, 1>(states, from, blocks) },
        );
    }
}
