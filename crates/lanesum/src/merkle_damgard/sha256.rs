//! SHA-224 and SHA-256, FIPS 180-4.

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod aarch64_sha;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_bmi2;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_sha;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "reads the messages through pointers")]
mod x86_ssse3;

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::{ByteOrder, Vector};

/// The compression function of SHA-224 and SHA-256.
#[derive(Clone, Copy)]
pub(crate) struct Sha256;

/// SHA-256's chaining value before the first block; BLAKE2s and BLAKE3 start from
/// it too.
pub(crate) const IV: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// SHA-256's chaining value before the first block.
pub(crate) const INIT_256: [u64; 8] = {
    let mut words = [0; 8];
    let mut i = 0;
    while i < 8 {
        words[i] = IV[i] as u64;
        i += 1;
    }
    words
};

/// SHA-224's chaining value before the first block.
pub(crate) const INIT_224: [u64; 8] =
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4];

/// The first 32 bits of the fractions of the cube roots of the first primes.
#[rustfmt::skip]
pub(super) const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

impl Compression for Sha256 {
    type Word = u32;
    type State<V: Copy> = [V; 8];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Big;

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(isa: V::Token, state: [V; 8], m: &mut impl Block<V>) -> [V; 8] {
        let mut s = state;
        for eight in 0..6 {
            let ring = [8 * (eight % 2), 8 - 8 * (eight % 2)];
            unroll!(j in 0..8 {
                s = round(isa, s, m.word(ring[0] + j), K[8 * eight + j]);
                schedule(m, ring, j);
            });
            m.load_ahead(2 * eight);
            m.load_ahead(2 * eight + 1);
        }
        for eight in 6..8 {
            unroll!(j in 0..8 {
                s = round(isa, s, m.word(8 * (eight % 2) + j), K[8 * eight + j]);
            });
            m.load_ahead(2 * eight);
            m.load_ahead(2 * eight + 1);
        }
        let mut out = state;
        for i in 0..8 {
            out[i] = state[i] + s[i];
        }
        out
    }
}

/// Makes word `t + 16` of the message schedule, in the place of word `t`.
#[inline(always)]
fn schedule<V: Vector<Word = u32>>(m: &mut impl Block<V>, ring: [usize; 2], t: usize) {
    let at = |t: usize| ring[t / 8 % 2] + t % 8;
    let (w15, w2) = (m.word(at(t + 1)), m.word(at(t + 14)));
    let s0 = w15.rotr(7) ^ w15.rotr(18) ^ w15.shr(3);
    let s1 = w2.rotr(17) ^ w2.rotr(19) ^ w2.shr(10);
    m.set(at(t), m.word(at(t)) + s0 + m.word(at(t + 9)) + s1);
}

#[inline(always)]
fn round<V: Vector<Word = u32>>(isa: V::Token, [a, b, c, d, e, f, g, h]: [V; 8], w: V, k: u32) -> [V; 8] {
    let s1 = e.rotr(6) ^ e.rotr(11) ^ e.rotr(25);
    let t1 = (((h + V::splat(isa, k) + w).pin() + e.select(f, g)).pin() + s1).pin();
    let s0 = a.rotr(2) ^ a.rotr(13) ^ a.rotr(22);
    let t2 = (s0 + a.majority(b, c)).pin();
    [t1 + t2, a, b, c, d + t1, e, f, g]
}
