//! How blocks are read into vectors of 512 bits, and vectors written as blocks.

use super::{Avx512, U32x16};
use crate::lanes::{ByteOrder, Spread, Vector};
use core::arch::x86_64::*;

/// Half of a block: pieces of 32 bytes take half of the loads that pieces of 16 do, and a fifth
/// less of the vector units.
///
/// # Safety
///
/// The block of each lane is readable, and its places are valid for reads and writes; part 0 has
/// been loaded before part 1.
#[inline(always)]
pub(super) unsafe fn load_half(
    isa: Avx512,
    lanes: &[*const u8],
    at: usize,
    order: ByteOrder,
    part: usize,
    to: Spread<U32x16>,
) {
    assert!(lanes.len() >= 16);
    // SAFETY: the caller's.
    unsafe {
        if to.pitch > 1 && to.words == 16 {
            load_eight_lanes(isa, lanes, at, order, part, to);
        } else {
            let first = to.first_of(part, 8);
            to.put(first, load_eight_words(isa, lanes, at.wrapping_add(4 * first), order));
        }
    }
}

/// Eight words of each lane.
///
/// # Safety
///
/// They are readable.
#[inline(always)]
unsafe fn load_eight_words(isa: Avx512, lanes: &[*const u8], at: usize, order: ByteOrder) -> [U32x16; 8] {
    let mut columns = [[U32x16::splat(isa, 0); 4]; 2];
    for half in 0..2 {
        // SAFETY: the caller's.
        columns[half] = unsafe { load_square(isa, &lanes[8 * half..], at) };
    }
    let [low, high] = columns;
    let mut words = [low[0]; 8];
    for w in 0..4 {
        words[w] = low[w].even_parts(high[w]);
        words[4 + w] = low[w].odd_parts(high[w]);
    }
    in_order(words, order)
}

/// Sixteen words of eight lanes, the second eight first, which are put in their places with the
/// others.
///
/// Lanes that lie a multiple of a page apart share a set of the first-level cache, which holds
/// twelve lines: if all lanes are read in halves, a line is no more there when its other half is.
/// One set of lanes is so little hurt by that that the memory between costs more. GB/s of MD5 on an
/// Intel Emerald Rapids, messages one behind the other:
///
/// | lanes, messages | by words | by lanes |
/// |-----------------|----------|----------|
/// | 16, 16 KiB      | 10.1     | 9.7      |
/// | 32, 16 KiB      | 10.7     | 11.1     |
/// | 48, 4 KiB       | 9.5      | 10.4     |
/// | 64, 4 KiB       | 9.9      | 10.8     |
///
/// # Safety
///
/// [`load_half`]'s.
#[inline(always)]
unsafe fn load_eight_lanes(
    isa: Avx512,
    lanes: &[*const u8],
    at: usize,
    order: ByteOrder,
    part: usize,
    to: Spread<U32x16>,
) {
    for eight in [0, 8] {
        let at = at.wrapping_add(4 * eight);
        // SAFETY: the caller's.
        unsafe {
            if part == 0 {
                to.put(eight, load_square(isa, &lanes[8..], at));
                continue;
            }
            let low = load_square(isa, lanes, at);
            for w in 0..4 {
                let high = to.word(eight + w).read();
                let words = in_order([low[w].even_parts(high), low[w].odd_parts(high)], order);
                to.word(eight + w).write(words[0]);
                to.word(eight + w + 4).write(words[1]);
            }
        }
    }
}

/// Words as the hash has them.
#[inline(always)]
fn in_order<const N: usize>(mut words: [U32x16; N], order: ByteOrder) -> [U32x16; N] {
    if order == ByteOrder::Big {
        for w in 0..N {
            words[w] = words[w].pin().swap_bytes();
        }
    }
    words
}

/// Eight words of eight lanes: column `w` has words `w` and `w + 4`, by turns, of four lanes and of
/// the four behind them.
///
/// Of two lanes in a vector, the second is the fourth one behind the first: so a step is
/// left between parts, and not two.
///
/// # Safety
///
/// They are readable.
#[inline(always)]
unsafe fn load_square(isa: Avx512, lanes: &[*const u8], at: usize) -> [U32x16; 4] {
    let mut rows = [U32x16::splat(isa, 0); 4];
    for r in 0..4 {
        let from = [lanes[r].wrapping_add(at), lanes[r + 4].wrapping_add(at)];
        // SAFETY: the token is the proof of the features; the rest is the caller's.
        rows[r] = U32x16(unsafe { halves(from) });
    }
    U32x16::transpose(rows)
}

/// Four pieces, each put in its place by the load: that is a blend, which any
/// vector unit takes, where moving it there later is a shuffle.
///
/// # Safety
///
/// 16 bytes are readable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) unsafe fn row(p: [*const u8; 4]) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let row = _mm512_castsi128_si512(_mm_loadu_si128(p[0].cast()));
        let row = _mm512_inserti32x4::<1>(row, _mm_loadu_si128(p[1].cast()));
        let row = _mm512_inserti32x4::<2>(row, _mm_loadu_si128(p[2].cast()));
        _mm512_inserti32x4::<3>(row, _mm_loadu_si128(p[3].cast()))
    }
}

/// Two pieces, beside each other.
///
/// # Safety
///
/// 32 bytes are readable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn halves(p: [*const u8; 2]) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let row = _mm512_castsi256_si512(_mm256_loadu_si256(p[0].cast()));
        _mm512_inserti64x4::<1>(row, _mm256_loadu_si256(p[1].cast()))
    }
}

/// Writes parts 0 one after the other, parts 1, 2 and 3.
///
/// # Safety
///
/// 64 bytes are writable at each pointer.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) unsafe fn unrows([a, b, c, d]: [__m512i; 4], p: [*mut u8; 4]) {
    let (ab_lo, ab_hi) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0xEE>(a, b));
    let (cd_lo, cd_hi) = (_mm512_shuffle_i32x4::<0x44>(c, d), _mm512_shuffle_i32x4::<0xEE>(c, d));
    // SAFETY: the caller's.
    unsafe {
        _mm512_storeu_si512(p[0].cast(), _mm512_shuffle_i32x4::<0x88>(ab_lo, cd_lo));
        _mm512_storeu_si512(p[1].cast(), _mm512_shuffle_i32x4::<0xDD>(ab_lo, cd_lo));
        _mm512_storeu_si512(p[2].cast(), _mm512_shuffle_i32x4::<0x88>(ab_hi, cd_hi));
        _mm512_storeu_si512(p[3].cast(), _mm512_shuffle_i32x4::<0xDD>(ab_hi, cd_hi));
    }
}
