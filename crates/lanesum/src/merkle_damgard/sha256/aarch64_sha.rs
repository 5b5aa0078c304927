//! SHA-256 with the Armv8 instructions, one message or two at once.
//!
//! The kernel for a single message, and for a few while they do not fill the
//! lanes.
//!
//! `sha256h` does four rounds for `a` to `d`, `sha256h2` the same four for `e` to
//! `h`. Both need both halves of the round before, so a block is a chain of 16
//! such pairs, and one message is bound by their latency.
//!
//! `N` independent messages, the streams, go through the same code side by side,
//! so that one's rounds fill the other's waiting. Two fit into the registers with
//! their schedules.

use super::{K, Sha256};
use crate::isa::aarch64::Sha2;
use crate::kernel::Interleaved;
use core::arch::aarch64::*;
use core::hint::black_box;

impl<const N: usize> Interleaved<Sha256, N> for Sha2 {
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
/// The CPU has the SHA-256 instructions (`sha2`), and `from[i]` is readable for
/// `64 * blocks` bytes, at any alignment.
#[target_feature(enable = "sha2")]
unsafe fn compress<const N: usize>(states: &mut [[u32; 8]; N], from: [*const u8; N], blocks: usize) {
    let mut abcd = [vdupq_n_u32(0); N];
    let mut efgh = abcd;
    for i in 0..N {
        let p = states[i].as_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        (abcd[i], efgh[i]) = unsafe { (vld1q_u32(p), vld1q_u32(p.add(4))) };
    }

    for block in 0..blocks {
        // The compiler is not to know the constants, else it loads them all before
        // the loop, and spills those that do not fit into the registers.
        let constants = black_box(&K);
        let before = (abcd, efgh);
        // Sixteen words of the schedule, four in a vector.
        let mut w = [[vdupq_n_u32(0); 4]; N];
        for t in 0..4 {
            for i in 0..N {
                // SAFETY: `from[i]` is readable for `blocks` blocks of 64 bytes,
                // `block < blocks`, and `16 * t + 16 <= 64`.
                let m = unsafe { vld1q_u8(from[i].add(64 * block + 16 * t)) };
                w[i][t] = vreinterpretq_u32_u8(vrev32q_u8(m));
            }
        }

        // Rounds 4t to 4t + 3 of every stream, then the words of four rounds that
        // are sixteen rounds ahead, so that no chain ever waits for a word. It is
        // written out: with t constant, the arrays become registers.
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                // SAFETY: `K` has 64 words, and `4 * T + 4 <= 64`.
                let k = unsafe { vld1q_u32(constants.as_ptr().add(4 * T)) };
                for i in 0..N {
                    let wk = vaddq_u32(w[i][T % 4], k);
                    let last = abcd[i];
                    abcd[i] = vsha256hq_u32(last, efgh[i], wk);
                    efgh[i] = vsha256h2q_u32(efgh[i], last, wk);
                }
                if T < 12 {
                    for i in 0..N {
                        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
                        let w12 = w[i][(T + 1) % 4];
                        let w8 = w[i][(T + 2) % 4];
                        let w4 = w[i][(T + 3) % 4];
                        w[i][T % 4] = vsha256su1q_u32(vsha256su0q_u32(w[i][T % 4], w12), w8, w4);
                    }
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

        for i in 0..N {
            abcd[i] = vaddq_u32(abcd[i], before.0[i]);
            efgh[i] = vaddq_u32(efgh[i], before.1[i]);
        }
    }

    for i in 0..N {
        let p = states[i].as_mut_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        unsafe {
            vst1q_u32(p, abcd[i]);
            vst1q_u32(p.add(4), efgh[i]);
        }
    }
}
