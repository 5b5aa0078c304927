//! One message in pieces.

use crate::aes::lemac::LeMac;
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::{AnyHash, AnyState, Member, on_family};
use crate::digest::{Digest, OutputLengthError};
use crate::family::State;
use crate::function::{Function, on_hash};
use core::fmt;

/// Hashes one message that comes in pieces, on this core. Any number of pieces of any
/// length may follow each other; a clone has the same message so far.
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
fn begin_with(hash: &AnyHash) -> AnyState {
    on_family!(AnyHash: hash, hash => wrapped(hash))
}

/// Begins a message where one of a hash of some family was.
fn again<F: Member>(hash: &F, state: &mut AnyState) {
    match F::own_mut(state) {
        Some(state) => hash.begin_again(state),
        None => *state = wrapped(hash),
    }
}

/// That of a hash of some family.
#[inline(always)]
fn wrapped<F: Member>(hash: &F) -> AnyState {
    F::wrap(hash.begin())
}

impl Hasher {
    /// A hasher for a new message, of an [`Algorithm`] or a [`Function`].
    pub fn new(function: impl Into<Function>) -> Self {
        let function = function.into();
        match function.hash() {
            Some(hash) => Self { state: begin_with(hash), function },
            // In a register, as it was written in pieces.
            None => Self::plain(function.algorithm()),
        }
    }

    /// Of an algorithm as it is. The state is made where it stays, and not moved.
    fn plain(algorithm: Algorithm) -> Self {
        on_family!(AnyHash: &algorithm.plain(), hash => Self {
            function: Function::new(algorithm),
            state: wrapped(hash),
        })
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.function.algorithm()
    }

    /// The function: the algorithm with its parameters.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        on_family!(AnyState: &self.state, state => State::message_len(state))
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        // A program that hashes its fields has pieces of a few bytes. SHA-256 took 8.3 ns for each of
        // two bytes, and takes 5.0 without a call (AMD Zen 3).
        if on_family!(AnyState: &mut self.state, state => State::hold_few(state, piece)) {
            return self;
        }
        self.add(piece)
    }

    /// [`Hasher::update`] of any piece.
    #[inline(never)]
    fn add(&mut self, piece: &[u8]) -> &mut Self {
        on_family!(AnyState: &mut self.state, state => State::update(state, piece));
        self
    }

    /// [`Hasher::update`] on all cores, on rayon's current thread pool, where the
    /// algorithm has a tree: BLAKE3, and BLAKE2bp and BLAKE2sp with cores enough. It
    /// gains where the piece has a MiB or more.
    #[cfg(feature = "rayon")]
    pub fn par_update(&mut self, piece: &[u8]) -> &mut Self {
        on_family!(AnyState: &mut self.state, state => State::par_update(state, piece));
        self
    }

    /// Adds all that a reader has to the message. It asks for 8 KiB first, and for 128 KiB at a
    /// time of a long message, where [`std::io::copy`] asks for 8 KiB each time. 40 KiB of it
    /// are on the stack.
    ///
    /// # Errors
    ///
    /// What the reader says, but for [`Interrupted`](std::io::ErrorKind::Interrupted), where it is
    /// asked again. What it had given before is in the message then.
    #[cfg(feature = "std")]
    pub fn update_reader(&mut self, reader: impl std::io::Read) -> std::io::Result<&mut Self> {
        crate::reading::each_piece(reader, |piece| _ = self.update(piece))?;
        Ok(self)
    }

    /// The digest of the message so far: of an output longer than 64 bytes the first 64. More
    /// pieces may follow.
    pub fn finalize(&self) -> Digest {
        on_family!(AnyState: &self.state, state => State::digest(state, self.function.digest_len()))
    }

    /// Writes the output for the message so far: all of one that is longer than a
    /// [`Digest`]. More pieces may follow.
    ///
    /// # Errors
    ///
    /// [`OutputLengthError`] where `output` is not [`Function::output_len`] bytes
    /// long. Nothing is written then.
    pub fn finalize_into(&self, output: &mut [u8]) -> Result<(), OutputLengthError> {
        OutputLengthError::check(1, self.function.output_len(), output)?;
        self.finalize_to(output);
        Ok(())
    }

    /// [`Hasher::finalize_into`] of bytes that are as long as the output.
    #[inline]
    pub(crate) fn finalize_to(&self, output: &mut [u8]) {
        on_family!(AnyState: &self.state, state => State::finalize(state, output));
    }

    /// Begins a new message, of the same function.
    pub fn reset(&mut self) -> &mut Self {
        on_hash!(self.function, hash => again(hash, &mut self.state));
        self
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
        let hash = AnyHash::LeMac(self.on_aes().clone());
        Hasher::new(Function::told(algorithm, hash, algorithm.digest_len()))
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(self.algorithm(), self.message_len(), f)
    }
}

/// The algorithm and the length; not the state, which may be secret.
pub(crate) fn debug(algorithm: Algorithm, len: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_struct("Hasher").field("algorithm", &algorithm).field("len", &len).finish_non_exhaustive()
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
