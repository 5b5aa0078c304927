//! SHA-1 with AVX2 and BMI2, one message.
//!
//! A vector of the message schedule holds four words of this block and the same
//! four of the next. Its instructions stand between those of the first block's
//! rounds; the second block's find the schedule made, and the next two are read
//! between their last.

use super::x86_round::{four_rounds, round};
use super::{K, Sha1};
use crate::isa::x86_64::Avx2;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_line::i;
use core::arch::{asm, x86_64::*};
use core::mem::MaybeUninit;

impl Interleaved<Sha1, 1> for Avx2 {
    unsafe fn compress(self, states: &mut [[u32; 5]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Vectors of the sums of a block, and of the next one beside it.
const SUMS: usize = 20;

/// The constant of each twenty rounds, in vectors.
#[repr(C, align(32))]
struct Constants([[u32; 8]; 4]);

static CONSTANTS: Constants = Constants([[K[0]; 8], [K[1]; 8], [K[2]; 8], [K[3]; 8]]);

/// Four rounds, and nothing between.
macro_rules! plain {
    ($f:ident $($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal) => {
        four_rounds!(bmi $f r15 $($names)+ r9d r10d; [$at0] [$at1] [$at2] [$at3])
    };
}

/// Four rounds, and between them four of the words 16 to 31.
macro_rules! early {
    ($f:ident $($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal,
     $new:ident $w16:ident $w12:ident $w8:ident $w4:ident, $to:literal $k:literal) => {
        // w[t] = (w[t-3] ^ w[t-8] ^ w[t-14] ^ w[t-16]) <<< 1. The last of the four waits
        // for the first: what that gives it is added when all else is there.
        four_rounds!(bmi $f r15 $($names)+ r9d r10d;
            [$at0
                i!(vpalignr ymm8, $w12, $w16, 8),
                i!(vpsrldq ymm9, $w4, 4),
                i!(vpxor ymm8, ymm8, $w16),
                i!(vpxor ymm9, ymm9, $w8)]
            [$at1
                i!(vpxor ymm8, ymm8, ymm9),
                i!(vpslldq ymm10, ymm8, 12),
                i!(vpsrld ymm9, ymm8, 31),
                i!(vpaddd ymm8, ymm8, ymm8)]
            [$at2
                i!(vpxor ymm8, ymm8, ymm9),
                i!(vpslld ymm9, ymm10, 2),
                i!(vpsrld ymm10, ymm10, 30),
                i!(vpxor ymm8, ymm8, ymm9)]
            [$at3
                i!(vpxor $new, ymm8, ymm10),
                concat!("vpaddd ymm8, ", stringify!($new), ", [{constants} + ", $k, "]"),
                "",
                i!(vmovdqa [r15 + $to], ymm8)])
    };
}

/// Four rounds, and between them four of the words from 32 on.
macro_rules! late {
    ($f:ident $($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal,
     $w32:ident $w28:ident $w16:ident $w8:ident $w4:ident, $to:literal $k:literal) => {
        // The same equation twice over: w[t] = (w[t-6] ^ w[t-16] ^ w[t-28] ^ w[t-32]) <<< 2,
        // where none of the four waits for another.
        four_rounds!(bmi $f r15 $($names)+ r9d r10d;
            [$at0
                i!(vpalignr ymm8, $w4, $w8, 8),
                i!(vpxor $w32, $w32, $w28),
                "",
                i!(vpxor ymm8, ymm8, $w16)]
            [$at1
                "",
                i!(vpxor $w32, $w32, ymm8),
                "",
                i!(vpsrld ymm8, $w32, 30)]
            [$at2
                i!(vpslld $w32, $w32, 2),
                "",
                i!(vpxor $w32, $w32, ymm8),
                ""]
            [$at3
                "",
                concat!("vpaddd ymm8, ", stringify!($w32), ", [{constants} + ", $k, "]"),
                "",
                i!(vmovdqa [r15 + $to], ymm8)])
    };
}

/// Four of the last rounds, and between them a vector of the next two blocks.
macro_rules! load {
    ($($names:ident)+; $at0:literal $at1:literal $at2:literal $at3:literal, $xmm:ident $w:ident $from:literal $to:literal) => {
        four_rounds!(bmi parity r15 $($names)+ r9d r10d;
            [$at0
                "", concat!("vmovdqu ", stringify!($xmm), ", [{low} + ", $from, "]"),
                "", concat!("vinserti128 ", stringify!($w), ", ", stringify!($w), ", [{high} + ", $from, "], 1")]
            [$at1 "", i!(vpshufb $w, $w, ymm9), "", ""]
            [$at2 "", concat!("vpaddd ymm8, ", stringify!($w), ", [{constants}]"), "", ""]
            // The sums are as far behind as this block's are behind the first's.
            [$at3 "", i!(vmovdqa [r15 + $to - 16], ymm8), "", ""])
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has AVX2, BMI1 and BMI2, and `from` is readable for `64 * blocks`
/// bytes, at any alignment.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn compress(state: &mut [u32; 5], from: *const u8, blocks: usize) {
    if blocks == 0 {
        return;
    }
    // Reverses the bytes of each word.
    let big_endian = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
    let mut sums = MaybeUninit::<[__m256i; SUMS]>::uninit();
    let sums = sums.as_mut_ptr().cast::<__m256i>();
    let constants = CONSTANTS.0.as_ptr().cast::<__m256i>();
    // Block `i`, or the last one.
    let block = |i: usize| from.wrapping_add(64 * i.min(blocks - 1));

    let mut w = [_mm256_setzero_si256(); 4];
    for t in 0..4 {
        // SAFETY: both blocks are readable, and `16 * t + 16 <= 64`. There are more sums
        // than four.
        unsafe {
            let (low, high) = (block(0).add(16 * t), block(1).add(16 * t));
            w[t] = _mm256_shuffle_epi8(_mm256_loadu2_m128i(high.cast(), low.cast()), big_endian);
            sums.add(t).write(_mm256_add_epi32(w[t], constants.read()));
        }
    }
    for i in (0..blocks).step_by(2) {
        let (a, b, c, d, e): (u32, u32, u32, u32, u32);
        // SAFETY: the sums are written before they are read, and there is room for them.
        unsafe {
            let at = sums;
            asm!(
                ".p2align 6",
                ".nops 16",
                early!(choose eax ecx edx esi edi r8d; 0 4 8 12, ymm4 ymm0 ymm1 ymm2 ymm3, 128 0),
                early!(choose r8d edx edi eax ecx esi; 32 36 40 44, ymm5 ymm1 ymm2 ymm3 ymm4, 160 32),
                early!(choose esi edi ecx r8d edx eax; 64 68 72 76, ymm6 ymm2 ymm3 ymm4 ymm5, 192 32),
                early!(choose eax ecx edx esi edi r8d; 96 100 104 108, ymm7 ymm3 ymm4 ymm5 ymm6, 224 32),
                late!(choose r8d edx edi eax ecx esi; 128 132 136 140, ymm0 ymm1 ymm4 ymm6 ymm7, 256 32),
                late!(parity esi edi ecx r8d edx eax; 160 164 168 172, ymm1 ymm2 ymm5 ymm7 ymm0, 288 32),
                late!(parity eax ecx edx esi edi r8d; 192 196 200 204, ymm2 ymm3 ymm6 ymm0 ymm1, 320 64),
                late!(parity r8d edx edi eax ecx esi; 224 228 232 236, ymm3 ymm4 ymm7 ymm1 ymm2, 352 64),
                late!(parity esi edi ecx r8d edx eax; 256 260 264 268, ymm4 ymm5 ymm0 ymm2 ymm3, 384 64),
                late!(parity eax ecx edx esi edi r8d; 288 292 296 300, ymm5 ymm6 ymm1 ymm3 ymm4, 416 64),
                late!(majority r8d edx edi eax ecx esi; 320 324 328 332, ymm6 ymm7 ymm2 ymm4 ymm5, 448 64),
                late!(majority esi edi ecx r8d edx eax; 352 356 360 364, ymm7 ymm0 ymm3 ymm5 ymm6, 480 96),
                late!(majority eax ecx edx esi edi r8d; 384 388 392 396, ymm0 ymm1 ymm4 ymm6 ymm7, 512 96),
                late!(majority r8d edx edi eax ecx esi; 416 420 424 428, ymm1 ymm2 ymm5 ymm7 ymm0, 544 96),
                late!(majority esi edi ecx r8d edx eax; 448 452 456 460, ymm2 ymm3 ymm6 ymm0 ymm1, 576 96),
                late!(parity eax ecx edx esi edi r8d; 480 484 488 492, ymm3 ymm4 ymm7 ymm1 ymm2, 608 96),
                plain!(parity r8d edx edi eax ecx esi; 512 516 520 524),
                plain!(parity esi edi ecx r8d edx eax; 544 548 552 556),
                plain!(parity eax ecx edx esi edi r8d; 576 580 584 588),
                plain!(parity r8d edx edi eax ecx esi; 608 612 616 620),
                constants = in(reg) constants,
                inout("eax") state[0] => _,
                inout("ecx") state[1] => c,
                inout("edx") state[2] => e,
                inout("esi") state[3] => a,
                inout("edi") state[4] => b,
                out("r8d") d,
                out("r9d") _,
                out("r10d") _,
                in("r15") at,
                inout("ymm0") w[0] => _,
                inout("ymm1") w[1] => _,
                inout("ymm2") w[2] => _,
                inout("ymm3") w[3] => _,
                out("ymm4") _,
                out("ymm5") _,
                out("ymm6") _,
                out("ymm7") _,
                out("ymm8") _,
                out("ymm9") _,
                out("ymm10") _,
                options(nostack),
            );
        }
        add(state, [a, b, c, d, e]);
        if i + 1 == blocks {
            break;
        }
        let (a, b, c, d, e): (u32, u32, u32, u32, u32);
        // SAFETY: the sums were written, in the upper halves of the vectors. Two blocks are
        // readable, and those sums are written that were read before.
        unsafe {
            let at = sums.cast::<u32>().add(4);
            asm!(
                ".p2align 6",
                plain!(choose eax ecx edx esi edi r8d; 0 4 8 12),
                plain!(choose r8d edx edi eax ecx esi; 32 36 40 44),
                plain!(choose esi edi ecx r8d edx eax; 64 68 72 76),
                plain!(choose eax ecx edx esi edi r8d; 96 100 104 108),
                plain!(choose r8d edx edi eax ecx esi; 128 132 136 140),
                plain!(parity esi edi ecx r8d edx eax; 160 164 168 172),
                plain!(parity eax ecx edx esi edi r8d; 192 196 200 204),
                plain!(parity r8d edx edi eax ecx esi; 224 228 232 236),
                plain!(parity esi edi ecx r8d edx eax; 256 260 264 268),
                plain!(parity eax ecx edx esi edi r8d; 288 292 296 300),
                plain!(majority r8d edx edi eax ecx esi; 320 324 328 332),
                plain!(majority esi edi ecx r8d edx eax; 352 356 360 364),
                plain!(majority eax ecx edx esi edi r8d; 384 388 392 396),
                plain!(majority r8d edx edi eax ecx esi; 416 420 424 428),
                plain!(majority esi edi ecx r8d edx eax; 448 452 456 460),
                plain!(parity eax ecx edx esi edi r8d; 480 484 488 492),
                load!(r8d edx edi eax ecx esi; 512 516 520 524, xmm0 ymm0 0 0),
                load!(esi edi ecx r8d edx eax; 544 548 552 556, xmm1 ymm1 16 32),
                load!(eax ecx edx esi edi r8d; 576 580 584 588, xmm2 ymm2 32 64),
                load!(r8d edx edi eax ecx esi; 608 612 616 620, xmm3 ymm3 48 96),
                constants = in(reg) constants,
                low = in(reg) block(i + 2),
                high = in(reg) block(i + 3),
                inout("eax") state[0] => _,
                inout("ecx") state[1] => c,
                inout("edx") state[2] => e,
                inout("esi") state[3] => a,
                inout("edi") state[4] => b,
                out("r8d") d,
                out("r9d") _,
                out("r10d") _,
                in("r15") at,
                out("ymm0") w[0],
                out("ymm1") w[1],
                out("ymm2") w[2],
                out("ymm3") w[3],
                out("ymm8") _,
                in("ymm9") big_endian,
                options(nostack),
            );
        }
        add(state, [a, b, c, d, e]);
    }
}

/// Adds the state after the rounds to that before.
#[inline(always)]
fn add(state: &mut [u32; 5], after: [u32; 5]) {
    for (word, after) in state.iter_mut().zip(after) {
        *word = word.wrapping_add(after);
    }
}
