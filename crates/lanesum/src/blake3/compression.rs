//! BLAKE3's compression function, the BLAKE3 paper, section 2.2.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a kernel that is not lanes")]
mod x86_rows;

use crate::blake2::rounds::{Rounds, rounds};
use crate::kernel::block::Block;
use crate::kernel::compression::Compression;
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

impl Rounds for Blake3 {
    const SIGMA: &'static [[usize; 16]] = &SCHEDULE;
    const ROUNDS: usize = SCHEDULE.len();
    const R: [u32; 4] = [16, 12, 8, 7];
}

impl Compression for Blake3 {
    type Word = u32;
    type State<V: Copy> = [V; STATE];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    const BRINGS: bool = true;

    /// The state becomes that of the next block of a chunk: it has the new
    /// chaining value, and is no longer the first.
    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(
        isa: V::Token,
        state: [V; STATE],
        m: &mut impl Block<V>,
    ) -> [V; STATE] {
        let v = mixed(isa, state, m);
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
    let mut v = mixed(isa, state, m);
    for i in 0..8 {
        v[i] = v[i] ^ v[i + 8];
        v[i + 8] = v[i + 8] ^ state[i];
    }
    v
}

/// The words after the seven rounds, before the feed-forward.
#[inline(always)]
fn mixed<V: Vector<Word = u32>>(isa: V::Token, state: [V; STATE], m: &mut impl Block<V>) -> [V; 16] {
    let iv = |i: usize| V::splat(isa, IV[i]);
    let [h0, h1, h2, h3, h4, h5, h6, h7, t0, t1, len, flags] = state;
    let mut v = [h0, h1, h2, h3, h4, h5, h6, h7, iv(0), iv(1), iv(2), iv(3), t0, t1, len, flags];
    rounds::<Blake3, V>(&mut v, m);
    v
}
