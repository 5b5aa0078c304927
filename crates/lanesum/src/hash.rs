//! The front doors: one message, or many.

use crate::algorithm::Algorithm;
use crate::digest::{Digest, Digests, Output, Packed};
use crate::family::{Family, answers};
use crate::function::{Function, on_hash};
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
    let function = Function::new(algorithm);
    let mut digest = Digest::EMPTY;
    on_hash!(function, hash => hash.hash(message, digest.room(function.output_len())));
    digest
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
    run(
        &algorithm.into(),
        &answers(messages),
        &mut Digests { digests: &mut digests, len: algorithm.digest_len() },
    );
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
    run(&algorithm.into(), &answers(messages), &mut Packed { bytes: digests, len });
    Ok(())
}

/// Hashes the messages, in lanes where there are several.
pub(crate) fn run(function: &Function, messages: &[&[u8]], output: &mut impl Output) {
    match messages {
        [message] => on_hash!(function, hash => hash.hash(message, output.digest_mut(0))),
        _ => on_hash!(function, hash => hash.hash_each(messages, output)),
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
