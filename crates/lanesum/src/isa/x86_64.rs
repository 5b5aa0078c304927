//! SSE2, SSSE3, AVX2 and AVX-512, and the token of SHA-NI.

pub(crate) mod aes;
mod half;

use super::table::{isa, transpose32, transpose64, vector};
use core::arch::x86_64::*;

pub(crate) use half::Avx512Half;

cpufeatures::new!(has_ssse3, "ssse3");
cpufeatures::new!(has_sha_ni, "sha", "sse2", "ssse3", "sse4.1");
cpufeatures::new!(has_avx2, "avx2", "bmi1", "bmi2");
cpufeatures::new!(has_avx512, "avx512f", "avx512bw", "avx512vl");

/// Who made this CPU, as it says itself.
pub(super) fn vendor() -> [u8; 12] {
    let id = __cpuid(0);
    let mut name = [0; 12];
    for (letters, part) in name.as_chunks_mut().0.iter_mut().zip([id.ebx, id.edx, id.ecx]) {
        *letters = part.to_le_bytes();
    }
    name
}

isa! {
    /// SSE2, which every x86-64 CPU has.
    Sse2: Sse2, target_feature(enable = "sse2"), true
}
isa! {
    /// SSE2 with the byte shuffle.
    Ssse3: Ssse3, target_feature(enable = "ssse3"), has_ssse3::get()
}
isa! {
    /// The SHA-1 and SHA-256 instructions.
    ShaNi: ShaNi, target_feature(enable = "sha,sse2,ssse3,sse4.1"), has_sha_ni::get()
}
isa! {
    /// AVX2, and BMI1 and BMI2, which came with it.
    Avx2: Avx2, target_feature(enable = "avx2,bmi1,bmi2"), has_avx2::get()
}
isa! {
    /// AVX-512 F, BW and VL: rotates, and any logic of three inputs, in one instruction.
    Avx512: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}

/// The 128-bit table, which SSE2 and SSSE3 share but for the order of bytes.
macro_rules! vector128 {
    ($isa:ident, $features:meta, $v32:ident, $v64:ident, rotl32($r:ident) = { $($bytes:literal => $rotated:expr),+ }, rotl64($q:ident) = { $($bytes64:literal => $rotated64:expr),+ }, swap32($x:ident) = $swap32:expr, swap64($y:ident) = $swap64:expr) => {
        vector! {
            #[$features] $isa => $v32(__m128i; u32, 4, 1)
            operators {
                Add::add(x, y) = _mm_add_epi32(x, y);
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
        16 => _mm_shuffle_epi8(x, _mm_set_epi64x(0x0d0c0f0e_09080b0a, 0x05040706_01000302)),
        24 => _mm_shuffle_epi8(x, _mm_set_epi64x(0x0c0f0e0d_080b0a09, 0x04070605_00030201))
    },
    rotl64(x) = {
        32 => _mm_shuffle_epi32::<0xB1>(x),
        40 => _mm_shuffle_epi8(x, _mm_set_epi64x(0x0a09080f_0e0d0c0b, 0x02010007_06050403)),
        48 => _mm_shuffle_epi8(x, _mm_set_epi64x(0x09080f0e_0d0c0b0a, 0x01000706_05040302)),
        56 => _mm_shuffle_epi8(x, _mm_set_epi64x(0x080f0e0d_0c0b0a09, 0x00070605_04030201))
    },
    swap32(x) = _mm_shuffle_epi8(x, _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203)),
    swap64(x) = _mm_shuffle_epi8(x, _mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607))
}

