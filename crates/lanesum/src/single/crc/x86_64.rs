//! PCLMULQDQ, and VPCLMULQDQ on four polynomials in a 512-bit vector; for CRC-32C also
//! its own instruction.

use super::fold::{self, One, Several, Vector};
use super::polynomial::{Factors, Polynomial, castagnoli_by};
use super::{Crc, Register};
use core::arch::x86_64::*;

cpufeatures::new!(has_clmul, "pclmulqdq", "sse2", "ssse3", "sse4.1");
cpufeatures::new!(has_crc32, "sse4.2");
cpufeatures::new!(has_vclmul, "vpclmulqdq", "pclmulqdq", "avx512f", "avx512bw", "avx512vl");

/// Adds bytes to a message, if this CPU multiplies so.
pub(super) fn update(crc: Crc, register: Register, bytes: &[u8]) -> Option<Register> {
    // Below, the wide vectors are not used, but would have to be woken.
    const WIDE: usize = 256;
    // Below, CRC-32C is faster by the instruction for it: 3 cycles for 8 bytes.
    const FOLDED: usize = 160;
    // Below, there are no three parts.
    const IN_THREE: usize = 3 * 128;
    if !has_clmul::get() {
        return None;
    }
    let wide = bytes.len() >= WIDE && has_vclmul::get();
    let fold = |register, bytes: &[u8]| {
        // SAFETY: this CPU has the features.
        unsafe { if wide { vpclmulqdq(crc, register, bytes) } else { pclmulqdq(crc, register, bytes) } }
    };
    if crc == Crc::Castagnoli && has_crc32::get() {
        let (mut register, mut bytes) = (register, bytes);
        if !wide && bytes.len() >= IN_THREE {
            // SAFETY: this CPU has the features.
            unsafe {
                register = in_three::<1024>(register, &mut bytes);
                register = in_three::<128>(register, &mut bytes);
            }
        }
        if bytes.len() >= FOLDED {
            let (first, rest) = bytes.split_at(bytes.len() - bytes.len() % 16);
            (register, bytes) = (fold(register, first), rest);
        }
        // SAFETY: this CPU has the feature.
        return Some(unsafe { crc32(register, bytes) });
    }
    Some(fold(register, bytes))
}

/// CRC-32C of three parts of `LEN` bytes side by side, as long as there are three: the instruction
/// for it takes three cycles, and another one begins in each.
#[target_feature(enable = "sse4.2,pclmulqdq,sse2,ssse3,sse4.1")]
pub(super) fn in_three<const LEN: usize>(mut register: Register, bytes: &mut &[u8]) -> Register {
    let [by_one, by_two] = const { [castagnoli_by(LEN), castagnoli_by(2 * LEN)] };
    while let Some((three, rest)) = bytes.split_at_checked(3 * LEN) {
        let words = |part: usize| three[part * LEN..][..LEN].as_chunks().0;
        let (mut second, mut third) = (0, 0);
        for ((a, b), c) in words(0).iter().zip(words(1)).zip(words(2)) {
            register = _mm_crc32_u64(register, u64::from_le_bytes(*a));
            second = _mm_crc32_u64(second, u64::from_le_bytes(*b));
            third = _mm_crc32_u64(third, u64::from_le_bytes(*c));
        }
        // SAFETY: these are the features.
        let [first, second] =
            unsafe { [B128::multiply(register, by_two)[0], B128::multiply(second, by_one)[0]] };
        register = _mm_crc32_u64(0, first ^ second) ^ third;
        *bytes = rest;
    }
    register
}

/// CRC-32C alone.
#[target_feature(enable = "sse4.2")]
fn crc32(register: Register, bytes: &[u8]) -> Register {
    let (words, rest) = bytes.as_chunks();
    let register =
        words.iter().fold(register, |register, &word| _mm_crc32_u64(register, u64::from_le_bytes(word)));
    let (halves, rest) = rest.as_chunks();
    let add = |register, &half: &[u8; 4]| _mm_crc32_u32(register, u32::from_le_bytes(half));
    let register = halves.iter().fold(register as u32, add);
    rest.iter().fold(register, |register, &byte| _mm_crc32_u8(register, byte)).into()
}

#[target_feature(enable = "pclmulqdq,sse2,ssse3,sse4.1")]
pub(super) fn pclmulqdq(crc: Crc, register: Register, bytes: &[u8]) -> Register {
    let polynomial = Polynomial::of(crc);
    // SAFETY: these are the features.
    unsafe {
        match polynomial.reflected {
            true => fold::update::<B128, B128, true>(polynomial, register, bytes),
            false => fold::update::<B128, B128, false>(polynomial, register, bytes),
        }
    }
}

