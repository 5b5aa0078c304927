//! Vectors of 512 bits: AVX-512, and the tokens of its forms.

use super::super::table::{isa, transpose32, transpose64, vector};
use super::{has_avx512, has_sha_ni};
use crate::lanes::{ByteOrder, Spread, Vector};
use core::arch::x86_64::*;

isa! {
    /// AVX-512 F, BW and VL: rotates, and any logic of three inputs, in one instruction;
    /// and BMI1 and BMI2, which every CPU has that has them.
    Avx512: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
isa! {
    /// AVX-512 beside the SHA-1 and SHA-256 instructions.
    Avx512Sha: Avx512, target_feature(enable = "sha,avx512f,avx512bw,avx512vl"), has_avx512::get() && has_sha_ni::get()
}
isa! {
    /// AVX-512 for kernels that are metered: [`Form::Metered`](crate::kernel::Form::Metered).
    Avx512Metered: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
isa! {
    /// AVX-512 for kernels that are split: [`Form::Split`](crate::kernel::Form::Split).
    Avx512Split: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}

vector! {
    #[target_feature(enable = "avx512f,avx512bw")] Avx512 => U32x16(__m512i; u32, 16, 4)
    operators {
        Add::add(x, y) = _mm512_add_epi32(x, y);
        Sub::sub(x, y) = _mm512_sub_epi32(x, y);
        BitAnd::bitand(x, y) = _mm512_and_si512(x, y);
        BitOr::bitor(x, y) = _mm512_or_si512(x, y);
        BitXor::bitxor(x, y) = _mm512_xor_si512(x, y);
    }
    methods {
        rotl(x; n) = _mm512_rolv_epi32(x, _mm512_set1_epi32(n as i32));
        shr(x; n) = _mm512_srl_epi32(x, _mm_cvtsi32_si128(n as i32));
        swap_bytes(x) = _mm512_shuffle_epi8(
            x,
            _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203)),
        );
        select(x, y, z) = _mm512_ternarylogic_epi32::<0xCA>(x, y, z);
        majority(x, y, z) = _mm512_ternarylogic_epi32::<0xE8>(x, y, z);
        xor_and_not(x, y, z) = _mm512_ternarylogic_epi32::<0xD2>(x, y, z);
    }
    private {
        zip_lo32(x, y) = _mm512_unpacklo_epi32(x, y);
        zip_hi32(x, y) = _mm512_unpackhi_epi32(x, y);
        zip_lo64(x, y) = _mm512_unpacklo_epi64(x, y);
        zip_hi64(x, y) = _mm512_unpackhi_epi64(x, y);
        even_parts(x, y) = _mm512_shuffle_i32x4::<0x88>(x, y);
        odd_parts(x, y) = _mm512_shuffle_i32x4::<0xDD>(x, y);
    }
    not(x) = _mm512_ternarylogic_epi32::<0x0F>(x, x, x);
    splat(x) = _mm512_set1_epi32(x as i32);
    pin in zmm_reg;
    eight = load_half32;
    unrows(x, p) = unrows512(x, p);
    load = _mm512_loadu_si512 as __m512i;
    store = _mm512_storeu_si512 as __m512i;
}
transpose32!(U32x16);

/// Half of a block: pieces of 32 bytes take half of the loads that pieces of 16 do, and a fifth
/// less of the vector units.
///
/// # Safety
///
/// The lanes are readable, the places valid for reads and writes, and part 0 comes first.
#[inline(always)]
unsafe fn load_half32(
    isa: Avx512,
    lanes: &[*const u8],
    at: usize,
    order: ByteOrder,
    part: usize,
    to: Spread<U32x16>,
) {
    assert!(lanes.len() >= 16);
    // SAFETY: the caller's.
    unsafe {
        if to.pitch > 1 && to.words == 16 {
            load_eight_lanes32(isa, lanes, at, order, part, to);
        } else {
            let first = to.first_of(part, 8);
            to.put(first, load_eight_words32(isa, lanes, at.wrapping_add(4 * first), order));
        }
    }
}

/// Eight words of each lane.
///
/// # Safety
///
/// They are readable.
#[inline(always)]
unsafe fn load_eight_words32(isa: Avx512, lanes: &[*const u8], at: usize, order: ByteOrder) -> [U32x16; 8] {
    let mut columns = [[U32x16::splat(isa, 0); 4]; 2];
    for half in 0..2 {
        // SAFETY: the caller's.
        columns[half] = unsafe { load_square32(isa, &lanes[8 * half..], at) };
    }
    let [low, high] = columns;
    let mut words = [low[0]; 8];
    for w in 0..4 {
        words[w] = low[w].even_parts(high[w]);
        words[4 + w] = low[w].odd_parts(high[w]);
    }
    if order == ByteOrder::Big {
        for w in 0..8 {
            words[w] = words[w].pin().swap_bytes();
        }
    }
    words
}

