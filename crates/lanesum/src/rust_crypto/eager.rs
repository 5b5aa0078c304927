//! The Merkle-Damgard hashes block by block, which is how `hmac::Hmac` takes them.

use super::AssociatedAlgorithm;
use crate::iterated::Iterated;
use crate::merkle_damgard::{MerkleDamgard, WordFormat};
use crate::wipe::{Wiped, wipe_on_drop};
use core::fmt;
use core::marker::PhantomData;
use digest::array::Array;
use digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, SmallBlockSizeUser,
    UpdateCore,
};
use digest::typenum::{U64, U128};
use digest::{HashMarker, Output, OutputSizeUser};

/// The state of a Merkle-Damgard hash between two blocks: the core of the type `H`.
pub struct EagerCore<H: InWords> {
    words: [Word<H>; 8],
    /// How many blocks are in it.
    blocks: u64,
    of: PhantomData<fn() -> H>,
}

wipe_on_drop!([H: InWords] EagerCore<H> { words });

/// A type of a Merkle-Damgard hash.
///
/// The state has words as wide as the hash's. `Digest`'s functions move a message so far from one to
/// the next, so it is as small as the crates' types: SHA-256 of 16 bytes took 72 ns where it was
/// twice as large, and takes 36 (AMD Zen 4).
#[allow(private_interfaces, private_bounds, reason = "nobody else can name the trait")]
pub trait InWords: AssociatedAlgorithm {
    /// The format of the words.
    type Format: WordFormat;

    /// The hash that the type is.
    const HASH: &'static MerkleDamgard<Self::Format>;

    /// A type whose block is as long. It is not `Self`, whose size depends on the length.
    type Block: SmallBlockSizeUser;
}

/// A word of a type's state.
type Word<H> = <<H as InWords>::Format as WordFormat>::Word;

/// A block of 64 bytes.
pub struct Bytes64;

/// A block of 128 bytes.
pub struct Bytes128;

impl BlockSizeUser for Bytes64 {
    type BlockSize = U64;
}

impl BlockSizeUser for Bytes128 {
    type BlockSize = U128;
}

impl<H: InWords> EagerCore<H> {
    /// How many bytes the message has, with those that wait for their block to fill.
    pub(super) fn message_len(&self, held: &[u8]) -> u64 {
        self.blocks.wrapping_mul(H::HASH.block_len() as u64).wrapping_add(held.len() as u64)
    }

    /// Adds whole blocks.
    #[inline]
    pub(super) fn add(&mut self, blocks: &[u8]) {
        self.blocks = self.blocks.wrapping_add((blocks.len() / H::HASH.block_len()) as u64);
        H::HASH.compress(&mut self.words, blocks);
    }

    /// Writes the digest of the message so far.
    #[inline]
    pub(super) fn finalize_to(&self, held: &[u8], digest: &mut [u8]) {
        let mut words = Wiped(self.words);
        H::HASH.compress_end(&mut words.0, &[], held, self.message_len(held));
        H::HASH.write_digest_of(&words, digest);
    }
}

impl<H: InWords> Clone for EagerCore<H> {
    #[inline]
    fn clone(&self) -> Self {
        let Self { words, blocks, of } = *self;
        Self { words, blocks, of }
    }
}

impl<H: InWords> Default for EagerCore<H> {
    #[inline]
    fn default() -> Self {
        Self { words: H::HASH.start(), blocks: 0, of: PhantomData }
    }
}

impl<H: InWords> fmt::Debug for EagerCore<H> {
    /// Nothing of the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EagerCore").field("blocks", &self.blocks).finish_non_exhaustive()
    }
}

impl<H: InWords + HashMarker> HashMarker for EagerCore<H> {}

impl<H: InWords + AlgorithmName> AlgorithmName for EagerCore<H> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        H::write_alg_name(f)
    }
}

impl<H: InWords> BlockSizeUser for EagerCore<H> {
    type BlockSize = <H::Block as BlockSizeUser>::BlockSize;
}

impl<H: InWords + OutputSizeUser> OutputSizeUser for EagerCore<H> {
    type OutputSize = H::OutputSize;
}

impl<H: InWords> BufferKindUser for EagerCore<H> {
    type BufferKind = Eager;
}

impl<H: InWords> UpdateCore for EagerCore<H> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.add(Array::slice_as_flattened(blocks));
    }
}

impl<H: InWords + OutputSizeUser> FixedOutputCore for EagerCore<H> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        self.finalize_to(buffer.get_data(), out);
        buffer.reset();
    }
}
