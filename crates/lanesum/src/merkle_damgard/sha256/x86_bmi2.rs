//! SHA-256 with AVX2 and BMI2, one message.
//!
//! Words `t` to `t + 3` of the message schedule hardly wait for each other, and
//! two blocks not at all. So a vector holds four words of this block and the same
//! four of the next, and the sums with the constants go to memory, from which a
//! round adds its own. The schedule runs between the rounds of the first block
//! (`x86_sha2.rs`); those of the second find it made.

use super::{K, Sha256};
use crate::isa::x86_64::Avx2;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_line::i;
use crate::merkle_damgard::x86_sha2::{begin, end, on_words, round, rounds};
use core::arch::x86_64::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

impl Interleaved<Sha256, 1> for Avx2 {
    unsafe fn compress(self, states: &mut [[u32; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the sums of a block, and of the next one beside it.
const SUMS: usize = 16;

/// Four constants for this block, and the same for the next.
#[repr(C, align(32))]
struct Constants([[u32; 8]; SUMS]);

static CONSTANTS: Constants = {
    let mut both = [[0; 8]; SUMS];
    let mut i = 0;
    while i < 64 {
        both[i / 4][i % 4] = K[i];
        both[i / 4][4 + i % 4] = K[i];
        i += 1;
    }
    Constants(both)
};

/// Four rounds, and between them the four words of the schedule that are sixteen
/// rounds ahead, in place of `$w16`; `$at` is where the rounds' sums are, `$to`
/// where the words' constants are, and their sums go.
macro_rules! four_rounds_and_words {
    ($w16:ident $w12:ident $w8:ident $w4:ident $at0:literal $at1:literal $at2:literal $at3:literal $to:literal $($names:ident)+) => {
        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
        rounds!(bmi [6 11 25, 2 13 22] r15 $($names)+;
            [$at0,
                i!(vpalignr ymm4, $w12, $w16, 4),
                i!(vpalignr ymm5, $w4, $w8, 4),
                i!(vpsrld ymm6, ymm4, 7),
                i!(vpaddd $w16, $w16, ymm5),
                i!(vpslld ymm7, ymm4, 25),
                i!(vpsrld ymm5, ymm4, 18),
                i!(vpxor ymm6, ymm6, ymm7),
                i!(vpslld ymm7, ymm4, 14)]
            // A word stands twice in 64 bits, so that a shift turns it.
            [$at1,
                i!(vpxor ymm6, ymm6, ymm5),
                i!(vpsrld ymm4, ymm4, 3),
                i!(vpxor ymm6, ymm6, ymm7),
                i!(vpshufd ymm7, $w4, 0xfa),
                i!(vpxor ymm6, ymm6, ymm4),
                i!(vpsrld ymm4, ymm7, 10),
                i!(vpaddd $w16, $w16, ymm6),
                i!(vpsrlq ymm5, ymm7, 17)]
            [$at2,
                i!(vpsrlq ymm7, ymm7, 19),
                i!(vpxor ymm4, ymm4, ymm5),
                i!(vpxor ymm4, ymm4, ymm7),
                i!(vpshufb ymm4, ymm4, ymm8),
                i!(vpaddd $w16, $w16, ymm4),
                i!(vpshufd ymm7, $w16, 0x50),
                i!(vpsrld ymm4, ymm7, 10),
                i!(vpsrlq ymm5, ymm7, 17)]
            [$at3,
                i!(vpsrlq ymm7, ymm7, 19),
                i!(vpxor ymm4, ymm4, ymm5),
                i!(vpxor ymm4, ymm4, ymm7),
                i!(vpshufb ymm4, ymm4, ymm9),
                i!(vpaddd $w16, $w16, ymm4),
                concat!("vpaddd ymm5, ", stringify!($w16), ", [{constants} + ", $to, "]"),
                i!(vmovdqa [r15 + $to], ymm5),
                ""])
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has AVX2, BMI1 and BMI2, and `from` is readable for `64 * blocks`
/// bytes, at any alignment.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn compress(state: &mut [u32; 8], from: *const u8, blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
    // The low words of 64 bits, to the lower half, and to the upper.
    let low = _mm256_broadcastsi128_si256(_mm_set_epi64x(-1, 0x0b0a0908_03020100));
    let high = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0b0a0908_03020100, -1));
    let mut sums = MaybeUninit::<[__m256i; SUMS]>::uninit();
    let sums = sums.as_mut_ptr().cast::<__m256i>();
    let mut w = [_mm256_setzero_si256(); 4];
    // The words of a block and of the next one, and their sums. Where there is no
    // next one, of this one twice.
    macro_rules! load {
        ($block:expr) => {
            let (this, next) = ($block, ($block + 1).min(blocks - 1));
            for t in 0..4 {
                // SAFETY: `from` is readable for `blocks` blocks of 64 bytes, of which these
                // are two, and `16 * t + 16 <= 64`. There are more sums than four.
                unsafe {
                    let (low, high) = (from.add(64 * this + 16 * t), from.add(64 * next + 16 * t));
                    w[t] = _mm256_shuffle_epi8(_mm256_loadu2_m128i(high.cast(), low.cast()), big_endian);
                    let constants = CONSTANTS.0.as_ptr().cast::<__m256i>().add(t).read();
                    sums.add(t).write(_mm256_add_epi32(w[t], constants));
                }
            }
        };
    }

    if blocks != 0 {
        load!(0);
    }
    for block in (0..blocks).step_by(2) {
        let mut s = begin(state);
        let mut at = sums.cast::<u32>();
        let mut constants = CONSTANTS.0.as_ptr().cast::<u32>();
        // The compiler is not to know how many times, else it writes the rounds out.
        for _ in 0..black_box(3) {
            // SAFETY: sums were written up to those that are read, and those of sixteen more
            // rounds are written; there are as many constants.
            unsafe {
                on_words!(u32 s at, options(nostack);
                    [
                        ".p2align 6",
                        four_rounds_and_words!(ymm0 ymm1 ymm2 ymm3 0 4 8 12 128 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d),
                        four_rounds_and_words!(ymm1 ymm2 ymm3 ymm0 32 36 40 44 160 edi r8d r9d r10d eax ecx edx esi r11d r12d r13d r14d),
                        four_rounds_and_words!(ymm2 ymm3 ymm0 ymm1 64 68 72 76 192 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d),
                        four_rounds_and_words!(ymm3 ymm0 ymm1 ymm2 96 100 104 108 224 edi r8d r9d r10d eax ecx edx esi r11d r12d r13d r14d)
                    ]
                    constants = in(reg) constants,
                    inout("ymm0") w[0],
                    inout("ymm1") w[1],
                    inout("ymm2") w[2],
                    inout("ymm3") w[3],
                    out("ymm4") _,
                    out("ymm5") _,
                    out("ymm6") _,
                    out("ymm7") _,
                    in("ymm8") low,
                    in("ymm9") high,
                );
            }
            at = at.wrapping_add(32);
            constants = constants.wrapping_add(32);
        }
        // The last sixteen rounds of this block, and all of the next one's: one loop, for
        // the instructions are to fit into the cache of decoded ones.
        for sixteen in 3..black_box(8) {
            if sixteen == 4 {
                end(state, &s);
                if block + 1 == blocks {
                    return;
                }
                s = begin(state);
                // The upper halves.
                at = sums.cast::<u32>().wrapping_add(4);
            }
            if sixteen == 7 && block + 2 < blocks {
                load!(block + 2);
            }
            // SAFETY: sixteen sums are read, which were written.
            unsafe {
                on_words!(u32 s at, options(nostack, readonly);
                    [
                        ".p2align 6",
                        rounds!(bmi [6 11 25, 2 13 22] r15 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d;
                            [0] [4] [8] [12] [32] [36] [40] [44] [64] [68] [72] [76] [96] [100] [104] [108])
                    ]
                );
            }
            at = at.wrapping_add(32);
        }
        end(state, &s);
    }
}
