//! LeMac with a key: a hash of 128 bits on AES rounds, about as fast as memory.
//!
//! Under a secret key nobody can make two messages with the same digest, or
//! the digest of a message, without having seen it; as a MAC a nonce must not
//! be used for two messages. Under a key that is known, as the key of zeros of
//! [`Algorithm::LeMac`](crate::Algorithm::LeMac), it protects against accidents only. Its difference
//! propagation is proven (at least 26 active S-boxes), by Bariant, Baudrin,
//! Leurent, Pernot, Perrin and Peyrin, "Fast AES-Based Universal Hash Functions
//! and MACs", ToSC 2024(2), with the corrigendum.
//!
//! Without AES instructions, on the portable kernel, the time depends on the
//! key through the cache.
//!
//! ```
//! use lanesum::lemac::LeMac;
//!
//! let lemac = LeMac::new(b"sixteen byte key", &[0; 16]);
//! let digest = lemac.hash(b"message");
//! let mut hasher = lemac.hasher();
//! hasher.update(b"mess");
//! hasher.update(b"age");
//! assert_eq!(hasher.finalize(), digest);
//! assert_eq!(lemac.hash_many(&["a", "message"])[1], digest);
//! ```

#[forbid(unsafe_code)]
pub(super) mod rounds;

use super::kernels::schedule;
use super::{OfLeMac, OnAes};
use crate::digest::{Digest, Digests};
use crate::family::{Family, answers};
use alloc::vec::Vec;
use core::fmt;

/// Bytes in a digest.
const DIGEST_LEN: usize = 16;

/// A key and a nonce, made ready: some 40 encryptions with AES.
#[derive(Clone)]
pub struct LeMac(OnAes<OfLeMac>);

impl LeMac {
    /// With a key and a nonce. As a hash under a seed: the nonce is zero.
    pub fn new(key: &[u8; 16], nonce: &[u8; 16]) -> Self {
        Self(OnAes::keyed(schedule(key, nonce)))
    }

    /// Hashes one message.
    pub fn hash(&self, message: &[u8]) -> Digest {
        self.0.digest(message, DIGEST_LEN)
    }

    /// Hashes many messages, in lanes. Digest `i` is message `i`'s.
    pub fn hash_many<M: AsRef<[u8]>>(&self, messages: &[M]) -> Vec<Digest> {
        let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
        self.0.hash_each(&answers(messages), &mut Digests { digests: &mut digests, len: DIGEST_LEN });
        digests
    }

    /// The hash under this key.
    pub(crate) fn on_aes(&self) -> &OnAes<OfLeMac> {
        &self.0
    }
}

impl fmt::Debug for LeMac {
    /// Nothing of the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeMac").finish_non_exhaustive()
    }
}
