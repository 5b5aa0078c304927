//! SM3, GB/T 32905-2016 (in English: ISO/IEC 10118-3:2018, and
//! draft-sca-cfrg-sm3-02).

#[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_sm3;

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::kernel::list::{kernels, lanes, narrow};
use crate::lanes::{ByteOrder, Vector};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Neon;
#[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
use crate::isa::x86_64::Sha512Ni;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2, Ssse3};

kernels! {
    /// SM3's. The first costs were measured on AMD Zen 4, Intel's and AArch64's are
    /// estimated: what SHA-256's cost, whose rounds have as many operations.
    of_sm3: Sm3, Sm3, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sm3: Avx512, 1, 2);
            lanes!(list, Sm3: Avx512Half, 1);
            lanes!(list, Sm3: Avx2, 1);
            lanes!(list, Sm3: Ssse3, 1);
            lanes!(list, Sm3: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sm3: Neon, 1);
        narrow!(list, ones, Sm3: Portable, 1);
        #[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
        narrow!(list, ones, Sm3: Sha512Ni, 1, 2);
    }
}

/// The compression function of SM3.
#[derive(Clone, Copy)]
pub(crate) struct Sm3;

/// SM3's chaining value before the first block (section 4.1).
pub(crate) const INIT: [u64; 8] =
    [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];

/// The constant of each round (section 4.2), rotated by the round's number.
const T: [u32; 64] = {
    let mut t = [0x79cc4519u32; 64];
    let mut j = 0;
    while j < 64 {
        if j >= 16 {
            t[j] = 0x7a879d8a;
        }
        t[j] = t[j].rotate_left(j as u32 % 32);
        j += 1;
    }
    t
};

impl Compression for Sm3 {
    type Word = u32;
    type State<V: Copy> = [V; 8];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Big;

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(isa: V::Token, state: [V; 8], m: &mut impl Block<V>) -> [V; 8] {
        let mut s = state;
        if V::LANES == 1 {
            // Written out, the words of one message are where they are known to be.
            unroll!(eight in 0..8 { s = rounds(isa, s, m, eight); });
        } else {
            for eight in 0..8 {
                s = rounds(isa, s, m, eight);
            }
        }
        let mut out = state;
        for i in 0..8 {
            out[i] = state[i] ^ s[i];
        }
        out
    }
}

/// Eight rounds (section 5.3.3).
#[inline(always)]
fn rounds<V: Vector<Word = u32>>(
    isa: V::Token,
    state: [V; 8],
    m: &mut impl Block<V>,
    eight: usize,
) -> [V; 8] {
    let mut s = state;
    let ring = [8 * (eight % 2), 8 - 8 * (eight % 2)];
    unroll!(j in 0..8 {
        let (w, w4) = (m.word(at(ring, j)), m.word(at(ring, j + 4)));
        let t = V::splat(isa, T[8 * eight + j]);
        s = if eight < 2 {
            round(s, t, [w, w ^ w4], parity, parity)
        } else {
            round(s, t, [w, w ^ w4], V::majority, V::select)
        };
        // The last round takes word 67.
        if eight < 6 || eight == 6 && j < 4 {
            expand(m, ring, j);
        }
    });
    m.load_ahead(2 * eight);
    m.load_ahead(2 * eight + 1);
    s
}

/// Where word `j` of the message is, counted from that of the first round of eight.
#[inline(always)]
fn at(ring: [usize; 2], j: usize) -> usize {
    ring[j / 8 % 2] + j % 8
}

/// Makes word `j + 16` of the expanded message, in the place of word `j`
/// (section 5.3.2).
#[inline(always)]
fn expand<V: Vector<Word = u32>>(m: &mut impl Block<V>, ring: [usize; 2], j: usize) {
    let w = |i: usize| m.word(at(ring, j + i));
    let x = w(0) ^ w(7) ^ w(13).rotl(15);
    let word = x ^ x.rotl(15) ^ x.rotl(23) ^ w(3).rotl(7) ^ w(10);
    m.set(at(ring, j), word);
}

/// FF and GG of the first rounds (section 4.3).
#[inline(always)]
fn parity<V: Vector>(x: V, y: V, z: V) -> V {
    x ^ y ^ z
}

/// A round, of a word of W and one of W', with its FF and GG.
#[inline(always)]
fn round<V: Vector<Word = u32>>(
    [a, b, c, d, e, f, g, h]: [V; 8],
    t: V,
    [w, w1]: [V; 2],
    ff: impl Fn(V, V, V) -> V,
    gg: impl Fn(V, V, V) -> V,
) -> [V; 8] {
    let a12 = a.rotl(12);
    let ss1 = (a12 + (e + t).pin()).rotl(7);
    let tt1 = ((d + w1).pin() + ff(a, b, c)).pin() + (ss1 ^ a12);
    let tt2 = ((h + w).pin() + gg(e, f, g)).pin() + ss1;
    [tt1, a, b.rotl(9), c, tt2 ^ tt2.rotl(9) ^ tt2.rotl(17), e, f.rotl(19), g]
}
