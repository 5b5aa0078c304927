//! Many messages in pieces, in lanes.

use super::{Iterated, Pieces, run};
use crate::batch::Batch;
use crate::digest::Output;
use crate::family::State;
use crate::kernel::Column;
use crate::scheduler::{Messages, Run};

/// Adds a piece to each of many messages of one hash.
pub(super) fn update<H: Iterated>(updates: &mut [(&mut Pieces<H>, &[u8])]) {
    let Some((first, _)) = updates.first() else { return };
    let hash = first.hash();
    let blocks = |(so_far, piece): &(&mut Pieces<H>, &[u8])| whole_blocks(so_far, piece);
    if Batch::Pieces.one_by_one(Iterated::compression(hash), updates.iter().map(blocks)) {
        for (so_far, piece) in updates {
            so_far.update(piece);
        }
        return;
    }
    run(hash, &mut Updates { hash, updates } as &mut dyn Messages<'_>);
    for (so_far, piece) in updates {
        so_far.hold_rest(piece);
    }
}

/// Writes the digests of many messages of one hash.
pub(super) fn finalize<H: Iterated>(all: &[&Pieces<H>], output: &mut impl Output) {
    let Some(first) = all.first() else { return };
    let hash = first.hash();
    let blocks = |so_far: &&Pieces<H>| hash.blocks(so_far.held().len());
    if Batch::Pieces.one_by_one(Iterated::compression(hash), all.iter().map(blocks)) {
        for (i, so_far) in all.iter().enumerate() {
            so_far.finalize(output.digest_mut(i));
        }
        return;
    }
    run(hash, &mut Tails { hash, all, output } as &mut dyn Messages<'_>);
}

/// How many whole blocks there are with a piece.
#[inline]
fn whole_blocks<H: Iterated>(so_far: &Pieces<H>, piece: &[u8]) -> usize {
    (so_far.held().len() + piece.len()) / so_far.hash().block_len()
}

/// The whole blocks of each piece, behind what is held already.
struct Updates<'u, 'p, 'a, H: Iterated> {
    hash: H,
    updates: &'u mut [(&'p mut Pieces<H>, &'a [u8])],
}

impl<'a, H: Iterated> Messages<'a> for Updates<'_, '_, 'a, H> {
    fn len(&self) -> usize {
        self.updates.len()
    }

    fn blocks(&self, message: usize) -> usize {
        let (so_far, piece) = &self.updates[message];
        whole_blocks(so_far, piece)
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

/// The padded ends of messages.
struct Tails<'t, 'p, H: Iterated, O> {
    hash: H,
    all: &'t [&'p Pieces<H>],
    output: &'t mut O,
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
}
