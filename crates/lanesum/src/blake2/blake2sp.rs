//! BLAKE2sp: eight BLAKE2s leaves under a root.
//!
//! The leaves take the blocks of a message in turn, so that they fit the lanes
//! of a vector. It is another hash than BLAKE2s, and faster for one long
//! message.

use crate::digest::Digest;
use alloc::vec::Vec;
use core::borrow::Borrow;

use super::blake2s::Blake2s;

/// The parameters of BLAKE2sp.
pub type Params = super::TreeParams<Blake2s>;

/// BLAKE2sp of a message that comes in pieces.
pub type State = super::TreeState<Blake2s>;

/// BLAKE2sp of a message.
///
/// ```
/// use lanesum::blake2::blake2sp::{Params, State, hash};
///
/// let params = Params::new().digest_len(32)?.key(b"a key")?;
/// assert_eq!(hash(&params, b"abc"), State::new(&params).update(b"abc").finalize());
/// # Ok::<(), lanesum::blake2::ParamError>(())
/// ```
pub fn hash(params: &Params, message: &[u8]) -> Digest {
    State::new(params).update(message).finalize()
}

/// The BLAKE2sp of a message, on all cores where they help: see
/// [`State::par_update`](super::TreeState::par_update).
#[cfg(feature = "rayon")]
pub fn par_hash(params: &Params, message: &[u8]) -> Digest {
    State::new(params).par_update(message).finalize()
}

/// BLAKE2sp of many messages of any lengths, whose leaves share the SIMD
/// lanes, on this core, each with its own parameters. Digest `i` is message
/// `i`'s.
pub fn hash_many(jobs: &[(impl Borrow<Params>, impl AsRef<[u8]>)]) -> Vec<Digest> {
    super::tree_many::hash_many(jobs)
}

/// Adds a piece to each of many messages, whose leaves share the SIMD lanes:
/// each state gets the piece beside it, as by
/// [`State::update`](super::TreeState::update).
pub fn update_many(updates: &mut [(&mut State, &[u8])]) {
    super::tree_many::update_many(updates);
}
