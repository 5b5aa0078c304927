//! BLAKE2b: a row in two vectors.

use super::instructions::{instruction, instructions, operand};
use super::{ROTATIONS, pin, word};
use crate::blake2::compression::Blake2;
use crate::blake2::compression::blake2b::Blake2b;
use crate::blake2::compression::position::Position;
use crate::blake2::rounds::Rounds;
use crate::isa::x86_64::{Avx2, Ssse3};
use crate::kernel::Interleaved;
use crate::kernel::compression::{Compression, unroll};
use core::arch::{asm, x86_64::*};

const BLOCK: usize = <Blake2b as Compression>::BLOCK;
const ROUNDS: usize = <Blake2b as Rounds>::ROUNDS;
const IV: [u64; 8] = <Blake2b as Blake2>::IV;

/// Half a round, after which the rows are turned for the next one: of `a` and of `c` one
/// vector exchanges its halves here, and the caller gives it the other one's place.
///
/// `x0` and `x1` have the words of its first step, and then those that are loaded: `y`
/// for its second step, and `z` for the first one of the next half.
macro_rules! half_round {
    ($isa:ident, $turned_a:ident $turned_c:ident) => {
        instructions!($isa:
            [paddq a0, x0] [paddq a1, x1]
            [movq x0 = [m y0]] [movhps x0, [m y1]]
            [movq x1 = [m y2]] [movhps x1, [m y3]]
            [paddq a0, b0] [paddq a1, b1]
            [pxor d0, a0] [pxor d1, a1]
            [pshufd d0 = d0, 0xb1] [pshufd d1 = d1, 0xb1]
            [paddq c0, d0] [paddq c1, d1]
            [pxor b0, c0] [pxor b1, c1]
            [pshufb b0, rotation 64] [pshufb b1, rotation 64]

            [paddq a0, x0] [paddq a1, x1]
            [movq x0 = [n z0]] [movhps x0, [n z1]]
            [movq x1 = [n z2]] [movhps x1, [n z3]]
            [paddq a0, b0] [paddq a1, b1]
            [pxor d0, a0] [pxor d1, a1]
            [pshufb d0, rotation 96] [pshufb d1, rotation 96]
            [paddq c0, d0] [paddq c1, d1]
            [pxor b0, c0] [pxor b1, c1]
            [movdqa t0 = b0] [psrlq t0, 63]
            [movdqa t1 = b1] [psrlq t1, 63]
            [paddq b0, b0] [paddq b1, b1]
            [por b0, t0] [por b1, t1]

            [pshufd $turned_a = $turned_a, 0x4e] [pshufd $turned_c = $turned_c, 0x4e]
            [pshufd d0 = d0, 0x4e] [pshufd d1 = d1, 0x4e])
    };
}

