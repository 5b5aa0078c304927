//! A round of BLAKE2 (RFC 7693, 3.2) and of BLAKE3 (its paper, section 2.2): the mixing
//! function G down the columns of the matrix `v`, and down its diagonals.

use crate::kernel::compression::unroll;
use crate::lanes::Vector;

const COLUMNS: [[usize; 4]; 4] = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
const DIAGONALS: [[usize; 4]; 4] = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/// A round, by the words of the message in the order in which it takes them, and the
/// rotations of G, to the right.
///
/// With one set of lanes, columns go step by step: a CPU that takes the oldest instruction
/// first keeps all four going. On an Intel Granite Rapids four lanes of BLAKE2b take 530
/// cycles with AVX-512, and one column after the other 562. Several sets keep themselves going,
/// and then one column after the other is better, for it needs the fewest registers: so do
/// two lanes of 64 bits, whose ISAs have sixteen.
///
/// One message goes step by step on x86-64, whose CPUs find four of the state's words in memory
/// soon enough: on an AMD Zen 5 BLAKE2b takes 333 cycles, and one column after the other 364. With
/// the eight registers of 32-bit x86 BLAKE2s takes 1.16 times as long.
#[inline(always)]
pub(super) fn round<V: Vector>(v: &mut [V; 16], word: impl Fn(usize) -> V, by: [u32; 4]) {
    unroll!(half in 0..2 {
        let which = [COLUMNS, DIAGONALS][half];
        if const { V::SETS == 1 && (V::LANES > 2 || V::LANES == 1 && cfg!(target_arch = "x86_64")) } {
            step_by_step(v, which, #[inline(always)] |i| word(8 * half + i), by);
        } else {
            unroll!(i in 0..4 {
                g(v, which[i], word(8 * half + 2 * i), word(8 * half + 2 * i + 1), by);
            });
        }
    });
}

/// The mixing function G, RFC 7693, 3.1. The word of the message is added first, for `b` is
/// what comes last out of the step before.
#[inline(always)]
fn g<V: Vector>(v: &mut [V; 16], [a, b, c, d]: [usize; 4], x: V, y: V, by: [u32; 4]) {
    v[a] = (v[a] + x).pin() + v[b];
    v[d] = (v[d] ^ v[a]).rotr(by[0]);
    v[c] = v[c] + v[d];
    v[b] = (v[b] ^ v[c]).rotr(by[1]);
    v[a] = (v[a] + y).pin() + v[b];
    v[d] = (v[d] ^ v[a]).rotr(by[2]);
    v[c] = v[c] + v[d];
    v[b] = (v[b] ^ v[c]).rotr(by[3]);
}

/// G on four columns, or diagonals.
#[inline(always)]
fn step_by_step<V: Vector>(v: &mut [V; 16], which: [[usize; 4]; 4], word: impl Fn(usize) -> V, by: [u32; 4]) {
    unroll!(half in 0..2 {
        unroll!(i in 0..4 {
            let [a, ..] = which[i];
            v[a] = (v[a] + word(2 * i + half)).pin();
        });
        unroll!(i in 0..4 {
            let [a, b, ..] = which[i];
            v[a] = v[a] + v[b];
        });
        unroll!(i in 0..4 {
            let [a, _, _, d] = which[i];
            v[d] = (v[d] ^ v[a]).rotr(by[2 * half]);
            if V::LANES == 1 {
                // Or LLVM makes vectors of two columns, and BLAKE2b takes four times as long.
                v[d] = v[d].pin();
            }
        });
        unroll!(i in 0..4 {
            let [_, _, c, d] = which[i];
            v[c] = v[c] + v[d];
        });
        unroll!(i in 0..4 {
            let [_, b, c, _] = which[i];
            v[b] = (v[b] ^ v[c]).rotr(by[2 * half + 1]);
        });
    });
}
