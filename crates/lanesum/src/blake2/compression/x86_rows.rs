//! BLAKE2 with AVX-512, one message, where rotations are split: the rows of the matrix in
//! vectors, so that G goes down all four columns at once.
//!
//! It is bound by latency: 12 operations a half of a round, each waiting for the
//! one before. So what else there is stays off that chain. Each round's words are
//! permuted out of the block. And it is not `b`, which comes last out of G, that is
//! turned to bring the diagonals into columns, but the other three rows, relative
//! to it. On an AMD Zen 4 a block takes 347 cycles (BLAKE2b) and 288 (BLAKE2s).
//!
//! A block of BLAKE2s is one vector of 512 bits, which is permuted at once.

use super::SIGMA;
use super::blake2b::Blake2b;
use super::blake2s::Blake2s;
use super::position::Position;
use crate::isa::x86_64::Avx512Split;
use crate::kernel::compression::unroll;
use crate::kernel::{Form, Interleaved};
use core::arch::{asm, x86_64::*};

/// A row of 64-bit words, read in halves: where a state was copied a half at a time, a read of the
/// whole waits until both are in the cache. A message of 16 bytes that came in a piece took 245 ns so,
/// and takes 210 (Intel Emerald Rapids).
///
/// # Safety
///
/// The CPU has AVX2, and the four words are readable.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn load_halves(from: *const __m256i) -> __m256i {
    let row;
    // In assembly, for the compiler makes one read of two.
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "vmovdqu {row:x}, xmmword ptr [{from}]",
            "vinserti128 {row:y}, {row:y}, xmmword ptr [{from} + 16], 1",
            from = in(reg) from,
            row = out(ymm_reg) row,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    row
}

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

/// Four words out of a block of BLAKE2b, in four vectors: as if they were all in
/// either half of it, and then each from where it is. The index of a word in the
/// other half, less 8, is the same to the instruction.
macro_rules! permuted {
    ($m:ident, $part:literal) => {{
        const FROM_HIGH: i32 = from_high(&ORDER_B[ROUND], 4 * $part);
        let order = _mm256_loadu_si256(ORDER_B[ROUND].as_ptr().add(4 * $part).cast());
        let low = _mm256_permutex2var_epi64($m[0], order, $m[1]);
        let high = _mm256_permutex2var_epi64($m[2], order, $m[3]);
        _mm256_blend_epi32::<FROM_HIGH>(low, high)
    }};
}

/// Which of four words are in the high half of the block, a pair of bits each.
const fn from_high(order: &[u64; 16], first: usize) -> i32 {
    let (mut bits, mut j) = (0, 0);
    while j < 4 {
        if order[first + j] >= 8 {
            bits |= 3 << (2 * j);
        }
        j += 1;
    }
    bits
}

/// A vector that the compiler may not take apart: of a sum, it would add what comes
/// last, `b`, before the word of the message.
macro_rules! pin {
    ($sum:expr) => {{
        let mut sum = $sum;
        // SAFETY: it does nothing.
        unsafe { asm!("/* {0} */", inout(ymm_reg) sum, options(pure, nomem, nostack, preserves_flags)) };
        sum
    }};
}

/// `xor_ror!(name: word, vector; ...)`: `x ^ y` rotated to the right, where `y` comes
/// late. A rotation takes two cycles on an AMD Zen 4, a shift or logic of three inputs
/// one: `y` alone is shifted, both ways. By half a word of 64 bits a shuffle does it, in
/// one.
macro_rules! xor_ror {
    ($name:ident: $word:ident, $vector:ty; $xor:ident $shuffle:ident; $ror:ident $srl:ident $sll:ident $ternary:ident) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        #[inline]
        fn $name<const BY: i32>(x: $vector, y: $vector) -> $vector {
            /// What is set in an odd number of three vectors.
            const XOR: i32 = 0x96;
            if BY == 32 {
                return $shuffle::<0xb1>($xor(x, y));
            }
            let by = |n| _mm_cvtsi32_si128(n);
            $ternary::<XOR>($ror::<BY>(x), $srl(y, by(BY)), $sll(y, by($word::BITS as i32 - BY)))
        }
    };
}

xor_ror! {
    xor_ror32: u32, __m128i; _mm_xor_si128 _mm_shuffle_epi32;
    _mm_ror_epi32 _mm_srl_epi32 _mm_sll_epi32 _mm_ternarylogic_epi32
}
xor_ror! {
    xor_ror64: u64, __m256i; _mm256_xor_si256 _mm256_shuffle_epi32;
    _mm256_ror_epi64 _mm256_srl_epi64 _mm256_sll_epi64 _mm256_ternarylogic_epi64
}

