//! Whole messages: one, or many.

use super::kernels::{AesHash, AesKernels};
use super::pieces::blocks;

/// The digest of one message, by the best kernel for one.
#[inline]
pub(crate) fn one<H: AesHash>(
    kernels: &AesKernels<H>,
    key: &H::Key,
    mut state: H::State,
    message: &[u8],
) -> [u8; 16] {
    let (blocks, rest) = blocks(message);
    let kernel = kernels.one();
    if !blocks.is_empty() {
        kernel.absorb(key, &mut state, blocks);
    }
    kernel.finish(key, &state, rest, message.len() as u64)
}

/// The digests of many messages, by the best kernel for many.
pub(crate) fn many<H: AesHash, M: AsRef<[u8]>>(
    kernels: &AesKernels<H>,
    key: &H::Key,
    messages: &[M],
    mut put: impl FnMut(usize, [u8; 16]),
) {
    // So many at once that their lanes' filling and emptying does not count,
    // and so few that their places need no memory of their own.
    const BATCH: usize = 64;
    let mut slices: [&[u8]; BATCH] = [&[]; BATCH];
    let mut digests = [[0; 16]; BATCH];
    for (batch, messages) in messages.chunks(BATCH).enumerate() {
        for (slice, message) in slices.iter_mut().zip(messages) {
            *slice = message.as_ref();
        }
        kernels.many().many(key, &slices[..messages.len()], &mut digests);
        for (i, digest) in digests[..messages.len()].iter().enumerate() {
            put(batch * BATCH + i, *digest);
        }
    }
}