vector! {
    #[target_feature(enable = "avx2")] Avx2 => U32x8(__m256i; u32, 8, 2)
    operators {
        Add::add(x, y) = _mm256_add_epi32(x, y);
        BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
        BitOr::bitor(x, y) = _mm256_or_si256(x, y);
        BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
    }
    methods {
        rotl(x; n) = match n {
            16 => _mm256_shuffle_epi8(
                x,
                _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0d0c0f0e_09080b0a, 0x05040706_01000302)),
            ),
            24 => _mm256_shuffle_epi8(
                x,
                _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0f0e0d_080b0a09, 0x04070605_00030201)),
            ),
            _ => _mm256_or_si256(
                _mm256_sll_epi32(x, _mm_cvtsi32_si128(n as i32)),
                _mm256_srl_epi32(x, _mm_cvtsi32_si128(32 - n as i32)),
            ),
        };
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
    not(x) = _mm256_xor_si256(x, _mm256_set1_epi32(-1));
    splat(x) = _mm256_set1_epi32(x as i32);
    pin in ymm_reg;
    row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
    unrows(x, p) = unrows256(x, p);
    load = _mm256_loadu_si256 as __m256i;
    store = _mm256_storeu_si256 as __m256i;
}
transpose32!(U32x8);

vector! {
    #[target_feature(enable = "avx2")] Avx2 => U64x4(__m256i; u64, 4, 2)
    operators {
        Add::add(x, y) = _mm256_add_epi64(x, y);
        BitAnd::bitand(x, y) = _mm256_and_si256(x, y);
        BitOr::bitor(x, y) = _mm256_or_si256(x, y);
        BitXor::bitxor(x, y) = _mm256_xor_si256(x, y);
    }
    methods {
        rotl(x; n) = match n {
            32 => _mm256_shuffle_epi32::<0xB1>(x),
            40 => _mm256_shuffle_epi8(
                x,
                _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0a09080f_0e0d0c0b, 0x02010007_06050403)),
            ),
            48 => _mm256_shuffle_epi8(
                x,
                _mm256_broadcastsi128_si256(_mm_set_epi64x(0x09080f0e_0d0c0b0a, 0x01000706_05040302)),
            ),
            56 => _mm256_shuffle_epi8(
                x,
                _mm256_broadcastsi128_si256(_mm_set_epi64x(0x080f0e0d_0c0b0a09, 0x00070605_04030201)),
            ),
            _ => _mm256_or_si256(
                _mm256_sll_epi64(x, _mm_cvtsi32_si128(n as i32)),
                _mm256_srl_epi64(x, _mm_cvtsi32_si128(64 - n as i32)),
            ),
        };
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
    not(x) = _mm256_xor_si256(x, _mm256_set1_epi32(-1));
    splat(x) = _mm256_set1_epi64x(x as i64);
    pin in ymm_reg;
    row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
    unrows(x, p) = unrows256(x, p);
    load = _mm256_loadu_si256 as __m256i;
    store = _mm256_storeu_si256 as __m256i;
}
transpose64!(U64x4);

vector! {
    #[target_feature(enable = "avx512f,avx512bw")] Avx512 => U32x16(__m512i; u32, 16, 4)
    operators {
        Add::add(x, y) = _mm512_add_epi32(x, y);
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
    }
    private {
        zip_lo32(x, y) = _mm512_unpacklo_epi32(x, y);
        zip_hi32(x, y) = _mm512_unpackhi_epi32(x, y);
        zip_lo64(x, y) = _mm512_unpacklo_epi64(x, y);
        zip_hi64(x, y) = _mm512_unpackhi_epi64(x, y);
    }
    not(x) = _mm512_ternarylogic_epi32::<0x0F>(x, x, x);
    splat(x) = _mm512_set1_epi32(x as i32);
    pin in zmm_reg;
    row(p) = row512(p);
    unrows(x, p) = unrows512(x, p);
    load = _mm512_loadu_si512 as __m512i;
    store = _mm512_storeu_si512 as __m512i;
}
transpose32!(U32x16);

vector! {
    #[target_feature(enable = "avx512f,avx512bw")] Avx512 => U64x8(__m512i; u64, 8, 4)
    operators {
        Add::add(x, y) = _mm512_add_epi64(x, y);
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
