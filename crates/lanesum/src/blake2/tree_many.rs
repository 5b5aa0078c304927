//! Many messages at once, for BLAKE2bp and BLAKE2sp: the leaves of all of them
//! share the lanes, and then the roots.

use super::compression::Words;
use super::job::{Each, End, Job, Jobs};
use super::leaves::{self, round};
use super::state::{digest, write_digest};
use super::tree::{ROOT_LEN, TreeState};
use super::{TreeParams, Variant};
use crate::batch::in_lanes;
use crate::digest::Digest;
use crate::scheduler::Messages;
use crate::wipe::wipe;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;

/// Hashes many messages of any lengths, each with its own parameters. Digest
/// `i` is message `i`'s.
pub(super) fn hash_many<B: Variant>(jobs: &[(impl Borrow<TreeParams<B>>, impl AsRef<[u8]>)]) -> Vec<Digest> {
    // Each is asked once: it may answer otherwise the next time.
    let jobs: Vec<(&TreeParams<B>, &[u8])> =
        jobs.iter().map(|(params, message)| (params.borrow(), message.as_ref())).collect();
    let mut digests = alloc::vec![Digest::EMPTY; jobs.len()];
    hash_each::<B>(jobs.len(), &|i| jobs[i].0, &|i| jobs[i].1, &mut |i, digest| {
        digests[i] = digest;
    });
    digests
}

/// Hashes `len` messages.
pub(crate) fn hash_each<'p, 'a, B: Variant>(
    len: usize,
    params: &dyn Fn(usize) -> &'p TreeParams<B>,
    bytes: &dyn Fn(usize) -> &'a [u8],
    digest: &mut dyn FnMut(usize, Digest),
) {
    let mut values = alloc::vec![[0; ROOT_LEN]; len];
    in_lanes(B::kernels(), &mut Each(Leaves { params, bytes, values: &mut values }) as &mut dyn Messages<'_>);
    in_lanes(B::kernels(), &mut Each(Roots { params, values: &values, digest }) as &mut dyn Messages<'_>);
    wipe(&mut values);
}

/// Adds a piece to each of many messages, as by [`TreeState::update`].
pub(crate) fn update_many<B: Variant>(updates: &mut [(&mut TreeState<B>, &[u8])]) {
    let mut rests = Vec::with_capacity(updates.len());
    for (state, piece) in updates.iter_mut() {
        let (body, rest) = state.begin(piece, leaves::add::<B>);
        *piece = body;
        rests.push(rest);
    }
    in_lanes(B::kernels(), &mut Each(Pieces { updates }) as &mut dyn Messages<'_>);
    for ((state, _), rest) in updates.iter_mut().zip(rests) {
        state.hold(rest);
    }
}

/// What of a message is leaf `leaf`'s: from its first block on.
fn from_leaf<B: Variant>(message: &[u8], leaf: usize) -> &[u8] {
    &message[message.len().min(leaf * B::BLOCK_LEN)..]
}

/// The leaves of whole messages. The scheduler's message `i` is leaf `i %
/// LEAVES` of message `i / LEAVES`.
struct Leaves<'h, 'p, 'a, B> {
    params: &'h dyn Fn(usize) -> &'p TreeParams<B>,
    bytes: &'h dyn Fn(usize) -> &'a [u8],
    /// The chaining values of a message's leaves.
    values: &'h mut [[u8; ROOT_LEN]],
}

impl<'a, B: Variant> Jobs<'a> for Leaves<'_, '_, 'a, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.values.len() * B::LEAVES
    }

    fn job(&self, i: usize) -> Job<'_, 'a, B> {
        let (message, leaf) = (i / B::LEAVES, i % B::LEAVES);
        Job {
            head: (self.params)(message).key_block(),
            body: from_leaf::<B>((self.bytes)(message), leaf),
            stride: round::<B>(),
            end: Some(End { last_node: leaf == B::LEAVES - 1 }),
            variant: PhantomData,
        }
    }

    fn start(&self, i: usize) -> Words<B> {
        (self.params)(i / B::LEAVES).leaf(i % B::LEAVES)
    }

    fn end(&mut self, i: usize, words: &Words<B>) {
        let value = &mut self.values[i / B::LEAVES][i % B::LEAVES * B::MAX_LEN..][..B::MAX_LEN];
        write_digest::<B>(words, value);
    }
}

/// The roots of whole messages.
struct Roots<'h, 'p, 'a, B> {
    params: &'h dyn Fn(usize) -> &'p TreeParams<B>,
    values: &'a [[u8; ROOT_LEN]],
    digest: &'h mut dyn FnMut(usize, Digest),
}

impl<'a, B: Variant> Jobs<'a> for Roots<'_, '_, 'a, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.values.len()
    }

    fn job(&self, message: usize) -> Job<'_, 'a, B> {
        let (body, end) = (&self.values[message], Some(End { last_node: true }));
        Job { head: &[], body, stride: B::BLOCK_LEN, end, variant: PhantomData }
    }

    fn start(&self, message: usize) -> Words<B> {
        (self.params)(message).root()
    }

    fn end(&mut self, message: usize, words: &Words<B>) {
        (self.digest)(message, digest::<B>(words, (self.params)(message).len()));
    }
}

/// The whole rounds of pieces.
struct Pieces<'u, 's, 'a, B: Variant> {
    updates: &'u mut [(&'s mut TreeState<B>, &'a [u8])],
}

impl<'a, B: Variant> Jobs<'a> for Pieces<'_, '_, 'a, B> {
    type Variant = B;

    fn len(&self) -> usize {
        self.updates.len() * B::LEAVES
    }

    fn job(&self, i: usize) -> Job<'_, 'a, B> {
        let body = from_leaf::<B>(self.updates[i / B::LEAVES].1, i % B::LEAVES);
        Job { head: &[], body, stride: round::<B>(), end: None, variant: PhantomData }
    }

    fn start(&self, i: usize) -> Words<B> {
        self.updates[i / B::LEAVES].0.leaves[i % B::LEAVES]
    }

    fn end(&mut self, i: usize, words: &Words<B>) {
        self.updates[i / B::LEAVES].0.leaves[i % B::LEAVES] = *words;
    }
}
