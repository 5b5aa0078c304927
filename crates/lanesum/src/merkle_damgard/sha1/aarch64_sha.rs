//! SHA-1 with the Armv8 instructions, one message or two at once.
//!
//! The kernel for a single message, and for a few while they do not fill the
//! lanes.
//!
//! `sha1c`, `sha1p` and `sha1m` do four rounds with the functions Ch, Parity and
//! Maj. Each needs the one before, so a block is a chain of 20, and one message
//! is bound by their latency. `e` is not in the chain: it is the `a` of four
//! rounds ago, rotated, which `sha1h` does.
//!
//! `N` independent messages, the streams, go through the same code side by side,
//! so that one's rounds fill the other's waiting. Two fit into the registers with
//! their schedules.

use super::{K, Sha1};
use crate::isa::aarch64::Sha2;
use crate::kernel::Interleaved;
use core::arch::aarch64::*;

impl<const N: usize> Interleaved<Sha1, N> for Sha2 {
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
/// The CPU has the SHA-1 instructions (`sha2`, as Rust names them with those of
/// SHA-256), and `from[i]` is readable for `64 * blocks` bytes, at any alignment.
#[target_feature(enable = "sha2")]
unsafe fn compress<const N: usize>(states: &mut [[u32; 5]; N], from: [*const u8; N], blocks: usize) {
    let k = K.map(|k| vdupq_n_u32(k));
    let mut abcd = [vdupq_n_u32(0); N];
    // In the lowest word.
    let mut e = abcd;
    for i in 0..N {
        // SAFETY: the first four of five words, one vector.
        abcd[i] = unsafe { vld1q_u32(states[i].as_ptr()) };
        e[i] = vdupq_n_u32(states[i][4]);
    }

    for block in 0..blocks {
        let before = abcd;
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
        // The `abcd` of four rounds ago.
        let mut last = abcd;

        // Rounds 4t to 4t + 3 of every stream, then the words of four rounds that
        // are sixteen rounds ahead, so that no chain ever waits for a word. It is
        // written out: with t constant, the arrays become registers.
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                for i in 0..N {
                    let wk = vaddq_u32(w[i][T % 4], k[T / 5]);
                    let e = if T == 0 {
                        vgetq_lane_u32::<0>(e[i])
                    } else {
                        vsha1h_u32(vgetq_lane_u32::<0>(last[i]))
                    };
                    last[i] = abcd[i];
                    abcd[i] = match T / 5 {
                        0 => vsha1cq_u32(abcd[i], e, wk),
                        2 => vsha1mq_u32(abcd[i], e, wk),
                        _ => vsha1pq_u32(abcd[i], e, wk),
                    };
                }
                if T < 16 {
                    for i in 0..N {
                        // w[t] = (w[t-16] ^ w[t-14] ^ w[t-8] ^ w[t-3]) <<< 1
                        let w12 = w[i][(T + 1) % 4];
                        let w8 = w[i][(T + 2) % 4];
                        let w4 = w[i][(T + 3) % 4];
                        w[i][T % 4] = vsha1su1q_u32(vsha1su0q_u32(w[i][T % 4], w12, w8), w4);
                    }
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);

        for i in 0..N {
            abcd[i] = vaddq_u32(abcd[i], before[i]);
            // What `sha1h` does, in a vector: the compiler would add its result in a
            // general register, and the way there and back is in the chain.
            let rotated = vsriq_n_u32::<2>(vshlq_n_u32::<30>(last[i]), last[i]);
            e[i] = vaddq_u32(e[i], rotated);
        }
    }

    for i in 0..N {
        // SAFETY: the first four of five words, one vector.
        unsafe { vst1q_u32(states[i].as_mut_ptr(), abcd[i]) };
        states[i][4] = vgetq_lane_u32::<0>(e[i]);
    }
}
