//! SHA-256 with the x86 SHA extensions, one message, two or four at once.
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
//! The chain leaves the unit idle half of the time and more. `N` independent messages, the
//! streams, go through the same code side by side. On Zen 5 the unit takes a new instruction
//! every other cycle: two messages take 74 cycles a block each, where 64 would fill it, and a
//! third side by side gains nothing. On Zen 3 it takes one every cycle, and `sha256msg2`, of
//! which a block has twelve, every second: 57.6 cycles would fill it, and two messages, which
//! still wait for their chains, take 65 each. More do not fit into the registers side by side.
//! But a block of two messages and then one of two others overlap where the one ends and the
//! other begins: four take 59.7 each there.
//!
//! The instructions keep the chaining value in two registers, `abef` and `cdgh`
//! (`x86_abef.rs`), and take `w + k` of two rounds in the low half of a third. The new `abef` of two rounds is written over `cdgh`, and the
//! old `abef` is the new `cdgh`; after four rounds each is back in its place.

use super::{K, Sha256};
use crate::isa::x86_64::ShaNi;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_abef;
use core::arch::{asm, x86_64::*};

/// `side_by_side!(N in groups of M, ...)`: kernels of `N` messages.
macro_rules! side_by_side {
    ($($n:literal in groups of $group:literal),+) => {$(
        impl Interleaved<Sha256, $n> for ShaNi {
            unsafe fn compress(self, states: &mut [[u32; 8]; $n], from: [*const u8; $n], blocks: usize) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { compress::<$n, $group>(states, from, blocks) }
            }
        }
    )+};
}

side_by_side!(1 in groups of 1, 2 in groups of 2, 4 in groups of 2);

/// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose
/// words are in the order of FIPS 180-4, for each of `N` streams: a block of each of `GROUP` of
/// them, then of each of the next ones.
///
/// # Safety
///
/// The CPU has SHA, SSE2, SSSE3 and SSE4.1, and `from[i]` is readable for
/// `64 * blocks` bytes, at any alignment.
#[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
unsafe fn compress<const N: usize, const GROUP: usize>(
    states: &mut [[u32; 8]; N],
    from: [*const u8; N],
    blocks: usize,
) {
    const { assert!(N.is_multiple_of(GROUP), "each is in a group") }
    let mut values = [[_mm_setzero_si128(); 2]; N];
    for i in 0..N {
        values[i] = x86_abef::read(&states[i]);
    }
    for block in 0..blocks {
        for (values, from) in values.as_chunks_mut::<GROUP>().0.iter_mut().zip(from.as_chunks().0) {
            // SAFETY: `block < blocks`, of which each can be read.
            let from = from.map(|from| unsafe { from.add(64 * block) });
            // SAFETY: the CPU has the features, and this block can be read.
            unsafe { add_block(values, from) };
        }
    }
    for i in 0..N {
        x86_abef::write(&mut states[i], values[i]);
    }
}

/// Adds a block at `from[i]` to the chaining value `values[i]`, in two registers, for each of `N`
/// streams, instruction by instruction side by side.
///
/// # Safety
///
/// The CPU has the features, and `from[i]` is readable for 64 bytes.
#[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
#[inline]
unsafe fn add_block<const N: usize>(values: &mut [[__m128i; 2]; N], from: [*const u8; N]) {
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let mut abef = values.map(|[abef, _]| abef);
    let mut cdgh = values.map(|[_, cdgh]| cdgh);
    // Of several streams the values before the block stay in memory, and are added from there. Left
    // alone, the compiler begins a block with loads of what it has just stored, in the
    // chain, which costs two streams 2 cycles a block each.
    if N > 1 {
        // SAFETY: no instruction is emitted.
        unsafe { asm!("/* {0} */", in(reg) &mut *values, options(nostack, preserves_flags)) };
    }

    // Sixteen words of the schedule, four in a vector.
    let mut w = [[_mm_setzero_si128(); 4]; N];
    for t in 0..4 {
        for i in 0..N {
            // SAFETY: `from[i]` is readable for 64 bytes, and `16 * t + 16 <= 64`.
            let m = unsafe { _mm_loadu_si128(from[i].add(16 * t).cast()) };
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
        values[i] = [_mm_add_epi32(abef[i], values[i][0]), _mm_add_epi32(cdgh[i], values[i][1])];
    }
}
