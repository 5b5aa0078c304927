//! SHA-512 with AVX2 or AVX-512, and BMI2, one message.
//!
//! Words `t` and `t + 1` of the message schedule do not wait for each other, and
//! nor do two blocks. So a vector holds two words of this block and the same two
//! of the next, and the sums with the constants go to memory, from which a round
//! adds its own. The schedule runs between the rounds of the first block
//! (`x86_sha2.rs`); those of the second find it made.

use super::{K, Sha512};
use crate::isa::x86_64::{Avx2, Avx512Half, Avx512Split};
use crate::kernel::{Form, Interleaved};
use crate::merkle_damgard::x86_line::i;
use crate::merkle_damgard::x86_sha2::{begin, end, on_words, round, rounds};
use core::arch::x86_64::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

impl Interleaved<Sha512, 1> for Avx2 {
    unsafe fn compress(self, states: &mut [[u64; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { avx2(&mut states[0], from[0], blocks) }
    }
}

impl Interleaved<Sha512, 1> for Avx512Half {
    unsafe fn compress(self, states: &mut [[u64; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { avx512(&mut states[0], from[0], blocks) }
    }
}

impl Interleaved<Sha512, 1> for Avx512Split {
    const FORM: Form = Form::Split;

    unsafe fn compress(self, states: &mut [[u64; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { avx512_split(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the sums of a block, and of the next one beside it.
const SUMS: usize = 40;

/// Two constants for this block, and the same for the next.
#[repr(C, align(32))]
struct Constants([[u64; 4]; SUMS]);

static CONSTANTS: Constants = {
    let mut both = [[0; 4]; SUMS];
    let mut i = 0;
    while i < 80 {
        both[i / 2][i % 2] = K[i];
        both[i / 2][2 + i % 2] = K[i];
        i += 1;
    }
    Constants(both)
};

/// Two rounds, and between them the two words of the schedule that are sixteen
/// rounds ahead, in place of `$w16`; `$round` is the kind of round, `$at` where the
/// rounds' sums are, `$to` where the words' constants are, and their sums go.
macro_rules! two_rounds_and_words {
    // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
    (avx2 $round:ident $w16:ident $w14:ident $w8:ident $w6:ident $w2:ident $at0:literal $at1:literal $to:literal $($names:ident)+) => {
        rounds!($round [14 18 41, 28 34 39] r15 $($names)+;
            [$at0,
                i!(vpalignr ymm8, $w14, $w16, 8),
                i!(vpalignr ymm9, $w6, $w8, 8; vpsrlq ymm10, ymm8, 1),
                i!(vpaddq $w16, $w16, ymm9),
                i!(vpsllq ymm11, ymm8, 63; vpsrlq ymm9, ymm8, 8),
                i!(vpxor ymm10, ymm10, ymm11),
                i!(vpsllq ymm11, ymm8, 56; vpxor ymm10, ymm10, ymm9),
                i!(vpsrlq ymm8, ymm8, 7),
                i!(vpxor ymm10, ymm10, ymm11; vpsrlq ymm9, $w2, 19)]
            [$at1,
                i!(vpxor ymm10, ymm10, ymm8; vpsllq ymm11, $w2, 45),
                i!(vpaddq $w16, $w16, ymm10; vpxor ymm9, ymm9, ymm11),
                i!(vpsrlq ymm8, $w2, 61; vpsllq ymm11, $w2, 3),
                i!(vpxor ymm9, ymm9, ymm8; vpsrlq ymm10, $w2, 6),
                i!(vpxor ymm9, ymm9, ymm11),
                i!(vpxor ymm9, ymm9, ymm10),
                i!(vpaddq $w16, $w16, ymm9),
                concat!("vpaddq ymm8, ", stringify!($w16), ", [{constants} + ", $to, "]
                    vmovdqa [r15 + ", $to, "], ymm8")])
    };
    // It rotates in one instruction, and xors three: 16 instead of 25.
    (avx512 $round:ident $w16:ident $w14:ident $w8:ident $w6:ident $w2:ident $at0:literal $at1:literal $to:literal $($names:ident)+) => {
        rounds!($round [14 18 41, 28 34 39] r15 $($names)+;
            [$at0,
                i!(vpalignr ymm8, $w14, $w16, 8),
                i!(vpalignr ymm9, $w6, $w8, 8),
                i!(vprorq ymm10, ymm8, 1),
                i!(vprorq ymm11, ymm8, 8),
                i!(vpsrlq ymm8, ymm8, 7),
                i!(vpaddq $w16, $w16, ymm9),
                i!(vpternlogq ymm8, ymm10, ymm11, 0x96),
                i!(vprorq ymm9, $w2, 19)]
            [$at1,
                i!(vprorq ymm10, $w2, 61),
                i!(vpaddq $w16, $w16, ymm8),
                i!(vpsrlq ymm11, $w2, 6),
                i!(vpternlogq ymm9, ymm10, ymm11, 0x96),
                "",
                i!(vpaddq $w16, $w16, ymm9),
                concat!("vpaddq ymm8, ", stringify!($w16), ", [{constants} + ", $to, "]"),
                i!(vmovdqa [r15 + $to], ymm8)])
    };
}

/// The words of a block and of the next one, whose sums it writes. Where there is
/// no next one, of this one twice. A macro, for a function of other features than the
/// kernel's is called where the kernel is compiled apart from it.
///
/// `$from` is readable for `128 * $blocks` bytes, and there is such a block; `$sums`
/// is writable for eight vectors.
macro_rules! load {
    ($w:ident, $from:ident, $block:expr, $blocks:ident, $sums:ident) => {{
        // Reverses the bytes of each word.
        let big_endian =
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
        let (this, next) = ($block, ($block + 1).min($blocks - 1));
        for t in 0..8 {
            let (low, high) = ($from.add(128 * this + 16 * t), $from.add(128 * next + 16 * t));
            $w[t] = _mm256_shuffle_epi8(_mm256_loadu2_m128i(high.cast(), low.cast()), big_endian);
            let constants = CONSTANTS.0.as_ptr().cast::<__m256i>().add(t).read();
            $sums.add(t).write(_mm256_add_epi64($w[t], constants));
        }
    }};
}

/// The kernel with these features, of which the schedule is made, and such rounds.
macro_rules! kernel {
    ($name:ident: $isa:ident $round:ident, $features:literal) => {
        /// Adds `blocks` blocks to the chaining value.
        ///
        /// # Safety
        ///
        /// The CPU has these features, and `from` is readable for `128 * blocks`
        /// bytes, at any alignment.
        #[target_feature(enable = $features)]
        unsafe fn $name(state: &mut [u64; 8], from: *const u8, blocks: usize) {
            let mut sums = MaybeUninit::<[__m256i; SUMS]>::uninit();
            let sums = sums.as_mut_ptr().cast::<__m256i>();
            let mut w = [_mm256_setzero_si256(); 8];
            if blocks != 0 {
                // SAFETY: the caller's: there is a block of 128 bytes; and there are more sums than eight.
                unsafe { load!(w, from, 0, blocks, sums) };
            }
            for block in (0..blocks).step_by(2) {
                let mut s = begin(state);
                let mut at = sums.cast::<u64>();
                let mut constants = CONSTANTS.0.as_ptr().cast::<u64>();
                // The compiler is not to know how many times, else it writes the rounds out.
                for _ in 0..black_box(4) {
                    // SAFETY: sums were written up to those that are read, and those of sixteen more
                    // rounds are written; there are as many constants.
                    unsafe {
                        on_words!(u64 s at, options(nostack);
                            [
                                ".p2align 6",
                                ".nops 48",
                                two_rounds_and_words!($isa $round ymm0 ymm1 ymm4 ymm5 ymm7 0 8 256 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm1 ymm2 ymm5 ymm6 ymm0 32 40 288 r9 r10 rax rcx rdx rsi rdi r8 r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm2 ymm3 ymm6 ymm7 ymm1 64 72 320 rdi r8 r9 r10 rax rcx rdx rsi r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm3 ymm4 ymm7 ymm0 ymm2 96 104 352 rdx rsi rdi r8 r9 r10 rax rcx r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm4 ymm5 ymm0 ymm1 ymm3 128 136 384 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm5 ymm6 ymm1 ymm2 ymm4 160 168 416 r9 r10 rax rcx rdx rsi rdi r8 r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm6 ymm7 ymm2 ymm3 ymm5 192 200 448 rdi r8 r9 r10 rax rcx rdx rsi r11 r12 r13 r14),
                                two_rounds_and_words!($isa $round ymm7 ymm0 ymm3 ymm4 ymm6 224 232 480 rdx rsi rdi r8 r9 r10 rax rcx r11 r12 r13 r14)
                            ]
                            constants = in(reg) constants,
                            inout("ymm0") w[0],
                            inout("ymm1") w[1],
                            inout("ymm2") w[2],
                            inout("ymm3") w[3],
                            inout("ymm4") w[4],
                            inout("ymm5") w[5],
                            inout("ymm6") w[6],
                            inout("ymm7") w[7],
                            out("ymm8") _,
                            out("ymm9") _,
                            out("ymm10") _,
                            out("ymm11") _,
                        );
                    }
                    at = at.wrapping_add(32);
                    constants = constants.wrapping_add(32);
                }
                // The last sixteen rounds of this block, and all of the next one's: one loop, for
                // the instructions are to fit into the cache of decoded ones.
                for sixteen in 4..black_box(10) {
                    if sixteen == 5 {
                        end(state, &s);
                        if block + 1 == blocks {
                            return;
                        }
                        s = begin(state);
                        // The upper halves.
                        at = sums.cast::<u64>().wrapping_add(2);
                    }
                    if sixteen == 9 && block + 2 < blocks {
                        // SAFETY: there is that block, and its sums' places were read.
                        unsafe { load!(w, from, block + 2, blocks, sums) };
                    }
                    // SAFETY: sixteen sums are read, which were written.
                    unsafe {
                        on_words!(u64 s at, options(nostack, readonly);
                            [
                                ".p2align 6",
                                rounds!($round [14 18 41, 28 34 39] r15 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14;
                                    [0] [8] [32] [40] [64] [72] [96] [104] [128] [136] [160] [168] [192] [200] [224] [232])
                            ]
                        );
                    }
                    at = at.wrapping_add(32);
                }
                end(state, &s);
            }
        }
    };
}

kernel!(avx2: avx2 bmi, "avx2,bmi1,bmi2");
kernel!(avx512: avx512 bmi, "avx2,bmi1,bmi2,avx512f,avx512vl");
kernel!(avx512_split: avx512 split, "avx2,bmi1,bmi2,avx512f,avx512vl");
