//! One message in pieces: the hashes on AES rounds.

use super::interleave::Block;
use super::kernels::{AesHash, AesKernels};
use crate::digest::Digest;
use alloc::sync::Arc;

/// Bytes in a block.
const BLOCK: usize = 64;

/// A key: the library's own, or somebody's.
#[derive(Clone)]
pub(crate) enum Key<H: AesHash> {
    None,
    Some(Arc<H::Key>),
}

impl<H: AesHash> Key<H> {
    fn get<'k>(&'k self, kernels: &'k AesKernels<H>) -> &'k H::Key {
        match self {
            Self::None => &kernels.no_key,
            Self::Some(key) => key,
        }
    }
}

/// A message so far: its whole blocks are in the state.
#[derive(Clone)]
pub(crate) struct Pieces<H: AesHash> {
    kernels: &'static AesKernels<H>,
    key: Key<H>,
    state: H::State,
    /// What came after the last whole block.
    rest: [u8; BLOCK],
    len: u64,
}

impl<H: AesHash> Pieces<H> {
    /// None yet.
    pub(crate) fn new(kernels: &'static AesKernels<H>, key: Key<H>, start: H::State) -> Self {
        Self { kernels, key, state: start, rest: [0; BLOCK], len: 0 }
    }

    /// The key, for another message.
    pub(crate) fn key(&self) -> &Key<H> {
        &self.key
    }

    /// How many bytes the message has so far.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The bytes after the last whole block.
    fn held(&self) -> &[u8] {
        &self.rest[..(self.len % BLOCK as u64) as usize]
    }

    /// Adds a piece.
    pub(crate) fn update(&mut self, mut piece: &[u8]) {
        let buffered = self.held().len();
        self.len = self.len.wrapping_add(piece.len() as u64);
        let kernel = self.kernels.one();
        let key = self.key.get(self.kernels);
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

    /// The digest of the message so far.
    pub(crate) fn finalize(&self) -> Digest {
        let key = self.key.get(self.kernels);
        digest(self.kernels.one().finish(key, &self.state, self.held(), self.len))
    }
}

/// The whole blocks of a message, and the rest.
#[inline]
pub(crate) fn blocks(message: &[u8]) -> (&[Block], &[u8]) {
    let (whole, rest) = message.split_at(message.len() - message.len() % BLOCK);
    (whole.as_chunks().0.as_chunks().0, rest)
}

/// 16 bytes as a digest.
#[inline]
pub(crate) fn digest(bytes: [u8; 16]) -> Digest {
    let mut all = [0; Digest::MAX_LEN];
    all[..16].copy_from_slice(&bytes);
    Digest::new(all, 16)
}
