//! The permutation KECCAK-p[1600, 24], FIPS 202, section 3.

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::{ByteOrder, Vector};

/// Adds a block of `RATE` words to the state, and permutes it.
#[derive(Clone, Copy)]
pub(crate) struct Keccak<const RATE: usize>;

/// Words in a state. Lane `x, y` of FIPS 202 is word `x + 5 * y`.
pub(crate) const STATE: usize = 25;

/// How many rounds.
const ROUNDS: usize = 24;

/// The rotations of rho (section 3.2.2).
const RHO: [u32; STATE] = {
    let mut rho = [0; STATE];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        rho[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    rho
};

/// The round constants of iota (section 3.2.5): bit `2^j - 1` of round `i` is bit
/// `j + 7 * i` of a shift register's.
const RC: [u64; ROUNDS] = {
    let mut rc = [0; ROUNDS];
    let mut register = 1u64;
    let mut i = 0;
    while i < ROUNDS {
        let mut j = 0;
        while j < 7 {
            rc[i] |= (register & 1) << ((1 << j) - 1);
            register <<= 1;
            register ^= (register >> 8) * 0x171;
            j += 1;
        }
        i += 1;
    }
    rc
};

impl<const RATE: usize> Compression for Keccak<RATE> {
    type Word = u64;
    type State<V: Copy> = [V; STATE];
    type Words<V: Copy> = [V; RATE];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    #[inline(always)]
    fn compress<V: Vector<Word = u64>>(
        isa: V::Token,
        state: [V; STATE],
        m: &mut impl Block<V>,
    ) -> [V; STATE] {
        let mut a = state;
        for i in 0..RATE {
            a[i] = a[i] ^ m.word(i);
        }
        for three in 0..ROUNDS / 3 {
            unroll!(i in 0..3 {
                a = round(isa, &a, RC[3 * three + i]);
            });
            m.load_ahead(2 * three);
            m.load_ahead(2 * three + 1);
        }
        a
    }
}

/// A round (section 3.3). Written out, for every word has a rotation and a place of
/// its own: all 25 and five sums fit the 32 registers of AVX-512.
#[inline(always)]
fn round<V: Vector<Word = u64>>(isa: V::Token, a: &[V; STATE], rc: u64) -> [V; STATE] {
    // Theta.
    let (mut c, mut d) = ([a[0]; 5], [a[0]; 5]);
    unroll!(x in 0..5 {
        c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    });
    unroll!(x in 0..5 {
        d[x] = c[(x + 4) % 5] ^ c[(x + 1) % 5].rotl(1);
    });
    let mut out = *a;
    unroll!(y in 0..5 {
        // Rho and pi bring these words to the plane.
        let mut b = [a[0]; 5];
        unroll!(x in 0..5 {
            let from = (x + 3 * y) % 5;
            let word = a[from + 5 * x] ^ d[from];
            b[x] = if RHO[from + 5 * x] == 0 { word } else { word.rotl(RHO[from + 5 * x]) };
        });
        // Chi.
        unroll!(x in 0..5 {
            out[x + 5 * y] = b[x].xor_and_not(b[(x + 1) % 5], b[(x + 2) % 5]);
        });
    });
    // Iota.
    out[0] = out[0] ^ V::splat(isa, rc);
    out
}
