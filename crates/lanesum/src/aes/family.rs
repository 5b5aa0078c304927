//! The hashes on AES rounds for the front doors.

use super::kernels::AesHash;
use super::pieces::Pieces;
use crate::digest::Output;
use crate::family::{Family, Refused};
use crate::kernel::Kernel;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A hash on AES rounds, under a key or none.
#[derive(Clone)]
pub(crate) struct OnAes<H: AesHash>(Option<Arc<H::Key>>);

impl<H: AesHash> OnAes<H> {
    /// Without a key.
    pub(crate) const NO_KEY: Self = Self(None);

    /// Under a key.
    pub(super) fn keyed(key: H::Key) -> Self {
        Self(Some(Arc::new(key)))
    }

    /// The key, or that of no key.
    pub(super) fn key(&self) -> &H::Key {
        match &self.0 {
            None => &H::kernels().no_key,
            Some(key) => key,
        }
    }
}

impl<H: AesHash> Family for OnAes<H> {
    // It is large.
    type State = Box<Pieces<H>>;

    fn begin(&self) -> Self::State {
        Box::new(Pieces::new(self.clone()))
    }

    fn with_key(&self, key: &[u8]) -> Result<Self, Refused> {
        H::expand(key).map(Self::keyed).ok_or(Refused::NotTaken)
    }

    fn kernels(&self) -> Vec<Kernel> {
        H::kernels().list.iter().map(|kernel| kernel.kernel()).collect()
    }

    /// By the best kernel for one.
    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        digest.copy_from_slice(&H::kernels().one().whole(self.key(), message));
    }

    /// By the best kernel for many.
    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        // So many at once that their lanes' filling and emptying does not count,
        // and so few that their places need no memory of their own.
        const BATCH: usize = 64;
        let mut digests = [[0; 16]; BATCH];
        for (batch, messages) in messages.chunks(BATCH).enumerate() {
            H::kernels().many().many(self.key(), messages, &mut digests);
            for (i, digest) in digests[..messages.len()].iter().enumerate() {
                output.digest_mut(batch * BATCH + i).copy_from_slice(digest);
            }
        }
    }
}
