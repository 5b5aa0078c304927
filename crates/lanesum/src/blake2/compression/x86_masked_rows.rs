//! BLAKE2 with AVX-512, one message, in assembly: the rows of the matrix in vectors, so that G
//! goes down all four columns at once.
//!
//! It is bound by latency: a round is a chain of 24 operations, each waiting for the one before.
//! Row `b`, which is ready last, stays where it is, and the other rows are turned relative to
//! it. What is not in the chain comes late; how late made a difference of a percent.
//!
//! Words of the message are loaded to their columns, one to all of them and the others over it,
//! by masks. To permute them out of the block takes as many instructions, but the one unit that
//! shuffles across a vector, and three cycles.
//!
//! A row of BLAKE2b has columns 0 and 2 in one half, and 1 and 3 in the other: to turn it by two
//! columns no word goes from half to half, which takes three cycles. That is row `d`.
//!
//! Cycles a block on an Intel Granite Rapids:
//!
//! |         | the chain | permuted, in LLVM's order | here |
//! |---------|-----------|---------------------------|------|
//! | BLAKE2b | 288       | 367                       | 325  |
//! | BLAKE2s | 240       | 290                       | 251  |

use super::blake2b::Blake2b;
use super::blake2s::Blake2s;
use super::position::Position;
use super::x86_rows::load_halves;
use super::{Blake2, word};
use crate::blake2::rounds::Rounds;
use crate::isa::x86_64::Avx512;
use crate::kernel::Interleaved;
use crate::kernel::compression::unroll;
use core::arch::{asm, x86_64::*};
use core::mem::transmute;

/// A word of the message, to a column of a row: over the others where there is a mask.
macro_rules! load {
    ($load:literal $to:literal, $size:literal $from:literal $at:literal) => {
        concat!($load, " {", $to, "}, ", $size, " ptr [{", $from, "} + {", $at, "}]\n")
    };
    ($load:literal $to:literal $mask:literal, $size:literal $from:literal $at:literal) => {
        concat!($load, " {", $to, "}{{{", $mask, "}}}, ", $size, " ptr [{", $from, "} + {", $at, "}]\n")
    };
}

/// An operation on two rows, or on one and a number.
macro_rules! op {
    ($op:literal $to:literal $from:literal) => {
        concat!($op, " {", $to, "}, {", $to, "}, {", $from, "}\n")
    };
    ($op:literal $to:literal by $n:literal) => {
        concat!($op, " {", $to, "}, {", $to, "}, ", $n, "\n")
    };
}

/// Half a round, after which the rows are turned for the next one. Row `x` has the words of its
/// first step, and then those of the first step of the next half; row `y` those of the second.
macro_rules! half_round {
    (
        ($add:literal $xor:literal $rotate:literal $load:literal $size:literal)
        ($r0:literal $r1:literal $r2:literal $r3:literal)
        $turn:literal $by_a:literal $by_c:literal
    ) => {
        concat!(
            op!($add "a" "x"),
            op!($add "a" "b"),
            load!($load "y", $size "m" "y0"),
            op!($xor "d" "a"),
            load!($load "y" "second", $size "m" "y1"),
            op!($rotate "d" by $r0),
            load!($load "y" "third", $size "m" "y2"),
            op!($add "c" "d"),
            load!($load "y" "last", $size "m" "y3"),
            op!($xor "b" "c"),
            op!($rotate "b" by $r1),
            op!($add "a" "y"),
            op!($add "a" "b"),
            load!($load "x", $size "n" "x0"),
            op!($xor "d" "a"),
            load!($load "x" "second", $size "n" "x1"),
            op!($rotate "d" by $r2),
            load!($load "x" "third", $size "n" "x2"),
            op!($add "c" "d"),
            load!($load "x" "last", $size "n" "x3"),
            op!($xor "b" "c"),
            op!($rotate "b" by $r3),
            op!($turn "a" by $by_a),
            op!("vpshufd" "d" by 0x4e),
            op!($turn "c" by $by_c),
        )
    };
}

