//! One message: in vectors of AVX-512, or with the instructions that came with
//! AVX2.

use super::keccak::{Keccak, STATE};
use crate::isa::Has;
use crate::isa::x86_64::{Avx2, Avx512Half};
use crate::kernel::compression::Compression;
use crate::kernel::{Interleaved, narrow};
use crate::lanes::Vector;
use crate::token::Token;

/// Every lane works on the message, and one of them counts. There are registers
/// for all words, as there are not for 64 bits alone, and chi is one instruction:
/// a block of SHA3-256 takes 730 cycles on AMD Zen 4, not 955.
impl<const RATE: usize> Interleaved<Keccak<RATE>, 1> for Avx512Half {
    #[inline(never)]
    unsafe fn compress(self, [state]: &mut [[u64; STATE]; 1], [from]: [*const u8; 1], blocks: usize) {
        type V = <Avx512Half as Has<u64>>::Vector;
        self.vectorize(
            #[inline(always)]
            || {
                let mut s = [V::splat(self, 0); STATE];
                for w in 0..STATE {
                    s[w] = V::splat(self, state[w]);
                }
                for block in 0..blocks {
                    let mut m = [s[0]; RATE];
                    for w in 0..RATE {
                        // SAFETY: the caller's: so many blocks are readable.
                        let word = unsafe { from.cast::<[u8; 8]>().add(block * RATE + w).read() };
                        m[w] = V::splat(self, u64::from_le_bytes(word));
                    }
                    s = Keccak::<RATE>::compress(self, s, &mut m);
                }
                for w in 0..STATE {
                    let mut lanes = [0; V::LANES];
                    s[w].store(&mut lanes);
                    state[w] = lanes[0];
                }
            },
        );
    }
}

/// Plain Rust, with BMI's `andn` and rotations that leave their operand be.
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
