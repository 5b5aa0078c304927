//! SHA-256 with the x86 SHA extensions, one message or two at once.
//!
//! The kernel for a single message, and for a few while they do not fill the
//! lanes.
//!
//! `sha256rnds2` does two rounds. A block is a chain of 32 of them, each waiting
//! for the one before, so one message cannot go faster than 32 times the latency
//! of the instruction, which is 4 cycles on AMD Zen and Intel since Ice Lake, and
//! the addition that ends the block: 130 cycles on Zen 5, where this loop takes
//! just that. All else, the message schedule too, hides behind the chain.
//!
//! The unit takes a new instruction every other cycle, so the chain leaves it
//! idle half of the time. `N` independent messages, the streams, go through the
//! same code side by side: two take 74 cycles a block each on Zen 5, where
//! 64 would fill the unit. A third gains nothing.
//!
//! The instructions keep the chaining value in two registers, `abef` and `cdgh`,
//! named from the highest word down, and take `w + k` of two rounds in the low
//! half of a third. The new `abef` of two rounds is written over `cdgh`, and the
//! old `abef` is the new `cdgh`; after four rounds each is back in its place.

use super::{K, Sha256};
use crate::isa::x86_64::ShaNi;
use crate::kernel::Interleaved;
use core::arch::{asm, x86_64::*};

impl<const N: usize> Interleaved<Sha256, N> for ShaNi {
    unsafe fn compress(self, states: &mut [[u32; 8]; N], from: [*const u8; N], blocks: usize) {
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
unsafe fn compress<const N: usize>(states: &mut [[u32; 8]; N], from: [*const u8; N], blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let mut abef = [_mm_setzero_si128(); N];
    let mut cdgh = abef;
    // The chaining values before the block.
    let mut before = [[_mm_setzero_si128(); 2]; N];
    for i in 0..N {
        let p = states[i].as_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        let (abcd, efgh) = unsafe { (_mm_loadu_si128(p.cast()), _mm_loadu_si128(p.add(4).cast())) };
        abef[i] = halves::<0b00_01_00_01>(efgh, abcd);
        cdgh[i] = halves::<0b10_11_10_11>(efgh, abcd);
        before[i] = [abef[i], cdgh[i]];
    }

    for block in 0..blocks {
        // `before` stays in memory, and is added from there. Left alone, the
        // compiler begins a block with loads of what it has just stored, in the
        // chain, which costs two streams 2 cycles a block each.
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

        // Rounds 4t to 4t + 3 of every stream, then the words of four rounds that
        // are sixteen rounds ahead, so that no chain ever waits for a word. It is
        // written out: with t constant, the arrays become registers.
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                let [k0, k1, k2, k3] = [K[4 * T], K[4 * T + 1], K[4 * T + 2], K[4 * T + 3]];
                let k = _mm_setr_epi32(k0 as i32, k1 as i32, k2 as i32, k3 as i32);
                for i in 0..N {
                    let wk = _mm_add_epi32(w[i][T % 4], k);
                    cdgh[i] = _mm_sha256rnds2_epu32(cdgh[i], abef[i], wk);
                    let wk = _mm_shuffle_epi32::<0b1110>(wk);
                    abef[i] = _mm_sha256rnds2_epu32(abef[i], cdgh[i], wk);
                }
                if T < 12 {
                    for i in 0..N {
                        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
                        let w12 = w[i][(T + 1) % 4];
                        let w8 = w[i][(T + 2) % 4];
                        let w4 = w[i][(T + 3) % 4];
                        let sum = _mm_sha256msg1_epu32(w[i][T % 4], w12);
                        let sum = _mm_add_epi32(sum, _mm_alignr_epi8::<4>(w4, w8));
                        w[i][T % 4] = _mm_sha256msg2_epu32(sum, w4);
                    }
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

        for i in 0..N {
            abef[i] = _mm_add_epi32(abef[i], before[i][0]);
            cdgh[i] = _mm_add_epi32(cdgh[i], before[i][1]);
            before[i] = [abef[i], cdgh[i]];
        }
    }

    for i in 0..N {
        let abcd = halves::<0b10_11_10_11>(abef[i], cdgh[i]);
        let efgh = halves::<0b00_01_00_01>(abef[i], cdgh[i]);
        let p = states[i].as_mut_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        unsafe {
            _mm_storeu_si128(p.cast(), abcd);
            _mm_storeu_si128(p.add(4).cast(), efgh);
        }
    }
}

/// Two words of `x`, then two of `y`: those that `WHICH` says.
#[inline]
#[target_feature(enable = "sse2")]
fn halves<const WHICH: i32>(x: __m128i, y: __m128i) -> __m128i {
    _mm_castps_si128(_mm_shuffle_ps::<WHICH>(_mm_castsi128_ps(x), _mm_castsi128_ps(y)))
}
