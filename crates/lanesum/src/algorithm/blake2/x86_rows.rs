//! BLAKE2 with AVX-512, one message: the rows of the matrix in vectors, so that
//! G goes down all four columns at once.
//!
//! It is bound by latency: 12 operations a half of a round, each waiting for the
//! one before. So what else there is stays off that chain. Each round's words are
//! permuted out of the whole block, two vectors or one. And it is not `b`, which
//! comes last out of G, that is turned to bring the diagonals into columns, but
//! the other three rows, relative to it.

use super::SIGMA;
use crate::algorithm::blake2b::Blake2b;
use crate::algorithm::blake2s::Blake2s;
use crate::algorithm::compression::unroll;
use crate::isa::x86_64::Avx512;
use crate::kernel::Interleaved;
use core::arch::x86_64::*;

/// The words of a round, in the order in which G takes them: `x` of the four
/// columns, `y`, `x` of the diagonals, `y`. Column `j` then holds the diagonal
/// before it, for `b` stays.
macro_rules! order {
    ($word:ident) => {{
        let mut order = [[0; 16]; 10];
        let mut i = 0;
        while i < 160 {
            let (round, part, j) = (i / 16, i % 16 / 4, i % 4);
            let at = if part < 2 { 2 * j } else { 8 + 2 * ((j + 3) % 4) };
            order[round][4 * part + j] = SIGMA[round][at + part % 2] as $word;
            i += 1;
        }
        order
    }};
}

static ORDER_B: [[u64; 16]; 10] = order!(u64);
static ORDER_S: [[u32; 16]; 10] = order!(u32);

/// `rows!(Hash: word, ...)`: the kernel of a hash, out of the intrinsics for a
/// row of its words.
macro_rules! rows {
    (
        $hash:ident: $word:ident, $name:ident, rounds $rounds:literal, counter $counter:ident;
        load = $load:ident, store = $store:ident, add = $add:ident, xor = $xor:ident;
        ror = $ror:ident by $r0:literal $r1:literal $r2:literal $r3:literal;
        turn = $turn:ident;
        block($from:ident) = $block:expr;
        words($m:ident, $round:ident) = $words:expr;
    ) => {
        impl Interleaved<$hash, 1> for Avx512 {
            unsafe fn compress(self, states: &mut [[$word; 12]; 1], from: [*const u8; 1], blocks: usize) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { $name(&mut states[0], from[0], blocks) }
            }
        }

        /// Adds `blocks` blocks to the state.
        ///
        /// # Safety
        ///
        /// The CPU has AVX-512 F, BW and VL, and `from` is readable for that many
        /// blocks, at any alignment.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        unsafe fn $name(state: &mut [$word; 12], from: *const u8, blocks: usize) {
            const BLOCK: usize = 16 * size_of::<$word>();
            let iv = &<$hash as super::Variant>::IV;
            let mut t = $counter::from(state[8]) | $counter::from(state[9]) << $word::BITS;
            // SAFETY: rows of four words each.
            let (mut h0, mut h1, iv0, iv1) = unsafe {
                let (h, iv) = (state.as_ptr(), iv.as_ptr());
                ($load(h.cast()), $load(h.add(4).cast()), $load(iv.cast()), $load(iv.add(4).cast()))
            };
            for block in 0..blocks {
                t = t.wrapping_add(BLOCK as $counter);
                let last = [t as $word, (t >> $word::BITS) as $word, state[10], state[11]];
                let $from = from.wrapping_add(BLOCK * block);
                // SAFETY: `from` is readable for `blocks` blocks.
                let $m = unsafe { $block };
                let (mut a, mut b, mut c) = (h0, h1, iv0);
                // SAFETY: a row of four words.
                let mut d = $xor(iv1, unsafe { $load(last.as_ptr().cast()) });
                macro_rules! g {
                    ($x:expr, $y:expr) => {
                        a = $add($add(a, $x), b);
                        d = $ror::<$r0>($xor(d, a));
                        c = $add(c, d);
                        b = $ror::<$r1>($xor(b, c));
                        a = $add($add(a, $y), b);
                        d = $ror::<$r2>($xor(d, a));
                        c = $add(c, d);
                        b = $ror::<$r3>($xor(b, c));
                    };
                }
                unroll!(i in 0..12 {
                    if i < $rounds {
                        let $round = i % 10;
                        // SAFETY: sixteen words of the order.
                        let [x, y, x_turned, y_turned] = unsafe { $words };
                        g!(x, y);
                        (a, c, d) = ($turn::<0x93>(a), $turn::<0x39>(c), $turn::<0x4e>(d));
                        g!(x_turned, y_turned);
                        (a, c, d) = ($turn::<0x39>(a), $turn::<0x93>(c), $turn::<0x4e>(d));
                    }
                });
                h0 = $xor(h0, $xor(a, c));
                h1 = $xor(h1, $xor(b, d));
            }
            // SAFETY: two rows of four words.
            unsafe {
                $store(state.as_mut_ptr().cast(), h0);
                $store(state.as_mut_ptr().add(4).cast(), h1);
            }
            (state[8], state[9]) = (t as $word, (t >> $word::BITS) as $word);
        }
    };
}

rows! {
    Blake2b: u64, blake2b, rounds 12, counter u128;
    load = _mm256_loadu_si256, store = _mm256_storeu_si256, add = _mm256_add_epi64, xor = _mm256_xor_si256;
    ror = _mm256_ror_epi64 by 32 24 16 63;
    turn = _mm256_permute4x64_epi64;
    block(from) = [_mm512_loadu_si512(from.cast()), _mm512_loadu_si512(from.wrapping_add(64).cast())];
    words(m, round) = {
        let order = ORDER_B[round].as_ptr();
        let columns = _mm512_permutex2var_epi64(m[0], _mm512_loadu_si512(order.cast()), m[1]);
        let diagonals = _mm512_permutex2var_epi64(m[0], _mm512_loadu_si512(order.add(8).cast()), m[1]);
        [
            _mm512_castsi512_si256(columns),
            _mm512_extracti64x4_epi64::<1>(columns),
            _mm512_castsi512_si256(diagonals),
            _mm512_extracti64x4_epi64::<1>(diagonals),
        ]
    };
}

rows! {
    Blake2s: u32, blake2s, rounds 10, counter u64;
    load = _mm_loadu_si128, store = _mm_storeu_si128, add = _mm_add_epi32, xor = _mm_xor_si128;
    ror = _mm_ror_epi32 by 16 12 8 7;
    turn = _mm_shuffle_epi32;
    block(from) = _mm512_loadu_si512(from.cast());
    words(m, round) = {
        let words = _mm512_permutexvar_epi32(_mm512_loadu_si512(ORDER_S[round].as_ptr().cast()), m);
        [
            _mm512_castsi512_si128(words),
            _mm512_extracti32x4_epi32::<1>(words),
            _mm512_extracti32x4_epi32::<2>(words),
            _mm512_extracti32x4_epi32::<3>(words),
        ]
    };
}
