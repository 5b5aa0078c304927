//! BLAKE3's compression function, the BLAKE3 paper, section 2.2.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a kernel that is not lanes")]
mod x86_rows;

use crate::kernel::block::Block;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::{ByteOrder, Vector};

/// BLAKE3's compression function.
#[derive(Clone, Copy)]
pub(crate) struct Blake3;

/// The key words where there is no key: SHA-256's.
pub(crate) use crate::merkle_damgard::sha256::IV;

/// The flags, table 3 of the paper.
pub(crate) const CHUNK_START: u32 = 1 << 0;
pub(crate) const CHUNK_END: u32 = 1 << 1;
pub(crate) const PARENT: u32 = 1 << 2;
pub(crate) const ROOT: u32 = 1 << 3;
pub(crate) const KEYED_HASH: u32 = 1 << 4;
pub(crate) const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
pub(crate) const DERIVE_KEY_MATERIAL: u32 = 1 << 6;

/// Words in a state: the chaining value, the counter, low word first, the
/// block's length, and the flags.
pub(crate) const STATE: usize = 12;

/// The words that each round takes, table 2 of the paper applied again and
/// again.
const SCHEDULE: [[usize; 16]; 7] = {
    const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut schedule = [[0; 16]; 7];
    let mut i = 0;
    while i < 16 {
        schedule[0][i] = i;
        i += 1;
    }
    let mut round = 1;
    while round < 7 {
        let mut i = 0;
        while i < 16 {
            schedule[round][i] = schedule[round - 1][PERMUTATION[i]];
            i += 1;
        }
        round += 1;
    }
    schedule
};

#[cfg(target_arch = "x86_64")]
impl crate::blake2::x86_round256::Schedule for Blake3 {
    const ROUNDS: &'static [[usize; 16]] = &SCHEDULE;
    const COUNT: usize = SCHEDULE.len();
}

impl Compression for Blake3 {
    type Word = u32;
    type State<V: Copy> = [V; STATE];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    #[inline(always)]
    fn filled<V: Copy>(v: V) -> [V; STATE] {
        [v; STATE]
    }

    /// The state becomes that of the next block of a chunk: it has the new
    /// chaining value, and is no longer the first.
    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(
        isa: V::Token,
        state: [V; STATE],
        m: &mut impl Block<V>,
    ) -> [V; STATE] {
        let v = rounds(isa, state, m);
        let mut next = state;
        for i in 0..8 {
            next[i] = v[i] ^ v[i + 8];
        }
        // Pinned, or LLVM takes the first block out of the loop, with all rounds.
        next[11] = (state[11] & V::splat(isa, !CHUNK_START)).pin();
        next
    }
}

/// All sixteen words that the function puts out.
#[inline(always)]
pub(crate) fn output<V: Vector<Word = u32>>(
    isa: V::Token,
    state: [V; STATE],
    m: &mut impl Block<V>,
) -> [V; 16] {
    let mut v = rounds(isa, state, m);
    for i in 0..8 {
        v[i] = v[i] ^ v[i + 8];
        v[i + 8] = v[i + 8] ^ state[i];
    }
    v
}

/// The seven rounds, before the feed-forward.
#[inline(always)]
fn rounds<V: Vector<Word = u32>>(isa: V::Token, state: [V; STATE], m: &mut impl Block<V>) -> [V; 16] {
    let iv = |i: usize| V::splat(isa, IV[i]);
    let [h0, h1, h2, h3, h4, h5, h6, h7, t0, t1, len, flags] = state;
    let mut v = [h0, h1, h2, h3, h4, h5, h6, h7, iv(0), iv(1), iv(2), iv(3), t0, t1, len, flags];
    #[cfg(target_arch = "x86_64")]
    if crate::blake2::x86_round256::rounds::<Blake3, V>(&mut v, m) {
        return v;
    }
    unroll!(r in 0..7 {
        if !in_registers::<V, r>(&mut v, m) {
            for part in 16 * r / 7..16 * (r + 1) / 7 {
                m.load_ahead(part);
            }
            round(&mut v, m, &SCHEDULE[r]);
        }
    });
    v
}

/// Round `R` in assembly, where there is one for the vector.
#[inline(always)]
fn in_registers<V: Vector<Word = u32>, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
    #[cfg(target_arch = "x86_64")]
    let done = crate::blake2::x86_round512::round::<Blake3, V, R>(v, m);
    #[cfg(not(target_arch = "x86_64"))]
    let (done, _) = (false, (v, m));
    done
}

/// A round: G down the columns of the matrix `v`, and down its diagonals.
#[inline(always)]
fn round<V: Vector<Word = u32>>(v: &mut [V; 16], m: &impl Block<V>, s: &[usize; 16]) {
    g(v, [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]], m, s.first_chunk().expect("of 16"));
    g(v, [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]], m, s.last_chunk().expect("of 16"));
}

/// The function G on four columns, or diagonals.
///
/// With one set of lanes they go step by step: a CPU that takes the oldest
/// instruction first keeps all four going. Several sets keep themselves going,
/// and one after the other they need the fewest registers.
#[inline(always)]
fn g<V: Vector<Word = u32>>(v: &mut [V; 16], which: [[usize; 4]; 4], m: &impl Block<V>, s: &[usize; 8]) {
    if V::SETS == 1 && V::LANES > 1 {
        together(v, which, m, s);
    } else {
        unroll!(i in 0..4 {
            half(v, which[i], m.word(s[2 * i]), [16, 12]);
            half(v, which[i], m.word(s[2 * i + 1]), [8, 7]);
        });
    }
}

/// Half of the function G. The word of the message is added first, for `b` is
/// what comes last out of the step before.
#[inline(always)]
fn half<V: Vector<Word = u32>>(v: &mut [V; 16], [a, b, c, d]: [usize; 4], word: V, by: [u32; 2]) {
    v[a] = (v[a] + word).pin() + v[b];
    v[d] = (v[d] ^ v[a]).rotr(by[0]);
    v[c] = v[c] + v[d];
    v[b] = (v[b] ^ v[c]).rotr(by[1]);
}

/// The function G on four columns, or diagonals, step by step.
#[inline(always)]
fn together<V: Vector<Word = u32>>(
    v: &mut [V; 16],
    which: [[usize; 4]; 4],
    m: &impl Block<V>,
    s: &[usize; 8],
) {
    unroll!(half in 0..2 {
        unroll!(i in 0..4 {
            let [a, ..] = which[i];
            v[a] = (v[a] + m.word(s[2 * i + half])).pin();
        });
        unroll!(i in 0..4 {
            let [a, b, ..] = which[i];
            v[a] = v[a] + v[b];
        });
        unroll!(i in 0..4 {
            let [a, _, _, d] = which[i];
            v[d] = (v[d] ^ v[a]).rotr([16, 8][half]);
        });
        unroll!(i in 0..4 {
            let [_, _, c, d] = which[i];
            v[c] = v[c] + v[d];
        });
        unroll!(i in 0..4 {
            let [_, b, c, _] = which[i];
            v[b] = (v[b] ^ v[c]).rotr([12, 7][half]);
        });
    });
}
