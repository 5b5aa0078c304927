//! All cores: one message, or many.
//!
//! Many messages are halved by their bytes until a part is small, and the parts
//! are run as rayon finds threads for them, each in the lanes of its core.

use crate::digest::{Digest, OutputLengthError, Packed};
use crate::family::{Family, answers};
use crate::function::{Function, on_hash};
use crate::hash::{run, run_digests};
use crate::lanes::MAX_LANES;
use alloc::vec::Vec;

/// The least bytes for which another thread is asked: some 20 microseconds of
/// work in full lanes, several times what waking a thread takes.
const LEAST: u64 = 256 << 10;

/// A thread gets up to this many parts, so that one that is late holds the
/// others up for a part only.
const PARTS: usize = 4;

/// What a message costs beside its bytes, as bytes: about a block.
const EACH: u64 = 64;

/// [`hash`](crate::hash()) on all cores, on rayon's current thread pool, where the
/// algorithm has a tree: BLAKE3, and BLAKE2bp and BLAKE2sp with cores enough. It gains
/// from a MiB on. The others take one core for one message.
///
/// ```
/// use lanesum::{Algorithm, hash, par_hash};
///
/// let message = vec![7; 3 << 20];
/// assert_eq!(par_hash(Algorithm::Blake3, &message), hash(Algorithm::Blake3, &message));
/// ```
pub fn par_hash(function: impl Into<Function>, message: &[u8]) -> Digest {
    let function = function.into();
    Digest::written(
        function.digest_len(),
        |digest| on_hash!(function, hash => hash.par_hash(message, digest)),
    )
}

/// [`hash_many`](crate::hash_many) on all cores: on rayon's current thread
/// pool, the messages divided by bytes.
///
/// ```
/// use lanesum::{Algorithm, hash_many, par_hash_many};
///
/// let messages: Vec<_> = (0..1000).map(|i| format!("message {i}")).collect();
/// assert_eq!(par_hash_many(Algorithm::Md5, &messages), hash_many(Algorithm::Md5, &messages));
/// ```
pub fn par_hash_many<M: AsRef<[u8]> + Sync>(function: impl Into<Function>, messages: &[M]) -> Vec<Digest> {
    let function = function.into();
    let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
    halve(&answers(messages), &mut digests, 1, &|messages, digests| {
        run_digests(&function, messages, digests);
    });
    digests
}

/// [`hash_many_into`](crate::hash_many_into) on all cores, as [`par_hash_many`].
///
/// # Errors
///
/// As [`hash_many_into`](crate::hash_many_into).
pub fn par_hash_many_into<M: AsRef<[u8]> + Sync>(
    function: impl Into<Function>,
    messages: &[M],
    digests: &mut [u8],
) -> Result<(), OutputLengthError> {
    let function = function.into();
    let len = function.output_len();
    OutputLengthError::check(messages.len(), len, digests)?;
    halve(&answers(messages), digests, len, &|messages, digests| {
        run(&function, messages, &mut Packed { bytes: digests, len });
    });
    Ok(())
}

/// Messages, cut by bytes.
struct Parts<'r, R> {
    /// Items of output for a message.
    each: usize,
    /// The bytes below which no part is halved.
    least: u64,
    run: &'r R,
}

/// Runs parts of the messages on all threads, with their part of the output,
/// of which each message makes `each` items.
fn halve<D, R>(messages: &[&[u8]], output: &mut [D], each: usize, run: &R)
where
    D: Send,
    R: Fn(&[&[u8]], &mut [D]) + Sync,
{
    let mut ends = Vec::with_capacity(messages.len());
    let mut end = 0;
    for message in messages {
        end += message.len() as u64 + EACH;
        ends.push(end);
    }
    // A part should fill the lanes of its thread: there is no more than one a
    // thread of few messages.
    let threads = crate::threads::count();
    let parts = threads * (messages.len() / (threads * MAX_LANES)).clamp(1, PARTS);
    let parts = Parts { each, least: LEAST.max(end / parts as u64), run };
    parts.run(messages, &ends, 0, output);
}

impl<R> Parts<'_, R> {
    /// `ends[i]` counts the bytes up to the end of message `i`, and `start`
    /// those before the first.
    fn run<D>(&self, messages: &[&[u8]], ends: &[u64], start: u64, output: &mut [D])
    where
        D: Send,
        R: Fn(&[&[u8]], &mut [D]) + Sync,
    {
        let bytes = ends.last().map_or(0, |end| end - start);
        // A half may be a little less than it should, for messages are whole.
        if messages.len() < 2 || bytes < self.least + self.least / 2 {
            return (self.run)(messages, output);
        }
        let middle = ends.partition_point(|end| end - start <= bytes / 2).clamp(1, messages.len() - 1);
        let (left, right) = messages.split_at(middle);
        let (left_ends, right_ends) = ends.split_at(middle);
        let (left_output, right_output) = output.split_at_mut(middle * self.each);
        crate::threads::join(
            || self.run(left, left_ends, start, left_output),
            || self.run(right, right_ends, left_ends[middle - 1], right_output),
        );
    }
}
