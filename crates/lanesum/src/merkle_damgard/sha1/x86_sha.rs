//! SHA-1 with the x86 SHA extensions, one, two or four messages at once.
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
//! The instructions keep `a` to `d` in one register, `a` highest, and take the
//! four words of the schedule in another, the first of them highest and with `e`
//! added. No register carries `e`: it is the `a` of four rounds ago, rotated, and
//! `sha1nexte` makes it from the `abcd` of then. The round constant and function
//! are chosen by the immediate of `sha1rnds4`.

use super::Sha1;
use crate::isa::x86_64::ShaNi;
use crate::kernel::Interleaved;
use core::arch::{asm, x86_64::*};

impl<const N: usize> Interleaved<Sha1, N> for ShaNi {
    unsafe fn compress(self, states: &mut [[u32; 5]; N], from: [*const u8; N], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(states, from, blocks) }
    }
}

/// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose
/// words are in the order of FIPS 180-4, for each of `N` streams.
///
/// # Safety
///
/// The CPU has SHA, SSE2, SSSE3 and SSE4.1, and `from[i]` is readable for
/// `64 * blocks` bytes, at any alignment.
#[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
unsafe fn compress<const N: usize>(states: &mut [[u32; 5]; N], from: [*const u8; N], blocks: usize) {
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
        // `before` stays in memory, and is added from there. Left alone, the
        // compiler begins a block with loads of what it has just stored, in the
        // chain, which costs two streams 5 cycles a block each.
        // SAFETY: no instruction is emitted.
        unsafe { asm!("/* {0} */", in(reg) &mut before, options(nostack, preserves_flags)) };

        // Sixteen words of the schedule, four in a vector.
        let mut w = [[_mm_setzero_si128(); 4]; N];
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
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                // Twenty rounds each of Ch, Parity, Maj, Parity.
                const FUNCTION: i32 = T as i32 / 5;
                if T >= 4 {
                    for i in 0..N {
                        // w[t] = (w[t-16] ^ w[t-14] ^ w[t-8] ^ w[t-3]) <<< 1
                        let w12 = w[i][(T + 1) % 4];
                        let w8 = w[i][(T + 2) % 4];
                        let w4 = w[i][(T + 3) % 4];
                        let xor = _mm_xor_si128(_mm_sha1msg1_epu32(w[i][T % 4], w12), w8);
                        w[i][T % 4] = _mm_sha1msg2_epu32(xor, w4);
                    }
                }
                for i in 0..N {
                    let we = if T == 0 {
                        _mm_add_epi32(w[i][0], e[i])
                    } else {
                        _mm_sha1nexte_epu32(last[i], w[i][T % 4])
                    };
                    last[i] = abcd[i];
                    abcd[i] = _mm_sha1rnds4_epu32::<FUNCTION>(abcd[i], we);
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);

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
