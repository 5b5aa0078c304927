//! BLAKE2s, RFC 7693: 32-bit words.

use super::{Rounds, STATE};
use crate::kernel::block::Block;
use crate::kernel::compression::Compression;

use crate::lanes::{ByteOrder, Vector};

/// BLAKE2s.
#[derive(Clone, Copy, Debug)]
pub struct Blake2s;

impl Rounds for Blake2s {
    const IV: [u32; 8] = crate::merkle_damgard::sha256::IV;
    const ROUNDS: usize = 10;
    const R: [u32; 4] = [16, 12, 8, 7];

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn all_in_registers<V: Vector<Word = u32>>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
        crate::blake2::x86_round256::rounds::<Self, V>(v, m)
            || crate::blake2::x86_round512::rounds::<Self, V>(v, m)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn in_registers<V: Vector<Word = u32>, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
        crate::blake2::x86_round512::round::<Self, V, R>(v, m)
    }
}

#[cfg(target_arch = "x86_64")]
impl crate::blake2::x86_round256::Schedule for Blake2s {
    const ROUNDS: &'static [[usize; 16]] = &super::SIGMA;
    const COUNT: usize = <Self as Rounds>::ROUNDS;
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