/// `kernel!(Hash: word; ...)`: the kernel of a hash, out of the vector of a row and its register,
/// the columns in the order in which a row has them, and how half a round turns rows.
macro_rules! kernel {
    (
        $hash:ident: $word:ident => $name:ident;
        $vector:ty, $register:ident, columns $columns:expr;
        load $load:ident, of the state $read:ident, store $store:ident, xor $xor:ident;
        counter($t:ident) = $row_of_t:expr;
        half_round $how:tt $rotations:tt $turn:literal ($by_a0:literal $by_c0:literal) ($by_a1:literal $by_c1:literal);
    ) => {
        impl Interleaved<$hash, 1> for Avx512 {
            unsafe fn compress(self, states: &mut [[$word; 12]; 1], from: [*const u8; 1], blocks: usize) {
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
        /// The CPU has AVX-512 F, BW and VL, and `from` is readable for that many blocks, at
        /// any alignment.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        unsafe fn $name(state: &mut [$word; 12], from: *const u8, blocks: usize) {
            const LEN: usize = size_of::<$word>();
            const BLOCK: usize = 16 * LEN;
            const COLUMNS: [usize; 4] = $columns;
            const ROUNDS: usize = <$hash as Rounds>::ROUNDS;
            const IV: [$word; 8] = <$hash as Blake2>::IV;
            /// Where in the block the word of a step is that a place in a row takes.
            const fn at(step: usize, place: usize) -> usize {
                LEN * word(step, COLUMNS[place])
            }
            let row = |words: [$word; 4]| {
                let words = COLUMNS.map(|column| words[column]);
                // SAFETY: four words are a row.
                unsafe { $load(words.as_ptr().cast()) }
            };
            let mut h = [0, 4].map(|at| {
                // SAFETY: four words are a row.
                row(unsafe { transmute::<$vector, [$word; 4]>($read(state[at..at + 4].as_ptr().cast())) })
            });
            let last_node = state[11];
            // The last row of the matrix, of the last block and of others, but for the counter,
            // which comes from registers: through memory, a block would wait for the one before
            // to be all done.
            let last_row = |f0, f1| row([IV[4], IV[5], IV[6] ^ f0, IV[7] ^ f1]);
            let last_rows = [last_row(0, 0), last_row($word::MAX, last_node)];
            let mut position = Position::of(state);
            // SAFETY: there is a block.
            let first = |column| unsafe { from.cast::<$word>().add(word(0, column)).read_unaligned() };
            let mut x = row([first(0), first(1), first(2), first(3)]);
            for block in 0..blocks {
                let last = last_rows[usize::from(position.add(BLOCK))];
                let $t = position.counter;
                let m = from.wrapping_add(BLOCK * block);
                // The last block is followed by itself: behind it nothing is to be read.
                let following = from.wrapping_add(BLOCK * (block + 1).min(blocks - 1));
                let [mut a, mut b] = h;
                let mut c = row([IV[0], IV[1], IV[2], IV[3]]);
                let mut d = $xor(last, $row_of_t);
                macro_rules! half {
                    ($step:expr, $by_a:literal $by_c:literal) => {{
                        const STEP: usize = $step;
                        const NEXT: usize = (STEP + 2) % (4 * ROUNDS);
                        // SAFETY: it reads words of the two blocks.
                        unsafe {
                            asm!(
                                half_round!($how $rotations $turn $by_a $by_c),
                                a = inout($register) a, b = inout($register) b,
                                c = inout($register) c, d = inout($register) d,
                                x = inout($register) x, y = out($register) _,
                                m = in(reg) m, n = in(reg) if NEXT == 0 { following } else { m },
                                y0 = const at(STEP + 1, 0), y1 = const at(STEP + 1, 1),
                                y2 = const at(STEP + 1, 2), y3 = const at(STEP + 1, 3),
                                x0 = const at(NEXT, 0), x1 = const at(NEXT, 1),
                                x2 = const at(NEXT, 2), x3 = const at(NEXT, 3),
                                second = in(kreg) 1u8 << 1, third = in(kreg) 1u8 << 2, last = in(kreg) 1u8 << 3,
                                options(pure, readonly, nostack, preserves_flags),
                            );
                        }
                    }};
                }
                unroll!(i in 0..12 {
                    if i < ROUNDS {
                        half!(4 * i, $by_a0 $by_c0);
                        half!(4 * i + 2, $by_a1 $by_c1);
                    }
                });
                h = [$xor(h[0], $xor(a, c)), $xor(h[1], $xor(b, d))];
            }
            let (low, high) = state.split_at_mut(4);
            for (words, row) in [low, &mut high[..4]].into_iter().zip(h) {
                let mut places = [0; 4];
                // SAFETY: four words are a row.
                unsafe { $store(places.as_mut_ptr().cast(), row) };
                for (column, word) in COLUMNS.into_iter().zip(places) {
                    words[column] = word;
                }
            }
            position.store(state);
        }
    };
}

kernel! {
    Blake2b: u64 => blake2b;
    __m256i, ymm_reg, columns [0, 2, 1, 3];
    load _mm256_loadu_si256, of the state load_halves, store _mm256_storeu_si256, xor _mm256_xor_si256;
    counter(t) = _mm256_set_epi64x(0, (t >> 64) as i64, 0, t as i64);
    half_round ("vpaddq" "vpxorq" "vprorq" "vpbroadcastq" "qword") (32 24 16 63) "vpermq" (0x4b 0x1e) (0x1e 0x4b);
}

kernel! {
    Blake2s: u32 => blake2s;
    __m128i, xmm_reg, columns [0, 1, 2, 3];
    load _mm_loadu_si128, of the state _mm_loadu_si128, store _mm_storeu_si128, xor _mm_xor_si128;
    counter(t) = _mm_cvtsi64_si128(t as i64);
    half_round ("vpaddd" "vpxord" "vprord" "vpbroadcastd" "dword") (16 12 8 7) "vpshufd" (0x93 0x39) (0x39 0x93);
}
