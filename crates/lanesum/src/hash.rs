//! The front doors: one message, or many.

use crate::aes::{self, of_lemac, of_nabhash};
use crate::algorithm::{Algorithm, Family};
use crate::blake2::{self, blake2b, blake2bp, blake2s, blake2sp};
use crate::blake3;
use crate::digest::Digest;
use crate::hasher::Hasher;
use crate::merkle_damgard::{Output, Whole};
use crate::scheduler;
use alloc::vec::Vec;

/// Hashes one message.
///
/// ```
/// use lanesum::{Algorithm, hash};
///
/// let digest = hash(Algorithm::Sha256, b"abc");
/// assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// ```
pub fn hash(algorithm: Algorithm, message: &[u8]) -> Digest {
    match algorithm.family() {
        Family::Blake3 => return blake3::hash(message).into(),
        Family::Single(which) => return which.hash(message),
        Family::LeMac => {
            let kernels = of_lemac();
            let start = kernels.no_key.start();
            return aes::digest(aes::one(kernels, &kernels.no_key, start, message));
        }
        Family::NabHash => {
            return aes::digest(aes::one(of_nabhash(), &(), aes::NABHASH_INIT, message));
        }
        _ => {}
    }
    let mut hasher = Hasher::new(algorithm);
    hasher.update(message);
    hasher.finalize()
}

/// Hashes many messages of any lengths, one in each SIMD lane, on this core.
/// Digest `i` is message `i`'s.
///
/// ```
/// use lanesum::{Algorithm, hash, hash_many};
///
/// let messages = ["some", "messages", "of any length"];
/// let digests = hash_many(Algorithm::Md5, &messages);
/// assert_eq!(digests[2], hash(Algorithm::Md5, b"of any length"));
/// ```
pub fn hash_many<M: AsRef<[u8]>>(algorithm: Algorithm, messages: &[M]) -> Vec<Digest> {
    let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
    run(algorithm, messages, &mut Digests { digests: &mut digests, len: algorithm.digest_len() });
    digests
}

/// [`hash_many`] into the caller's bytes: digest `i` is at
/// `i * algorithm.digest_len()`, one behind the other. What is allocated is one
/// piece for the whole batch, with a slice of each message.
///
/// # Errors
///
/// [`OutputLengthError`] where `digests` is not `messages.len()` times
/// [`Algorithm::digest_len`] bytes long. Nothing is written then.
pub fn hash_many_into<M: AsRef<[u8]>>(
    algorithm: Algorithm,
    messages: &[M],
    digests: &mut [u8],
) -> Result<(), OutputLengthError> {
    let len = algorithm.digest_len();
    OutputLengthError::check(messages.len(), len, digests)?;
    run(algorithm, messages, &mut Packed { bytes: digests, len });
    Ok(())
}

/// Digests of `len` bytes.
pub(crate) struct Digests<'d> {
    pub(crate) digests: &'d mut [Digest],
    pub(crate) len: usize,
}

impl Output for Digests<'_> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        self.digests[message].room(self.len)
    }
}

/// Digests of `len` bytes, one behind the other.
struct Packed<'d> {
    bytes: &'d mut [u8],
    len: usize,
}

impl Output for Packed<'_> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        &mut self.bytes[message * self.len..][..self.len]
    }
}

/// Each message's bytes, asked for once: lanes are planned by the lengths, and an
/// `AsRef` that answers another one the next time must not upset the plan.
pub(crate) fn answers<M: AsRef<[u8]>>(messages: &[M]) -> Vec<&[u8]> {
    messages.iter().map(M::as_ref).collect()
}

/// Hashes the messages, in lanes where there are several. Each is asked for its
/// bytes once.
pub(crate) fn run<M: AsRef<[u8]>>(algorithm: Algorithm, messages: &[M], output: &mut impl Output) {
    if let [message] = messages {
        return output.digest_mut(0).copy_from_slice(hash(algorithm, message.as_ref()).as_bytes());
    }
    let mut put = |i, digest: Digest| output.digest_mut(i).copy_from_slice(digest.as_bytes());
    match algorithm.family() {
        Family::MerkleDamgard(hash) => {
            let kernels = (hash.kernels)();
            let mut whole = Whole { hash, messages: &answers(messages), output };
            scheduler::run(&kernels.list, &kernels.plan, hash.states(), hash.block_len(), &mut whole);
        }
        Family::Blake2b(len) => {
            let (params, messages) = (blake2b::Params::of_len(len), answers(messages));
            blake2::hash_each(messages.len(), &|_| &params, &|i| messages[i], &mut put);
        }
        Family::Blake2s(len) => {
            let (params, messages) = (blake2s::Params::of_len(len), answers(messages));
            blake2::hash_each(messages.len(), &|_| &params, &|i| messages[i], &mut put);
        }
        Family::Blake2bp(len) => {
            let (params, messages) = (blake2bp::Params::of_len(len), answers(messages));
            blake2::tree_hash_each(messages.len(), &|_| &params, &|i| messages[i], &mut put);
        }
        Family::Blake2sp(len) => {
            let (params, messages) = (blake2sp::Params::of_len(len), answers(messages));
            blake2::tree_hash_each(messages.len(), &|_| &params, &|i| messages[i], &mut put);
        }
        Family::Blake3 => {
            let messages = messages.iter().map(M::as_ref);
            blake3::hash_each(&blake3::Mode::HASH, messages, |first, hashes| {
                for (i, hash) in hashes.iter().enumerate() {
                    *output.digest_mut(first + i).first_chunk_mut().expect("room for a digest") = *hash;
                }
            });
        }
        Family::Single(which) => {
            for (i, message) in messages.iter().enumerate() {
                put(i, which.hash(message.as_ref()));
            }
        }
        Family::LeMac => {
            let kernels = of_lemac();
            let put = |i, digest: [u8; 16]| output.digest_mut(i).copy_from_slice(&digest);
            aes::many(kernels, &kernels.no_key, messages, put);
        }
        Family::NabHash => {
            let put = |i, digest: [u8; 16]| output.digest_mut(i).copy_from_slice(&digest);
            aes::many(of_nabhash(), &(), messages, put);
        }
    }
}

/// The room for the digests is not what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{messages} digests of {digest_len} bytes need {}, not {len} bytes", *messages as u128 * *digest_len as u128)]
pub struct OutputLengthError {
    messages: usize,
    digest_len: usize,
    len: usize,
}

impl OutputLengthError {
    pub(crate) fn check(messages: usize, digest_len: usize, digests: &[u8]) -> Result<(), Self> {
        match messages.checked_mul(digest_len) {
            Some(needed) if needed == digests.len() => Ok(()),
            _ => Err(Self { messages, digest_len, len: digests.len() }),
        }
    }
}
