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

use super::kernels::{of_lemac, schedule};
use super::pieces::digest;
use super::whole;
use crate::digest::Digest;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use rounds::Schedule;

/// A key and a nonce, made ready: some 40 encryptions with AES.
#[derive(Clone)]
pub struct LeMac {
    schedule: Arc<Schedule>,
}

impl LeMac {
    /// With a key and a nonce. As a hash under a seed: the nonce is zero.
    pub fn new(key: &[u8; 16], nonce: &[u8; 16]) -> Self {
        Self { schedule: Arc::new(schedule(key, nonce)) }
    }

    /// Hashes one message.
    pub fn hash(&self, message: &[u8]) -> Digest {
        digest(whole::one(of_lemac(), &self.schedule, self.schedule.start(), message))
    }

    /// Hashes many messages, in lanes. Digest `i` is message `i`'s.
    pub fn hash_many<M: AsRef<[u8]>>(&self, messages: &[M]) -> Vec<Digest> {
        let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
        let put = |i: usize, bytes: [u8; 16]| digests[i] = digest(bytes);
        whole::many(of_lemac(), &self.schedule, messages, put);
        digests
    }

    /// The key.
    pub(crate) fn schedule(&self) -> &Arc<Schedule> {
        &self.schedule
    }
}

impl fmt::Debug for LeMac {
    /// Nothing of the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeMac").finish_non_exhaustive()
    }
}
