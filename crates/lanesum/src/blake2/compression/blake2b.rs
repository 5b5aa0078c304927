//! BLAKE2b, RFC 7693: 64-bit words.

use super::{Blake2, SIGMA, STATE};
use crate::blake2::rounds::Rounds;
use crate::kernel::block::Block;
use crate::kernel::compression::Compression;

use crate::lanes::{ByteOrder, Vector};

/// BLAKE2b.
#[derive(Clone, Copy, Debug)]
pub struct Blake2b;

impl Blake2 for Blake2b {
    const IV: [u64; 8] = crate::merkle_damgard::sha512::INIT_512;
}

impl Rounds for Blake2b {
    const SIGMA: &'static [[usize; 16]] = &SIGMA;
    const ROUNDS: usize = 12;
    const R: [u32; 4] = [32, 24, 16, 63];
}

impl Compression for Blake2b {
    type Word = u64;
    type State<V: Copy> = [V; STATE];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    #[inline(always)]
    fn compress<V: Vector<Word = u64>>(
        isa: V::Token,
        state: [V; STATE],
        m: &mut impl Block<V>,
    ) -> [V; STATE] {
        super::compress::<Self, V>(isa, state, m)
    }
}
