//! The AES round in plain Rust, with a table.
//!
//! Which entries are read depends on the data, so a neighbour on the same core
//! can learn something of it from the cache. Where the CPU has the instruction,
//! it is used.

use super::Portable;
use crate::isa::aes::Blocks;

/// One block: four columns, the byte of row 0 lowest.
#[derive(Clone, Copy)]
pub(crate) struct Columns([u32; 4]);

/// FIPS 197, section 4.2: the product with `x`.
const fn times_x(a: u8) -> u8 {
    (a << 1) ^ if a & 0x80 != 0 { 0x1b } else { 0 }
}

/// FIPS 197, section 5.1.1: the inverse, then an affine map. The powers of the
/// generator 3 and of its inverse go around the field against each other.
const SBOX: [u8; 256] = {
    let mut sbox = [0x63; 256];
    let (mut p, mut q) = (1u8, 1u8);
    loop {
        p ^= times_x(p);
        // Divided by 3.
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        if q & 0x80 != 0 {
            q ^= 0x09;
        }
        sbox[p as usize] =
            q ^ q.rotate_left(1) ^ q.rotate_left(2) ^ q.rotate_left(3) ^ q.rotate_left(4) ^ 0x63;
        if p == 1 {
            break;
        }
    }
    sbox
};

/// A byte of row 0, substituted, and what MixColumns makes of it in its column.
static ROUND: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let s = SBOX[i];
        let double = times_x(s);
        table[i] = u32::from_le_bytes([double, s, s, double ^ s]);
        i += 1;
    }
    table
};

/// The byte of row `r` in column `c` after ShiftRows.
#[inline(always)]
fn shifted(x: &[u32; 4], c: usize, r: usize) -> usize {
    (x[(c + r) % 4] >> (8 * r)) as usize & 0xff
}

impl Blocks for Columns {
    type Token = Portable;
    const BLOCKS: usize = 1;
    const KEY_FIRST: bool = false;

    #[inline(always)]
    fn splat(_: Portable, block: &[u8; 16]) -> Self {
        let (words, _) = block.as_chunks();
        Self([words[0], words[1], words[2], words[3]].map(u32::from_le_bytes))
    }

    #[inline(always)]
    fn load(isa: Portable, blocks: &[[u8; 16]]) -> Self {
        Self::splat(isa, &blocks[0])
    }

    #[inline(always)]
    fn store(self, blocks: &mut [[u8; 16]]) {
        for (bytes, word) in blocks[0].as_chunks_mut().0.iter_mut().zip(self.0) {
            *bytes = word.to_le_bytes();
        }
    }

    #[inline(always)]
    fn xor(self, y: Self) -> Self {
        Self([self.0[0] ^ y.0[0], self.0[1] ^ y.0[1], self.0[2] ^ y.0[2], self.0[3] ^ y.0[3]])
    }

    #[inline(always)]
    fn round(self, key: Self) -> Self {
        let mut out = key.0;
        for c in 0..4 {
            for r in 0..4 {
                out[c] ^= ROUND[shifted(&self.0, c, r)].rotate_left(8 * r as u32);
            }
        }
        Self(out)
    }

    #[inline(always)]
    fn round_of_sum(self, key: Self) -> Self {
        self.xor(key).round(Self([0; 4]))
    }

    #[inline(always)]
    fn last_of_sum(self, key: Self) -> Self {
        let sum = self.xor(key);
        let mut out = [0; 4];
        for c in 0..4 {
            for r in 0..4 {
                out[c] |= u32::from(SBOX[shifted(&sum.0, c, r)]) << (8 * r);
            }
        }
        Self(out)
    }

    #[inline(always)]
    fn load_rows(isa: Portable, rows: &[&[[u8; 16]; 4]]) -> [Self; 4] {
        rows[0].map(|block| Self::splat(isa, &block))
    }
}
