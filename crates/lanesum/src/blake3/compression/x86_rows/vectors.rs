//! The tables: rows of one, two and four messages, with each ISA.

use super::operations::operations;
use super::schedule::{first, permuted, shuffled};
use crate::isa::x86_64::rotate::{Order, shuffle_ssse3};
use core::arch::{asm, x86_64::*};

/// Bits that are set in an odd number of three vectors.
const XOR: i32 = 0x96;

/// A row of one message.
macro_rules! one {
    (
        $name:ident: $features:literal;
        $(xor_rotr($early:ident, $late:ident, $n:ident) = $xor_rotr:expr;)?
        words = $words:ident($($instructions:tt)*);
    ) => {
        operations! {
            $name: $features, __m128i, 1, xmm_reg;
            row(p) = _mm_loadu_si128(p[0].cast());
            last(p) = word_by_word(p[0]);
            unrow(x, p) = _mm_storeu_si128(p[0].cast(), x);
            broadcast(x) = x;
            add = _mm_add_epi32, xor = _mm_xor_si128, and = _mm_and_si128, or = _mm_or_si128, turn = _mm_shuffle_epi32;
            $(xor_rotr($early, $late, $n) = $xor_rotr;)?
            words = $words($($instructions)*);
        }
    };
}

/// Rows of two messages.
macro_rules! two {
    (
        $name:ident: $features:literal;
        $(xor_rotr($early:ident, $late:ident, $n:ident) = $xor_rotr:expr;)?
        words = $words:ident($($instructions:tt)*);
    ) => {
        operations! {
            $name: $features, __m256i, 2, ymm_reg;
            row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
            last(p) = _mm256_set_m128i(word_by_word(p[1]), word_by_word(p[0]));
            unrow(x, p) = _mm256_storeu2_m128i(p[1].cast(), p[0].cast(), x);
            broadcast(x) = _mm256_broadcastsi128_si256(x);
            add = _mm256_add_epi32, xor = _mm256_xor_si256, and = _mm256_and_si256, or = _mm256_or_si256, turn = _mm256_shuffle_epi32;
            $(xor_rotr($early, $late, $n) = $xor_rotr;)?
            words = $words($($instructions)*);
        }
    };
}

one! {
    ssse3: "ssse3";
    xor_rotr(x, y, n) = match n {
        16 => shuffle_ssse3(_mm_xor_si128(x, y), const { &Order::left(4, 2) }),
        8 => shuffle_ssse3(_mm_xor_si128(x, y), const { &Order::left(4, 3) }),
        _ => {
            let x = _mm_xor_si128(x, y);
            _mm_or_si128(
                _mm_srl_epi32(x, _mm_cvtsi32_si128(n as i32)),
                _mm_sll_epi32(x, _mm_cvtsi32_si128(32 - n as i32)),
            )
        }
    };
    words = shuffled(
        _mm_castsi128_ps, _mm_shuffle_ps, _mm_castps_si128;
        _mm_shuffle_epi32, _mm_unpacklo_epi32, _mm_unpackhi_epi32
    );
}

one! {
    avx2_128: "avx2";
    words = first(_mm_castsi128_ps, _mm_shuffle_ps, _mm_castps_si128; _mm_shuffle_epi32);
}

two! {
    avx2_256: "avx2";
    words = first(_mm256_castsi256_ps, _mm256_shuffle_ps, _mm256_castps_si256; _mm256_shuffle_epi32);
}

one! {
    avx512_128: "avx512f,avx512bw,avx512vl";
    words = first(_mm_castsi128_ps, _mm_shuffle_ps, _mm_castps_si128; _mm_shuffle_epi32);
}

one! {
    split_128: "avx512f,avx512bw,avx512vl";
    xor_rotr(x, y, n) = _mm_ternarylogic_epi32::<XOR>(
        _mm_rorv_epi32(x, _mm_set1_epi32(n as i32)),
        _mm_srl_epi32(y, _mm_cvtsi32_si128(n as i32)),
        _mm_sll_epi32(y, _mm_cvtsi32_si128(32 - n as i32)),
    );
    words = shuffled(
        _mm_castsi128_ps, _mm_shuffle_ps, _mm_castps_si128;
        _mm_shuffle_epi32, _mm_unpacklo_epi32, _mm_unpackhi_epi32
    );
}

