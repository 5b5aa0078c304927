//! Many messages at once, one in each lane.

#[cfg(test)]
mod tests;

use super::compression::Words;
use super::job::{Each, End, Job, Jobs};
use super::state::{State, digest};
use super::{Params, Variant};
use crate::batch::{Batch, Way};
use crate::digest::Digest;
use crate::family::Family;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;

/// Hashes many messages of any lengths, one in each SIMD lane, on this core,
/// each with its own parameters. Digest `i` is message `i`'s.
pub(super) fn hash_many<B: Variant>(jobs: &[(impl Borrow<Params<B>>, impl AsRef<[u8]>)]) -> Vec<Digest> {
    // Each is asked once: it may answer otherwise the next time.
    let jobs: Vec<(&Params<B>, &[u8])> =
        jobs.iter().map(|(params, message)| (params.borrow(), message.as_ref())).collect();
    let mut digests = alloc::vec![Digest::EMPTY; jobs.len()];
    let whole = Whole { jobs: &jobs, digests: &mut digests };
    match way::<B>(Batch::Whole, &whole) {
        Way::OneByOne => {
            for ((params, message), digest) in jobs.iter().zip(&mut digests) {
                *digest = params.digest(message, params.len());
            }
        }
        way => way.run(B::kernels(), &mut Each(whole)),
    }
    digests
}

/// Adds a piece to each of many messages, as by [`State::update`].
pub(crate) fn update_many<B: Variant>(updates: &mut [(&mut State<B>, &[u8])]) {
    let pieces = Pieces { updates };
    let way = way::<B>(Batch::Pieces, &pieces);
    if way == Way::OneByOne {
        for (state, piece) in updates {
            state.update(piece);
        }
        return;
    }
    way.run(B::kernels(), &mut Each(pieces));
    for (state, piece) in updates {
        state.hold_rest(piece);
    }
}

/// The digests of many messages, as by [`State::finalize`].
pub(crate) fn finalize_many<B: Variant>(states: &[&State<B>]) -> Vec<Digest> {
    let mut digests = alloc::vec![Digest::EMPTY; states.len()];
    let tails = Tails { states, digests: &mut digests };
    match way::<B>(Batch::Pieces, &tails) {
        Way::OneByOne => {
            for (state, digest) in states.iter().zip(&mut digests) {
                *digest = state.finalize();
            }
        }
        way => way.run(B::kernels(), &mut Each(tails)),
    }
    digests
}

/// How jobs are best run.
fn way<'a, B: Variant>(batch: Batch, jobs: &impl Jobs<'a, Variant = B>) -> Way {
    Way::of(B::kernels(), batch, (0..jobs.len()).map(|message| jobs.job(message).blocks()))
}

/// Whole messages, each with its parameters, and where their digests go.
struct Whole<'j, 'p, 'a, B> {
    jobs: &'j [(&'p Params<B>, &'a [u8])],
    digests: &'j mut [Digest],
}

impl<'a, B: Variant> Jobs<'a> for Whole<'_, '_, 'a, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.jobs.len()
    }

    fn job(&self, message: usize) -> Job<'_, 'a, B> {
        let (params, body) = self.jobs[message];
        let end = Some(End { last_node: params.last_node });
        Job { head: params.key_block(), body, stride: B::BLOCK_LEN, end, variant: PhantomData }
    }

    fn start(&self, message: usize) -> Words<B> {
        self.jobs[message].0.start()
    }

    fn end(&mut self, message: usize, words: &Words<B>) {
        self.digests[message] = digest::<B>(words, self.jobs[message].0.len());
    }
}

/// The whole blocks of pieces, each begun with what its state holds.
struct Pieces<'u, 's, 'a, B: Variant> {
    updates: &'u mut [(&'s mut State<B>, &'a [u8])],
}

impl<'a, B: Variant> Jobs<'a> for Pieces<'_, '_, 'a, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.updates.len()
    }

    fn job(&self, message: usize) -> Job<'_, 'a, B> {
        let (state, piece) = &self.updates[message];
        let (head, body) = state.blocks(piece);
        Job { head, body, stride: B::BLOCK_LEN, end: None, variant: PhantomData }
    }

    fn start(&self, message: usize) -> Words<B> {
        self.updates[message].0.words
    }

    fn end(&mut self, message: usize, words: &Words<B>) {
        self.updates[message].0.words = *words;
    }
}

/// The last blocks of messages.
struct Tails<'t, 's, B: Variant> {
    states: &'t [&'s State<B>],
    digests: &'t mut [Digest],
}

impl<'a, B: Variant> Jobs<'a> for Tails<'_, '_, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.states.len()
    }

    fn job(&self, message: usize) -> Job<'_, 'a, B> {
        let state = self.states[message];
        let (head, end) = (state.held(), Some(state.end()));
        Job { head, body: &[], stride: B::BLOCK_LEN, end, variant: PhantomData }
    }

    fn start(&self, message: usize) -> Words<B> {
        self.states[message].words
    }

    fn end(&mut self, message: usize, words: &Words<B>) {
        self.digests[message] = self.states[message].digest(words);
    }
}
