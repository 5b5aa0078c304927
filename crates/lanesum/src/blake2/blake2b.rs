//! BLAKE2b: 64-bit words, digests of up to 64 bytes.

use crate::digest::Digest;
use alloc::vec::Vec;
use core::borrow::Borrow;

pub use super::compression::blake2b::Blake2b;

/// The parameters of BLAKE2b.
pub type Params = super::Params<Blake2b>;

/// BLAKE2b of a message that comes in pieces.
pub type State = super::State<Blake2b>;

/// BLAKE2b of a message.
///
/// ```
/// use lanesum::blake2::blake2b::{Params, hash};
///
/// let digest = hash(&Params::new(), b"abc");
/// assert_eq!(digest.to_string().get(..16), Some("ba80a53f981c4d0d"));
/// ```
pub fn hash(params: &Params, message: &[u8]) -> Digest {
    State::new(params).update(message).finalize()
}

/// BLAKE2b of many messages of any lengths, one in each SIMD lane, on this
/// core, each with its own parameters. Digest `i` is message `i`'s.
///
/// ```
/// use lanesum::blake2::blake2b::{Params, hash, hash_many};
///
/// let [one, two] = [Params::new().key(b"key 1")?, Params::new().digest_len(16)?];
/// let digests = hash_many(&[(&one, "message"), (&two, "another")]);
/// assert_eq!(digests[1], hash(&two, b"another"));
/// # Ok::<(), lanesum::blake2::ParamError>(())
/// ```
pub fn hash_many(jobs: &[(impl Borrow<Params>, impl AsRef<[u8]>)]) -> Vec<Digest> {
    super::many::hash_many(jobs)
}

/// Adds a piece to each of many messages, one in each SIMD lane: each state
/// gets the piece beside it, as by [`State::update`](super::State::update).
pub fn update_many(updates: &mut [(&mut State, &[u8])]) {
    super::many::update_many(updates);
}

/// The digests of many messages, each as by
/// [`State::finalize`](super::State::finalize), their last blocks in lanes.
pub fn finalize_many(states: &[&State]) -> Vec<Digest> {
    super::many::finalize_many(states)
}
