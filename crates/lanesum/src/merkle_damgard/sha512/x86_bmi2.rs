//! SHA-512 with AVX2 and BMI2, one message.
//!
//! The rounds are scalar, for one message has nothing to fill the lanes of a
//! vector with. The message schedule has: words `t` and `t + 1` do not wait for
//! each other, and nor do two blocks. So a vector holds two words of this block
//! and the same two of the next, and the sums with the constants go to memory,
//! from which a round adds its own in one instruction. The schedule runs between
//! the rounds of the first block; those of the second find it made.
//!
//! A round is written out in instructions. `rorx` leaves its source alone, so
//! that of 25 instructions two only copy; the compiler's choice copies and
//! spills more, and is 5 % slower. What a round waits for is `e`: from one to the
//! next it takes a rotation, two `xor` and a sum, for `d` gets what else there is
//! before. `b ^ c` is the `a ^ b` of the round before:
//! `majority(a, b, c) = ((a ^ b) & (b ^ c)) ^ b`.

use super::{K, Sha512};
use crate::isa::x86_64::Avx2;
use crate::kernel::Interleaved;
use core::arch::{asm, x86_64::*};
use core::hint::black_box;
use core::mem::MaybeUninit;

impl Interleaved<Sha512, 1> for Avx2 {
    unsafe fn compress(self, states: &mut [[u64; 8]; 1], from: [*const u8; 1], blocks: usize) {
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        unsafe { compress(&mut states[0], from[0], blocks) }
    }
}

/// Bytes from the words of rounds `t` and `t + 1` to those of `t + 2` and on:
/// between them are those of the other block.
const PAIR: usize = 32;

/// Sixteen rounds' words of both blocks, in vectors.
const SIXTEEN: usize = 8;

/// A round: the names of the state's words turn instead of the words, and word 8
/// is `b ^ c`. `$wk` points to what it adds, `$at` bytes on.
macro_rules! round {
    ($s:ident, $wk:ident, $at:expr, $a:literal $b:literal $d:literal $e:literal $f:literal $g:literal $h:literal) => {{
        let ab: u64;
        // SAFETY: the sum was written; nothing else is read but registers.
        unsafe {
            asm!(
                "add {h}, qword ptr [{wk} + {at}]",
                "rorx {x}, {e}, 41",
                "rorx {y}, {e}, 18",
                // select(e, f, g), in two sums.
                "mov {ab}, {f}",
                "and {ab}, {e}",
                "xor {x}, {y}",
                "rorx {y}, {e}, 14",
                "add {h}, {ab}",
                "andn {ab}, {e}, {g}",
                "add {h}, {ab}",
                "xor {x}, {y}",
                "add {d}, {h}",
                "add {d}, {x}",
                "add {h}, {x}",
                "mov {ab}, {a}",
                "xor {ab}, {b}",
                "rorx {x}, {a}, 39",
                "rorx {y}, {a}, 34",
                "and {bc}, {ab}",
                "xor {x}, {y}",
                "rorx {y}, {a}, 28",
                "xor {bc}, {b}",
                "add {h}, {bc}",
                "xor {x}, {y}",
                "add {h}, {x}",
                a = in(reg) $s[$a],
                b = in(reg) $s[$b],
                d = inout(reg) $s[$d],
                e = in(reg) $s[$e],
                f = in(reg) $s[$f],
                g = in(reg) $s[$g],
                h = inout(reg) $s[$h],
                bc = inout(reg) $s[8] => _,
                ab = out(reg) ab,
                x = out(reg) _,
                y = out(reg) _,
                wk = in(reg) $wk,
                at = const $at,
                options(nostack, readonly),
            );
        }
        $s[8] = ab;
    }};
}

/// Sixteen rounds, with `$between` before every other one. After eight, each
/// word is back in its place.
macro_rules! sixteen_rounds {
    ($s:ident, $wk:ident, $between:ident) => {
        sixteen_rounds!(@ $s, $wk, $between, 0 1 2 3);
        sixteen_rounds!(@ $s, $wk, $between, 4 5 6 7);
    };
    (@ $s:ident, $wk:ident, $between:ident, $t0:literal $t2:literal $t4:literal $t6:literal) => {
        $between!($t0);
        round!($s, $wk, PAIR * $t0, 0 1 3 4 5 6 7);
        round!($s, $wk, PAIR * $t0 + 8, 7 0 2 3 4 5 6);
        $between!($t2);
        round!($s, $wk, PAIR * $t2, 6 7 1 2 3 4 5);
        round!($s, $wk, PAIR * $t2 + 8, 5 6 0 1 2 3 4);
        $between!($t4);
        round!($s, $wk, PAIR * $t4, 4 5 7 0 1 2 3);
        round!($s, $wk, PAIR * $t4 + 8, 3 4 6 7 0 1 2);
        $between!($t6);
        round!($s, $wk, PAIR * $t6, 2 3 5 6 7 0 1);
        round!($s, $wk, PAIR * $t6 + 8, 1 2 4 5 6 7 0);
    };
}

