//! SHA-1 with the x86 SHA extensions, one to four messages at once.
//!
//! The kernel for a single message, and for a few while they do not fill the
//! lanes.
//!
//! `sha1rnds4` does four rounds. A block is a chain of 20 of them, each waiting
//! for the one before, so one message cannot go faster than 20 times the latency
//! of the instruction, which is 6 cycles on AMD Zen, and the addition that ends
//! the block: 122 cycles on Zen 5, where this loop takes just that. All else, the
//! message schedule too, hides behind the chain.
//!
//! The unit takes a new instruction every other cycle, so the chain leaves it
//! idle two thirds of the time. `N` independent messages, the streams, go through
//! the same code side by side: on Zen 5 two take 63 cycles a block each, and four
//! take 47, where 40 would fill the unit. Four do not fit into sixteen registers:
//! a part of their schedules lives on the stack, where it is not in a chain.
//!
//! On an Intel Granite Rapids the instruction takes 4 cycles, and a new one begins every third,
//! so the chain is 81. But `sha1msg2`, of which a block has 16, begins every fourth, and a block
//! takes 117 cycles, and of two messages 123 each. With AVX-512 the message schedule does
//! without it: 98 cycles, 73 each of two, and 70 of three.
//!
//! Vectors have room for other messages meanwhile: on Zen 3, the rounds of four in lanes of 128 bits
//! cost nothing between those of twelve by the instructions, 36 cycles a block each. That holds in
//! a loop of 3,300 instructions; with the loads of a kernel, and as many registers as there are,
//! it had 4,900, more than the core keeps decoded, and took 100. Lanes of 256 bits cannot be
//! between them: the instructions have the encoding of SSE, and each change between that and
//! 256 bits takes 180 cycles there.
//!
//! The instructions keep `a` to `d` in one register, `a` highest, and take the
//! four words of the schedule in another, the first of them highest and with `e`
//! added. No register carries `e`: it is the `a` of four rounds ago, rotated, and
//! `sha1nexte` makes it from the `abcd` of then. The round constant and function
//! are chosen by the immediate of `sha1rnds4`.

use super::Sha1;
use crate::isa::x86_64::{Avx512Sha, ShaNi};
use crate::kernel::Interleaved;
use crate::kernel::compression::unroll;
use core::arch::{asm, x86_64::*};

