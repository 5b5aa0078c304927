//! BLAKE3 of one, two, four or eight messages, their states in rows, with
//! AVX-512: a vector holds the same row of one, two or four of them.
//!
//! One message waits on itself: a second one in the other half of a wider
//! vector costs nothing, nor do two more in 512 bits; eight are two such sets.
//! From there on a message in each lane is better, which has nothing to shuffle.
//!
//! As without AVX-512 ([`super::x86_rows`]), row `b` stays and the others are
//! turned. The words of the block stay in registers. Each round takes them in an
//! order that is the same permutation of the one before, and the instructions
//! that permute never leave the 128 bits of a message, so that the four vectors
//! of words go from round to round in five shuffles and two blends.

use super::{Blake3, CHUNK_START, IV, STATE};
use crate::isa::x86_64::Avx512;
use crate::kernel::Interleaved;
use core::arch::{asm, x86_64::*};

/// `wide!(name, nodes: sets of vector, ...)`: the kernel of `nodes` messages,
/// `nodes / sets` in a vector, out of the intrinsics for it.
macro_rules! wide {
    (
        $name:ident, $nodes:literal: $sets:literal of $vector:ty;
        row($p:ident) = $row:expr; last($l:ident) = $last:expr; unrow($x:ident, $q:ident) = $unrow:expr;
        pin in $register:ident;
        add = $add:ident, xor = $xor:ident, and = $and:ident, ror = $ror:ident;
        turn = $turn:ident, permute = $permute:ident, broadcast = $broadcast:path;
        blend($bx:ident, $by:ident; $mask:ident) = $blend:expr;
        replace($rx:ident, $ry:ident; $rmask:ident, $order:ident) = $replace:expr;
    ) => {
        impl Interleaved<Blake3, $nodes> for Avx512 {
            unsafe fn compress(
                self,
                states: &mut [[u32; STATE]; $nodes],
                from: [*const u8; $nodes],
                blocks: usize,
            ) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { $name(states, from, blocks) }
            }
        }

        /// Adds `blocks` blocks at `from` to the states.
        ///
        /// # Safety
        ///
        /// The CPU has the features, and each pointer is readable for `64 * blocks`
        /// bytes, at any alignment.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        unsafe fn $name(states: &mut [[u32; STATE]; $nodes], from: [*const u8; $nodes], blocks: usize) {
            /// Messages in a vector.
            const PARTS: usize = $nodes / $sets;

            /// Sixteen bytes at each pointer.
            ///
            /// # Safety
            ///
            /// They are readable.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            unsafe fn row($p: [*const u8; PARTS]) -> $vector {
                // SAFETY: the caller's.
                unsafe { $row }
            }

            /// The last rows of states: counter, length and flags.
            ///
            /// # Safety
            ///
            /// They are readable.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            unsafe fn last($l: [*const u8; PARTS]) -> $vector {
                // SAFETY: the caller's.
                unsafe { $last }
            }

            /// Sixteen bytes to each pointer.
            ///
            /// # Safety
            ///
            /// They are writable.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            unsafe fn unrow($x: $vector, $q: [*mut u8; PARTS]) {
                // SAFETY: the caller's.
                unsafe { $unrow }
            }

            /// The same four words for each message.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            fn words(w: [u32; 4]) -> $vector {
                let [x, y, z, w] = w.map(|w| w as i32);
                $broadcast(_mm_setr_epi32(x, y, z, w))
            }

            /// A sum that stays parted: the compiler would add the word of the message
            /// last, behind what the next step waits for.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            fn pin(mut x: $vector) -> $vector {
                // SAFETY: it does nothing.
                unsafe {
                    asm!("/* {0} */", inout($register) x, options(pure, nomem, nostack, preserves_flags));
                }
                x
            }

            /// Word `i` of each message from the second vector, where bit `i` is set.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            fn blend<const MASK: u16>($bx: $vector, $by: $vector) -> $vector {
                let $mask = MASK as _;
                $blend
            }

            /// Half of the function G, on four columns or diagonals of each message.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            fn half<const D: i32, const B: i32>(v: &mut [[$vector; $sets]; 4], m: [$vector; $sets]) {
                let [a, b, c, d] = v;
                for i in 0..$sets {
                    a[i] = $add(pin($add(a[i], m[i])), b[i]);
                }
                for i in 0..$sets {
                    d[i] = $ror::<D>($xor(d[i], a[i]));
                }
                for i in 0..$sets {
                    c[i] = $add(c[i], d[i]);
                }
                for i in 0..$sets {
                    b[i] = $ror::<B>($xor(b[i], c[i]));
                }
            }

            /// A word of the first vector, and of the second one.
            const fn first(i: u32) -> u32 {
                i
            }
            const fn second(i: u32) -> u32 {
                i + 4 * PARTS as u32
            }
            /// The order within a message, made one within the vector.
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            #[inline]
            fn order(w: [u32; 4]) -> $vector {
                let mut all = [0; 4 * PARTS];
                for i in 0..4 * PARTS {
                    all[i] = w[i % 4] + (i - i % 4) as u32;
                }
                // SAFETY: that many words are the vector.
                unsafe { core::mem::transmute::<[u32; 4 * PARTS], $vector>(all) }
            }

            let words_at = |at: usize, set: usize| {
                let mut p = [core::ptr::null(); PARTS];
                for i in 0..PARTS {
                    p[i] = from[set * PARTS + i].wrapping_add(at);
                }
                p
            };
            let state_at = |states: &mut [[u32; STATE]; $nodes], row: usize, set: usize| {
                let mut p = [core::ptr::null_mut(); PARTS];
                for i in 0..PARTS {
                    p[i] = states[set * PARTS + i][4 * row..].as_mut_ptr().cast::<u8>();
                }
                p
            };
            let iv = words([IV[0], IV[1], IV[2], IV[3]]);
            let followed = words([!0, !0, !0, !CHUNK_START]);
            let mut s = [[iv; $sets]; 3];
            for (i, row_of) in s.iter_mut().enumerate() {
                for (set, vector) in row_of.iter_mut().enumerate() {
                    let p = state_at(states, i, set).map(|p| p.cast_const());
                    // SAFETY: a state is three rows.
                    *vector = unsafe { if i == 2 { last(p) } else { row(p) } };
                }
            }
            for block in 0..blocks {
                // The words for the columns, the first ones and the second ones, and for the
                // diagonals, which begin with the last one, for `b` stays where the columns' is.
                let mut m = [[iv; $sets]; 4];
                for set in 0..$sets {
                    let quarter = |q: usize| {
                        // SAFETY: the caller's.
                        unsafe { row(words_at(64 * block + 16 * q, set)) }
                    };
                    let [w0, w4, w8, w12] = [quarter(0), quarter(1), quarter(2), quarter(3)];
                    m[0][set] = $permute(w0, order([first(0), first(2), second(0), second(2)]), w4);
                    m[1][set] = $permute(w0, order([first(1), first(3), second(1), second(3)]), w4);
                    m[2][set] = $permute(w8, order([second(2), first(0), first(2), second(0)]), w12);
                    m[3][set] = $permute(w8, order([second(3), first(1), first(3), second(1)]), w12);
                }
                let mut v = [s[0], s[1], [iv; $sets], s[2]];
                for round in 0..7 {
                    if round > 0 {
                        for set in 0..$sets {
                            let [x, y, z, w] = [m[0][set], m[1][set], m[2][set], m[3][set]];
                            // Words 2 3 7 4, 6 10 0 13, 15 1 12 9 and 8 11 5 14 of the round before.
                            m[0][set] = $permute(x, order([first(1), second(1), second(3), first(2)]), y);
                            let of_x_z = $permute(x, order([first(3), second(2), first(0), first(0)]), z);
                            m[1][set] = blend::<0x8888>(of_x_z, w);
                            let of_w_y = $permute(w, order([first(0), second(0), first(0), first(1)]), y);
                            m[2][set] = {
                                let ($rx, $ry) = (of_w_y, z);
                                let $rmask = 0x4444u16 as _;
                                const $order: i32 = 0b11_11_11_11;
                                $replace
                            };
                            let of_z_w = $permute(z, order([first(1), second(2), first(0), first(0)]), w);
                            m[3][set] = blend::<0x4444>(of_z_w, y);
                        }
                    }
                    half::<16, 12>(&mut v, m[0]);
                    half::<8, 7>(&mut v, m[1]);
                    for set in 0..$sets {
                        v[0][set] = $turn::<0b10_01_00_11>(v[0][set]);
                        v[2][set] = $turn::<0b00_11_10_01>(v[2][set]);
                        v[3][set] = $turn::<0b01_00_11_10>(v[3][set]);
                    }
                    half::<16, 12>(&mut v, m[2]);
                    half::<8, 7>(&mut v, m[3]);
                    for set in 0..$sets {
                        v[0][set] = $turn::<0b00_11_10_01>(v[0][set]);
                        v[2][set] = $turn::<0b10_01_00_11>(v[2][set]);
                        v[3][set] = $turn::<0b01_00_11_10>(v[3][set]);
                    }
                }
                for set in 0..$sets {
                    s[0][set] = $xor(v[0][set], v[2][set]);
                    s[1][set] = $xor(v[1][set], v[3][set]);
                    s[2][set] = $and(s[2][set], followed);
                }
            }
            for (i, row_of) in s.iter().enumerate() {
                for (set, vector) in row_of.iter().enumerate() {
                    // SAFETY: a state is three rows.
                    unsafe { unrow(*vector, state_at(states, i, set)) };
                }
            }
        }
    };
}

