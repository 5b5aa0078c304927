//! Vectors of 512 bits: AVX-512, and the tokens of its forms.

mod blocks;

use super::super::table::{isa, transpose32, transpose64, vector};
use super::{has_avx512, has_sha_ni};
use blocks::load_half;
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
    half = load_half;
    unrows(x, p) = blocks::unrows(x, p);
    load = _mm512_loadu_si512 as __m512i;
    store = _mm512_storeu_si512 as __m512i;
}
transpose32!(U32x16);

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
    row(p) = blocks::row(p);
    unrows(x, p) = blocks::unrows(x, p);
    load = _mm512_loadu_si512 as __m512i;
    store = _mm512_storeu_si512 as __m512i;
}
transpose64!(U64x8);
