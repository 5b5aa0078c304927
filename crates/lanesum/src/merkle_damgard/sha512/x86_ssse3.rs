//! SHA-512 with SSSE3, one message.
//!
//! A vector holds two words of the message schedule. Its instructions stand
//! between those of the rounds (`x86_sha2.rs`).

use super::{K, Sha512};
use crate::isa::x86_64::Ssse3;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_line::i;
use crate::merkle_damgard::x86_sha2::{begin, end, on_words, round, rounds};
use core::arch::x86_64::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

impl Interleaved<Sha512, 1> for Ssse3 {
    unsafe fn compress(self, states: &mut [[u64; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the words of a block.
const WORDS: usize = 8;

/// The constants, where vectors can be read.
#[repr(C, align(16))]
struct Constants([u64; 80]);

static CONSTANTS: Constants = Constants(K);

/// Two rounds, and between them the two words of the schedule that are sixteen
/// rounds ahead, in place of `$w16`. `$at` is where the rounds' sums are, and
/// where the words' go once they are read, as far behind as their constants.
macro_rules! two_rounds_and_words {
    ($w16:ident $w14:ident $w8:ident $w6:ident $w2:ident $at0:literal $at1:literal $($names:ident)+) => {
        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
        rounds!(base [14 18 41, 28 6 5] r15 $($names)+;
            [$at0,
                i!(movdqa xmm8, $w14; movdqa xmm9, $w6),
                i!(palignr xmm8, $w16, 8; palignr xmm9, $w8, 8),
                i!(movdqa xmm10, xmm8; paddq $w16, xmm9),
                i!(movdqa xmm9, xmm8; psrlq xmm10, 7),
                i!(psrlq xmm8, 1; psllq xmm9, 56),
                i!(pxor xmm10, xmm8; psrlq xmm8, 7),
                i!(pxor xmm10, xmm9; psllq xmm9, 7),
                i!(pxor xmm10, xmm8; movdqa xmm11, $w2)]
            [$at1,
                i!(pxor xmm10, xmm9; movdqa xmm8, $w2),
                i!(paddq $w16, xmm10; psrlq xmm11, 6),
                i!(psrlq xmm8, 19; movdqa xmm9, $w2),
                i!(pxor xmm11, xmm8; psllq xmm9, 3),
                i!(psrlq xmm8, 42; pxor xmm11, xmm9),
                i!(psllq xmm9, 42; pxor xmm11, xmm8),
                concat!("pxor xmm11, xmm9; movdqa xmm8, [{constants} + ", $at0, "]"),
                i!(paddq $w16, xmm11; paddq xmm8, $w16; movdqa [r15 + $at0], xmm8)])
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has SSSE3, and `from` is readable for `128 * blocks` bytes, at any
/// alignment.
#[target_feature(enable = "ssse3")]
unsafe fn compress(state: &mut [u64; 8], from: *const u8, blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607);
    // The sums of a block, and of the next.
    let mut sums = MaybeUninit::<[[__m128i; WORDS]; 2]>::uninit();
    let sums = sums.as_mut_ptr().cast::<[__m128i; WORDS]>();
    let mut w = [_mm_setzero_si128(); WORDS];
    // The words of a block, and their sums.
    macro_rules! load {
        ($block:expr) => {
            for t in 0..WORDS {
                // SAFETY: `from` is readable for `blocks` blocks of 128 bytes, of which this
                // is one, and `16 * t + 16 <= 128`. There are as many sums, twice.
                unsafe {
                    let words = _mm_loadu_si128(from.add(128 * $block + 16 * t).cast());
                    w[t] = _mm_shuffle_epi8(words, big_endian);
                    let constants = CONSTANTS.0.as_ptr().cast::<__m128i>().add(t).read();
                    sums.add($block % 2).cast::<__m128i>().add(t).write(_mm_add_epi64(w[t], constants));
                }
            }
        };
    }

    if blocks != 0 {
        load!(0);
    }
    for block in 0..blocks {
        let mut s = begin(state);
        let at = sums.wrapping_add(block % 2);
        let mut constants = CONSTANTS.0.as_ptr();
        // The compiler is not to know how many times, else it writes the rounds out.
        for _ in 0..black_box(4) {
            constants = constants.wrapping_add(16);
            // SAFETY: the sums are written, and others written in their place. There are as
            // many constants.
            unsafe {
                on_words!(u64 s at, options(nostack);
                    [
                        ".p2align 6",
                        two_rounds_and_words!(xmm0 xmm1 xmm4 xmm5 xmm7 0 8 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14),
                        two_rounds_and_words!(xmm1 xmm2 xmm5 xmm6 xmm0 16 24 r9 r10 rax rcx rdx rsi rdi r8 r11 r12 r13 r14),
                        two_rounds_and_words!(xmm2 xmm3 xmm6 xmm7 xmm1 32 40 rdi r8 r9 r10 rax rcx rdx rsi r11 r12 r13 r14),
                        two_rounds_and_words!(xmm3 xmm4 xmm7 xmm0 xmm2 48 56 rdx rsi rdi r8 r9 r10 rax rcx r11 r12 r13 r14),
                        two_rounds_and_words!(xmm4 xmm5 xmm0 xmm1 xmm3 64 72 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14),
                        two_rounds_and_words!(xmm5 xmm6 xmm1 xmm2 xmm4 80 88 r9 r10 rax rcx rdx rsi rdi r8 r11 r12 r13 r14),
                        two_rounds_and_words!(xmm6 xmm7 xmm2 xmm3 xmm5 96 104 rdi r8 r9 r10 rax rcx rdx rsi r11 r12 r13 r14),
                        two_rounds_and_words!(xmm7 xmm0 xmm3 xmm4 xmm6 112 120 rdx rsi rdi r8 r9 r10 rax rcx r11 r12 r13 r14)
                    ]
                    constants = in(reg) constants,
                    inout("xmm0") w[0],
                    inout("xmm1") w[1],
                    inout("xmm2") w[2],
                    inout("xmm3") w[3],
                    inout("xmm4") w[4],
                    inout("xmm5") w[5],
                    inout("xmm6") w[6],
                    inout("xmm7") w[7],
                    out("xmm8") _,
                    out("xmm9") _,
                    out("xmm10") _,
                    out("xmm11") _,
                );
            }
        }
        if block + 1 < blocks {
            load!(block + 1);
        }
        // SAFETY: sixteen sums are read, which were written.
        unsafe {
            on_words!(u64 s at, options(nostack, readonly);
                [
                    ".p2align 6",
                    rounds!(base [14 18 41, 28 6 5] r15 rax rcx rdx rsi rdi r8 r9 r10 r11 r12 r13 r14;
                        [0] [8] [16] [24] [32] [40] [48] [56] [64] [72] [80] [88] [96] [104] [112] [120])
                ]
            );
        }
        end(state, &s);
    }
}
