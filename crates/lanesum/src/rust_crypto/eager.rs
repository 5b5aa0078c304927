//! The Merkle-Damgard hashes block by block, which is how `hmac::Hmac` takes them.

use super::AssociatedAlgorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::iterated::Iterated;
use crate::kernel::OwnWords;
use crate::merkle_damgard::MerkleDamgard;
use crate::wipe::{Wipe, Wiped, wipe_on_drop};
use core::fmt;
use core::marker::PhantomData;
use core::mem;
use digest::array::Array;
use digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, SmallBlockSizeUser,
    UpdateCore,
};
use digest::typenum::{U64, U128};
use digest::{HashMarker, Output, OutputSizeUser};

/// The state of a Merkle-Damgard hash between two blocks: the core of the type `H`.
pub struct EagerCore<H: InWords> {
    words: H::Words,
    /// How many blocks are in it.
    blocks: u64,
    of: PhantomData<fn() -> H>,
}

wipe_on_drop!([H: InWords] EagerCore<H> { words });

/// A type of a Merkle-Damgard hash.
pub trait InWords: AssociatedAlgorithm {
    /// The words of its state, as wide as the hash's own. `Digest`'s functions move a message so far
    /// from one to the next, so it is as small as the crates' types: SHA-256 of 16 bytes took 72 ns
    /// where it was twice as large, and takes 36 (AMD Zen 4).
    type Words: Words;

    /// A type whose block is as long. It is not `Self`, whose size depends on the length.
    type Block: SmallBlockSizeUser;
}

/// The words of a state.
#[allow(private_interfaces, private_bounds, reason = "nobody else can name the trait")]
pub trait Words: Copy + Send + Sync + Wipe + 'static {
    /// Those before the first block.
    fn before(hash: &MerkleDamgard) -> Self;

    /// All of them.
    fn own(&mut self) -> OwnWords<'_>;

    /// One of them, widened.
    fn word(&self, i: usize) -> u64;
}

/// `words!(word, width, Block: len)`: eight words, and the block of sixteen.
macro_rules! words {
    ($word:ident, $own:ident, $block:ident: $len:ident) => {
        /// A block of so many bytes.
        pub struct $block;

        impl BlockSizeUser for $block {
            type BlockSize = $len;
        }

        #[allow(private_interfaces, reason = "nobody else can name the trait")]
        impl Words for [$word; 8] {
            #[inline]
            fn before(hash: &MerkleDamgard) -> Self {
                hash.init.map(|word| word as $word)
            }

            #[inline]
            fn own(&mut self) -> OwnWords<'_> {
                OwnWords::$own(self)
            }

            #[inline]
            fn word(&self, i: usize) -> u64 {
                self[i].into()
            }
        }
    };
}
words!(u32, W32, Bytes64: U64);
words!(u64, W64, Bytes128: U128);

impl<H: InWords> EagerCore<H> {
    /// The hash that the type is.
    const HASH: &'static MerkleDamgard = {
        let hash = H::ALGORITHM.plain();
        let AnyHash::MerkleDamgard(it) = &hash else { panic!("a type of the family") };
        let it = *it;
        // Nothing is dropped where constants are made.
        mem::forget(hash);
        it
    };

    /// How many bytes the message has, with those that wait for their block to fill.
    pub(super) fn message_len(&self, held: &[u8]) -> u64 {
        self.blocks.wrapping_mul(Self::HASH.block_len() as u64).wrapping_add(held.len() as u64)
    }

    /// Adds whole blocks.
    #[inline]
    pub(super) fn add(&mut self, blocks: &[u8]) {
        self.blocks = self.blocks.wrapping_add((blocks.len() / Self::HASH.block_len()) as u64);
        (Self::HASH.kernels)().one().compress_own(self.words.own(), blocks, &[]);
    }

    /// Writes the digest of the message so far.
    #[inline]
    pub(super) fn finalize_to(&self, held: &[u8], digest: &mut [u8]) {
        let mut words = Wiped(self.words);
        Self::HASH.with_tail(held, self.message_len(held), |tail| {
            (Self::HASH.kernels)().one().compress_own(words.0.own(), &[], tail);
        });
        Self::HASH.write_digest(|w| words.word(w), digest);
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
        Self { words: Words::before(Self::HASH), blocks: 0, of: PhantomData }
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
