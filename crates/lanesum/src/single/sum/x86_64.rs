//! Bytes, added by SSE2's `PSADBW`: the differences of eight bytes from zero, in one instruction.

use core::arch::x86_64::{
    _mm_add_epi64, _mm_cvtsi128_si64, _mm_sad_epu8, _mm_set_epi64x, _mm_setzero_si128, _mm_unpackhi_epi64,
};

/// Bytes of a vector.
const VECTOR: usize = 16;

pub(super) fn bytes_added(bytes: &[u8]) -> u32 {
    // SAFETY: this is compiled for CPUs that have SSE2.
    unsafe { with_sse2(bytes) }
}

#[target_feature(enable = "sse2")]
fn with_sse2(bytes: &[u8]) -> u32 {
    let zero = _mm_setzero_si128();
    // Several, for each waits for its last addition.
    let mut sums = [zero; 4];
    let (lines, rest) = bytes.as_chunks::<{ 4 * VECTOR }>();
    for line in lines {
        for (vector, sum) in line.as_chunks::<VECTOR>().0.iter().zip(&mut sums) {
            let vector = u128::from_le_bytes(*vector);
            let vector = _mm_set_epi64x((vector >> 64) as i64, vector as i64);
            *sum = _mm_add_epi64(*sum, _mm_sad_epu8(vector, zero));
        }
    }
    let sum = sums.into_iter().fold(zero, |a, b| _mm_add_epi64(a, b));
    let halves = _mm_cvtsi128_si64(sum).wrapping_add(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum)));
    rest.iter().fold(halves as u32, |sum, &byte| sum.wrapping_add(byte.into()))
}