/// Adds `blocks` blocks to the chaining value.
///
/// # Safety
///
/// The CPU has AVX2, BMI1 and BMI2, and `from` is readable for `128 * blocks`
/// bytes, at any alignment.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn compress(state: &mut [u64; 8], from: *const u8, blocks: usize) {
    // Reverses the bytes of each word.
    let big_endian = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
    // Words and constants summed: those of this block are the low half of a
    // vector, those of the next the high half.
    let mut sums = MaybeUninit::<[__m256i; 5 * SIXTEEN]>::uninit();
    macro_rules! nothing {
        ($t:literal) => {};
    }
    for block in (0..blocks).step_by(2) {
        // Where there is no next block, this one twice.
        let next = (block + 1).min(blocks - 1);
        // The compiler is not to know the constants, else it makes vectors of them.
        let mut constants = black_box(&K).as_ptr();
        let mut to = sums.as_mut_ptr().cast::<__m256i>();
        let mut w = [_mm256_setzero_si256(); SIXTEEN];
        for t in 0..SIXTEEN {
            // SAFETY: `from` is readable for `blocks` blocks of 128 bytes, of which these
            // are two, and `16 * t + 16 <= 128`. There are 80 constants, and as many sums.
            unsafe {
                let [low, high] = [block, next].map(|block| from.add(128 * block + 16 * t));
                w[t] = _mm256_shuffle_epi8(_mm256_loadu2_m128i(high.cast(), low.cast()), big_endian);
                to.add(t).write(_mm256_add_epi64(w[t], pair(constants.add(2 * t))));
            }
        }

        let mut s = begin(state);
        for _ in 0..4 {
            constants = constants.wrapping_add(16);
            // Words t + 16 and t + 17 of the schedule, in the place of t and t + 1.
            macro_rules! schedule {
                ($t:literal) => {
                    // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16]
                    let w15 = _mm256_alignr_epi8::<8>(w[($t + 1) % SIXTEEN], w[$t]);
                    let w7 = _mm256_alignr_epi8::<8>(w[($t + 5) % SIXTEEN], w[($t + 4) % SIXTEEN]);
                    let sum = _mm256_add_epi64(_mm256_add_epi64(w[$t], w7), sigma0(w15));
                    w[$t] = _mm256_add_epi64(sum, sigma1(w[($t + 7) % SIXTEEN]));
                    // SAFETY: these are of rounds 16 to 79, and there are 80 constants, and as
                    // many sums.
                    unsafe {
                        let sum = _mm256_add_epi64(w[$t], pair(constants.add(2 * $t)));
                        to.add(SIXTEEN + $t).write(sum);
                    }
                };
            }
            sixteen_rounds!(s, to, schedule);
            to = to.wrapping_add(SIXTEEN);
        }
        sixteen_rounds!(s, to, nothing);
        end(state, &s);
        if next == block {
            break;
        }

        let mut s = begin(state);
        // The high halves.
        let mut from = sums.as_ptr().cast::<u64>().wrapping_add(2);
        for _ in 0..5 {
            sixteen_rounds!(s, from, nothing);
            from = from.wrapping_add(4 * SIXTEEN);
        }
        end(state, &s);
    }
}

/// The state before the rounds, and `b ^ c`.
#[inline(always)]
fn begin(&[a, b, c, d, e, f, g, h]: &[u64; 8]) -> [u64; 9] {
    [a, b, c, d, e, f, g, h, b ^ c]
}

/// Adds the state after the rounds to that before.
#[inline(always)]
fn end(state: &mut [u64; 8], s: &[u64; 9]) {
    for i in 0..8 {
        state[i] = state[i].wrapping_add(s[i]);
    }
}

/// Two constants, in both halves.
///
/// # Safety
///
/// Two words are readable there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn pair(constants: *const u64) -> __m256i {
    // SAFETY: the caller's.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(constants.cast()) })
}

/// FIPS 180-4, (4.12).
#[inline]
#[target_feature(enable = "avx2")]
fn sigma0(x: __m256i) -> __m256i {
    let rotated = _mm256_xor_si256(
        _mm256_xor_si256(_mm256_srli_epi64::<1>(x), _mm256_slli_epi64::<63>(x)),
        _mm256_xor_si256(_mm256_srli_epi64::<8>(x), _mm256_slli_epi64::<56>(x)),
    );
    _mm256_xor_si256(rotated, _mm256_srli_epi64::<7>(x))
}

/// FIPS 180-4, (4.13).
#[inline]
#[target_feature(enable = "avx2")]
fn sigma1(x: __m256i) -> __m256i {
    let rotated = _mm256_xor_si256(
        _mm256_xor_si256(_mm256_srli_epi64::<19>(x), _mm256_slli_epi64::<45>(x)),
        _mm256_xor_si256(_mm256_srli_epi64::<61>(x), _mm256_slli_epi64::<3>(x)),
    );
    _mm256_xor_si256(rotated, _mm256_srli_epi64::<6>(x))
}
