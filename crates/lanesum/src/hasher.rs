//! One message in pieces.

use crate::aes::lemac::LeMac;
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::{AnyHash, AnyState, Member, on_family};
use crate::digest::Digest;
use crate::family::State;
use crate::function::{Function, on_hash};
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
    function: Function,
    state: AnyState,
}

/// The state of a message without a byte.
fn begin<F: Member>(hash: &F) -> AnyState {
    F::wrap(hash.begin())
}

impl Hasher {
    /// For a new message.
    pub fn new(algorithm: Algorithm) -> Self {
        Self::of(algorithm.into())
    }

    /// For a new message, by a function.
    pub(crate) fn of(function: Function) -> Self {
        let state = on_hash!(function, hash => begin(hash));
        Self { function, state }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.function.algorithm()
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        on_family!(AnyState: &self.state, state => state.message_len())
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) {
        on_family!(AnyState: &mut self.state, state => State::update(state, piece));
    }

    /// The digest of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Digest {
        let mut digest = Digest::EMPTY;
        let room = digest.room(self.function.output_len());
        on_family!(AnyState: &self.state, state => State::finalize(state, room));
        digest
    }

    /// Begins a new message, under the same key.
    pub fn reset(&mut self) {
        self.state = on_hash!(self.function, hash => begin(hash));
    }

    /// The function.
    pub(crate) fn function(&self) -> &Function {
        &self.function
    }

    /// The message so far.
    #[inline]
    pub(crate) fn state(&self) -> &AnyState {
        &self.state
    }

    /// The message so far, to be added to.
    #[inline]
    pub(crate) fn state_mut(&mut self) -> &mut AnyState {
        &mut self.state
    }
}

impl LeMac {
    /// For one message in pieces. [`Hasher::reset`] keeps the key.
    pub fn hasher(&self) -> Hasher {
        let algorithm = Algorithm::LeMac;
        Hasher::of(Function::told(algorithm, AnyHash::LeMac(self.on_aes().clone()), algorithm.digest_len()))
    }
}

impl fmt::Debug for Hasher {
    /// The algorithm and the length; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("algorithm", &self.algorithm())
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
