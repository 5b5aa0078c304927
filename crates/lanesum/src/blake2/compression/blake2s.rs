//! BLAKE2s, RFC 7693: 32-bit words.

use super::{Blake2, SIGMA, STATE};
use crate::blake2::rounds::Rounds;
use crate::kernel::block::Block;
use crate::kernel::compression::Compression;

use crate::lanes::{ByteOrder, Vector};

/// BLAKE2s.
#[derive(Clone, Copy, Debug)]
pub struct Blake2s;

impl Blake2 for Blake2s {
    const IV: [u32; 8] = crate::merkle_damgard::sha256::IV;
}

impl Rounds for Blake2s {
    const SIGMA: &'static [[usize; 16]] = &SIGMA;
    const ROUNDS: usize = 10;
    const R: [u32; 4] = [16, 12, 8, 7];
}

impl Compression for Blake2s {
    type Word = u32;
    type State<V: Copy> = [V; STATE];
    type Words<V: Copy> = [V; 16];

    const BYTE_ORDER: ByteOrder = ByteOrder::Little;

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(
        isa: V::Token,
        state: [V; STATE],
        m: &mut impl Block<V>,
    ) -> [V; STATE] {
        super::compress::<Self, V>(isa, state, m)
    }
}
