//! SHA-256 with SSSE3, one message.
//!
//! A vector holds four words of the message schedule. Its instructions stand
//! between those of the rounds (`x86_sha2.rs`).

use super::{K, Sha256};
use crate::isa::x86_64::Ssse3;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_line::i;
use crate::merkle_damgard::x86_sha2::{begin, end, on_words, round, rounds};
use core::arch::x86_64::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

impl Interleaved<Sha256, 1> for Ssse3 {
    unsafe fn compress(self, states: &mut [[u32; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the words of a block.
const WORDS: usize = 4;

/// The constants, where vectors can be read.
#[repr(C, align(16))]
struct Constants([u32; 64]);

static CONSTANTS: Constants = Constants(K);

/// Four rounds, and between them the four words of the schedule that are sixteen
/// rounds ahead, in place of `$w16`. `$at` is where the rounds' sums are, and
/// where the words' go once they are read, as far behind as their constants.
macro_rules! four_rounds_and_words {
    ($w16:ident $w12:ident $w8:ident $w4:ident $at0:literal $at1:literal $at2:literal $at3:literal $($names:ident)+) => {
        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
        rounds!(base [6 11 25, 2 11 9] r15 $($names)+;
            [$at0,
                i!(movdqa xmm4, $w12; movdqa xmm5, $w4),
                i!(palignr xmm4, $w16, 4),
                i!(palignr xmm5, $w8, 4),
                i!(movdqa xmm6, xmm4),
                i!(paddd $w16, xmm5; movdqa xmm5, xmm4),
                i!(psrld xmm6, 3),
                i!(psrld xmm4, 7),
                i!(pslld xmm5, 14)]
            [$at1,
                i!(pxor xmm6, xmm4),
                i!(psrld xmm4, 11),
                i!(pxor xmm6, xmm5),
                i!(pslld xmm5, 11),
                i!(pxor xmm6, xmm4),
                // A word stands twice in 64 bits, so that a shift turns it.
                i!(pshufd xmm7, $w4, 0xfa),
                i!(pxor xmm6, xmm5; movdqa xmm4, xmm7),
                i!(paddd $w16, xmm6; psrld xmm7, 10)]
            [$at2,
                i!(psrlq xmm4, 17),
                i!(pxor xmm7, xmm4),
                i!(psrlq xmm4, 2),
                i!(pxor xmm7, xmm4),
                i!(pshufb xmm7, xmm8),
                i!(paddd $w16, xmm7),
                i!(pshufd xmm7, $w16, 0x50),
                i!(movdqa xmm4, xmm7; psrld xmm7, 10)]
            [$at3,
                i!(psrlq xmm4, 17),
                i!(pxor xmm7, xmm4),
                i!(psrlq xmm4, 2),
                i!(pxor xmm7, xmm4),
                i!(pshufb xmm7, xmm9),
                concat!("paddd ", stringify!($w16), ", xmm7; movdqa xmm5, [{constants} + ", $at0, "]"),
                i!(paddd xmm5, $w16),
                i!(movdqa [r15 + $at0], xmm5)])
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has SSSE3, and `from` is readable for `64 * blocks` bytes, at any
/// alignment.
#[target_feature(enable = "ssse3")]
unsafe fn compress(state: &mut [u32; 8], from: *const u8, blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    // The low words of 64 bits, to the lower half, and to the upper.
    let low = _mm_set_epi64x(-1, 0x0b0a0908_03020100);
    let high = _mm_set_epi64x(0x0b0a0908_03020100, -1);
    // The sums of a block, and of the next.
    let mut sums = MaybeUninit::<[[__m128i; WORDS]; 2]>::uninit();
    let sums = sums.as_mut_ptr().cast::<[__m128i; WORDS]>();
    let mut w = [_mm_setzero_si128(); WORDS];
    // The words of a block, and their sums.
    macro_rules! load {
        ($block:expr) => {
            for t in 0..WORDS {
                // SAFETY: `from` is readable for `blocks` blocks of 64 bytes, of which this
                // is one, and `16 * t + 16 <= 64`. There are as many sums, twice.
                unsafe {
                    let words = _mm_loadu_si128(from.add(64 * $block + 16 * t).cast());
                    w[t] = _mm_shuffle_epi8(words, big_endian);
                    let constants = CONSTANTS.0.as_ptr().cast::<__m128i>().add(t).read();
                    sums.add($block % 2).cast::<__m128i>().add(t).write(_mm_add_epi32(w[t], constants));
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
        for _ in 0..black_box(3) {
            constants = constants.wrapping_add(16);
            // SAFETY: the sums are written, and others written in their place. There are as
            // many constants.
            unsafe {
                on_words!(u32 s at, options(nostack);
                    [
                        ".p2align 6",
                        ".nops 48",
                        four_rounds_and_words!(xmm0 xmm1 xmm2 xmm3 0 4 8 12 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d),
                        four_rounds_and_words!(xmm1 xmm2 xmm3 xmm0 16 20 24 28 edi r8d r9d r10d eax ecx edx esi r11d r12d r13d r14d),
                        four_rounds_and_words!(xmm2 xmm3 xmm0 xmm1 32 36 40 44 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d),
                        four_rounds_and_words!(xmm3 xmm0 xmm1 xmm2 48 52 56 60 edi r8d r9d r10d eax ecx edx esi r11d r12d r13d r14d)
                    ]
                    constants = in(reg) constants,
                    inout("xmm0") w[0],
                    inout("xmm1") w[1],
                    inout("xmm2") w[2],
                    inout("xmm3") w[3],
                    out("xmm4") _,
                    out("xmm5") _,
                    out("xmm6") _,
                    out("xmm7") _,
                    in("xmm8") low,
                    in("xmm9") high,
                );
            }
        }
        if block + 1 < blocks {
            load!(block + 1);
        }
        // SAFETY: sixteen sums are read, which were written.
        unsafe {
            on_words!(u32 s at, options(nostack, readonly);
                [
                    ".p2align 6",
                    rounds!(base [6 11 25, 2 11 9] r15 eax ecx edx esi edi r8d r9d r10d r11d r12d r13d r14d;
                        [0] [4] [8] [12] [16] [20] [24] [28] [32] [36] [40] [44] [48] [52] [56] [60])
                ]
            );
        }
        end(state, &s);
    }
}