#[target_feature(enable = "vpclmulqdq,pclmulqdq,avx512f,avx512bw,avx512vl")]
pub(super) fn vpclmulqdq(crc: Crc, register: Register, bytes: &[u8]) -> Register {
    let polynomial = Polynomial::of(crc);
    // SAFETY: these are the features.
    unsafe {
        match polynomial.reflected {
            true => fold::update::<B512, B128, true>(polynomial, register, bytes),
            false => fold::update::<B512, B128, false>(polynomial, register, bytes),
        }
    }
}

#[derive(Clone, Copy)]
struct B128(__m128i);

impl Vector for B128 {
    const BYTES: usize = 16;

    #[inline(always)]
    unsafe fn load(bytes: *const u8, reflected: bool) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let x = _mm_loadu_si128(bytes.cast());
            Self(if reflected { x } else { _mm_shuffle_epi8(x, backwards()) })
        }
    }

    #[inline(always)]
    unsafe fn add(self, register: Register, reflected: bool) -> Self {
        // SAFETY: the caller's.
        unsafe { Self(_mm_xor_si128(self.0, first(register, reflected))) }
    }

    #[inline(always)]
    unsafe fn fold(self, factors: &Factors, next: Self) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let k = _mm_loadu_si128(factors.as_ptr().cast());
            let lower = _mm_clmulepi64_si128::<0x00>(self.0, k);
            let upper = _mm_clmulepi64_si128::<0x11>(self.0, k);
            Self(_mm_xor_si128(_mm_xor_si128(lower, upper), next.0))
        }
    }
}

impl One for B128 {
    #[inline(always)]
    unsafe fn words(self) -> [u64; 2] {
        // SAFETY: the caller's.
        unsafe { [_mm_cvtsi128_si64(self.0) as u64, _mm_extract_epi64::<1>(self.0) as u64] }
    }

    #[inline(always)]
    unsafe fn multiply(a: u64, b: u64) -> [u64; 2] {
        // SAFETY: the caller's.
        unsafe {
            let [a, b] = [a, b].map(|word| _mm_cvtsi64_si128(word as i64));
            Self(_mm_clmulepi64_si128::<0x00>(a, b)).words()
        }
    }
}

#[derive(Clone, Copy)]
struct B512(__m512i);

impl Vector for B512 {
    const BYTES: usize = 64;

    #[inline(always)]
    unsafe fn load(bytes: *const u8, reflected: bool) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let x = _mm512_loadu_si512(bytes.cast());
            Self(if reflected { x } else { _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(backwards())) })
        }
    }

    #[inline(always)]
    unsafe fn add(self, register: Register, reflected: bool) -> Self {
        // SAFETY: the caller's.
        unsafe { Self(_mm512_xor_si512(self.0, _mm512_zextsi128_si512(first(register, reflected)))) }
    }

    #[inline(always)]
    unsafe fn fold(self, factors: &Factors, next: Self) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let k = _mm512_broadcast_i32x4(_mm_loadu_si128(factors.as_ptr().cast()));
            let lower = _mm512_clmulepi64_epi128::<0x00>(self.0, k);
            let upper = _mm512_clmulepi64_epi128::<0x11>(self.0, k);
            Self(_mm512_ternarylogic_epi64::<0x96>(lower, upper, next.0))
        }
    }
}

impl Several<B128> for B512 {
    #[inline(always)]
    unsafe fn join(self, by_16: &Factors) -> B128 {
        // SAFETY: the caller's.
        unsafe {
            let part = [
                _mm512_castsi512_si128(self.0),
                _mm512_extracti32x4_epi32::<1>(self.0),
                _mm512_extracti32x4_epi32::<2>(self.0),
                _mm512_extracti32x4_epi32::<3>(self.0),
            ];
            let [a, b, c, d] = part.map(B128);
            a.fold(by_16, b).fold(by_16, c).fold(by_16, d)
        }
    }
}

/// The register where the first eight bytes are.
#[inline(always)]
unsafe fn first(register: Register, reflected: bool) -> __m128i {
    // SAFETY: the caller's.
    unsafe {
        let x = _mm_cvtsi64_si128(register as i64);
        if reflected { x } else { _mm_slli_si128::<8>(x) }
    }
}

/// The order that has the first byte last.
#[inline(always)]
unsafe fn backwards() -> __m128i {
    // SAFETY: the caller's.
    unsafe { _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }
}
