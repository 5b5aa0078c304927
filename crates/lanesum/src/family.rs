//! What a family of hashes does for the front doors, which never ask which hash
//! they have. A value is one hash, with all that it is told.

use crate::digest::{Digest, Output};
#[cfg(lanesum_guest)]
use crate::kernel::Plan;
use crate::kernel::{Kernel, Kernels};
use alloc::vec::Vec;

/// A hash of some family.
pub(crate) trait Family: Clone + Send + Sync {
    /// A message so far.
    type State: State;

    /// Begins a message.
    fn begin(&self) -> Self::State;

    /// Begins a message where one of this hash was.
    fn begin_again(&self, state: &mut Self::State) {
        *state = self.begin();
    }

    /// Under a key, of a length that it takes.
    fn with_key(&self, _key: &[u8]) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// For the derivation of a key.
    fn with_context(&self, _context: &[u8]) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// With a salt.
    fn with_salt(&self, _salt: &[u8]) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// With a personalisation.
    fn with_personal(&self, _personal: &[u8]) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// With output of another length.
    fn with_output_len(&self, _bytes: usize) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// With the first bytes of output passed over.
    fn with_seek(&self, _bytes: u64) -> Result<Self, Refused> {
        Err(Refused::NotTaken)
    }

    /// The kernels of the compression function, where it has one that the scheduler runs.
    fn compression(&self) -> Option<&'static Kernels> {
        None
    }

    /// Which kernels to run; nothing where another crate computes it.
    #[cfg(lanesum_guest)]
    fn plan(&self) -> Option<&'static Plan> {
        self.compression().map(Kernels::plan)
    }

    /// The kernels that it runs on; none where another crate computes it.
    fn kernels(&self) -> Vec<Kernel> {
        self.compression().map_or(Vec::new(), |kernels| kernels.each().collect())
    }

    /// Whether messages that arrive in pieces share the lanes: where one message
    /// fills them, they need not.
    fn shares_lanes(&self) -> bool {
        false
    }

    /// Writes the digest of a message.
    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        let mut state = self.begin();
        state.update(message);
        state.finalize(digest);
    }

    /// A digest of a message, of `len` bytes.
    #[inline]
    fn digest(&self, message: &[u8], len: usize) -> Digest {
        Digest::written(len, |digest| self.hash(message, digest))
    }

    /// Writes the digest of a message, with all cores where that helps.
    #[cfg(feature = "rayon")]
    fn par_hash(&self, message: &[u8], digest: &mut [u8]) {
        let mut state = self.begin();
        state.par_update(message);
        state.finalize(digest);
    }

    /// Writes the digests of many messages.
    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        self.one_by_one(messages, output);
    }

    /// Writes the digests of messages, one after the other.
    fn one_by_one(&self, messages: &[&[u8]], output: &mut impl Output) {
        for (i, message) in messages.iter().enumerate() {
            self.hash(message, output.digest_mut(i));
        }
    }
}

/// A message so far, of some family.
pub(crate) trait State: Clone + Send + Sync {
    /// Holds a piece of a few bytes that ends no block, where nothing has to be called for that:
    /// says whether it did.
    #[inline(always)]
    fn hold_few(&mut self, _piece: &[u8]) -> bool {
        false
    }

    /// Adds a piece.
    fn update(&mut self, piece: &[u8]);

    /// Adds a piece, with all cores where that helps.
    #[cfg(feature = "rayon")]
    fn par_update(&mut self, piece: &[u8]) {
        self.update(piece);
    }

    /// Writes the digest of the message so far. More pieces may follow.
    fn finalize(&self, digest: &mut [u8]);

    /// A digest of the message so far, of `len` bytes.
    #[inline]
    fn digest(&self, len: usize) -> Digest {
        Digest::written(len, |digest| self.finalize(digest))
    }

    /// How many bytes the message has so far.
    fn message_len(&self) -> u64;

    /// Adds a piece to each of many messages, of one compression function.
    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        for (state, piece) in updates {
            state.update(piece);
        }
    }

    /// Writes the digests of many messages, of one compression function.
    fn finalize_many(states: &[&Self], output: &mut impl Output) {
        for (i, state) in states.iter().enumerate() {
            state.finalize(output.digest_mut(i));
        }
    }
}

impl<S: State> State for alloc::boxed::Box<S> {
    #[inline(always)]
    fn hold_few(&mut self, piece: &[u8]) -> bool {
        (**self).hold_few(piece)
    }

    fn update(&mut self, piece: &[u8]) {
        (**self).update(piece);
    }

    #[cfg(feature = "rayon")]
    fn par_update(&mut self, piece: &[u8]) {
        (**self).par_update(piece);
    }

    fn finalize(&self, digest: &mut [u8]) {
        (**self).finalize(digest);
    }

    fn message_len(&self) -> u64 {
        (**self).message_len()
    }

    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        let mut updates: Vec<_> = updates.iter_mut().map(|(state, piece)| (&mut ***state, *piece)).collect();
        S::update_many(&mut updates);
    }

    fn finalize_many(states: &[&Self], output: &mut impl Output) {
        let states: Vec<_> = states.iter().map(|state| &***state).collect();
        S::finalize_many(&states, output);
    }
}

/// Why a hash does not take what it is told.
pub(crate) enum Refused {
    /// It has no use for such.
    NotTaken,
    /// It may have so many bytes at most.
    Length(usize),
    /// A key is used or derived, not both.
    KeyAndContext,
}

/// Each message's bytes, asked for once: lanes are planned by the lengths, and an
/// `AsRef` that answers another one the next time must not upset the plan.
pub(crate) fn answers<M: AsRef<[u8]>>(messages: &[M]) -> Vec<&[u8]> {
    messages.iter().map(M::as_ref).collect()
}
