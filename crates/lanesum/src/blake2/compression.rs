//! What BLAKE2b and BLAKE2s have in common, RFC 7693: all but the width of the
//! words, the number of rounds and the rotations.

pub(crate) mod blake2b;
pub(crate) mod blake2s;
#[cfg(target_arch = "x86_64")]
mod position;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_masked_rows;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_rows;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_xmm_rows;

use super::rounds::{Rounds, rounds};
use crate::kernel::block::Block;
use crate::kernel::compression::Compression;
use crate::lanes::{Vector, Word};

/// Words in a state: the chaining value, and behind it what the compression
/// function takes besides.
pub(super) const STATE: usize = 12;

/// A state.
pub(super) type Words<B> = [<B as Compression>::Word; STATE];

/// What differs, RFC 7693, 2.1 and 2.6.
pub(super) trait Blake2: Compression + Rounds {
    /// The initialization vector.
    const IV: [Self::Word; 8];
}

/// The message schedule, RFC 7693, 2.7. Rounds 10 and 11 repeat the first two.
#[rustfmt::skip]
pub(super) const SIGMA: [[usize; 16]; 10] = [
    [ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15],
    [14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3],
    [11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4],
    [ 7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8],
    [ 9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13],
    [ 2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9],
    [12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11],
    [13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10],
    [ 6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5],
    [10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0],
];

/// The word that G of a column, or of the diagonal in its place, takes in a step: four
/// steps a round, two for the columns and two for the diagonals. Column `j` then holds
/// the diagonal before it, for row `b` stays where it is.
#[cfg(target_arch = "x86_64")]
const fn word(step: usize, column: usize) -> usize {
    let (round, half) = (step / 4 % 10, step / 2 % 2);
    let g = if half == 0 { column } else { 4 + (column + 3) % 4 };
    SIGMA[round][2 * g + step % 2]
}

/// The compression function F, RFC 7693, 3.2.
///
/// The state is the chaining value `h`, the counter `t` of the bytes before this block, low
/// word first, how far the end of the message is (`-n`, where it has `n` bytes more), and,
/// all ones, whether the node is the last of its level (the BLAKE2 paper, 2.4). F wants the
/// counter with the bytes of this block, and a flag that it is the last: both follow, so a
/// run of blocks needs nothing to be set in between.
#[inline(always)]
pub(super) fn compress<B: Blake2, V: Vector<Word = B::Word>>(
    isa: V::Token,
    state: [V; STATE],
    m: &mut impl Block<V>,
) -> [V; STATE] {
    let iv = |i: usize| V::splat(isa, B::IV[i]);
    let [h0, h1, h2, h3, h4, h5, h6, h7, t0, t1, to_end, last_node] = state;
    let top_bit = 8 * size_of::<B::Word>() as u32 - 1;
    let after = to_end + V::splat(isa, B::Word::truncate(B::BLOCK as u64));
    // Its top bit is set where the message goes on: one less is 0 there, and all ones else.
    let last = after.shr(top_bit) + V::splat(isa, B::Word::truncate(u64::MAX));
    let after = after & !last;
    let low = t0 + (after - to_end);
    // The sum has lost its top bit where it went over.
    let carry = (t0 & !low).shr(top_bit);
    let (t0, t1) = (low, t1 + carry);

    #[rustfmt::skip]
    let mut v = [
        h0, h1, h2, h3,
        h4, h5, h6, h7,
        iv(0), iv(1), iv(2), iv(3),
        iv(4) ^ t0, iv(5) ^ t1, iv(6) ^ last, iv(7) ^ (last & last_node),
    ];
    rounds::<B, V>(&mut v, m);
    let mut out = state;
    for i in 0..8 {
        out[i] = state[i] ^ v[i] ^ v[i + 8];
    }
    (out[8], out[9], out[10]) = (t0, t1, after);
    out
}
