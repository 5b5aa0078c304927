//! One message in pieces.

use crate::aes::lemac::LeMac;
use crate::aes::{self, Key as AesKey, OfLeMac, OfNabHash, of_lemac, of_nabhash};
use crate::algorithm::{Algorithm, Family};
use crate::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use crate::blake3;
use crate::digest::Digest;
use crate::merkle_damgard;
use crate::single;
use alloc::boxed::Box;
use core::fmt;

/// Hashes one message that comes in pieces.
///
/// ```
/// use lanesum::{Algorithm, Hasher, hash};
///
/// let mut hasher = Hasher::new(Algorithm::Sha1);
/// hasher.update(b"a");
/// hasher.update(b"bc");
/// assert_eq!(hasher.finalize(), hash(Algorithm::Sha1, b"abc"));
/// ```
#[derive(Clone)]
pub struct Hasher {
    algorithm: Algorithm,
    pieces: Pieces,
}

/// The message so far, as its family keeps it. The trees' states are large.
#[derive(Clone)]
pub(crate) enum Pieces {
    MerkleDamgard(merkle_damgard::Pieces),
    Blake2b(blake2b::State),
    Blake2s(blake2s::State),
    Blake2bp(Box<blake2bp::State>),
    Blake2sp(Box<blake2sp::State>),
    Blake3(blake3::Hasher),
    Single(Box<single::Pieces>),
    LeMac(Box<aes::Pieces<OfLeMac>>),
    NabHash(aes::Pieces<OfNabHash>),
}

impl Pieces {
    /// None yet.
    fn new(algorithm: Algorithm) -> Self {
        match algorithm.family() {
            Family::MerkleDamgard(hash) => Self::MerkleDamgard(merkle_damgard::Pieces::new(hash)),
            Family::Blake2b(len) => Self::Blake2b(blake2b::State::new(&blake2b::Params::of_len(len))),
            Family::Blake2s(len) => Self::Blake2s(blake2s::State::new(&blake2s::Params::of_len(len))),
            Family::Blake2bp(len) => {
                Self::Blake2bp(Box::new(blake2bp::State::new(&blake2bp::Params::of_len(len))))
            }
            Family::Blake2sp(len) => {
                Self::Blake2sp(Box::new(blake2sp::State::new(&blake2sp::Params::of_len(len))))
            }
            Family::Blake3 => Self::Blake3(blake3::Hasher::new()),
            Family::Single(which) => Self::Single(Box::new(single::Pieces::new(which))),
            Family::LeMac => Self::lemac(AesKey::None),
            Family::NabHash => Self::NabHash(aes::Pieces::new(of_nabhash(), AesKey::None, aes::NABHASH_INIT)),
        }
    }
}

impl Pieces {
    /// None yet, under a key.
    fn lemac(key: AesKey<OfLeMac>) -> Self {
        let kernels = of_lemac();
        let start = match &key {
            AesKey::None => kernels.no_key.start(),
            AesKey::Some(schedule) => schedule.start(),
        };
        Self::LeMac(Box::new(aes::Pieces::new(kernels, key, start)))
    }
}

/// The same for the pieces of each family.
macro_rules! each {
    ($pieces:expr, $state:ident => $e:expr) => {
        match $pieces {
            Pieces::MerkleDamgard($state) => $e,
            Pieces::Blake2b($state) => $e,
            Pieces::Blake2s($state) => $e,
            Pieces::Blake2bp($state) => $e,
            Pieces::Blake2sp($state) => $e,
            Pieces::Blake3($state) => $e,
            Pieces::Single($state) => $e,
            Pieces::LeMac($state) => $e,
            Pieces::NabHash($state) => $e,
        }
    };
}

impl Hasher {
    /// For a new message.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, pieces: Pieces::new(algorithm) }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        match &self.pieces {
            Pieces::MerkleDamgard(pieces) => pieces.len(),
            Pieces::Blake2b(state) => state.count() as u64,
            Pieces::Blake2s(state) => state.count() as u64,
            Pieces::Blake2bp(state) => state.count() as u64,
            Pieces::Blake2sp(state) => state.count() as u64,
            Pieces::Blake3(hasher) => hasher.count(),
            Pieces::Single(pieces) => pieces.len(),
            Pieces::LeMac(pieces) => pieces.len(),
            Pieces::NabHash(pieces) => pieces.len(),
        }
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) {
        each!(&mut self.pieces, state => {
            state.update(piece);
        });
    }

    /// The digest of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Digest {
        match &self.pieces {
            Pieces::MerkleDamgard(pieces) => pieces.finalize(),
            Pieces::Blake2b(state) => state.finalize(),
            Pieces::Blake2s(state) => state.finalize(),
            Pieces::Blake2bp(state) => state.finalize(),
            Pieces::Blake2sp(state) => state.finalize(),
            Pieces::Blake3(hasher) => hasher.finalize().into(),
            Pieces::Single(pieces) => pieces.finalize(),
            Pieces::LeMac(pieces) => pieces.finalize(),
            Pieces::NabHash(pieces) => pieces.finalize(),
        }
    }

    /// Begins a new message, under the same key.
    pub fn reset(&mut self) {
        self.pieces = match &self.pieces {
            Pieces::LeMac(pieces) => Pieces::lemac(pieces.key().clone()),
            _ => Pieces::new(self.algorithm),
        };
    }

    /// The message so far.
    #[inline]
    pub(crate) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn pieces_mut(&mut self) -> &mut Pieces {
        &mut self.pieces
    }

    /// The message so far.
    ///
    /// # Panics
    ///
    /// Where the algorithm is of another family.
    #[inline]
    pub(crate) fn merkle_damgard(&self) -> &merkle_damgard::Pieces {
        match &self.pieces {
            Pieces::MerkleDamgard(pieces) => pieces,
            _ => unreachable!("the caller asked for the family"),
        }
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn merkle_damgard_mut(&mut self) -> &mut merkle_damgard::Pieces {
        match &mut self.pieces {
            Pieces::MerkleDamgard(pieces) => pieces,
            _ => unreachable!("the caller asked for the family"),
        }
    }
}

impl LeMac {
    /// For one message in pieces. [`Hasher::reset`] keeps the key.
    pub fn hasher(&self) -> Hasher {
        let key = AesKey::Some(self.schedule().clone());
        Hasher { algorithm: Algorithm::LeMac, pieces: Pieces::lemac(key) }
    }
}

impl fmt::Debug for Hasher {
    /// The algorithm and the length; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("algorithm", &self.algorithm)
            .field("len", &self.message_len())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    /// [`Hasher::update`]: never an error, and never less than all.
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
