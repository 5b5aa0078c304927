//! One message in pieces.

use super::OnAes;
use super::interleave::Block;
use super::kernels::AesHash;
use crate::family::State;
use crate::wipe::wipe_on_drop;

/// Bytes in a block.
const BLOCK: usize = 64;

/// A message so far: its whole blocks are in the state.
#[derive(Clone)]
pub(crate) struct Pieces<H: AesHash> {
    hash: OnAes<H>,
    state: H::State,
    /// What came after the last whole block.
    rest: [u8; BLOCK],
    len: u64,
}

wipe_on_drop!([H: AesHash] Pieces<H> { state, rest });

impl<H: AesHash> Pieces<H> {
    /// Of a message without a byte.
    pub(super) fn new(hash: OnAes<H>) -> Self {
        let state = H::start(hash.key());
        Self { hash, state, rest: [0; BLOCK], len: 0 }
    }

    /// The bytes after the last whole block.
    fn held(&self) -> &[u8] {
        &self.rest[..(self.len % BLOCK as u64) as usize]
    }
}

impl<H: AesHash> State for Pieces<H> {
    fn update(&mut self, mut piece: &[u8]) {
        let buffered = self.held().len();
        self.len = self.len.wrapping_add(piece.len() as u64);
        let kernel = H::kernels().one();
        let key = self.hash.key();
        if buffered > 0 {
            let (fill, after) = piece.split_at(piece.len().min(BLOCK - buffered));
            self.rest[buffered..][..fill.len()].copy_from_slice(fill);
            if buffered + fill.len() < BLOCK {
                return;
            }
            kernel.absorb(key, &mut self.state, blocks(&self.rest).0);
            piece = after;
        }
        let (blocks, rest) = blocks(piece);
        if !blocks.is_empty() {
            kernel.absorb(key, &mut self.state, blocks);
        }
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    fn finalize(&self, digest: &mut [u8]) {
        let kernel = H::kernels().one();
        digest.copy_from_slice(&kernel.finish(self.hash.key(), &self.state, self.held(), self.len));
    }

    fn message_len(&self) -> u64 {
        self.len
    }
}

/// The whole blocks of a message, and the rest.
#[inline]
pub(super) fn blocks(message: &[u8]) -> (&[Block], &[u8]) {
    let (whole, rest) = message.split_at(message.len() - message.len() % BLOCK);
    (whole.as_chunks().0.as_chunks().0, rest)
}
