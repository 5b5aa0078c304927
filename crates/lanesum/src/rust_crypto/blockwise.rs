//! What the type of a Merkle-Damgard hash holds: its core, and less than a block. It has what
//! [`Typed`](super::typed::Typed) has.

use super::EagerCore;
use super::eager::InWords;
use core::fmt;
use digest::array::Array;
use digest::block_api::Buffer;

/// A message so far of the type `H`.
pub(super) struct Blockwise<H: InWords> {
    pub(super) core: EagerCore<H>,
    /// What came after the last whole block.
    pub(super) buffer: Buffer<EagerCore<H>>,
}

impl<H: InWords> Blockwise<H> {
    #[inline]
    pub(super) fn new() -> Self {
        Self { core: EagerCore::default(), buffer: Buffer::<EagerCore<H>>::default() }
    }

    #[inline]
    pub(super) fn update(&mut self, piece: &[u8]) {
        let Self { core, buffer } = self;
        buffer.digest_blocks(piece, |blocks| core.add(Array::slice_as_flattened(blocks)));
    }

    #[inline]
    pub(super) fn finalize_to(&self, out: &mut [u8]) {
        self.core.finalize_to(self.buffer.get_data(), out);
    }

    #[inline]
    pub(super) fn reset(&mut self) {
        *self = Self::new();
    }
}

impl<H: InWords> Clone for Blockwise<H> {
    #[inline]
    fn clone(&self) -> Self {
        Self { core: self.core.clone(), buffer: self.buffer.clone() }
    }
}

impl<H: InWords> fmt::Debug for Blockwise<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hasher::debug(H::ALGORITHM, self.core.message_len(self.buffer.get_data()), f)
    }
}
