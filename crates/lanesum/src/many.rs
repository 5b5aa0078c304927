//! Many hashers at once: a piece for each of many messages, in lanes.

use crate::algorithm::dispatch::Member;
use crate::digest::{Digest, Scattered};
use crate::family::State;
use crate::function::{Function, on_hash};
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
    for (kind, function) in kinds(updates.iter().map(|(hasher, _)| &**hasher)) {
        on_hash!(function, hash => add(hash, kind, updates));
    }
}

/// The digests of many messages, each as by [`Hasher::finalize`], with their last blocks in
/// lanes. Digest `i` is hasher `i`'s. More pieces may follow.
pub fn finalize_many(hashers: &[&Hasher]) -> Vec<Digest> {
    if let [hasher] = hashers {
        return alloc::vec![hasher.finalize()];
    }
    let mut digests = alloc::vec![Digest::EMPTY; hashers.len()];
    for (kind, function) in kinds(hashers.iter().copied()) {
        let alike = |&i: &usize| hashers[i].algorithm().kind() == kind;
        let places: Vec<_> = (0..hashers.len()).filter(alike).collect();
        let len = |i: usize| hashers[i].function().digest_len();
        let mut output = Scattered { digests: &mut digests, places: &places, len };
        on_hash!(function, hash => end(hash, hashers, &mut output));
    }
    digests
}

/// The kinds of algorithm among the hashers, with a function of each: those of a
/// kind share the lanes of one compression function.
fn kinds<'h>(hashers: impl Iterator<Item = &'h Hasher>) -> Vec<(u8, Function)> {
    let mut kinds: Vec<(u8, Function)> = Vec::new();
    for hasher in hashers {
        let kind = hasher.algorithm().kind();
        if kinds.iter().all(|(other, _)| *other != kind) {
            kinds.push((kind, hasher.function().clone()));
        }
    }
    kinds
}

/// Adds pieces to the states of one kind.
fn add<F: Member>(_: &F, kind: u8, updates: &mut [(&mut Hasher, &[u8])]) {
    let alike = updates.iter_mut().filter(|(hasher, _)| hasher.algorithm().kind() == kind);
    let states = alike.filter_map(|(hasher, piece)| Some((F::own_mut(hasher.state_mut())?, *piece)));
    F::State::update_many(&mut states.collect::<Vec<_>>());
}

/// Writes the digests of the states in the output's places.
fn end<F: Member, L: Fn(usize) -> usize>(_: &F, hashers: &[&Hasher], output: &mut Scattered<'_, L>) {
    let states: Vec<_> = output.places.iter().filter_map(|&i| F::own(hashers[i].state())).collect();
    F::State::finalize_many(&states, output);
}
