//! The Merkle-Damgard hashes block by block, which is how `hmac::Hmac` takes them.

use super::AssociatedAlgorithm;
use super::typed::{Holds, Typed, hash_of};
use crate::iterated::{Iterated, Pieces};
use crate::merkle_damgard::MerkleDamgard;
use core::fmt;
use core::marker::PhantomData;
use digest::array::Array;
use digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, SmallBlockSizeUser,
    UpdateCore,
};
use digest::typenum::Unsigned;
use digest::{HashMarker, Output, OutputSizeUser};

/// The state of a Merkle-Damgard hash between two blocks: the core of the type `H`.
pub struct EagerCore<H> {
    hash: &'static MerkleDamgard,
    words: <&'static MerkleDamgard as Iterated>::Words,
    /// How many blocks are in it.
    blocks: u64,
    of: PhantomData<fn() -> H>,
}

impl<H: AssociatedAlgorithm> EagerCore<H> {
    fn new() -> Self {
        let hash: &MerkleDamgard = hash_of::<H, _>();
        Self { hash, words: hash.start(), blocks: 0, of: PhantomData }
    }
}

impl<H: AssociatedAlgorithm + SmallBlockSizeUser> EagerCore<H> {
    /// How many bytes the message has, with those that wait for their block to fill.
    fn message_len(&self, held: &[u8]) -> u64 {
        self.blocks.wrapping_mul(H::BlockSize::U64).wrapping_add(held.len() as u64)
    }

    /// A message that goes on here.
    pub(super) fn into_typed(self, buffer: &Buffer<Self>) -> Typed<H, &'static MerkleDamgard> {
        let held = buffer.get_data();
        Typed::at(Pieces::at(self.hash, self.words, held, self.message_len(held)))
    }

    /// Where a message is.
    pub(super) fn of(message: &Typed<H, &'static MerkleDamgard>) -> (Self, Buffer<Self>) {
        let pieces = message.held();
        let core = Self { words: *pieces.state(), blocks: pieces.len() / H::BlockSize::U64, ..Self::new() };
        (core, Buffer::<Self>::new(pieces.held()))
    }
}

impl<H> Clone for EagerCore<H> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<H: AssociatedAlgorithm> Default for EagerCore<H> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<H> fmt::Debug for EagerCore<H> {
    /// Nothing of the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EagerCore").field("blocks", &self.blocks).finish_non_exhaustive()
    }
}

impl<H: HashMarker> HashMarker for EagerCore<H> {}

impl<H: AlgorithmName> AlgorithmName for EagerCore<H> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        H::write_alg_name(f)
    }
}

impl<H: BlockSizeUser> BlockSizeUser for EagerCore<H> {
    type BlockSize = H::BlockSize;
}

impl<H: OutputSizeUser> OutputSizeUser for EagerCore<H> {
    type OutputSize = H::OutputSize;
}

impl<H: SmallBlockSizeUser> BufferKindUser for EagerCore<H> {
    type BufferKind = Eager;
}

impl<H: SmallBlockSizeUser> UpdateCore for EagerCore<H> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.blocks = self.blocks.wrapping_add(blocks.len() as u64);
        self.hash.compress(&mut self.words, Array::slice_as_flattened(blocks));
    }
}

impl<H: AssociatedAlgorithm + SmallBlockSizeUser + OutputSizeUser> FixedOutputCore for EagerCore<H> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let held = buffer.get_data();
        let len = self.message_len(held);
        self.hash.compress_end(&mut self.words, &[], held, len);
        let digest = self.hash.digest(&self.words, H::OutputSize::USIZE);
        out.copy_from_slice(digest.as_bytes());
        buffer.reset();
    }
}
