//! Vectors of 128 bits: SSE2 and SSSE3, and the token of SHA-NI.

use super::super::table::{isa, transpose32, transpose64, vector};
use super::rotate::{self, Order};
use super::{has_sha_ni, ssse3};
use core::arch::x86_64::*;

isa! {
    /// SSE2, which every x86-64 CPU has.
    Sse2: Sse2, target_feature(enable = "sse2"), true
}
isa! {
    /// SSE2 with the byte shuffle.
    Ssse3: Ssse3, target_feature(enable = "ssse3"), ssse3()
}
isa! {
    /// The SHA-1 and SHA-256 instructions.
    ShaNi: ShaNi, target_feature(enable = "sha,sse2,ssse3,sse4.1"), has_sha_ni::get()
}

/// The 128-bit table, which SSE2 and SSSE3 share but for the order of bytes.
macro_rules! vector128 {
    ($isa:ident, $features:meta, $v32:ident, $v64:ident, rotl32($r:ident) = { $($bytes:literal => $rotated:expr),+ }, rotl64($q:ident) = { $($bytes64:literal => $rotated64:expr),+ }, swap32($x:ident) = $swap32:expr, swap64($y:ident) = $swap64:expr) => {
        vector! {
            #[$features] $isa => $v32(__m128i; u32, 4, 1)
            operators {
                Add::add(x, y) = _mm_add_epi32(x, y);
                Sub::sub(x, y) = _mm_sub_epi32(x, y);
                BitAnd::bitand(x, y) = _mm_and_si128(x, y);
                BitOr::bitor(x, y) = _mm_or_si128(x, y);
                BitXor::bitxor(x, y) = _mm_xor_si128(x, y);
            }
            methods {
                rotl($r; n) = match n {
                    $($bytes => $rotated,)+
                    _ => _mm_or_si128(
                        _mm_sll_epi32($r, _mm_cvtsi32_si128(n as i32)),
                        _mm_srl_epi32($r, _mm_cvtsi32_si128(32 - n as i32)),
                    ),
                };
                shr(x; n) = _mm_srl_epi32(x, _mm_cvtsi32_si128(n as i32));
                swap_bytes($x) = $swap32;
            }
            private {
                zip_lo32(x, y) = _mm_unpacklo_epi32(x, y);
                zip_hi32(x, y) = _mm_unpackhi_epi32(x, y);
                zip_lo64(x, y) = _mm_unpacklo_epi64(x, y);
                zip_hi64(x, y) = _mm_unpackhi_epi64(x, y);
            }
            not(x) = _mm_xor_si128(x, _mm_set1_epi32(-1));
            splat(x) = _mm_set1_epi32(x as i32);
            pin in xmm_reg;
            row(p) = _mm_loadu_si128(p[0].cast());
            unrows(x, p) = _mm_storeu_si128(p[0].cast(), x[0]);
            load = _mm_loadu_si128 as __m128i;
            store = _mm_storeu_si128 as __m128i;
        }
        transpose32!($v32);

        vector! {
            #[$features] $isa => $v64(__m128i; u64, 2, 1)
            operators {
                Add::add(x, y) = _mm_add_epi64(x, y);
                Sub::sub(x, y) = _mm_sub_epi64(x, y);
                BitAnd::bitand(x, y) = _mm_and_si128(x, y);
                BitOr::bitor(x, y) = _mm_or_si128(x, y);
                BitXor::bitxor(x, y) = _mm_xor_si128(x, y);
            }
            methods {
                rotl($q; n) = match n {
                    $($bytes64 => $rotated64,)+
                    _ => _mm_or_si128(
                        _mm_sll_epi64($q, _mm_cvtsi32_si128(n as i32)),
                        _mm_srl_epi64($q, _mm_cvtsi32_si128(64 - n as i32)),
                    ),
                };
                shr(x; n) = _mm_srl_epi64(x, _mm_cvtsi32_si128(n as i32));
                swap_bytes($y) = $swap64;
            }
            private {
                zip_lo64(x, y) = _mm_unpacklo_epi64(x, y);
                zip_hi64(x, y) = _mm_unpackhi_epi64(x, y);
            }
            not(x) = _mm_xor_si128(x, _mm_set1_epi32(-1));
            splat(x) = _mm_set1_epi64x(x as i64);
            pin in xmm_reg;
            row(p) = _mm_loadu_si128(p[0].cast());
            unrows(x, p) = _mm_storeu_si128(p[0].cast(), x[0]);
            load = _mm_loadu_si128 as __m128i;
            store = _mm_storeu_si128 as __m128i;
        }
        transpose64!($v64);
    };
}

vector128! {
    Sse2, target_feature(enable = "sse2"), U32x4, U64x2,
    rotl32(x) = { 16 => _mm_shufflehi_epi16::<0xB1>(_mm_shufflelo_epi16::<0xB1>(x)) },
    rotl64(x) = {
        32 => _mm_shuffle_epi32::<0xB1>(x),
        48 => _mm_shufflehi_epi16::<0x39>(_mm_shufflelo_epi16::<0x39>(x))
    },
    swap32(x) = {
        let halves = _mm_or_si128(_mm_slli_epi16::<8>(x), _mm_srli_epi16::<8>(x));
        _mm_shufflehi_epi16::<0xB1>(_mm_shufflelo_epi16::<0xB1>(halves))
    },
    swap64(x) = {
        let halves = _mm_or_si128(_mm_slli_epi16::<8>(x), _mm_srli_epi16::<8>(x));
        _mm_shufflehi_epi16::<0x1B>(_mm_shufflelo_epi16::<0x1B>(halves))
    }
}

vector128! {
    Ssse3, target_feature(enable = "ssse3"), ShuffledU32x4, ShuffledU64x2,
    rotl32(x) = {
        16 => rotate::shuffle_ssse3(x, const { &Order::left(4, 2) }),
        24 => rotate::shuffle_ssse3(x, const { &Order::left(4, 3) })
    },
    rotl64(x) = {
        32 => _mm_shuffle_epi32::<0xB1>(x),
        40 => rotate::shuffle_ssse3(x, const { &Order::left(8, 5) }),
        48 => rotate::shuffle_ssse3(x, const { &Order::left(8, 6) }),
        56 => rotate::shuffle_ssse3(x, const { &Order::left(8, 7) })
    },
    swap32(x) = _mm_shuffle_epi8(x, _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203)),
    swap64(x) = _mm_shuffle_epi8(x, _mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607))
}
