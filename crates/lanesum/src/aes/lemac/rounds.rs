//! LeMac, by Bariant, Baudrin, Leurent, Pernot, Perrin and Peyrin: "Fast
//! AES-Based Universal Hash Functions and MACs", ToSC 2024(2), with the
//! corrigendum: a keyed hash of 128 bits, two AES rounds for 16 bytes.
//!
//! Nine blocks of state go around in a ring: each step takes a block of 64
//! bytes, and all but one pass the round. The message enters again a step and
//! more later, so that a difference meets at least 26 active S-boxes.
//!
//! A lane is a block of a vector: the states of four messages are nine 512-bit
//! vectors.

use crate::aes::interleave::{Block, Interleave, Tail};
use crate::isa::aes::Blocks;
use crate::wipe::wipe_on_drop;

/// Blocks of the ring.
const RING: usize = 9;

/// Blocks of a state: the ring, and four that the message waits in: RR, R0,
/// R1 and R2.
pub(crate) const STATE: usize = RING + 4;

/// What a key becomes, once.
#[derive(Clone)]
pub(crate) struct Schedule {
    /// The ring at the start.
    ring: [[u8; 16]; RING],
    /// The keys that end it.
    last: [[u8; 16]; 18],
    /// The round keys of the last AES, and the nonce, encrypted and not.
    tag: [[u8; 16]; 11],
    nonce: [u8; 16],
}

wipe_on_drop!([] Schedule { ring, last, tag, nonce });

/// AES-128, FIPS 197 section 5.2: the round keys.
#[inline(always)]
fn expand<V: Blocks>(isa: V::Token, key: &[u8; 16]) -> [[u8; 16]; 11] {
    let zero = V::splat(isa, &[0; 16]);
    let mut keys = [*key; 11];
    let mut rcon = 1u8;
    for i in 1..11 {
        let before = keys[i - 1];
        // SubWord: all four columns alike, so that ShiftRows changes nothing.
        let mut word = [[0; 16]];
        for j in 0..16 {
            word[0][j] = before[12 + (j + 1) % 4];
        }
        let substituted = V::load(isa, &word).last_of_sum(zero);
        substituted.store(&mut word);
        for j in 0..16 {
            let add = match j {
                0 => word[0][0] ^ rcon,
                1..4 => word[0][j],
                _ => keys[i][j - 4],
            };
            keys[i][j] = before[j] ^ add;
        }
        rcon = (rcon << 1) ^ if rcon & 0x80 != 0 { 0x1b } else { 0 };
    }
    keys
}

/// AES-128, FIPS 197 section 5.1.
#[inline(always)]
fn encrypt<V: Blocks>(isa: V::Token, keys: &[[u8; 16]; 11], block: V) -> V {
    let mut x = block;
    for i in 0..9 {
        x = x.round_of_sum(V::splat(isa, &keys[i]));
    }
    x.last_of_sum(V::splat(isa, &keys[9])).xor(V::splat(isa, &keys[10]))
}

/// One block of bytes, encrypted.
#[inline(always)]
fn encrypted<V: Blocks>(isa: V::Token, keys: &[[u8; 16]; 11], block: &[u8; 16]) -> [u8; 16] {
    let mut out = [[0; 16]];
    encrypt(isa, keys, V::splat(isa, block)).store(&mut out);
    out[0]
}

/// Counter `i`, encrypted.
#[inline(always)]
fn derived<V: Blocks>(isa: V::Token, keys: &[[u8; 16]; 11], i: usize) -> [u8; 16] {
    let mut counter = [0; 16];
    counter[0] = i as u8;
    encrypted::<V>(isa, keys, &counter)
}

impl Schedule {
    /// Of a key and a nonce, in vectors of one block.
    #[inline(always)]
    pub(crate) fn new<V: Blocks>(isa: V::Token, key: &[u8; 16], nonce: &[u8; 16]) -> Self {
        let keys = expand::<V>(isa, key);
        let mut ring = [[0; 16]; RING];
        for i in 0..RING {
            ring[i] = derived::<V>(isa, &keys, i);
        }
        let mut last = [[0; 16]; 18];
        for i in 0..18 {
            last[i] = derived::<V>(isa, &keys, RING + i);
        }
        let of_nonce = expand::<V>(isa, &derived::<V>(isa, &keys, 27));
        let mut sum = encrypted::<V>(isa, &of_nonce, nonce);
        for i in 0..16 {
            sum[i] ^= nonce[i];
        }
        Self { ring, last, tag: expand::<V>(isa, &derived::<V>(isa, &keys, 28)), nonce: sum }
    }

    /// A state at the start.
    pub(crate) fn start(&self) -> [[u8; 16]; STATE] {
        let mut state = [[0; 16]; STATE];
        state[..RING].copy_from_slice(&self.ring);
        state
    }
}

