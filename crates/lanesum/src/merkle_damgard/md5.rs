//! MD5, RFC 1321.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a set of lanes is its vector")]
mod x86_metered;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "sets of lanes are their vectors")]
mod x86_sets;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_steps;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the message through a pointer")]
mod x86_ternary;

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::{ByteOrder, Vector};

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_metered::MeteredMd5;

/// MD5's compression function.
#[derive(Clone, Copy)]
pub(crate) struct Md5;

/// The chaining value before the first block.
pub(crate) const INIT: [u64; 8] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0, 0, 0, 0];

/// `floor(2^32 * |sin(i + 1)|)`.
#[rustfmt::skip]
const K: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

impl Compression for Md5 {
    type Word = u32;
    type State<V: Copy> = [V; 4];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn reads_lane_by_lane<V: Vector>() -> bool {
        x86_sets::are_these::<V>()
    }

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(isa: V::Token, state: [V; 4], m: &mut impl Block<V>) -> [V; 4] {
        let mut s = state;
        #[cfg(target_arch = "x86_64")]
        if x86_sets::steps(&mut s, m) {
            return sum(state, s);
        }
        for four in 0..4 {
            unroll!(j in 0..4 {
                let (i, [a, b, c, d]) = (4 * four + j, s);
                let sum = (a + V::splat(isa, K[i]) + m.word(i)).pin();
                s = turn(s, sum + b.select(c, d), [7, 12, 17, 22][j]);
            });
            m.load_ahead(four);
        }
        for four in 0..4 {
            unroll!(j in 0..4 {
                let (i, [a, b, c, d]) = (4 * four + j, s);
                let sum = (a + V::splat(isa, K[16 + i]) + m.word((5 * i + 1) % 16)).pin();
                s = turn(s, sum.add_select(d, b, c), [5, 9, 14, 20][j]);
            });
            m.load_ahead(4 + four);
        }
        for four in 0..4 {
            unroll!(j in 0..4 {
                let (i, [a, b, c, d]) = (4 * four + j, s);
                let sum = (a + V::splat(isa, K[32 + i]) + m.word((3 * i + 5) % 16)).pin();
                s = turn(s, sum + (b ^ (c ^ d)), [4, 11, 16, 23][j]);
            });
            m.load_ahead(8 + four);
        }
        for four in 0..4 {
            unroll!(j in 0..4 {
                let (i, [a, b, c, d]) = (4 * four + j, s);
                let sum = (a + V::splat(isa, K[48 + i]) + m.word(7 * i % 16)).pin();
                s = turn(s, sum + (c ^ (b | !d)), [6, 10, 15, 21][j]);
            });
            m.load_ahead(12 + four);
        }
        sum(state, s)
    }
}

/// What a block adds to a chaining value.
#[inline(always)]
fn sum<V: Vector<Word = u32>>(state: [V; 4], steps: [V; 4]) -> [V; 4] {
    [state[0] + steps[0], state[1] + steps[1], state[2] + steps[2], state[3] + steps[3]]
}

/// The end of a step, and the turn of the four words.
#[inline(always)]
fn turn<V: Vector<Word = u32>>([_, b, c, d]: [V; 4], sum: V, n: u32) -> [V; 4] {
    [d, (b + sum.rotl(n)).pin(), b, c]
}
