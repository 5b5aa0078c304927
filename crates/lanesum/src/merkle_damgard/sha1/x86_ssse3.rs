//! SHA-1 with SSSE3, one message.
//!
//! A vector holds four words of the message schedule. Its instructions stand
//! between those of the rounds; between the last ones the next block is read.

use super::x86_round::{four_rounds, round};
use super::{K, Sha1};
use crate::isa::x86_64::Ssse3;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_line::i;
use core::arch::{asm, x86_64::*};
use core::mem::MaybeUninit;

impl Interleaved<Sha1, 1> for Ssse3 {
    unsafe fn compress(self, states: &mut [[u32; 5]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the sums of a block.
const SUMS: usize = 20;

/// The constant of each twenty rounds, in vectors.
#[repr(C, align(16))]
struct Constants([[u32; 4]; 4]);

static CONSTANTS: Constants = Constants([[K[0]; 4], [K[1]; 4], [K[2]; 4], [K[3]; 4]]);

/// Four rounds, and between them four of the words 16 to 31.
macro_rules! early {
    ($f:ident $($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal,
     $new:ident $w16:ident $w12:ident $w8:ident $w4:ident, $to:literal $k:literal) => {
        // w[t] = (w[t-3] ^ w[t-8] ^ w[t-14] ^ w[t-16]) <<< 1. The last of the four waits
        // for the first: what that gives it is added when all else is there.
        four_rounds!(base $f r15 $($names)+ r9d r10d;
            [$at0
                i!(movdqa $new, $w12; movdqa xmm9, $w4),
                i!(palignr $new, $w16, 8; psrldq xmm9, 4),
                i!(pxor $new, $w16),
                i!(pxor xmm9, $w8)]
            [$at1
                i!(pxor $new, xmm9),
                i!(movdqa xmm10, $new; movdqa xmm9, $new),
                i!(pslldq xmm10, 12; paddd $new, $new),
                i!(psrld xmm9, 31)]
            [$at2
                i!(pxor $new, xmm9; movdqa xmm9, xmm10),
                i!(psrld xmm10, 30),
                i!(pslld xmm9, 2),
                i!(pxor $new, xmm10)]
            [$at3
                i!(pxor $new, xmm9),
                i!(movdqa xmm8, $new),
                concat!("paddd xmm8, [{constants} + ", $k, "]"),
                i!(movdqa [r15 + $to], xmm8)])
    };
}

/// Four rounds, and between them four of the words from 32 on.
macro_rules! late {
    ($f:ident $($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal,
     $w32:ident $w28:ident $w16:ident $w8:ident $w4:ident, $to:literal $k:literal) => {
        // The same equation twice over: w[t] = (w[t-6] ^ w[t-16] ^ w[t-28] ^ w[t-32]) <<< 2,
        // where none of the four waits for another.
        four_rounds!(base $f r15 $($names)+ r9d r10d;
            [$at0
                i!(movdqa xmm8, $w4),
                i!(pxor $w32, $w28),
                i!(palignr xmm8, $w8, 8),
                i!(pxor $w32, $w16)]
            [$at1
                "",
                i!(pxor $w32, xmm8),
                "",
                i!(movdqa xmm8, $w32)]
            [$at2
                i!(pslld $w32, 2),
                i!(psrld xmm8, 30),
                "",
                i!(pxor $w32, xmm8)]
            [$at3
                i!(movdqa xmm8, $w32),
                concat!("paddd xmm8, [{constants} + ", $k, "]"),
                "",
                i!(movdqa [r15 + $to], xmm8)])
    };
}

/// Four of the last rounds, and between them a vector of the next block.
macro_rules! load {
    ($($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal, $w:ident $to:literal) => {
        four_rounds!(base parity r15 $($names)+ r9d r10d;
            [$at0 "", concat!("movdqu ", stringify!($w), ", [{next} + ", $to, "]"), "", ""]
            [$at1 "", i!(pshufb $w, xmm11), "", ""]
            [$at2 "", i!(movdqa xmm8, $w), "", "paddd xmm8, [{constants}]"]
            [$at3 "", i!(movdqa [r15 + $to], xmm8), "", ""])
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has SSSE3, and `from` is readable for `64 * blocks` bytes, at any
/// alignment.
#[target_feature(enable = "ssse3")]
unsafe fn compress(state: &mut [u32; 5], from: *const u8, blocks: usize) {
    if blocks == 0 {
        return;
    }
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let mut sums = MaybeUninit::<[__m128i; SUMS]>::uninit();
    let at = sums.as_mut_ptr().cast::<__m128i>();
    let constants = CONSTANTS.0.as_ptr().cast::<__m128i>();

    let mut w = [_mm_setzero_si128(); 4];
    for t in 0..4 {
        // SAFETY: there is a block of 64 bytes, and `16 * t + 16 <= 64`. There are more
        // sums than four.
        unsafe {
            w[t] = _mm_shuffle_epi8(_mm_loadu_si128(from.add(16 * t).cast()), big_endian);
            at.add(t).write(_mm_add_epi32(w[t], constants.read()));
        }
    }
    for i in 0..blocks {
        // The last block is read twice.
        let next = from.wrapping_add(64 * (i + 1).min(blocks - 1));
        let (a, b, c, d, e): (u32, u32, u32, u32, u32);
        // SAFETY: the sums are written before they are read, there is room for them, and
        // a block is readable.
        unsafe {
            asm!(
                ".p2align 6",
                ".nops 48",
                early!(choose eax ecx edx esi edi r8d; 0 4 8 12, xmm4 xmm0 xmm1 xmm2 xmm3, 64 0),
                early!(choose r8d edx edi eax ecx esi; 16 20 24 28, xmm5 xmm1 xmm2 xmm3 xmm4, 80 16),
                early!(choose esi edi ecx r8d edx eax; 32 36 40 44, xmm6 xmm2 xmm3 xmm4 xmm5, 96 16),
                early!(choose eax ecx edx esi edi r8d; 48 52 56 60, xmm7 xmm3 xmm4 xmm5 xmm6, 112 16),
                late!(choose r8d edx edi eax ecx esi; 64 68 72 76, xmm0 xmm1 xmm4 xmm6 xmm7, 128 16),
                late!(parity esi edi ecx r8d edx eax; 80 84 88 92, xmm1 xmm2 xmm5 xmm7 xmm0, 144 16),
                late!(parity eax ecx edx esi edi r8d; 96 100 104 108, xmm2 xmm3 xmm6 xmm0 xmm1, 160 32),
                late!(parity r8d edx edi eax ecx esi; 112 116 120 124, xmm3 xmm4 xmm7 xmm1 xmm2, 176 32),
                late!(parity esi edi ecx r8d edx eax; 128 132 136 140, xmm4 xmm5 xmm0 xmm2 xmm3, 192 32),
                late!(parity eax ecx edx esi edi r8d; 144 148 152 156, xmm5 xmm6 xmm1 xmm3 xmm4, 208 32),
                late!(majority r8d edx edi eax ecx esi; 160 164 168 172, xmm6 xmm7 xmm2 xmm4 xmm5, 224 32),
                late!(majority esi edi ecx r8d edx eax; 176 180 184 188, xmm7 xmm0 xmm3 xmm5 xmm6, 240 48),
                late!(majority eax ecx edx esi edi r8d; 192 196 200 204, xmm0 xmm1 xmm4 xmm6 xmm7, 256 48),
                late!(majority r8d edx edi eax ecx esi; 208 212 216 220, xmm1 xmm2 xmm5 xmm7 xmm0, 272 48),
                late!(majority esi edi ecx r8d edx eax; 224 228 232 236, xmm2 xmm3 xmm6 xmm0 xmm1, 288 48),
                late!(parity eax ecx edx esi edi r8d; 240 244 248 252, xmm3 xmm4 xmm7 xmm1 xmm2, 304 48),
                load!(r8d edx edi eax ecx esi; 256 260 264 268, xmm0 0),
                load!(esi edi ecx r8d edx eax; 272 276 280 284, xmm1 16),
                load!(eax ecx edx esi edi r8d; 288 292 296 300, xmm2 32),
                load!(r8d edx edi eax ecx esi; 304 308 312 316, xmm3 48),
                constants = in(reg) constants,
                next = in(reg) next,
                inout("eax") state[0] => _,
                inout("ecx") state[1] => c,
                inout("edx") state[2] => e,
                inout("esi") state[3] => a,
                inout("edi") state[4] => b,
                out("r8d") d,
                out("r9d") _,
                out("r10d") _,
                in("r15") at,
                inout("xmm0") w[0],
                inout("xmm1") w[1],
                inout("xmm2") w[2],
                inout("xmm3") w[3],
                out("xmm4") _,
                out("xmm5") _,
                out("xmm6") _,
                out("xmm7") _,
                out("xmm8") _,
                out("xmm9") _,
                out("xmm10") _,
                in("xmm11") big_endian,
                options(nostack),
            );
        }
        for (word, after) in state.iter_mut().zip([a, b, c, d, e]) {
            *word = word.wrapping_add(after);
        }
    }
}
