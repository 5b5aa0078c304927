//! SHA-1, FIPS 180-4.

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod aarch64_sha;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_bmi2;
#[cfg(target_arch = "x86_64")]
mod x86_round;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_sha;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_ssse3;

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::{ByteOrder, Vector};

/// SHA-1's compression function.
#[derive(Clone, Copy)]
pub(crate) struct Sha1;

/// The chaining value before the first block.
pub(crate) const INIT: [u64; 8] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0, 0, 0, 0];

/// A constant for each twenty rounds.
const K: [u32; 4] = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

impl Compression for Sha1 {
    type Word = u32;
    type State<V: Copy> = [V; 5];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Big;

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(isa: V::Token, state: [V; 5], m: &mut impl Block<V>) -> [V; 5] {
        let mut s = state;
        let mut last = [m.word(13), m.word(14), m.word(15)];
        for five in 0..4 {
            unroll!(j in 0..5 {
                let t = 5 * five + j;
                let w = if t < 16 { m.word(t) } else { last = schedule(m, t, last); last[2] };
                let [_, b, c, d, _] = s;
                s = round(isa, s, w, K[0], b.select(c, d));
            });
            m.load_ahead(five);
        }
        for five in 4..8 {
            unroll!(j in 0..5 {
                last = schedule(m, 5 * five + j, last);
                let [_, b, c, d, _] = s;
                s = round(isa, s, last[2], K[1], b ^ c ^ d);
            });
            m.load_ahead(five);
        }
        for five in 8..12 {
            unroll!(j in 0..5 {
                last = schedule(m, 5 * five + j, last);
                let [_, b, c, d, _] = s;
                s = round(isa, s, last[2], K[2], b.majority(c, d));
            });
            m.load_ahead(five);
        }
        for five in 12..16 {
            unroll!(j in 0..5 {
                last = schedule(m, 5 * five + j, last);
                let [_, b, c, d, _] = s;
                s = round(isa, s, last[2], K[3], b ^ c ^ d);
            });
            m.load_ahead(five);
        }
        let mut out = state;
        for i in 0..5 {
            out[i] = state[i] + s[i];
        }
        out
    }
}

/// Makes word `t` of the message schedule, in the place of word `t - 16`.
#[inline(always)]
fn schedule<V: Vector<Word = u32>>(m: &mut impl Block<V>, t: usize, [w3, w2, w1]: [V; 3]) -> [V; 3] {
    let new = (w3 ^ m.word((t + 8) % 16) ^ m.word((t + 2) % 16) ^ m.word(t % 16)).rotl(1);
    m.set(t % 16, new);
    [w2, w1, new]
}

/// A round. Only `a` comes out of the round before: the rest is summed first,
/// and pinned so that it stays so.
#[inline(always)]
fn round<V: Vector<Word = u32>>(isa: V::Token, [a, b, c, d, e]: [V; 5], w: V, k: u32, f: V) -> [V; 5] {
    let early = ((e + V::splat(isa, k) + w).pin() + f).pin();
    [early + a.rotl(5), a, b.rotl(30), c, d]
}
