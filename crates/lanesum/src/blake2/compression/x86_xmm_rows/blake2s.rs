//! BLAKE2s: a row in one vector.

use super::instructions::{instruction, instructions, operand};
use super::{ROTATIONS, pin, word};
use crate::blake2::compression::Blake2;
use crate::blake2::compression::blake2s::Blake2s;
use crate::blake2::compression::position::Position;
use crate::blake2::rounds::Rounds;
use crate::isa::x86_64::{Avx2, Ssse3};
use crate::kernel::Interleaved;
use crate::kernel::compression::{Compression, unroll};
use core::arch::{asm, x86_64::*};

const BLOCK: usize = <Blake2s as Compression>::BLOCK;
const ROUNDS: usize = <Blake2s as Rounds>::ROUNDS;
const IV: [u32; 8] = <Blake2s as Blake2>::IV;

/// Half a round, after which the rows are turned for the next one.
///
/// `x` has the words of its first step, and then those that are loaded: `y` for its
/// second step, and `z` for the first one of the next half.
macro_rules! half_round {
    ($isa:ident, $turn_a:literal $turn_c:literal) => {
        concat!(
            step!($isa, rotation 0, 12 20, m y0 y1 y2 y3),
            step!($isa, rotation 32, 7 25, n z0 z1 z2 z3),
            instructions!($isa: [pshufd a = a, $turn_a] [pshufd c = c, $turn_c] [pshufd d = d, 0x4e]),
        )
    };
}

/// A step, half of G, and the words of the one after. `b` and `c` are shifted to the left
/// before they are joined, so that the shift to the right is not at the same time.
macro_rules! step {
    (
        $isa:ident, rotation $d_by:literal, $right:literal $left:literal,
        $m:ident $w0:ident $w1:ident $w2:ident $w3:ident
    ) => {
        instructions!($isa:
            [movdqa s = b]
            [paddd a, x]
            [paddd a, b]
            [pxor d, a]
            [pshufb d, rotation $d_by]
            [paddd c, d]
            [movdqa t = c] [pslld t, $left] [pslld s, $left] [pxor t, s]
            [movd x = [$m $w0]] [movd y = [$m $w1]] [punpckldq x, y]
            [movd z = [$m $w2]] [movd y = [$m $w3]] [punpckldq z, y]
            [punpcklqdq x, z]
            [pxor b, c] [psrld b, $right]
            [por b, t])
    };
}

/// `kernel!(Isa of features => name)`.
macro_rules! kernel {
    ($isa:ident of $features:literal => $name:ident) => {
        impl Interleaved<Blake2s, 1> for $isa {
            unsafe fn compress(self, states: &mut [[u32; 12]; 1], from: [*const u8; 1], blocks: usize) {
                if blocks > 0 {
                    // SAFETY: the token is the proof of the features; the rest is the caller's.
                    unsafe { $name(&mut states[0], from[0], blocks) }
                }
            }
        }

        /// Adds `blocks` blocks to the state, of which there is one.
        ///
        /// # Safety
        ///
        /// The CPU has the features, and `from` is readable for that many blocks, at any
        /// alignment.
        #[target_feature(enable = $features)]
        unsafe fn $name(state: &mut [u32; 12], from: *const u8, blocks: usize) {
            let row = |w: [u32; 4]| {
                let [x, y, z, w] = w.map(|w| w as i32);
                _mm_setr_epi32(x, y, z, w)
            };
            let [s0, s1, s2, s3, s4, s5, s6, s7, .., last_node] = *state;
            let mut h = [row([s0, s1, s2, s3]), row([s4, s5, s6, s7])];
            // The last row of the matrix, of the last block and of others, but for the counter,
            // which comes from registers: through memory, a block would wait for the one before
            // to be all done.
            let last_row = |f0, f1| row([IV[4], IV[5], IV[6] ^ f0, IV[7] ^ f1]);
            let last_rows = [last_row(0, 0), last_row(u32::MAX, last_node)];
            let mut position = Position::of(state);
            let first = |column| {
                // SAFETY: there is a block.
                unsafe { from.cast::<u32>().add(word(0, column)).read_unaligned() }
            };
            let mut x = row([first(0), first(1), first(2), first(3)]);
            for block in 0..blocks {
                let last = last_rows[usize::from(position.add(BLOCK))];
                let m = from.wrapping_add(BLOCK * block);
                // The last block is followed by itself: behind it nothing is to be read.
                let following = from.wrapping_add(BLOCK * (block + 1).min(blocks - 1));
                let [mut a, mut b] = h;
                let mut c = row([IV[0], IV[1], IV[2], IV[3]]);
                let mut d = _mm_xor_si128(last, _mm_cvtsi64_si128(position.counter as i64));
                macro_rules! half {
                    ($step:expr, $turn_a:literal $turn_c:literal) => {{
                        const STEP: usize = $step;
                        const NEXT: usize = (STEP + 2) % (4 * ROUNDS);
                        // SAFETY: it reads words of the two blocks, and the rotations, which are
                        // aligned.
                        unsafe {
                            asm!(
                                half_round!($isa, $turn_a $turn_c),
                                a = inout(xmm_reg) a, b = inout(xmm_reg) b,
                                c = inout(xmm_reg) c, d = inout(xmm_reg) d,
                                x = inout(xmm_reg) x, y = out(xmm_reg) _, z = out(xmm_reg) _,
                                s = out(xmm_reg) _, t = out(xmm_reg) _,
                                rotations = in(reg) &ROTATIONS,
                                m = in(reg) m, n = in(reg) if NEXT == 0 { following } else { m },
                                y0 = const 4 * word(STEP + 1, 0), y1 = const 4 * word(STEP + 1, 1),
                                y2 = const 4 * word(STEP + 1, 2), y3 = const 4 * word(STEP + 1, 3),
                                z0 = const 4 * word(NEXT, 0), z1 = const 4 * word(NEXT, 1),
                                z2 = const 4 * word(NEXT, 2), z3 = const 4 * word(NEXT, 3),
                                options(pure, readonly, nostack, preserves_flags),
                            );
                        }
                    }};
                }
                unroll!(i in 0..12 {
                    if i < ROUNDS {
                        half!(4 * i, 0x93 0x39);
                        half!(4 * i + 2, 0x39 0x93);
                    }
                });
                h = [
                    _mm_xor_si128(h[0], _mm_xor_si128(a, c)),
                    _mm_xor_si128(pin!(_mm_xor_si128(h[1], d)), b),
                ];
            }
            // SAFETY: two rows of four words.
            unsafe {
                _mm_storeu_si128(state.as_mut_ptr().cast(), h[0]);
                _mm_storeu_si128(state.as_mut_ptr().add(4).cast(), h[1]);
            }
            position.store(state);
        }
    };
}

kernel!(Ssse3 of "ssse3" => ssse3);
kernel!(Avx2 of "avx2" => avx2);