/// `rows!(Hash: word, ...)`: the kernel of a hash, out of the intrinsics for a row of its words.
macro_rules! rows {
    (
        $hash:ident: $word:ident, $name:ident, rounds $rounds:literal;
        load = $load:ident, of the state = $read:ident, store = $store:ident, add = $add:ident, xor = $xor:ident;
        xor_ror = $xor_ror:ident by $r0:literal $r1:literal $r2:literal $r3:literal;
        turn = $turn:ident;
        sum($a:ident, $x:ident, $b:ident) = $sum:expr;
        counter($t:ident) = $row_of_t:expr;
        block($from:ident) = $block:expr;
        words($m:ident) = $words:expr;
    ) => {
        impl Interleaved<$hash, 1> for Avx512Split {
            const FORM: Form = Form::Split;

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
            let iv = &<$hash as super::Blake2>::IV;
            let mut position = Position::of(state);
            // SAFETY: rows of four words each.
            let (mut h0, mut h1, iv0, iv1) = unsafe {
                let (h, iv) = (state.as_ptr(), iv.as_ptr());
                ($read(h.cast()), $read(h.add(4).cast()), $load(iv.cast()), $load(iv.add(4).cast()))
            };
            // The last row of the matrix, of the last block and of others, but for the counter,
            // which comes from registers: through memory, a block would wait for the one before
            // to be all done.
            let flags = [0, 0, $word::MAX, state[11]];
            // SAFETY: a row of four words.
            let last_rows = [iv1, $xor(iv1, unsafe { $load(flags.as_ptr().cast()) })];
            for block in 0..blocks {
                let last = last_rows[usize::from(position.add(BLOCK))];
                let $t = position.counter;
                let $from = from.wrapping_add(BLOCK * block);
                // SAFETY: `from` is readable for `blocks` blocks.
                let $m = unsafe { $block };
                let (mut a, mut b, mut c) = (h0, h1, iv0);
                let mut d = $xor(last, $row_of_t);
                let sum = |$a, $x, $b| $sum;
                macro_rules! g {
                    ($word_x:expr, $word_y:expr) => {
                        a = sum(a, $word_x, b);
                        d = $xor_ror::<$r0>(d, a);
                        c = $add(c, d);
                        b = $xor_ror::<$r1>(b, c);
                        a = sum(a, $word_y, b);
                        d = $xor_ror::<$r2>(d, a);
                        c = $add(c, d);
                        b = $xor_ror::<$r3>(b, c);
                    };
                }
                unroll!(i in 0..12 {
                    if i < $rounds {
                        const ROUND: usize = i % 10;
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
            position.store(state);
        }
    };
}

rows! {
    Blake2b: u64, blake2b, rounds 12;
    load = _mm256_loadu_si256, of the state = load_halves, store = _mm256_storeu_si256, add = _mm256_add_epi64, xor = _mm256_xor_si256;
    xor_ror = xor_ror64 by 32 24 16 63;
    turn = _mm256_permute4x64_epi64;
    sum(a, x, b) = _mm256_add_epi64(pin!(_mm256_add_epi64(a, x)), b);
    counter(t) = _mm256_zextsi128_si256(_mm_set_epi64x((t >> 64) as i64, t as i64));
    block(from) = [0, 32, 64, 96].map(|at| _mm256_loadu_si256(from.wrapping_add(at).cast()));
    words(m) = [permuted!(m, 0), permuted!(m, 1), permuted!(m, 2), permuted!(m, 3)];
}

rows! {
    Blake2s: u32, blake2s, rounds 10;
    load = _mm_loadu_si128, of the state = _mm_loadu_si128, store = _mm_storeu_si128, add = _mm_add_epi32, xor = _mm_xor_si128;
    xor_ror = xor_ror32 by 16 12 8 7;
    turn = _mm_shuffle_epi32;
    sum(a, x, b) = _mm_add_epi32(_mm_add_epi32(a, x), b);
    counter(t) = _mm_cvtsi64_si128(t as i64);
    block(from) = _mm512_loadu_si512(from.cast());
    words(m) = {
        let words = _mm512_permutexvar_epi32(_mm512_loadu_si512(ORDER_S[ROUND].as_ptr().cast()), m);
        [
            _mm512_castsi512_si128(words),
            _mm512_extracti32x4_epi32::<1>(words),
            _mm512_extracti32x4_epi32::<2>(words),
            _mm512_extracti32x4_epi32::<3>(words),
        ]
    };
}
