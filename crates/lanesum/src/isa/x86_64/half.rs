//! AVX-512 on vectors of 256 bits: its rotates, its logic of three inputs and its
//! 32 registers, for messages that fill no more lanes.

use super::super::table::{isa, transpose32, transpose64, vector};
use super::{has_avx512, unrows256};
use core::arch::x86_64::*;

isa! {
    /// AVX-512 F, BW and VL, on 256 bits.
    Avx512Half: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}

vector! {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")] Avx512Half => RotatedU32x8(__m256i; u32, 8, 2)
    operators {
        Add::add(x, y) = _mm256_add_epi32(x, y);
        BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
        BitOr::bitor(x, y) = _mm256_or_si256(x, y);
        BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
    }
    methods {
        rotl(x; n) = _mm256_rolv_epi32(x, _mm256_set1_epi32(n as i32));
        shr(x; n) = _mm256_srl_epi32(x, _mm_cvtsi32_si128(n as i32));
        swap_bytes(x) = _mm256_shuffle_epi8(
            x,
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203)),
        );
        select(x, y, z) = _mm256_ternarylogic_epi32::<0xCA>(x, y, z);
        majority(x, y, z) = _mm256_ternarylogic_epi32::<0xE8>(x, y, z);
    }
    private {
        zip_lo32(x, y) = _mm256_unpacklo_epi32(x, y);
        zip_hi32(x, y) = _mm256_unpackhi_epi32(x, y);
        zip_lo64(x, y) = _mm256_unpacklo_epi64(x, y);
        zip_hi64(x, y) = _mm256_unpackhi_epi64(x, y);
    }
    not(x) = _mm256_ternarylogic_epi32::<0x0F>(x, x, x);
    splat(x) = _mm256_set1_epi32(x as i32);
    pin in ymm_reg;
    row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
    unrows(x, p) = unrows256(x, p);
    load = _mm256_loadu_si256 as __m256i;
    store = _mm256_storeu_si256 as __m256i;
}
transpose32!(RotatedU32x8);

vector! {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")] Avx512Half => RotatedU64x4(__m256i; u64, 4, 2)
    operators {
        Add::add(x, y) = _mm256_add_epi64(x, y);
        BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
        BitOr::bitor(x, y) = _mm256_or_si256(x, y);
        BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
    }
    methods {
        rotl(x; n) = _mm256_rolv_epi64(x, _mm256_set1_epi64x(n as i64));
        shr(x; n) = _mm256_srl_epi64(x, _mm_cvtsi32_si128(n as i32));
        swap_bytes(x) = _mm256_shuffle_epi8(
            x,
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607)),
        );
        select(x, y, z) = _mm256_ternarylogic_epi64::<0xCA>(x, y, z);
        majority(x, y, z) = _mm256_ternarylogic_epi64::<0xE8>(x, y, z);
    }
    private {
        zip_lo64(x, y) = _mm256_unpacklo_epi64(x, y);
        zip_hi64(x, y) = _mm256_unpackhi_epi64(x, y);
    }
    not(x) = _mm256_ternarylogic_epi64::<0x0F>(x, x, x);
    splat(x) = _mm256_set1_epi64x(x as i64);
    pin in ymm_reg;
    row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
    unrows(x, p) = unrows256(x, p);
    load = _mm256_loadu_si256 as __m256i;
    store = _mm256_storeu_si256 as __m256i;
}
transpose64!(RotatedU64x4);
