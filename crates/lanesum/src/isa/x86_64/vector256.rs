//! Vectors of 256 bits: AVX2, and AVX-512 on them, and the token of the SHA512 and SM3
//! instructions.

use super::super::table::{isa, transpose32, transpose64, vector};
use super::rotate::{self, Order};
use super::{avx2, has_avx512};
use core::arch::x86_64::*;

isa! {
    /// AVX2, and BMI1 and BMI2, which came with it.
    Avx2: Avx2, target_feature(enable = "avx2,bmi1,bmi2"), avx2()
}
isa! {
    /// AVX-512 on vectors of 256 bits: its rotates, its logic of three inputs and
    /// its 32 registers, for messages that fill no more lanes.
    Avx512Half: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
#[cfg(not(lanesum_guest))]
isa! {
    /// The SHA-512 and SM3 instructions, which came together, on vectors of AVX2.
    Sha512Ni: Sha512Ni, target_feature(enable = "sha512,sm3,avx2"), super::has_sha512::get()
}

/// The 256-bit table, which AVX2 and AVX-512 share but for rotates and logic.
macro_rules! vector256 {
    (
        #[$features:meta] $isa:ident => $v32:ident, $v64:ident
        methods32 { $($methods32:tt)* }
        methods64 { $($methods64:tt)* }
        not($x:ident) = $not:expr;
    ) => {
        vector! {
            #[$features] $isa => $v32(__m256i; u32, 8, 2)
            operators {
                Add::add(x, y) = _mm256_add_epi32(x, y);
                Sub::sub(x, y) = _mm256_sub_epi32(x, y);
                BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
                BitOr::bitor(x, y) = _mm256_or_si256(x, y);
                BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
            }
            methods {
                $($methods32)*
                shr(x; n) = _mm256_srl_epi32(x, _mm_cvtsi32_si128(n as i32));
                swap_bytes(x) = _mm256_shuffle_epi8(
                    x,
                    _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203)),
                );
            }
            private {
                zip_lo32(x, y) = _mm256_unpacklo_epi32(x, y);
                zip_hi32(x, y) = _mm256_unpackhi_epi32(x, y);
                zip_lo64(x, y) = _mm256_unpacklo_epi64(x, y);
                zip_hi64(x, y) = _mm256_unpackhi_epi64(x, y);
            }
            not($x) = $not;
            splat(x) = _mm256_set1_epi32(x as i32);
            pin in ymm_reg;
            row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
            unrows(x, p) = unrows256(x, p);
            load = _mm256_loadu_si256 as __m256i;
            store = _mm256_storeu_si256 as __m256i;
        }
        transpose32!($v32);

        vector! {
            #[$features] $isa => $v64(__m256i; u64, 4, 2)
            operators {
                Add::add(x, y) = _mm256_add_epi64(x, y);
                Sub::sub(x, y) = _mm256_sub_epi64(x, y);
                BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
                BitOr::bitor(x, y) = _mm256_or_si256(x, y);
                BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
            }
            methods {
                $($methods64)*
                shr(x; n) = _mm256_srl_epi64(x, _mm_cvtsi32_si128(n as i32));
                swap_bytes(x) = _mm256_shuffle_epi8(
                    x,
                    _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607)),
                );
            }
            private {
                zip_lo64(x, y) = _mm256_unpacklo_epi64(x, y);
                zip_hi64(x, y) = _mm256_unpackhi_epi64(x, y);
            }
            not($x) = $not;
            splat(x) = _mm256_set1_epi64x(x as i64);
            pin in ymm_reg;
            row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
            unrows(x, p) = unrows256(x, p);
            load = _mm256_loadu_si256 as __m256i;
            store = _mm256_storeu_si256 as __m256i;
        }
        transpose64!($v64);
    };
}

vector256! {
    #[target_feature(enable = "avx2")] Avx2 => U32x8, U64x4
    methods32 {
        rotl(x; n) = match n {
            16 => rotate::shuffle256(x, const { &Order::left(4, 2) }),
            24 => rotate::shuffle256(x, const { &Order::left(4, 3) }),
            _ => _mm256_or_si256(
                _mm256_sll_epi32(x, _mm_cvtsi32_si128(n as i32)),
                _mm256_srl_epi32(x, _mm_cvtsi32_si128(32 - n as i32)),
            ),
        };
    }
    methods64 {
        rotl(x; n) = match n {
            32 => _mm256_shuffle_epi32::<0xB1>(x),
            40 => rotate::shuffle256(x, const { &Order::left(8, 5) }),
            48 => rotate::shuffle256(x, const { &Order::left(8, 6) }),
            56 => rotate::shuffle256(x, const { &Order::left(8, 7) }),
            _ => _mm256_or_si256(
                _mm256_sll_epi64(x, _mm_cvtsi32_si128(n as i32)),
                _mm256_srl_epi64(x, _mm_cvtsi32_si128(64 - n as i32)),
            ),
        };
    }
    not(x) = _mm256_xor_si256(x, _mm256_set1_epi32(-1));
}

vector256! {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")] Avx512Half => RotatedU32x8, RotatedU64x4
    methods32 {
        rotl(x; n) = _mm256_rolv_epi32(x, _mm256_set1_epi32(n as i32));
        select(x, y, z) = _mm256_ternarylogic_epi32::<0xCA>(x, y, z);
        majority(x, y, z) = _mm256_ternarylogic_epi32::<0xE8>(x, y, z);
        xor_and_not(x, y, z) = _mm256_ternarylogic_epi32::<0xD2>(x, y, z);
    }
    methods64 {
        rotl(x; n) = _mm256_rolv_epi64(x, _mm256_set1_epi64x(n as i64));
        select(x, y, z) = _mm256_ternarylogic_epi64::<0xCA>(x, y, z);
        majority(x, y, z) = _mm256_ternarylogic_epi64::<0xE8>(x, y, z);
        xor_and_not(x, y, z) = _mm256_ternarylogic_epi64::<0xD2>(x, y, z);
    }
    not(x) = _mm256_ternarylogic_epi32::<0x0F>(x, x, x);
}

/// Writes parts 0 one after the other, and parts 1.
///
/// # Safety
///
/// 32 bytes are writable at each pointer.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn unrows256([x, y]: [__m256i; 2], p: [*mut u8; 2]) {
    // SAFETY: the caller's.
    unsafe {
        _mm256_storeu_si256(p[0].cast(), _mm256_permute2x128_si256::<0x20>(x, y));
        _mm256_storeu_si256(p[1].cast(), _mm256_permute2x128_si256::<0x31>(x, y));
    }
}
