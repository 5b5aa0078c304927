//! Many messages in pieces, side by side or in lanes.

use super::{Iterated, Pieces};
use crate::batch::{Batch, Way};
use crate::digest::Output;
use crate::family::State;
use crate::few::Few;
use crate::kernel::Column;
use crate::lanes::Word;
use crate::scheduler::{Messages, Run};

/// Adds a piece to each of many messages of one hash.
pub(super) fn update<H: Iterated>(updates: &mut [(&mut Pieces<H>, &[u8])]) {
    let Some((first, _)) = updates.first() else { return };
    let hash = first.hash();
    let blocks = updates.iter().map(|(so_far, piece)| blocks(so_far, piece));
    match Way::of(hash.compression(), Batch::Pieces, blocks) {
        Way::OneByOne => return updates.iter_mut().for_each(|(so_far, piece)| so_far.update(piece)),
        way => way.run(hash.compression(), &mut Updates { hash, updates }),
    }
    for (so_far, piece) in updates {
        so_far.hold_rest(piece);
    }
}

/// Writes the digests of many messages of one hash.
pub(super) fn finalize<H: Iterated>(all: &[&Pieces<H>], output: &mut impl Output) {
    let Some(first) = all.first() else { return };
    let hash = first.hash();
    let blocks = all.iter().map(|so_far| hash.blocks(so_far.held().len()));
    match Way::of(hash.compression(), Batch::Pieces, blocks) {
        Way::OneByOne => {
            for (i, so_far) in all.iter().enumerate() {
                so_far.finalize(output.digest_mut(i));
            }
        }
        way => way.run(hash.compression(), &mut Tails { hash, all, output }),
    }
}

/// How many whole blocks there are with a piece.
#[inline]
fn blocks<H: Iterated>(so_far: &Pieces<H>, piece: &[u8]) -> usize {
    let (held, begin) = so_far.blocks(piece);
    (held.len() + begin.len()) / so_far.hash().block_len()
}

/// The whole blocks of each piece, behind what is held already.
pub(super) struct Updates<'u, 'p, 'a, H: Iterated> {
    pub(super) hash: H,
    pub(super) updates: &'u mut [(&'p mut Pieces<H>, &'a [u8])],
}

impl<'a, H: Iterated> Messages<'a> for Updates<'_, '_, 'a, H> {
    fn len(&self) -> usize {
        self.updates.len()
    }

    fn blocks(&self, message: usize) -> usize {
        let (so_far, piece) = &self.updates[message];
        blocks(so_far, piece)
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let (so_far, piece) = &self.updates[message];
        let (block, held) = (self.hash.block_len(), so_far.held());
        if at == 0 {
            state.write(so_far.state().as_ref());
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
        state.read_to(self.updates[message].0.state_mut().as_mut());
    }
}

impl<'a, H: Iterated> Few<'a> for Updates<'_, '_, 'a, H> {
    type Word = H::Word;

    fn begin(&self, message: usize, put: &mut dyn FnMut(&[H::Word])) {
        put(self.updates[message].0.state().as_ref());
    }

    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's,
    {
        let (so_far, piece) = &self.updates[message];
        so_far.blocks(piece).into()
    }

    fn end_few(&mut self, message: usize, state: &[H::Word]) {
        self.updates[message].0.state_mut().as_mut()[..state.len()].copy_from_slice(state);
    }
}

/// The padded ends of messages.
pub(super) struct Tails<'t, 'p, H: Iterated, O> {
    pub(super) hash: H,
    pub(super) all: &'t [&'p Pieces<H>],
    pub(super) output: &'t mut O,
}

impl<'a, H: Iterated, O: Output> Messages<'a> for Tails<'_, '_, H, O> {
    fn len(&self) -> usize {
        self.all.len()
    }

    fn blocks(&self, message: usize) -> usize {
        self.hash.blocks(self.all[message].held().len())
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let so_far = self.all[message];
        if at == 0 {
            state.write(so_far.state().as_ref());
        }
        let blocks = self.hash.write_tail(so_far.held(), so_far.len(), tail);
        tail.copy_within(at * self.hash.block_len().., 0);
        Run { body: &[], tail_blocks: blocks - at }
    }

    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.hash.write_digest(|w| state.word(w), self.output.digest_mut(message));
    }

    fn pad_copy(&self, message: usize, blocks: &mut [u8]) {
        let so_far = self.all[message];
        self.hash.pad(so_far.held().len(), so_far.len(), blocks);
    }
}

impl<'a, H: Iterated, O: Output> Few<'a> for Tails<'_, '_, H, O> {
    type Word = H::Word;

    fn begin(&self, message: usize, put: &mut dyn FnMut(&[H::Word])) {
        put(self.all[message].state().as_ref());
    }

    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's,
    {
        [self.all[message].held(), &[]]
    }

    fn end_few(&mut self, message: usize, state: &[H::Word]) {
        self.hash.write_digest(|w| state[w].widen(), self.output.digest_mut(message));
    }
}
