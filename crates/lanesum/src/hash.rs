//! The front doors: one message, or many.

use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::{AnyHash, on_family};
use crate::digest::{Digest, Digests, Output, OutputLengthError, Packed};
use crate::family::{Family, answers};
use crate::function::{Function, on_hash};
use alloc::vec::Vec;

/// Hashes one message, on this core. Of an output longer than 64 bytes it returns the
/// first 64: [`hash_into`] writes all of it.
///
/// ```
/// use lanesum::{Algorithm, hash};
///
/// let digest = hash(Algorithm::Sha256, b"abc");
/// assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// ```
pub fn hash(function: impl Into<Function>, message: &[u8]) -> Digest {
    let function = function.into();
    match function.hash() {
        Some(hash) => one(hash, function.digest_len(), message),
        // In registers: written byte by byte and read at once, it would be waited for until all
        // that the message before it wrote is in the cache.
        None => plain(function.algorithm(), message),
    }
}

fn plain(algorithm: Algorithm, message: &[u8]) -> Digest {
    let len = algorithm.digest_len();
    one(&algorithm.plain(), len, message)
}

#[inline]
fn one(hash: &AnyHash, len: usize, message: &[u8]) -> Digest {
    on_family!(AnyHash: hash, hash => hash.digest(message, len))
}

/// Hashes one message into the caller's bytes: all of an output that is longer than
/// a [`Digest`].
///
/// ```
/// use lanesum::{Algorithm, Function, hash_into};
///
/// let long = Function::new(Algorithm::Blake3).with_output_len(1000)?;
/// let mut output = [0; 1000];
/// hash_into(&long, b"abc", &mut output)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`OutputLengthError`] where `output` is not [`Function::output_len`] bytes long.
/// Nothing is written then.
pub fn hash_into(
    function: impl Into<Function>,
    message: &[u8],
    output: &mut [u8],
) -> Result<(), OutputLengthError> {
    let function = function.into();
    OutputLengthError::check(1, function.output_len(), output)?;
    write_one(&function, message, output);
    Ok(())
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
pub fn hash_many<M: AsRef<[u8]>>(function: impl Into<Function>, messages: &[M]) -> Vec<Digest> {
    if let [message] = messages {
        return alloc::vec![hash(function, message.as_ref())];
    }
    let function = function.into();
    let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
    run_digests(&function, &answers(messages), &mut digests);
    digests
}

/// [`hash_many`] into the caller's bytes: the output for message `i` begins at byte
/// `i * output_len`. One allocation for the whole batch holds a slice of each message.
///
/// # Errors
///
/// [`OutputLengthError`] where `digests` is not `messages.len()` times
/// [`Function::output_len`] bytes long. Nothing is written then.
pub fn hash_many_into<M: AsRef<[u8]>>(
    function: impl Into<Function>,
    messages: &[M],
    digests: &mut [u8],
) -> Result<(), OutputLengthError> {
    if let [message] = messages {
        return hash_into(function, message.as_ref(), digests);
    }
    let function = function.into();
    let len = function.output_len();
    OutputLengthError::check(messages.len(), len, digests)?;
    run(&function, &answers(messages), &mut Packed { bytes: digests, len });
    Ok(())
}

/// Writes the digest of one message.
fn write_one(function: &Function, message: &[u8], digest: &mut [u8]) {
    on_hash!(function, hash => hash.hash(message, digest));
}

/// [`run`] for digests: compiled once, in this crate, where what is generic is compiled in each
/// crate that calls it.
pub(crate) fn run_digests(function: &Function, messages: &[&[u8]], digests: &mut [Digest]) {
    run(function, messages, &mut Digests { digests, len: function.digest_len() });
}

/// Hashes the messages, in lanes where there are several.
pub(crate) fn run(function: &Function, messages: &[&[u8]], output: &mut impl Output) {
    match messages {
        [message] => write_one(function, message, output.digest_mut(0)),
        _ => on_hash!(function, hash => hash.hash_each(messages, output)),
    }
}