/// `kernel!(Isa of features => name, words in so many vectors by a function)`: the kernel of `N`
/// messages. Of the words of the message schedule it keeps the last vectors, and the function
/// makes vector `T` of them, in the place of the oldest.
macro_rules! kernel {
    ($isa:ident of $features:literal => $name:ident, words in $kept:literal by $schedule:ident) => {
        impl<const N: usize> Interleaved<Sha1, N> for $isa {
            unsafe fn compress(self, states: &mut [[u32; 5]; N], from: [*const u8; N], blocks: usize) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { $name(states, from, blocks) }
            }
        }

        /// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose
        /// words are in the order of FIPS 180-4, for each of `N` streams.
        ///
        /// # Safety
        ///
        /// The CPU has the features, and `from[i]` is readable for `64 * blocks` bytes, at any
        /// alignment.
        #[target_feature(enable = $features)]
        unsafe fn $name<const N: usize>(states: &mut [[u32; 5]; N], from: [*const u8; N], blocks: usize) {
            // Reverses all sixteen bytes: the bytes of each word, and the words.
            let big_endian = _mm_set_epi64x(0x00010203_04050607, 0x08090a0b_0c0d0e0f);
            let mut abcd = [_mm_setzero_si128(); N];
            // In the highest word.
            let mut e = abcd;
            // The chaining values before the block.
            let mut before = [[_mm_setzero_si128(); 2]; N];
            for i in 0..N {
                // SAFETY: the first four of five words, one vector.
                let dcba = unsafe { _mm_loadu_si128(states[i].as_ptr().cast()) };
                abcd[i] = _mm_shuffle_epi32::<0b00_01_10_11>(dcba);
                e[i] = _mm_slli_si128::<12>(_mm_cvtsi32_si128(states[i][4] as i32));
                before[i] = [abcd[i], e[i]];
            }

            for block in 0..blocks {
                // Of several streams `before` stays in memory, and is added from there. Left
                // alone, the compiler begins a block with loads of what it has just stored, in the
                // chain, which costs two streams 5 cycles a block each.
                if N > 1 {
                    // SAFETY: no instruction is emitted.
                    unsafe { asm!("/* {0} */", in(reg) &mut before, options(nostack, preserves_flags)) };
                }

                // The last words of the schedule, four in a vector.
                let mut w = [[_mm_setzero_si128(); $kept]; N];
                for t in 0..4 {
                    for i in 0..N {
                        // SAFETY: `from[i]` is readable for `blocks` blocks of 64 bytes,
                        // `block < blocks`, and `16 * t + 16 <= 64`.
                        let m = unsafe { _mm_loadu_si128(from[i].add(64 * block + 16 * t).cast()) };
                        w[i][t] = _mm_shuffle_epi8(m, big_endian);
                    }
                }
                // The `abcd` of four rounds ago.
                let mut last = abcd;

                // The words of rounds 4t to 4t + 3 of every stream, then the rounds. It is
                // written out: with t constant, the arrays become registers.
                unroll!(t in 0..20 {
                    // Twenty rounds each of Ch, Parity, Maj, Parity.
                    const FUNCTION: i32 = t as i32 / 5;
                    if t >= 4 {
                        for i in 0..N {
                            w[i][t % $kept] = $schedule::<t>(&w[i]);
                        }
                    }
                    for i in 0..N {
                        let we = if t == 0 {
                            _mm_add_epi32(w[i][0], e[i])
                        } else {
                            _mm_sha1nexte_epu32(last[i], w[i][t % $kept])
                        };
                        last[i] = abcd[i];
                        abcd[i] = _mm_sha1rnds4_epu32::<FUNCTION>(abcd[i], we);
                    }
                });

                for i in 0..N {
                    abcd[i] = _mm_add_epi32(abcd[i], before[i][0]);
                    e[i] = _mm_sha1nexte_epu32(last[i], before[i][1]);
                    before[i] = [abcd[i], e[i]];
                }
            }

            for i in 0..N {
                let dcba = _mm_shuffle_epi32::<0b00_01_10_11>(abcd[i]);
                // SAFETY: the first four of five words, one vector.
                unsafe { _mm_storeu_si128(states[i].as_mut_ptr().cast(), dcba) };
                states[i][4] = _mm_extract_epi32::<3>(e[i]) as u32;
            }
        }
    };
}

/// Words 4T to 4T + 3 by the instructions for them, out of the sixteen before.
#[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
#[inline]
fn by_instructions<const T: usize>(w: &[__m128i; 4]) -> __m128i {
    // w[t] = (w[t-16] ^ w[t-14] ^ w[t-8] ^ w[t-3]) <<< 1
    let [w16, w12, w8, w4] = [w[T % 4], w[(T + 1) % 4], w[(T + 2) % 4], w[(T + 3) % 4]];
    _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w16, w12), w8), w4)
}

/// Words 4T to 4T + 3 by rotations and logic of three inputs, out of the 32 before.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn by_vectors<const T: usize>(w: &[__m128i; 8]) -> __m128i {
    /// Bits that are set in an odd number of three vectors.
    const XOR: i32 = 0x96;
    let [w32, w28, w16, w12, w8, w4] = [8, 7, 4, 3, 2, 1].map(
        #[inline(always)]
        |before| w[(T + 8 - before) % 8],
    );
    if T >= 8 {
        // With what each of those words is put in its place: w[t] =
        // (w[t-32] ^ w[t-28] ^ w[t-16] ^ w[t-6]) <<< 2, and none of four waits for another.
        let w6 = _mm_alignr_epi8::<8>(w8, w4);
        return _mm_rol_epi32::<2>(_mm_xor_si128(_mm_ternarylogic_epi32::<XOR>(w32, w28, w16), w6));
    }
    // Without w[t], in the lowest word, which wants it.
    let w14 = _mm_alignr_epi8::<8>(w16, w12);
    let w3 = _mm_slli_si128::<4>(w4);
    let four = _mm_rol_epi32::<1>(_mm_xor_si128(_mm_ternarylogic_epi32::<XOR>(w16, w14, w8), w3));
    _mm_xor_si128(four, _mm_rol_epi32::<1>(_mm_srli_si128::<12>(four)))
}

kernel!(ShaNi of "sha,sse2,ssse3,sse4.1" => by_sha, words in 4 by by_instructions);
kernel!(Avx512Sha of "sha,avx512f,avx512bw,avx512vl" => by_sha_avx512, words in 8 by by_vectors);
