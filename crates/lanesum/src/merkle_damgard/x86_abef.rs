//! A chaining value as the x86 instructions of SHA-256 and SM3 have it: in two registers, `abef` and
//! `cdgh`, named from the highest word down.

use core::arch::x86_64::*;

/// Both of a state, whose words are in the order of the standard.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn read(state: &[u32; 8]) -> [__m128i; 2] {
    let p = state.as_ptr();
    // SAFETY: a chaining value is eight words, two vectors.
    let (abcd, efgh) = unsafe { (_mm_loadu_si128(p.cast()), _mm_loadu_si128(p.add(4).cast())) };
    [halves::<0b00_01_00_01>(efgh, abcd), halves::<0b10_11_10_11>(efgh, abcd)]
}

/// Writes them to a state.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn write(state: &mut [u32; 8], [abef, cdgh]: [__m128i; 2]) {
    let abcd = halves::<0b10_11_10_11>(abef, cdgh);
    let efgh = halves::<0b00_01_00_01>(abef, cdgh);
    let p = state.as_mut_ptr();
    // SAFETY: a chaining value is eight words, two vectors.
    unsafe {
        _mm_storeu_si128(p.cast(), abcd);
        _mm_storeu_si128(p.add(4).cast(), efgh);
    }
}

/// Two words of `x`, then two of `y`: those that `WHICH` says.
#[inline]
#[target_feature(enable = "sse2")]
fn halves<const WHICH: i32>(x: __m128i, y: __m128i) -> __m128i {
    _mm_castps_si128(_mm_shuffle_ps::<WHICH>(_mm_castsi128_ps(x), _mm_castsi128_ps(y)))
}
