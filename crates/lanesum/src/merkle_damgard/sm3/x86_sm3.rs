//! SM3 with the x86 SM3 instructions, one message or two at once.
//!
//! The kernel for a single message, and for a few. Intel has the instructions since Lunar Lake and
//! Arrow Lake, of 2024.
//!
//! `vsm3rnds2` does two rounds; a block is a chain of 32 of them, each waiting for the one before.
//! `N` independent messages, the streams, go through the same code side by side, so that one's
//! rounds fill the other's waiting.
//!
//! The chaining value is in two registers, `abef` and `cdgh` (`x86_abef.rs`). The new `abef` of two
//! rounds is written over `cdgh`, and the old `abef` is the new `cdgh`, whose words the instruction
//! still has to rotate: `c` and `d` by 9 bits, `g` and `h` by 19.
//!
//! No machine with the instructions was at hand: the test runs this code where the CPU has them,
//! and elsewhere with the instructions computed.

use super::Sm3;
use crate::isa::x86_64::Sha512Ni;
use crate::kernel::Interleaved;
use crate::merkle_damgard::x86_abef;
use core::arch::x86_64::*;

impl<const N: usize> Interleaved<Sm3, N> for Sha512Ni {
    unsafe fn compress(self, states: &mut [[u32; 8]; N], from: [*const u8; N], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(states, from, blocks) }
    }
}

/// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose words are in the order
/// of the standard, for each of `N` streams.
///
/// # Safety
///
/// The CPU has SM3, AVX2 and AVX, and `from[i]` is readable for `64 * blocks` bytes, at any
/// alignment.
#[target_feature(enable = "sm3,avx2,avx")]
unsafe fn compress<const N: usize>(states: &mut [[u32; 8]; N], from: [*const u8; N], blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let (mut abef, mut cdgh) = ([_mm_setzero_si128(); N], [_mm_setzero_si128(); N]);
    for i in 0..N {
        [abef[i], cdgh[i]] = x86_abef::read(&states[i]);
    }
    for block in 0..blocks {
        let before = (abef, cdgh);
        // Sixteen words of the expanded message, four in a vector.
        let mut w = [[_mm_setzero_si128(); 4]; N];
        for i in 0..N {
            cdgh[i] = rotated(cdgh[i], _mm_setr_epi32(13, 13, 23, 23));
            for t in 0..4 {
                // SAFETY: `from[i]` is readable for `blocks` blocks of 64 bytes,
                // `block < blocks`, and `16 * t + 16 <= 64`.
                let m = unsafe { _mm_loadu_si128(from[i].add(64 * block + 16 * t).cast()) };
                w[i][t] = _mm_shuffle_epi8(m, big_endian);
            }
        }

        // Rounds 4t to 4t + 3 of every stream, which take words 4t to 4t + 7, then the words
        // that are sixteen further on. It is written out: with t constant, the arrays become
        // registers.
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                for i in 0..N {
                    let [w0, w4] = [w[i][T % 4], w[i][(T + 1) % 4]];
                    cdgh[i] = _mm_sm3rnds2_epi32::<{ 4 * $t }>(cdgh[i], abef[i], _mm_unpacklo_epi64(w0, w4));
                    abef[i] = _mm_sm3rnds2_epi32::<{ 4 * $t + 2 }>(abef[i], cdgh[i], _mm_unpackhi_epi64(w0, w4));
                }
                // The last rounds take word 67.
                if T < 13 {
                    for i in 0..N {
                        let [w0, w4, w8, w12] = [0, 1, 2, 3].map(|j| w[i][(T + j) % 4]);
                        let w7 = _mm_alignr_epi8::<12>(w8, w4);
                        let part = _mm_sm3msg1_epi32(w7, _mm_srli_si128::<4>(w12), w0);
                        let [w3, w10] = [_mm_alignr_epi8::<12>(w4, w0), _mm_alignr_epi8::<8>(w12, w8)];
                        w[i][T % 4] = _mm_sm3msg2_epi32(part, w3, w10);
                    }
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

        for i in 0..N {
            abef[i] = _mm_xor_si128(abef[i], before.0[i]);
            cdgh[i] = _mm_xor_si128(rotated(cdgh[i], _mm_setr_epi32(19, 19, 9, 9)), before.1[i]);
        }
    }
    for i in 0..N {
        x86_abef::write(&mut states[i], [abef[i], cdgh[i]]);
    }
}

/// Each word of `x` rotated to the left, by from 1 to 31 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn rotated(x: __m128i, bits: __m128i) -> __m128i {
    let back = _mm_sub_epi32(_mm_set1_epi32(32), bits);
    _mm_or_si128(_mm_sllv_epi32(x, bits), _mm_srlv_epi32(x, back))
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;
    use crate::isa::x86_64::emulated::check;
    use crate::merkle_damgard::sm3::INIT;

    #[test]
    fn as_in_plain_rust() {
        // SAFETY: the kernel needs no more than is asked for.
        unsafe {
            check::<Sm3, 1>(64, INIT, |word| word as u32, compress);
            check::<Sm3, 2>(64, INIT, |word| word as u32, compress);
        }
    }
}
