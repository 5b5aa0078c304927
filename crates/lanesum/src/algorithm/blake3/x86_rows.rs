//! BLAKE3 of one message, its state in four rows of a vector each, without
//! AVX-512.
//!
//! The kernel for a single chunk or parent. The four columns of the state lie
//! side by side, so G runs on all of them at once, and then on the diagonals,
//! for which the rows are turned against each other. A block is a chain of 14
//! times 12 operations, each waiting for the one before; all else hides behind
//! it: row `b`, which is ready last, stays, and the other three are turned; and
//! the words of the message are put in the order of each round beforehand.

use super::{Blake3, CHUNK_START, IV, SCHEDULE, STATE};
use crate::isa::x86_64::{Avx2, Ssse3};
use crate::kernel::Interleaved;
use core::arch::{asm, x86_64::*};

/// The words of a block in the order in which the rounds take them: for the
/// columns the first and the second ones, for the diagonals the same.
#[repr(C, align(64))]
struct Scheduled([[__m128i; 4]; 7]);

/// [`SCHEDULE`] in that order. The diagonals begin with the last one, for their
/// second row is where the columns' is.
static ORDER: [[u32; 16]; 7] = {
    const PLACES: [usize; 16] = [0, 2, 4, 6, 1, 3, 5, 7, 14, 8, 10, 12, 15, 9, 11, 13];
    let mut order = [[0; 16]; 7];
    let mut round = 0;
    while round < 7 {
        let mut i = 0;
        while i < 16 {
            order[round][i] = SCHEDULE[round][PLACES[i]] as u32;
            i += 1;
        }
        round += 1;
    }
    order
};

macro_rules! rows {
    ($isa:ident, $feature:literal, $name:ident) => {
        impl Interleaved<Blake3, 1> for $isa {
            unsafe fn compress(self, [state]: &mut [[u32; STATE]; 1], [from]: [*const u8; 1], blocks: usize) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { $name(state, from, blocks) }
            }
        }

        /// Adds `blocks` blocks at `from` to the state.
        ///
        /// # Safety
        ///
        /// The CPU has the features, and `from` is readable for `64 * blocks` bytes, at
        /// any alignment.
        #[target_feature(enable = $feature)]
        unsafe fn $name(state: &mut [u32; STATE], from: *const u8, blocks: usize) {
            /// G on four columns, or diagonals.
            #[target_feature(enable = $feature)]
            #[inline]
            fn g([mut a, mut b, mut c, mut d]: [__m128i; 4], x: __m128i, y: __m128i) -> [__m128i; 4] {
                a = _mm_add_epi32(pin(_mm_add_epi32(a, x)), b);
                d = rotate::by16(_mm_xor_si128(d, a));
                c = _mm_add_epi32(c, d);
                b = rotate::by12(_mm_xor_si128(b, c));
                a = _mm_add_epi32(pin(_mm_add_epi32(a, y)), b);
                d = rotate::by8(_mm_xor_si128(d, a));
                c = _mm_add_epi32(c, d);
                b = rotate::by7(_mm_xor_si128(b, c));
                [a, b, c, d]
            }
            let p = state.as_mut_ptr();
            let row = |i: usize| {
                // SAFETY: the state is three rows.
                unsafe { _mm_loadu_si128(p.add(4 * i).cast()) }
            };
            let (mut a, mut b, mut t) = (row(0), row(1), row(2));
            let iv = _mm_setr_epi32(IV[0] as i32, IV[1] as i32, IV[2] as i32, IV[3] as i32);
            let followed = _mm_setr_epi32(-1, -1, -1, !CHUNK_START as i32);
            let mut m = Scheduled([[iv; 4]; 7]);
            for block in 0..blocks {
                // SAFETY: the caller's.
                unsafe { schedule(&mut m, from.add(64 * block)) }
                let (mut c, mut d) = (iv, t);
                for &[x, y, z, w] in &m.0 {
                    [a, b, c, d] = g([a, b, c, d], x, y);
                    a = _mm_shuffle_epi32::<0b10_01_00_11>(a);
                    c = _mm_shuffle_epi32::<0b00_11_10_01>(c);
                    d = _mm_shuffle_epi32::<0b01_00_11_10>(d);
                    [a, b, c, d] = g([a, b, c, d], z, w);
                    a = _mm_shuffle_epi32::<0b00_11_10_01>(a);
                    c = _mm_shuffle_epi32::<0b10_01_00_11>(c);
                    d = _mm_shuffle_epi32::<0b01_00_11_10>(d);
                }
                (a, b) = (_mm_xor_si128(a, c), _mm_xor_si128(b, d));
                t = _mm_and_si128(t, followed);
            }
            for (i, row) in [a, b, t].into_iter().enumerate() {
                // SAFETY: the state is three rows.
                unsafe { _mm_storeu_si128(p.add(4 * i).cast(), row) }
            }
        }
    };
}

rows!(Ssse3, "ssse3", compress_ssse3);
rows!(Avx2, "avx2", compress_avx2);

/// A sum that stays parted: the compiler would add the word of the message
/// last, behind what the next step waits for.
#[target_feature(enable = "sse2")]
#[inline]
fn pin(mut x: __m128i) -> __m128i {
    // SAFETY: it does nothing.
    unsafe { asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}

/// Word by word: the loads and shuffles fill the chain's gaps.
///
/// # Safety
///
/// The CPU has SSSE3, and 64 bytes are readable at `from`.
#[target_feature(enable = "ssse3")]
#[inline]
unsafe fn schedule(scheduled: &mut Scheduled, from: *const u8) {
    // SAFETY: the caller's; any bytes are words.
    let m = unsafe { from.cast::<[i32; 16]>().read_unaligned() };
    for (round, order) in scheduled.0.iter_mut().zip(&ORDER) {
        for (vector, &[i, j, k, l]) in round.iter_mut().zip(order.as_chunks().0) {
            let word = |i: u32| m[i as usize];
            *vector = _mm_setr_epi32(word(i), word(j), word(k), word(l));
        }
    }
}

/// Rotations by whole bytes in one instruction, by others in three.
mod rotate {
    use core::arch::x86_64::*;

    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn by16(x: __m128i) -> __m128i {
        _mm_shuffle_epi8(x, _mm_set_epi64x(0x0d0c0f0e_09080b0a, 0x05040706_01000302))
    }

    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn by12(x: __m128i) -> __m128i {
        _mm_or_si128(_mm_srli_epi32::<12>(x), _mm_slli_epi32::<20>(x))
    }

    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn by8(x: __m128i) -> __m128i {
        _mm_shuffle_epi8(x, _mm_set_epi64x(0x0c0f0e0d_080b0a09, 0x04070605_00030201))
    }

    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn by7(x: __m128i) -> __m128i {
        _mm_or_si128(_mm_srli_epi32::<7>(x), _mm_slli_epi32::<25>(x))
    }
}
