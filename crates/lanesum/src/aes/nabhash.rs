//! NABHash, by mengzhuo (the Go package `nabhash`): one AES round for 16 bytes.
//!
//! Four chains of rounds take a block of 64 bytes, 16 each, as the round's key:
//! `x = A(x) ^ m`. One message is bound by the round's latency. Its four chains
//! are one 512-bit vector, so that several messages need no shuffling.
//!
//! **No protection.** The message enters after the round, so two bytes in
//! blocks that follow each other cancel by one linear equation: sparse messages
//! collide, see the tests. It is here for those who have such digests.

use crate::aes::interleave::{Block, Interleave, Tail, split};
use crate::isa::aes::Blocks;
use crate::isa::prefetch;
use crate::lanes::vectors;

/// The state of each chain at the start.
const START: [u8; 16] =
    [0x5a, 0x82, 0x79, 0x99, 0x6e, 0xd9, 0xeb, 0xa1, 0x8f, 0x1b, 0xbc, 0xdc, 0xca, 0x62, 0xc1, 0xd6];

/// How far ahead a message is asked for. One message alone runs at the speed
/// of memory, and the CPU's own prefetching ends at each page.
const AHEAD: usize = 12 << 10;

/// The chains of a message.
pub(crate) type State = [[u8; 16]; 4];

/// A state at the start.
pub(crate) const INIT: State = [START; 4];

/// `N` messages at once, in vectors `V`, and in `One` that take one block.
#[derive(Clone, Copy)]
pub(crate) struct NabHash<V: Blocks, One: Blocks<Token = V::Token>, const N: usize> {
    isa: V::Token,
    vectors: core::marker::PhantomData<fn() -> (V, One)>,
}

impl<V: Blocks, One: Blocks<Token = V::Token>, const N: usize> NabHash<V, One, N> {
    #[inline(always)]
    pub(crate) fn new(isa: V::Token) -> Self {
        Self { isa, vectors: core::marker::PhantomData }
    }

    /// The digest: the length, then the chains into one, and three rounds more.
    #[inline(always)]
    fn digest(&self, state: &State, len: u64) -> [u8; 16] {
        let mut block = [0; 16];
        block[..8].copy_from_slice(&len.to_le_bytes());
        let len = One::splat(self.isa, &block);
        let x = |i: usize| One::splat(self.isa, &state[i]).xor(len);
        let mut digest = x(0).round(x(1)).round(x(2).round(x(3)));
        for _ in 0..3 {
            digest = digest.round(digest);
        }
        let mut out = [[0; 16]];
        digest.store(&mut out);
        out[0]
    }
}

impl<One: Blocks> NabHash<One, One, 1> {
    /// Adds blocks to the state of one message.
    #[inline(always)]
    pub(crate) fn add(&self, state: &mut State, blocks: &[Block]) {
        let mut states = [*state];
        self.absorb(&mut states, &[blocks], blocks.len());
        [*state] = states;
    }

    /// The digest of a message of `len` bytes, of which the state has all but the last ones.
    #[inline(always)]
    pub(crate) fn end(&self, state: &State, last: &[u8], len: u64) -> [u8; 16] {
        let (blocks, rest) = split(last);
        let mut state = *state;
        self.add(&mut state, blocks);
        if !rest.is_empty() {
            self.add(&mut state, &[vectors(rest, 0, 0)]);
        }
        self.digest(&state, len)
    }
}

impl<V: Blocks, One: Blocks<Token = V::Token>, const N: usize> Interleave<N> for NabHash<V, One, N> {
    type Vector = V;
    type States = [State; N];

    // The books take 200 ns, in which one message alone is 11 KiB longer (Intel Emerald Rapids).
    const WORTH: usize = 24 << 10;

    #[inline(always)]
    fn start(&self) -> [State; N] {
        [INIT; N]
    }

    #[inline(always)]
    fn restart(&self, states: &mut [State; N], lane: usize) {
        states[lane] = INIT;
    }

    #[inline(always)]
    fn absorb(&self, states: &mut [State; N], from: &[&[Block]; N], blocks: usize) {
        let each = 4 / V::BLOCKS;
        let zero = V::splat(self.isa, &[0; 16]);
        // With the key first, a block waits for the next round, which adds it.
        let mut x = [[zero; 4]; N];
        let mut waiting = [[zero; 4]; N];
        let mut rows = *from;
        for i in 0..N {
            rows[i] = &from[i][..blocks];
            for j in 0..each {
                x[i][j] = V::load(self.isa, &states[i][V::BLOCKS * j..][..V::BLOCKS]);
            }
        }
        for b in 0..blocks {
            for i in 0..N {
                if N == 1 {
                    prefetch(rows[i][b].as_ptr().cast::<u8>().wrapping_add(AHEAD));
                }
                for j in 0..each {
                    let m = V::load(self.isa, &rows[i][b][V::BLOCKS * j..][..V::BLOCKS]);
                    if V::KEY_FIRST {
                        x[i][j] = x[i][j].round_of_sum(waiting[i][j]);
                        waiting[i][j] = m;
                    } else {
                        x[i][j] = x[i][j].round(m);
                    }
                }
            }
        }
        for i in 0..N {
            for j in 0..each {
                if V::KEY_FIRST {
                    x[i][j] = x[i][j].xor(waiting[i][j]);
                }
                x[i][j].store(&mut states[i][V::BLOCKS * j..][..V::BLOCKS]);
            }
        }
    }

    /// Zeros fill the last block; there is none where the message fills it.
    #[inline(always)]
    fn tail<'t>(&self, rest: &[u8], tail: &'t mut Tail) -> &'t [Block] {
        if rest.is_empty() {
            return &[];
        }
        let bytes = tail[0].as_flattened_mut();
        bytes[..rest.len()].copy_from_slice(rest);
        bytes[rest.len()..].fill(0);
        &tail[..1]
    }

    #[inline(always)]
    fn finish(&self, states: &[State; N], ended: &[bool; N], lens: &[u64; N], digests: &mut [[u8; 16]; N]) {
        for i in 0..N {
            if ended[i] {
                digests[i] = self.digest(&states[i], lens[i]);
            }
        }
    }
}
