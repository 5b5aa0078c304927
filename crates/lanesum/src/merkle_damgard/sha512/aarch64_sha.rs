//! SHA-512 with the Armv8.2 instructions, one message or two at once.
//!
//! The kernel for a single message, and for a few while they do not fill the
//! lanes. It serves SHA-384 and SHA-512/256 too, which differ in the first
//! chaining value and the length of the digest.
//!
//! `sha512h` and `sha512h2` do two rounds together: the first makes the sum T1 of
//! FIPS 180-4 for both, the second adds T2. A block is a chain of 40 such pairs,
//! one instruction waiting for the other, so one message is bound by their
//! latencies.
//!
//! `N` independent messages, the streams, go through the same code side by side,
//! so that one's rounds fill the other's waiting. Two fill the registers: 8
//! vectors of schedule and 4 of state each. What is added at the end of the block
//! waits on the stack.

use super::{K, Sha512};
use crate::isa::aarch64 as isa;
use crate::kernel::Interleaved;
use core::arch::{aarch64::*, asm};
use core::hint::black_box;

impl<const N: usize> Interleaved<Sha512, N> for isa::Sha512 {
    unsafe fn compress(self, states: &mut [[u64; 8]; N], from: [*const u8; N], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(states, from, blocks) }
    }
}

/// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose
/// words are in the order of FIPS 180-4, for each of `N` streams.
///
/// # Safety
///
/// The CPU has the SHA-512 instructions (`sha3`, as Rust names them with those of
/// SHA-3), and `from[i]` is readable for `128 * blocks` bytes, at any alignment.
#[target_feature(enable = "sha3")]
unsafe fn compress<const N: usize>(states: &mut [[u64; 8]; N], from: [*const u8; N], blocks: usize) {
    // ab, cd, ef, gh: the first word of a pair is the low half of the vector.
    let mut s = [[vdupq_n_u64(0); 4]; N];
    for i in 0..N {
        for j in 0..4 {
            // SAFETY: a chaining value is eight words, four vectors.
            s[i][j] = unsafe { vld1q_u64(states[i].as_ptr().add(2 * j)) };
        }
    }

    for block in 0..blocks {
        // The compiler is not to know the constants, else it loads them all before
        // the loop, and spills those that do not fit into the registers.
        let constants = black_box(&K);
        let before = s;
        // Sixteen words of the schedule, two in a vector.
        let mut w = [[vdupq_n_u64(0); 8]; N];
        for t in 0..8 {
            for i in 0..N {
                // SAFETY: `from[i]` is readable for `blocks` blocks of 128 bytes,
                // `block < blocks`, and `16 * t + 16 <= 128`.
                let m = unsafe { vld1q_u8(from[i].add(128 * block + 16 * t)) };
                w[i][t] = vreinterpretq_u64_u8(vrev64q_u8(m));
            }
        }

        // Rounds 2t and 2t + 1 of every stream, then the words of two rounds that
        // are sixteen rounds ahead, so that no chain ever waits for a word. It is
        // written out: with t constant, the arrays become registers.
        macro_rules! two_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                // SAFETY: `K` has 80 words, and `2 * T + 2 <= 80`.
                let k = unsafe { vld1q_u64(constants.as_ptr().add(2 * T)) };
                for i in 0..N {
                    let [ab, cd, ef, gh] = s[i];
                    let wk = vaddq_u64(w[i][T % 8], k);
                    // h and g of the two rounds, each with its own word.
                    let hg = vaddq_u64(gh, vextq_u64::<1>(wk, wk));
                    let t1 = vsha512hq_u64(hg, vextq_u64::<1>(ef, gh), vextq_u64::<1>(cd, ef));
                    let new_ef = pin(vaddq_u64(cd, t1));
                    s[i] = [vsha512h2q_u64(t1, cd, ab), ab, new_ef, ef];
                }
                if T < 32 {
                    for i in 0..N {
                        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
                        let w14 = w[i][(T + 1) % 8];
                        let w7 = vextq_u64::<1>(w[i][(T + 4) % 8], w[i][(T + 5) % 8]);
                        let w2 = w[i][(T + 7) % 8];
                        w[i][T % 8] = pin(vsha512su1q_u64(vsha512su0q_u64(w[i][T % 8], w14), w2, w7));
                    }
                }
            })*};
        }
        two_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
        two_rounds!(20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39);

        for i in 0..N {
            for j in 0..4 {
                s[i][j] = vaddq_u64(s[i][j], before[i][j]);
            }
        }
    }

    for i in 0..N {
        for j in 0..4 {
            // SAFETY: a chaining value is eight words, four vectors.
            unsafe { vst1q_u64(states[i].as_mut_ptr().add(2 * j), s[i][j]) };
        }
    }
}

/// `x`, where it is written: the compiler keeps the order of what is pinned. Left
/// alone, it mixes so many steps of two streams that it spills their words, and
/// moves a T1 that two instructions use and one overwrites.
#[inline]
#[target_feature(enable = "neon")]
fn pin(mut x: uint64x2_t) -> uint64x2_t {
    // SAFETY: no instruction is emitted.
    unsafe { asm!("/* {0:v} */", inout(vreg) x, options(nomem, nostack, preserves_flags)) };
    x
}
