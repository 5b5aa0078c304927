//! What a lane holds: 32 or 64 bits.

/// The order of the bytes of a word in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    /// The lowest first.
    Little,
    /// The highest first.
    Big,
}

/// `u32` or `u64`.
pub(crate) trait Word: Copy + Send + Sync + 'static {
    /// Zero.
    const ZERO: Self;

    /// The low bits of `x`.
    fn truncate(x: u64) -> Self;

    /// The number, in 64 bits.
    fn widen(self) -> u64;

    /// The words that numbers of 64 bits are, if they are as wide.
    #[inline(always)]
    fn in_place(_wide: &mut [u64]) -> Option<&mut [Self]> {
        None
    }

    /// The low bits of as many numbers as there are whole fours of words, of which `wide` has as
    /// many; each four is written as one vector. Says how many: none where the target has no such
    /// vectors.
    #[inline(always)]
    fn truncate_fours(_wide: &[u64], _words: &mut [Self]) -> usize {
        0
    }

    /// As many words as there are whole fours of, in 64 bits: as [`Word::truncate_fours`].
    #[inline(always)]
    fn widen_fours(_words: &[Self], _wide: &mut [u64]) -> usize {
        0
    }
}

impl Word for u32 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn truncate(x: u64) -> Self {
        x as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self.into()
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn truncate_fours(wide: &[u64], words: &mut [Self]) -> usize {
        let fours = words.as_chunks_mut().0;
        for (wide, words) in wide.as_chunks().0.iter().zip(&mut *fours) {
            truncate_four(wide, words);
        }
        4 * fours.len()
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn widen_fours(words: &[Self], wide: &mut [u64]) -> usize {
        let fours = words.as_chunks().0;
        for (words, wide) in fours.iter().zip(wide.as_chunks_mut().0) {
            widen_four(words, wide);
        }
        4 * fours.len()
    }
}

/// The low bits of four numbers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn truncate_four(wide: &[u64; 4], words: &mut [u32; 4]) {
    use core::arch::x86_64::*;
    // SAFETY: every x86-64 has SSE2; four numbers are two vectors, and four words one.
    unsafe {
        let from = wide.as_ptr().cast();
        let (low, high) = (_mm_loadu_ps(from), _mm_loadu_ps(from.add(4)));
        _mm_storeu_ps(words.as_mut_ptr().cast(), _mm_shuffle_ps::<0b10_00_10_00>(low, high));
    }
}

/// Four words, in 64 bits each.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn widen_four(words: &[u32; 4], wide: &mut [u64; 4]) {
    use core::arch::x86_64::*;
    // SAFETY: as above.
    unsafe {
        let (words, zeros) = (_mm_loadu_si128(words.as_ptr().cast()), _mm_setzero_si128());
        let to = wide.as_mut_ptr().cast();
        _mm_storeu_si128(to, _mm_unpacklo_epi32(words, zeros));
        _mm_storeu_si128(to.add(1), _mm_unpackhi_epi32(words, zeros));
    }
}

/// The low bits of four numbers.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn truncate_four(wide: &[u64; 4], words: &mut [u32; 4]) {
    use core::arch::aarch64::*;
    // SAFETY: every aarch64 that is compiled for has NEON; four numbers are two vectors, and four
    // words one.
    unsafe {
        let from = wide.as_ptr();
        let [low, high] = [from, from.add(2)].map(|from| vmovn_u64(vld1q_u64(from)));
        vst1q_u32(words.as_mut_ptr(), vcombine_u32(low, high));
    }
}

/// Four words, in 64 bits each.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn widen_four(words: &[u32; 4], wide: &mut [u64; 4]) {
    use core::arch::aarch64::*;
    // SAFETY: as above.
    unsafe {
        let (words, to) = (vld1q_u32(words.as_ptr()), wide.as_mut_ptr());
        vst1q_u64(to, vmovl_u32(vget_low_u32(words)));
        vst1q_u64(to.add(2), vmovl_high_u32(words));
    }
}

impl Word for u64 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn truncate(x: u64) -> Self {
        x
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }

    #[inline(always)]
    fn in_place(wide: &mut [u64]) -> Option<&mut [Self]> {
        Some(wide)
    }
}