macro_rules! wide512 {
    ($name:ident, $nodes:literal: $sets:literal) => {
        wide! {
            $name, $nodes: $sets of __m512i;
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
            pin in zmm_reg;
            add = _mm512_add_epi32, xor = _mm512_xor_si512, and = _mm512_and_si512, ror = _mm512_ror_epi32;
            turn = _mm512_shuffle_epi32, permute = _mm512_permutex2var_epi32, broadcast = _mm512_broadcast_i32x4;
            blend(x, y; mask) = _mm512_mask_blend_epi32(mask, x, y);
            replace(x, y; mask, ORDER) = _mm512_mask_shuffle_epi32::<ORDER>(x, mask, y);
        }
    };
}

macro_rules! wide256 {
    ($name:ident, $nodes:literal: $sets:literal) => {
        wide! {
            $name, $nodes: $sets of __m256i;
            row(p) = _mm256_loadu2_m128i(p[1].cast(), p[0].cast());
            last(p) = _mm256_set_m128i(word_by_word(p[1]), word_by_word(p[0]));
            unrow(x, p) = _mm256_storeu2_m128i(p[1].cast(), p[0].cast(), x);
            pin in ymm_reg;
            add = _mm256_add_epi32, xor = _mm256_xor_si256, and = _mm256_and_si256, ror = _mm256_ror_epi32;
            turn = _mm256_shuffle_epi32, permute = _mm256_permutex2var_epi32, broadcast = _mm256_broadcastsi128_si256;
            blend(x, y; mask) = _mm256_mask_blend_epi32(mask, x, y);
            replace(x, y; mask, ORDER) = _mm256_mask_shuffle_epi32::<ORDER>(x, mask, y);
        }
    };
}