two! {
    avx512_256: "avx512f,avx512bw,avx512vl";
    xor_rotr(x, y, n) = _mm256_rorv_epi32(_mm256_xor_si256(x, y), _mm256_set1_epi32(n as i32));
    words = shuffled(
        _mm256_castsi256_ps, _mm256_shuffle_ps, _mm256_castps_si256;
        _mm256_shuffle_epi32, _mm256_unpacklo_epi32, _mm256_unpackhi_epi32
    );
}

two! {
    split_256: "avx512f,avx512bw,avx512vl";
    xor_rotr(x, y, n) = _mm256_ternarylogic_epi32::<XOR>(
        _mm256_rorv_epi32(x, _mm256_set1_epi32(n as i32)),
        _mm256_srl_epi32(y, _mm_cvtsi32_si128(n as i32)),
        _mm256_sll_epi32(y, _mm_cvtsi32_si128(32 - n as i32)),
    );
    words = shuffled(
        _mm256_castsi256_ps, _mm256_shuffle_ps, _mm256_castps_si256;
        _mm256_shuffle_epi32, _mm256_unpacklo_epi32, _mm256_unpackhi_epi32
    );
}

/// Rows of four messages.
macro_rules! four {
    ($name:ident: $features:literal; words = $words:ident($($instructions:tt)*);) => {
        operations! {
            $name: $features, __m512i, 4, zmm_reg;
            row(p) = {
                let x = _mm512_castsi128_si512(_mm_loadu_si128(p[0].cast()));
                let x = _mm512_inserti32x4::<1>(x, _mm_loadu_si128(p[1].cast()));
                let x = _mm512_inserti32x4::<2>(x, _mm_loadu_si128(p[2].cast()));
                _mm512_inserti32x4::<3>(x, _mm_loadu_si128(p[3].cast()))
            };
            last(p) = row(p);
            unrow(x, p) = {
                _mm_storeu_si128(p[0].cast(), _mm512_castsi512_si128(x));
                _mm_storeu_si128(p[1].cast(), _mm512_extracti32x4_epi32::<1>(x));
                _mm_storeu_si128(p[2].cast(), _mm512_extracti32x4_epi32::<2>(x));
                _mm_storeu_si128(p[3].cast(), _mm512_extracti32x4_epi32::<3>(x));
            };
            broadcast(x) = _mm512_broadcast_i32x4(x);
            add = _mm512_add_epi32, xor = _mm512_xor_si512, and = _mm512_and_si512, or = _mm512_or_si512, turn = _mm512_shuffle_epi32;
            xor_rotr(x, y, n) = _mm512_rorv_epi32(_mm512_xor_si512(x, y), _mm512_set1_epi32(n as i32));
            words = $words($($instructions)*);
        }
    };
}

four! {
    avx512_512: "avx512f,avx512bw,avx512vl";
    words = first(_mm512_castsi512_ps, _mm512_shuffle_ps, _mm512_castps_si512; _mm512_shuffle_epi32);
}

// Two such sets wait less, and want fewer instructions.
four! {
    avx512_512_twice: "avx512f,avx512bw,avx512vl";
    words = permuted(16; _mm512_permutex2var_epi32, _mm512_mask_blend_epi32, _mm512_mask_shuffle_epi32);
}

/// A row that was just written word by word, as the length and the flags are:
/// one load of all would wait until the stores have left the core.
///
/// # Safety
///
/// Sixteen bytes are readable.
#[target_feature(enable = "sse2")]
#[inline]
unsafe fn word_by_word(p: *const u8) -> __m128i {
    let p = p.cast::<i32>();
    // SAFETY: the caller's. Volatile, or the compiler makes one load of them.
    let [x, y, z, w] = unsafe {
        [p.read_volatile(), p.add(1).read_volatile(), p.add(2).read_volatile(), p.add(3).read_volatile()]
    };
    _mm_setr_epi32(x, y, z, w)
}
