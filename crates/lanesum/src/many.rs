//! Many hashers at once: a piece for each of many messages, in lanes.

use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::{Member, on_family};
use crate::digest::{Digest, Scattered};
use crate::family::State;
use crate::hasher::Hasher;
use alloc::vec::Vec;

/// Adds a piece to each of many messages, one in each SIMD lane: each hasher
/// gets the piece beside it, as by [`Hasher::update`].
///
/// The algorithms may differ; the hashers of each share its lanes. Lanes are used best where
/// pieces are whole blocks and about equally long.
///
/// ```
/// use lanesum::{Algorithm, Hasher, finalize_many, hash, update_many};
///
/// let mut a = Hasher::new(Algorithm::Md5);
/// let mut b = Hasher::new(Algorithm::Sha256);
/// update_many(&mut [(&mut a, b"one "), (&mut b, b"two ")]);
/// update_many(&mut [(&mut a, b"message"), (&mut b, b"messages")]);
/// let digests = finalize_many(&[&a, &b]);
/// assert_eq!(digests[0], hash(Algorithm::Md5, b"one message"));
/// assert_eq!(digests[1], hash(Algorithm::Sha256, b"two messages"));
/// ```
pub fn update_many(updates: &mut [(&mut Hasher, &[u8])]) {
    if let [(hasher, piece)] = updates {
        hasher.update(piece);
        return;
    }
    let mut kinds = Kinds::default();
    for i in 0..updates.len() {
        let algorithm = updates[i].0.algorithm();
        if kinds.add(algorithm) {
            on_family!(AnyHash: &algorithm.plain(), hash => add(hash, algorithm.kind(), &mut updates[i..]));
        }
    }
}

/// The digests of many messages, each as by [`Hasher::finalize`], with their last blocks in
/// lanes. Digest `i` is hasher `i`'s. More pieces may follow.
pub fn finalize_many(hashers: &[&Hasher]) -> Vec<Digest> {
    if let [hasher] = hashers {
        return alloc::vec![hasher.finalize()];
    }
    let mut digests = alloc::vec![Digest::EMPTY; hashers.len()];
    let mut kinds = Kinds::default();
    for algorithm in hashers.iter().map(|hasher| hasher.algorithm()) {
        if kinds.add(algorithm) {
            on_family!(AnyHash: &algorithm.plain(), hash => end(hash, algorithm.kind(), hashers, &mut digests));
        }
    }
    digests
}

/// Kinds of algorithm: the hashers of one share the lanes of one compression function.
struct Kinds([bool; 1 << u8::BITS]);

impl Default for Kinds {
    /// None.
    fn default() -> Self {
        Self([false; 1 << u8::BITS])
    }
}

impl Kinds {
    /// Adds that of an algorithm: says whether it is new.
    fn add(&mut self, algorithm: Algorithm) -> bool {
        !core::mem::replace(&mut self.0[usize::from(algorithm.kind())], true)
    }
}

/// Adds pieces to the states of one kind, which is of this family.
fn add<F: Member>(_: &F, kind: u8, updates: &mut [(&mut Hasher, &[u8])]) {
    let mut states = Vec::with_capacity(updates.len());
    let alike = updates.iter_mut().filter(|(hasher, _)| hasher.algorithm().kind() == kind);
    states.extend(alike.filter_map(|(hasher, piece)| Some((F::own_mut(hasher.state_mut())?, *piece))));
    F::State::update_many(&mut states);
}

/// Writes the digests of the states of one kind, which is of this family.
fn end<F: Member>(_: &F, kind: u8, hashers: &[&Hasher], digests: &mut [Digest]) {
    let mut places = Vec::with_capacity(hashers.len());
    places.extend((0..hashers.len()).filter(|&i| hashers[i].algorithm().kind() == kind));
    let states: Vec<_> =
        places.iter().map(|&i| F::own(hashers[i].state()).expect("of this family")).collect();
    let len = |i: usize| hashers[i].function().digest_len();
    F::State::finalize_many(&states, &mut Scattered { digests, places: &places, len });
}
