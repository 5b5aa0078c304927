//! Many hashers at once: a piece for each of many messages, in lanes.

use crate::algorithm::{Algorithm, Family};
use crate::blake2;
use crate::digest::Digest;
use crate::hasher::{Hasher, Pieces as SoFar};
use crate::kernel::Column;
use crate::merkle_damgard::MerkleDamgard;
use crate::scheduler::{self, Messages, Run};
use alloc::vec::Vec;

/// Adds a piece to each of many messages, one in each SIMD lane: each hasher
/// gets the piece beside it, as by [`Hasher::update`].
///
/// The algorithms may differ; the hashers of each share its lanes. Pieces of
/// whole blocks, and of like lengths, make the best of them.
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
        return hasher.update(piece);
    }
    let algorithms: Vec<_> = updates.iter().map(|(hasher, _)| hasher.algorithm()).collect();
    each_algorithm(&algorithms, |algorithm, which| match algorithm.family() {
        Family::MerkleDamgard(hash) => {
            run(hash, &mut Pieces { hash, updates, which });
            for &i in which {
                let (hasher, piece) = &mut updates[i];
                hasher.merkle_damgard_mut().hold_rest(piece);
            }
        }
        Family::Blake2b(_) => {
            let mut states = states(updates, algorithm, |so_far| match so_far {
                SoFar::Blake2b(state) => Some(state),
                _ => None,
            });
            blake2::update_many(&mut states);
        }
        Family::Blake2s(_) => {
            let mut states = states(updates, algorithm, |so_far| match so_far {
                SoFar::Blake2s(state) => Some(state),
                _ => None,
            });
            blake2::update_many(&mut states);
        }
        Family::Blake2bp(_) => {
            let mut states = states(updates, algorithm, |so_far| match so_far {
                SoFar::Blake2bp(state) => Some(&mut **state),
                _ => None,
            });
            blake2::tree_update_many(&mut states);
        }
        Family::Blake2sp(_) => {
            let mut states = states(updates, algorithm, |so_far| match so_far {
                SoFar::Blake2sp(state) => Some(&mut **state),
                _ => None,
            });
            blake2::tree_update_many(&mut states);
        }
        Family::Blake3 | Family::Single(_) | Family::LeMac | Family::NabHash => {
            // Each gathers its pieces until they fill the lanes, or takes them alone.
            for &i in which {
                let (hasher, piece) = &mut updates[i];
                hasher.update(piece);
            }
        }
    });
}

/// The digests of many messages, each as by [`Hasher::finalize`], their last
/// blocks in lanes. More pieces may follow.
pub fn finalize_many(hashers: &[&Hasher]) -> Vec<Digest> {
    if let [hasher] = hashers {
        return alloc::vec![hasher.finalize()];
    }
    let mut digests = alloc::vec![Digest::EMPTY; hashers.len()];
    let algorithms: Vec<_> = hashers.iter().map(|hasher| hasher.algorithm()).collect();
    each_algorithm(&algorithms, |algorithm, which| match algorithm.family() {
        Family::MerkleDamgard(hash) => {
            run(hash, &mut Tails { hash, hashers, which, digests: &mut digests });
        }
        Family::Blake2b(_) => {
            let states = which.iter().filter_map(|&i| match hashers[i].pieces() {
                SoFar::Blake2b(state) => Some(state),
                _ => None,
            });
            put(&mut digests, which, blake2::finalize_many(&states.collect::<Vec<_>>()));
        }
        Family::Blake2s(_) => {
            let states = which.iter().filter_map(|&i| match hashers[i].pieces() {
                SoFar::Blake2s(state) => Some(state),
                _ => None,
            });
            put(&mut digests, which, blake2::finalize_many(&states.collect::<Vec<_>>()));
        }
        Family::Blake2bp(_)
        | Family::Blake2sp(_)
        | Family::Blake3
        | Family::Single(_)
        | Family::LeMac
        | Family::NabHash => {
            // The trees fill the lanes with their nodes.
            put(&mut digests, which, which.iter().map(|&i| hashers[i].finalize()));
        }
    });
    digests
}

