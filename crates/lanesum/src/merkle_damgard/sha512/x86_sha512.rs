//! SHA-512 with the x86 SHA512 instructions, one message or two at once.
//!
//! The kernel for a single message, and for a few: SHA-384 and SHA-512/t are served too, which
//! differ in the first chaining value and the length of the digest. Intel has the instructions
//! since Lunar Lake and Arrow Lake, of 2024.
//!
//! They are those of SHA-256 for words of 64 bits. `vsha512rnds2` does two rounds; a block is a
//! chain of 40 of them, each waiting for the one before. `N` independent messages, the streams, go
//! through the same code side by side, so that one's rounds fill the other's waiting. Two fill the
//! registers: 4 vectors of schedule and 2 of state each.
//!
//! The chaining value is in two registers, `abef` and `cdgh`, named from the highest word down. The
//! new `abef` of two rounds is written over `cdgh`, and the old `abef` is the new `cdgh`; after four
//! rounds each is back in its place.
//!
//! No machine with the instructions was at hand: the test runs this code where the CPU has them,
//! and elsewhere with the instructions computed.

use super::{K, Sha512};
use crate::isa::x86_64::Sha512Ni;
use crate::kernel::Interleaved;
use core::arch::x86_64::*;

impl<const N: usize> Interleaved<Sha512, N> for Sha512Ni {
    unsafe fn compress(self, states: &mut [[u64; 8]; N], from: [*const u8; N], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(states, from, blocks) }
    }
}

/// Adds `blocks` blocks at `from[i]` to the chaining value `states[i]`, whose words are in the order
/// of FIPS 180-4, for each of `N` streams.
///
/// # Safety
///
/// The CPU has SHA512, AVX2 and AVX, and `from[i]` is readable for `128 * blocks` bytes, at any
/// alignment.
#[target_feature(enable = "sha512,avx2,avx")]
unsafe fn compress<const N: usize>(states: &mut [[u64; 8]; N], from: [*const u8; N], blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
    let (mut abef, mut cdgh) = ([_mm256_setzero_si256(); N], [_mm256_setzero_si256(); N]);
    for i in 0..N {
        let p = states[i].as_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        let (abcd, efgh) = unsafe { (_mm256_loadu_si256(p.cast()), _mm256_loadu_si256(p.add(4).cast())) };
        abef[i] = swapped(_mm256_permute2x128_si256::<0x20>(efgh, abcd));
        cdgh[i] = swapped(_mm256_permute2x128_si256::<0x31>(efgh, abcd));
    }
    for block in 0..blocks {
        let before = (abef, cdgh);
        // Sixteen words of the schedule, four in a vector.
        let mut w = [[_mm256_setzero_si256(); 4]; N];
        for t in 0..4 {
            for i in 0..N {
                // SAFETY: `from[i]` is readable for `blocks` blocks of 128 bytes,
                // `block < blocks`, and `32 * t + 32 <= 128`.
                let m = unsafe { _mm256_loadu_si256(from[i].add(128 * block + 32 * t).cast()) };
                w[i][t] = _mm256_shuffle_epi8(m, big_endian);
            }
        }

        // Rounds 4t to 4t + 3 of every stream, then the words of four rounds that are sixteen
        // rounds ahead, so that no chain ever waits for a word. It is written out: with t constant,
        // the arrays become registers.
        macro_rules! four_rounds {
            ($($t:literal)*) => {$({
                const T: usize = $t;
                // SAFETY: `K` has 80 words, and `4 * T + 4 <= 80`.
                let k = unsafe { _mm256_loadu_si256(K.as_ptr().add(4 * T).cast()) };
                for i in 0..N {
                    let wk = _mm256_add_epi64(w[i][T % 4], k);
                    cdgh[i] = _mm256_sha512rnds2_epi64(cdgh[i], abef[i], _mm256_castsi256_si128(wk));
                    let wk = _mm256_extracti128_si256::<1>(wk);
                    abef[i] = _mm256_sha512rnds2_epi64(abef[i], cdgh[i], wk);
                }
                if T < 16 {
                    for i in 0..N {
                        // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
                        let [w12, w8, w4] = [w[i][(T + 1) % 4], w[i][(T + 2) % 4], w[i][(T + 3) % 4]];
                        let sum = _mm256_sha512msg1_epi64(w[i][T % 4], _mm256_castsi256_si128(w12));
                        let w7 = _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<0b11>(w8, w4));
                        w[i][T % 4] = _mm256_sha512msg2_epi64(_mm256_add_epi64(sum, w7), w4);
                    }
                }
            })*};
        }
        four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);

        for i in 0..N {
            abef[i] = _mm256_add_epi64(abef[i], before.0[i]);
            cdgh[i] = _mm256_add_epi64(cdgh[i], before.1[i]);
        }
    }
    for i in 0..N {
        let (efab, ghcd) = (swapped(abef[i]), swapped(cdgh[i]));
        let p = states[i].as_mut_ptr();
        // SAFETY: a chaining value is eight words, two vectors.
        unsafe {
            _mm256_storeu_si256(p.cast(), _mm256_permute2x128_si256::<0x31>(efab, ghcd));
            _mm256_storeu_si256(p.add(4).cast(), _mm256_permute2x128_si256::<0x20>(efab, ghcd));
        }
    }
}

/// The words of each half of `x` the other way round.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(x: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b01_00_11_10>(x)
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;
    use crate::isa::x86_64::emulated::check;
    use crate::merkle_damgard::sha512::INIT_512;

    #[test]
    fn as_in_plain_rust() {
        // SAFETY: the kernel needs no more than is asked for.
        unsafe {
            check::<Sha512, 1>(128, INIT_512, |word| word, compress);
            check::<Sha512, 2>(128, INIT_512, |word| word, compress);
        }
    }
}