macro_rules! wide128 {
    ($name:ident, $nodes:literal: $sets:literal) => {
        wide! {
            $name, $nodes: $sets of __m128i;
            row(p) = _mm_loadu_si128(p[0].cast());
            last(p) = word_by_word(p[0]);
            unrow(x, p) = _mm_storeu_si128(p[0].cast(), x);
            pin in xmm_reg;
            add = _mm_add_epi32, xor = _mm_xor_si128, and = _mm_and_si128, ror = _mm_ror_epi32;
            turn = _mm_shuffle_epi32, permute = _mm_permutex2var_epi32, broadcast = core::convert::identity;
            blend(x, y; mask) = _mm_mask_blend_epi32(mask, x, y);
            replace(x, y; mask, ORDER) = _mm_mask_shuffle_epi32::<ORDER>(x, mask, y);
        }
    };
}

/// A row that was just written word by word, as the length and the flags are:
/// one load of all would wait until the stores have left the core.
///
/// # Safety
///
/// Sixteen bytes are readable.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
unsafe fn word_by_word(p: *const u8) -> __m128i {
    let p = p.cast::<i32>();
    // SAFETY: the caller's. Volatile, or the compiler makes one load of them.
    let [x, y, z, w] = unsafe {
        [p.read_volatile(), p.add(1).read_volatile(), p.add(2).read_volatile(), p.add(3).read_volatile()]
    };
    _mm_setr_epi32(x, y, z, w)
}

wide128!(one, 1: 1);
wide256!(two, 2: 1);
wide512!(four, 4: 1);
wide512!(eight, 8: 2);
