//! One message in pieces.

use super::OnAes;
use super::interleave::split;
use super::kernels::AesHash;
use crate::family::State;
use crate::iterated::Held;
use crate::wipe::wipe_on_drop;

/// Bytes in a block.
const BLOCK: usize = 64;

/// A message so far: its whole blocks are in the state.
#[derive(Clone)]
pub(crate) struct Pieces<H: AesHash> {
    hash: OnAes<H>,
    state: H::State,
    /// What came after the last whole block.
    held: Held<BLOCK>,
    /// Bytes in the state.
    done: u64,
}

wipe_on_drop!([H: AesHash] Pieces<H> { state, held });

impl<H: AesHash> Pieces<H> {
    /// Of a message without a byte.
    pub(super) fn new(hash: OnAes<H>) -> Self {
        let state = H::start(hash.key());
        Self { hash, state, held: Held::new(), done: 0 }
    }
}

impl<H: AesHash> State for Pieces<H> {
    #[inline(always)]
    fn hold_few(&mut self, piece: &[u8]) -> bool {
        self.held.push_few(piece, BLOCK - 1)
    }

    fn update(&mut self, piece: &[u8]) {
        let Self { hash, state, held, done } = self;
        let (kernel, key) = (H::kernels().one(), hash.key());
        let more = held.update(piece, BLOCK, 0, |bytes| kernel.absorb(key, state, split(bytes).0));
        *done = done.wrapping_add(more);
    }

    fn finalize(&self, digest: &mut [u8]) {
        let kernel = H::kernels().one();
        let len = self.message_len();
        digest.copy_from_slice(&kernel.finish(self.hash.key(), &self.state, self.held.bytes(), len));
    }

    fn message_len(&self) -> u64 {
        self.done.wrapping_add(self.held.len() as u64)
    }
}