/// `kernel!(Isa of features => name)`.
macro_rules! kernel {
    ($isa:ident of $features:literal => $name:ident) => {
        impl Interleaved<Blake2b, 1> for $isa {
            unsafe fn compress(self, states: &mut [[u64; 12]; 1], from: [*const u8; 1], blocks: usize) {
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
        unsafe fn $name(state: &mut [u64; 12], from: *const u8, blocks: usize) {
            let pair = |x: u64, y: u64| _mm_set_epi64x(y as i64, x as i64);
            let [s0, s1, s2, s3, s4, s5, s6, s7, .., last_node] = *state;
            let mut h = [pair(s0, s2), pair(s1, s3), pair(s4, s6), pair(s5, s7)];
            // The last row of the matrix, of the last block and of others, but for the counter,
            // which comes from registers: through memory, a block would wait for the one before
            // to be all done.
            let last_row = |f0, f1| [pair(IV[4], IV[6] ^ f0), pair(IV[5], IV[7] ^ f1)];
            let last_rows = [last_row(0, 0), last_row(u64::MAX, last_node)];
            let mut position = Position::of(state);
            let first = |column| {
                // SAFETY: there is a block.
                unsafe { from.cast::<u64>().add(word(0, column)).read_unaligned() }
            };
            let (mut x0, mut x1) = (pair(first(0), first(2)), pair(first(1), first(3)));
            for block in 0..blocks {
                let last = last_rows[usize::from(position.add(BLOCK))];
                let t = position.counter;
                let m = from.wrapping_add(BLOCK * block);
                // The last block is followed by itself: behind it nothing is to be read.
                let following = from.wrapping_add(BLOCK * (block + 1).min(blocks - 1));
                let [mut a0, mut a1, mut b0, mut b1] = h;
                let (mut c0, mut c1) = (pair(IV[0], IV[2]), pair(IV[1], IV[3]));
                let mut d0 = _mm_xor_si128(last[0], pair(t as u64, 0));
                let mut d1 = _mm_xor_si128(last[1], pair((t >> 64) as u64, 0));
                macro_rules! half {
                    ($step:expr, $turned_a:ident $turned_c:ident) => {{
                        const STEP: usize = $step;
                        const NEXT: usize = (STEP + 2) % (4 * ROUNDS);
                        // SAFETY: it reads words of the two blocks, and the rotations, which are
                        // aligned.
                        unsafe {
                            asm!(
                                half_round!($isa, $turned_a $turned_c),
                                a0 = inout(xmm_reg) a0, a1 = inout(xmm_reg) a1,
                                b0 = inout(xmm_reg) b0, b1 = inout(xmm_reg) b1,
                                c0 = inout(xmm_reg) c0, c1 = inout(xmm_reg) c1,
                                d0 = inout(xmm_reg) d0, d1 = inout(xmm_reg) d1,
                                x0 = inout(xmm_reg) x0, x1 = inout(xmm_reg) x1,
                                t0 = out(xmm_reg) _, t1 = out(xmm_reg) _,
                                rotations = in(reg) &ROTATIONS,
                                m = in(reg) m, n = in(reg) if NEXT == 0 { following } else { m },
                                y0 = const 8 * word(STEP + 1, 0), y1 = const 8 * word(STEP + 1, 2),
                                y2 = const 8 * word(STEP + 1, 1), y3 = const 8 * word(STEP + 1, 3),
                                z0 = const 8 * word(NEXT, 0), z1 = const 8 * word(NEXT, 2),
                                z2 = const 8 * word(NEXT, 1), z3 = const 8 * word(NEXT, 3),
                                options(pure, readonly, nostack, preserves_flags),
                            );
                        }
                    }};
                }
                unroll!(i in 0..12 {
                    half!(4 * i, a1 c0);
                    (a0, a1, c0, c1) = (a1, a0, c1, c0);
                    half!(4 * i + 2, a0 c1);
                    (a0, a1, c0, c1) = (a1, a0, c1, c0);
                });
                h = [
                    _mm_xor_si128(h[0], _mm_xor_si128(a0, c0)),
                    _mm_xor_si128(h[1], _mm_xor_si128(a1, c1)),
                    _mm_xor_si128(pin!(_mm_xor_si128(h[2], d0)), b0),
                    _mm_xor_si128(pin!(_mm_xor_si128(h[3], d1)), b1),
                ];
            }
            for (i, vector) in [
                _mm_unpacklo_epi64(h[0], h[1]),
                _mm_unpackhi_epi64(h[0], h[1]),
                _mm_unpacklo_epi64(h[2], h[3]),
                _mm_unpackhi_epi64(h[2], h[3]),
            ]
            .into_iter()
            .enumerate()
            {
                // SAFETY: eight words, two in a vector.
                unsafe { _mm_storeu_si128(state.as_mut_ptr().add(2 * i).cast(), vector) };
            }
            position.store(state);
        }
    };
}

kernel!(Ssse3 of "ssse3" => ssse3);
kernel!(Avx2 of "avx2" => avx2);
