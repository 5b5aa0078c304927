//! PMULL, which comes with the AES instructions.

use super::fold::{self, One, Vector};
use super::polynomial::{Factors, Polynomial};
use super::{Crc, Register};
use crate::isa::aarch64::detected;
use core::arch::aarch64::*;

/// Adds bytes to a message, if this CPU multiplies so.
pub(super) fn update(crc: Crc, register: Register, bytes: &[u8]) -> Option<Register> {
    // SAFETY: this CPU has the features.
    detected!("aes").then(|| unsafe { pmull(crc, register, bytes) })
}

#[target_feature(enable = "neon,aes")]
fn pmull(crc: Crc, register: Register, bytes: &[u8]) -> Register {
    let polynomial = Polynomial::of(crc);
    // SAFETY: these are the features.
    unsafe {
        match polynomial.reflected {
            true => fold::update::<B128, B128, true>(polynomial, register, bytes),
            false => fold::update::<B128, B128, false>(polynomial, register, bytes),
        }
    }
}

#[derive(Clone, Copy)]
struct B128(uint64x2_t);

impl Vector for B128 {
    const BYTES: usize = 16;

    #[inline(always)]
    unsafe fn load(bytes: *const u8, reflected: bool) -> Self {
        #[target_feature(enable = "neon,aes")]
        #[inline]
        unsafe fn op(bytes: *const u8, reflected: bool) -> uint64x2_t {
            // SAFETY: the caller's.
            let x = unsafe { vld1q_u8(bytes) };
            if reflected {
                return vreinterpretq_u64_u8(x);
            }
            // Each word backwards, and the two words.
            let words = vreinterpretq_u64_u8(vrev64q_u8(x));
            vextq_u64::<1>(words, words)
        }
        // SAFETY: the caller's.
        Self(unsafe { op(bytes, reflected) })
    }

    #[inline(always)]
    unsafe fn add(self, register: Register, reflected: bool) -> Self {
        #[target_feature(enable = "neon,aes")]
        #[inline]
        fn op(x: uint64x2_t, lower: u64, upper: u64) -> uint64x2_t {
            veorq_u64(x, vcombine_u64(vcreate_u64(lower), vcreate_u64(upper)))
        }
        let [lower, upper] = if reflected { [register, 0] } else { [0, register] };
        // SAFETY: the caller's.
        Self(unsafe { op(self.0, lower, upper) })
    }

    #[inline(always)]
    unsafe fn fold(self, factors: &Factors, next: Self) -> Self {
        #[target_feature(enable = "neon,aes")]
        #[inline]
        fn op(x: uint64x2_t, &[lower, upper]: &Factors, next: uint64x2_t) -> uint64x2_t {
            let lower = vmull_p64(vgetq_lane_u64::<0>(x), lower);
            let upper = vmull_p64(vgetq_lane_u64::<1>(x), upper);
            let sum = veorq_u64(vreinterpretq_u64_p128(lower), vreinterpretq_u64_p128(upper));
            veorq_u64(sum, next)
        }
        // SAFETY: the caller's.
        Self(unsafe { op(self.0, factors, next.0) })
    }
}

impl One for B128 {
    #[inline(always)]
    unsafe fn words(self) -> [u64; 2] {
        #[target_feature(enable = "neon,aes")]
        #[inline]
        fn op(x: uint64x2_t) -> [u64; 2] {
            [vgetq_lane_u64::<0>(x), vgetq_lane_u64::<1>(x)]
        }
        // SAFETY: the caller's.
        unsafe { op(self.0) }
    }

    #[inline(always)]
    unsafe fn multiply(a: u64, b: u64) -> [u64; 2] {
        #[target_feature(enable = "neon,aes")]
        #[inline]
        fn op(a: u64, b: u64) -> uint64x2_t {
            vreinterpretq_u64_p128(vmull_p64(a, b))
        }
        // SAFETY: the caller's.
        unsafe { Self(op(a, b)).words() }
    }
}