/// Sixteen words of eight lanes, the second eight first, which are put in their places with the
/// others.
///
/// Lanes that lie a multiple of a page apart share a set of the first-level cache, which holds
/// twelve lines: if all lanes are read in halves, a line is no more there when its other half is.
/// One set of lanes is so little hurt by that that the memory between costs more. GB/s of MD5 on an
/// Intel Emerald Rapids, messages a multiple of their length apart:
///
/// | lanes, messages | by words | by lanes |
/// |-----------------|----------|----------|
/// | 16, 16 KiB      | 10.1     | 9.7      |
/// | 32, 16 KiB      | 10.7     | 10.8     |
/// | 48, 4 KiB       | 9.5      | 10.3     |
/// | 64, 4 KiB       | 9.9      | 10.5     |
///
/// # Safety
///
/// [`load_half32`]'s.
#[inline(always)]
unsafe fn load_eight_lanes32(
    isa: Avx512,
    lanes: &[*const u8],
    at: usize,
    order: ByteOrder,
    part: usize,
    to: Spread<U32x16>,
) {
    for eight in [0, 8] {
        let at = at.wrapping_add(4 * eight);
        // SAFETY: the caller's.
        unsafe {
            if part == 0 {
                to.put(eight, load_square32(isa, &lanes[8..], at));
                continue;
            }
            let low = load_square32(isa, lanes, at);
            for w in 0..4 {
                let high = to.word(eight + w).read();
                let mut words = [low[w].even_parts(high), low[w].odd_parts(high)];
                if order == ByteOrder::Big {
                    for word in &mut words {
                        *word = word.pin().swap_bytes();
                    }
                }
                to.word(eight + w).write(words[0]);
                to.word(eight + w + 4).write(words[1]);
            }
        }
    }
}

/// Eight words of eight lanes: column `w` has words `w` and `w + 4`, by turns, of four lanes and of
/// the four behind them.
///
/// Of two lanes in a vector, the second is the fourth one behind the first: so a step is
/// left between parts, and not two.
///
/// # Safety
///
/// They are readable.
#[inline(always)]
unsafe fn load_square32(isa: Avx512, lanes: &[*const u8], at: usize) -> [U32x16; 4] {
    let mut rows = [U32x16::splat(isa, 0); 4];
    for r in 0..4 {
        let from = [lanes[r].wrapping_add(at), lanes[r + 4].wrapping_add(at)];
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        rows[r] = U32x16(unsafe { halves512(from) });
    }
    U32x16::transpose(rows)
}

vector! {
    #[target_feature(enable = "avx512f,avx512bw")] Avx512 => U64x8(__m512i; u64, 8, 4)
    operators {
        Add::add(x, y) = _mm512_add_epi64(x, y);
        Sub::sub(x, y) = _mm512_sub_epi64(x, y);
        BitAnd::bitand(x, y) = _mm512_and_si512(x, y);
        BitOr::bitor(x, y) = _mm512_or_si512(x, y);
        BitXor::bitxor(x, y) = _mm512_xor_si512(x, y);
    }
    methods {
        rotl(x; n) = _mm512_rolv_epi64(x, _mm512_set1_epi64(n as i64));
        shr(x; n) = _mm512_srl_epi64(x, _mm_cvtsi32_si128(n as i32));
        swap_bytes(x) = _mm512_shuffle_epi8(
            x,
            _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607)),
        );
        select(x, y, z) = _mm512_ternarylogic_epi64::<0xCA>(x, y, z);
        majority(x, y, z) = _mm512_ternarylogic_epi64::<0xE8>(x, y, z);
        xor_and_not(x, y, z) = _mm512_ternarylogic_epi64::<0xD2>(x, y, z);
    }
    private {
        zip_lo64(x, y) = _mm512_unpacklo_epi64(x, y);
        zip_hi64(x, y) = _mm512_unpackhi_epi64(x, y);
    }
    not(x) = _mm512_ternarylogic_epi64::<0x0F>(x, x, x);
    splat(x) = _mm512_set1_epi64(x as i64);
    pin in zmm_reg;
    row(p) = row512(p);
    unrows(x, p) = unrows512(x, p);
    load = _mm512_loadu_si512 as __m512i;
    store = _mm512_storeu_si512 as __m512i;
}
transpose64!(U64x8);

/// Four pieces, each put in its place by the load: that is a blend, which any
/// vector unit takes, where moving it there later is a shuffle.
///
/// # Safety
///
/// 16 bytes are readable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn row512(p: [*const u8; 4]) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let row = _mm512_castsi128_si512(_mm_loadu_si128(p[0].cast()));
        let row = _mm512_inserti32x4::<1>(row, _mm_loadu_si128(p[1].cast()));
        let row = _mm512_inserti32x4::<2>(row, _mm_loadu_si128(p[2].cast()));
        _mm512_inserti32x4::<3>(row, _mm_loadu_si128(p[3].cast()))
    }
}

/// Two pieces, beside each other.
///
/// # Safety
///
/// 32 bytes are readable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn halves512(p: [*const u8; 2]) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let row = _mm512_castsi256_si512(_mm256_loadu_si256(p[0].cast()));
        _mm512_inserti64x4::<1>(row, _mm256_loadu_si256(p[1].cast()))
    }
}

/// Writes parts 0 one after the other, parts 1, 2 and 3.
///
/// # Safety
///
/// 64 bytes are writable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn unrows512([a, b, c, d]: [__m512i; 4], p: [*mut u8; 4]) {
    let (ab_lo, ab_hi) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0xEE>(a, b));
    let (cd_lo, cd_hi) = (_mm512_shuffle_i32x4::<0x44>(c, d), _mm512_shuffle_i32x4::<0xEE>(c, d));
    // SAFETY: the caller's.
    unsafe {
        _mm512_storeu_si512(p[0].cast(), _mm512_shuffle_i32x4::<0x88>(ab_lo, cd_lo));
        _mm512_storeu_si512(p[1].cast(), _mm512_shuffle_i32x4::<0xDD>(ab_lo, cd_lo));
        _mm512_storeu_si512(p[2].cast(), _mm512_shuffle_i32x4::<0x88>(ab_hi, cd_hi));
        _mm512_storeu_si512(p[3].cast(), _mm512_shuffle_i32x4::<0xDD>(ab_hi, cd_hi));
    }
}