/// The most lanes of a vector.
const MAX_BLOCKS: usize = 4;

/// The states of a vector's lanes: block `w` of lane `i` is at `[w][i]`.
pub(crate) type States = [[[u8; 16]; MAX_BLOCKS]; STATE];

/// `N` messages at once, in `SETS` vectors.
pub(crate) struct LeMac<'k, V: Blocks, const SETS: usize, const N: usize> {
    pub(crate) isa: V::Token,
    pub(crate) schedule: &'k Schedule,
}

impl<V: Blocks, const SETS: usize, const N: usize> LeMac<'_, V, SETS, N> {
    /// Adds a block to the state `x`.
    #[inline(always)]
    fn step(x: [V; STATE], m: [V; 4]) -> [V; STATE] {
        let [s0, s1, s2, s3, s4, s5, s6, s7, s8, rr, r0, r1, r2] = x;
        [
            s0.xor(s8).xor(m[2]),
            s0.round(m[3]),
            s1.round(m[3]),
            s2.round(r1.xor(r2)),
            s3.round(m[0]),
            s4.round(m[0]),
            s5.round(m[1]),
            s6.round(m[1]),
            s7.round(m[3]),
            m[2],
            rr.xor(m[1]),
            r0,
            r1,
        ]
    }

    #[inline(always)]
    fn load(&self, states: &States) -> [V; STATE] {
        let mut x = [V::splat(self.isa, &[0; 16]); STATE];
        for w in 0..STATE {
            x[w] = V::load(self.isa, &states[w][..V::BLOCKS]);
        }
        x
    }
}

impl<V: Blocks, const SETS: usize, const N: usize> Interleave<N> for LeMac<'_, V, SETS, N> {
    type Vector = V;
    type States = [States; SETS];

    // One message alone takes longer.
    const WORTH: usize = 0;

    #[inline(always)]
    fn start(&self) -> [States; SETS] {
        [[[[0; 16]; MAX_BLOCKS]; STATE]; SETS]
    }

    #[inline(always)]
    fn restart(&self, states: &mut [States; SETS], lane: usize) {
        let states = &mut states[lane / V::BLOCKS];
        for w in 0..STATE {
            states[w][lane % V::BLOCKS] = if w < RING { self.schedule.ring[w] } else { [0; 16] };
        }
    }

    #[inline(always)]
    fn absorb(&self, states: &mut [States; SETS], from: &[&[Block]; N], blocks: usize) {
        const { assert!(N == SETS * V::BLOCKS) };
        let mut rows = *from;
        for i in 0..N {
            rows[i] = &from[i][..blocks];
        }
        let mut x = [[V::splat(self.isa, &[0; 16]); STATE]; SETS];
        for set in 0..SETS {
            x[set] = self.load(&states[set]);
        }
        for b in 0..blocks {
            for set in 0..SETS {
                let mut block: [&Block; MAX_BLOCKS] = [&rows[set * V::BLOCKS][b]; MAX_BLOCKS];
                for i in 0..V::BLOCKS {
                    block[i] = &rows[set * V::BLOCKS + i][b];
                }
                x[set] = Self::step(x[set], V::load_rows(self.isa, &block[..V::BLOCKS]));
            }
        }
        for set in 0..SETS {
            for w in 0..STATE {
                x[set][w].store(&mut states[set][w][..V::BLOCKS]);
            }
        }
    }

    /// A one, zeros to the end of the block, and four blocks of zeros.
    #[inline(always)]
    fn tail<'t>(&self, rest: &[u8], tail: &'t mut Tail) -> &'t [Block] {
        let bytes = tail[0].as_flattened_mut();
        bytes[..rest.len()].copy_from_slice(rest);
        bytes[rest.len()] = 1;
        bytes[rest.len() + 1..].fill(0);
        tail
    }

    /// The ring's blocks, each through ten rounds, into one, and AES.
    #[inline(always)]
    fn finish(&self, states: &[States; SETS], ended: &[bool; N], _: &[u64; N], digests: &mut [[u8; 16]; N]) {
        let zero = V::splat(self.isa, &[0; 16]);
        for set in 0..SETS {
            if !(0..V::BLOCKS).any(|i| ended[set * V::BLOCKS + i]) {
                continue;
            }
            let x = self.load(&states[set]);
            let mut ring = [zero; RING];
            ring.copy_from_slice(&x[..RING]);
            for round in 0..10 {
                for i in 0..RING {
                    ring[i] = ring[i].round_of_sum(V::splat(self.isa, &self.schedule.last[i + round]));
                }
            }
            let mut sum = V::splat(self.isa, &self.schedule.nonce);
            for i in 0..RING {
                sum = sum.xor(ring[i]);
            }
            let tag = encrypt(self.isa, &self.schedule.tag, sum);
            tag.store(&mut digests[set * V::BLOCKS..][..V::BLOCKS]);
        }
    }
}
