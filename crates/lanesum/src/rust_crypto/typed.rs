//! What a type of one hash holds: a message so far of its family. So no call has to find out
//! which family that is, and a value is no larger than it has to be.

use super::AssociatedAlgorithm;
use crate::algorithm::dispatch::Member;
use crate::family::State;
use crate::hasher::Hasher;
use core::fmt;
use core::marker::PhantomData;

/// A message so far of the type `H`, which is of the family `F`. Its methods are those of
/// [`Hasher`].
pub(super) struct Typed<H, F: Member> {
    state: F::State,
    of: PhantomData<fn() -> H>,
}

impl<H, F: Member> Typed<H, F> {
    /// Goes on with a message.
    #[inline]
    pub(super) fn at(state: F::State) -> Self {
        Self { state, of: PhantomData }
    }

    #[inline]
    pub(super) fn update(&mut self, piece: &[u8]) {
        self.state.update(piece);
    }

    #[inline]
    pub(super) fn finalize_to(&self, out: &mut [u8]) {
        self.state.finalize(out);
    }
}

impl<H: AssociatedAlgorithm, F: Member> Typed<H, F> {
    #[inline]
    pub(super) fn new() -> Self {
        Self::at(hash_of::<H, F>().begin())
    }

    #[inline]
    pub(super) fn reset(&mut self) {
        *self = Self::new();
    }
}

impl<H, F: Member> Clone for Typed<H, F> {
    fn clone(&self) -> Self {
        Self::at(self.state.clone())
    }
}

impl<H: AssociatedAlgorithm, F: Member> fmt::Debug for Typed<H, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hasher::debug(H::ALGORITHM, self.state.message_len(), f)
    }
}

/// The hash that a type is.
///
/// # Panics
///
/// Where it is of another family.
#[inline]
pub(super) fn hash_of<H: AssociatedAlgorithm, F: Member>() -> F {
    F::own_hash(H::ALGORITHM.plain()).expect("a type of the family")
}

/// What holds a message so far of a family.
pub(super) trait Holds<F: Member> {
    /// The message.
    fn held(&self) -> &F::State;
}

impl<H, F: Member> Holds<F> for Typed<H, F> {
    #[inline]
    fn held(&self) -> &F::State {
        &self.state
    }
}

impl<F: Member> Holds<F> for Hasher {
    /// # Panics
    ///
    /// Where the message is of another family.
    #[inline]
    fn held(&self) -> &F::State {
        F::own(self.state()).expect("a hasher of the family")
    }
}