/// The states of one algorithm, each with its piece.
fn states<'u, 'a, S>(
    updates: &'u mut [(&mut Hasher, &'a [u8])],
    algorithm: Algorithm,
    state: impl Fn(&'u mut SoFar) -> Option<&'u mut S>,
) -> Vec<(&'u mut S, &'a [u8])> {
    let of_it = updates.iter_mut().filter(|(hasher, _)| hasher.algorithm() == algorithm);
    of_it.filter_map(|(hasher, piece)| Some((state(hasher.pieces_mut())?, *piece))).collect()
}

/// Puts digests in their places.
fn put(digests: &mut [Digest], places: &[usize], which: impl IntoIterator<Item = Digest>) {
    for (&i, digest) in places.iter().zip(which) {
        digests[i] = digest;
    }
}

/// Calls `f` for each algorithm, with the places where it is.
fn each_algorithm(algorithms: &[Algorithm], mut f: impl FnMut(Algorithm, &[usize])) {
    let mut places: Vec<usize> = (0..algorithms.len()).collect();
    places.sort_by_key(|&i| algorithms[i]);
    for which in places.chunk_by(|&i, &j| algorithms[i] == algorithms[j]) {
        f(algorithms[which[0]], which);
    }
}

fn run<'a>(hash: &MerkleDamgard, messages: &mut impl Messages<'a>) {
    let kernels = (hash.kernels)();
    scheduler::run(&kernels.list, &kernels.plan, hash.states(), hash.block_len(), messages);
}

/// The whole blocks of each hasher's piece, behind what it holds already.
struct Pieces<'u, 'h, 'a> {
    hash: &'static MerkleDamgard,
    updates: &'u mut [(&'h mut Hasher, &'a [u8])],
    which: &'u [usize],
}

impl<'a> Messages<'a> for Pieces<'_, '_, 'a> {
    fn len(&self) -> usize {
        self.which.len()
    }

    fn blocks(&self, message: usize) -> usize {
        let (hasher, piece) = &self.updates[self.which[message]];
        (hasher.merkle_damgard().held().len() + piece.len()) / self.hash.block_len()
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let (hasher, piece) = &self.updates[self.which[message]];
        let so_far = hasher.merkle_damgard();
        let (block, held) = (self.hash.block_len(), so_far.held());
        if at == 0 {
            state.write(so_far.state());
            if !held.is_empty() {
                // A block that begins with what is held. What follows is in place.
                tail[..held.len()].copy_from_slice(held);
                tail[held.len()..block].copy_from_slice(&piece[..block - held.len()]);
                return Run { body: &[], tail_blocks: 1 };
            }
        }
        let rest = &piece[at * block - held.len()..];
        Run { body: &rest[..rest.len() - rest.len() % block], tail_blocks: 0 }
    }

    fn end(&mut self, message: usize, state: &Column<'_>) {
        *self.updates[self.which[message]].0.merkle_damgard_mut().state_mut() = state.read();
    }
}

/// The padded ends of the hashers' messages.
struct Tails<'u> {
    hash: &'static MerkleDamgard,
    hashers: &'u [&'u Hasher],
    which: &'u [usize],
    digests: &'u mut [Digest],
}

impl<'a> Messages<'a> for Tails<'_> {
    fn len(&self) -> usize {
        self.which.len()
    }

    fn blocks(&self, message: usize) -> usize {
        self.hash.blocks(self.hashers[self.which[message]].merkle_damgard().held().len())
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let so_far = self.hashers[self.which[message]].merkle_damgard();
        if at == 0 {
            state.write(so_far.state());
        }
        let blocks = self.hash.pad(so_far.held(), so_far.len(), tail);
        tail.copy_within(at * self.hash.block_len().., 0);
        Run { body: &[], tail_blocks: blocks - at }
    }

    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.digests[self.which[message]] = self.hash.digest(&state.read());
    }
}
