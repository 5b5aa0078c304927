//! OpenSSL's EVP, as its manual says to use it for speed: the method fetched
//! once, the context used again.

use anyhow::Context;
use lanesum::Algorithm;
use openssl::hash::{MessageDigest, hash};
use openssl::md::Md;
use openssl::md_ctx::MdCtx;

/// An algorithm of OpenSSL's.
pub(crate) struct Evp {
    method: Md,
    context: MdCtx,
    digest: [u8; lanesum::Digest::MAX_LEN],
}

impl Evp {
    /// Fetches the method.
    ///
    /// # Errors
    ///
    /// Where OpenSSL does not have the algorithm.
    pub(crate) fn new(algorithm: Algorithm) -> anyhow::Result<Self> {
        let method = Md::fetch(None, algorithm.name(), None)
            .with_context(|| format!("OpenSSL does not have {algorithm}"))?;
        Ok(Self { method, context: MdCtx::new()?, digest: [0; lanesum::Digest::MAX_LEN] })
    }

    /// Hashes a message. The digest stays until the next one.
    pub(crate) fn hash(&mut self, message: &[u8]) -> &[u8] {
        let mut hash = || {
            self.context.digest_init(&self.method)?;
            self.context.digest_update(message)?;
            self.context.digest_final(&mut self.digest)
        };
        let len = hash().expect("a digest in memory fails only without memory");
        &self.digest[..len]
    }

    /// Hashes a message that comes in pieces.
    pub(crate) fn hash_pieces<'a>(&mut self, mut pieces: impl Iterator<Item = &'a [u8]>) -> lanesum::Digest {
        let mut hash = || {
            self.context.digest_init(&self.method)?;
            pieces.try_for_each(|piece| self.context.digest_update(piece))?;
            self.context.digest_final(&mut self.digest)
        };
        let len = hash().expect("a digest in memory fails only without memory");
        lanesum::Digest::from_bytes(&self.digest[..len]).expect("a digest has 1 to 64 bytes")
    }
}

/// What most programs do, and `EVP_Digest` does for them: a method by name and
/// a new context for each message.
pub(crate) struct EvpDigest(MessageDigest);

impl EvpDigest {
    /// The method.
    ///
    /// # Errors
    ///
    /// Where OpenSSL does not have the algorithm.
    pub(crate) fn new(algorithm: Algorithm) -> anyhow::Result<Self> {
        MessageDigest::from_name(algorithm.name())
            .map(Self)
            .with_context(|| format!("OpenSSL does not have {algorithm}"))
    }

    /// Hashes a message.
    pub(crate) fn hash(&self, message: &[u8]) -> impl AsRef<[u8]> + use<> {
        hash(self.0, message).expect("a digest in memory fails only without memory")
    }
}
