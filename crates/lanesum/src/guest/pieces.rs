//! Whole blocks for states that the host keeps.

use crate::family::Compression;
use crate::host::{most, spend};
use crate::kernel::{Column, Kernels};
use crate::scheduler::{self, Messages, Run};
use core::slice;

/// Words in a state of Go's: as many as any algorithm has.
pub(super) const STATE_WORDS: usize = 12;

/// Whole blocks to be added to a state.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The state, each word widened to 64 bits.
    pub state: *mut [u64; STATE_WORDS],
    /// The blocks.
    pub blocks: *const u8,
    /// How many: at least one.
    pub count: usize,
}

/// Adds blocks to states, in lanes where there are several.
#[inline(always)]
pub(super) fn add(compression: Compression, pieces: &mut [Piece]) {
    let Compression { kernels, states, words, block_len: block } = compression;
    if let [piece] = pieces {
        return add_to_one(kernels, block, piece);
    }
    let plan = |_| kernels.plan();
    scheduler::run(&kernels.list, plan, states(words), block, &mut Pieces { pieces, block });
}

/// Adds blocks to one state, a few microseconds' at a time.
fn add_to_one(kernels: &Kernels, block: usize, piece: &Piece) {
    // SAFETY: the host lends the state and the blocks for the whole call.
    let (state, mut blocks) =
        unsafe { (&mut *piece.state, slice::from_raw_parts(piece.blocks, piece.count * block)) };
    let cost = kernels.plan().cost(1);
    while !blocks.is_empty() {
        let (now, after) = blocks.split_at(blocks.len().min(most(|| cost).saturating_mul(block)));
        spend(|| u64::from(cost) * (now.len() / block) as u64);
        kernels.one().compress_one(state, now);
        blocks = after;
    }
}

struct Pieces<'p> {
    pieces: &'p mut [Piece],
    block: usize,
}

impl<'a> Messages<'a> for Pieces<'_> {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        self.pieces[message].count
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, _: &mut [u8]) -> Run<'a> {
        let piece = self.pieces[message];
        // SAFETY: the host lends the state and the blocks for the whole call.
        unsafe {
            if at == 0 {
                state.write(&(*piece.state));
            }
            let body = slice::from_raw_parts(piece.blocks, piece.count * self.block);
            Run { body: &body[at * self.block..], tail_blocks: 0 }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        // SAFETY: the host lends the state for the whole call.
        unsafe { *self.pieces[message].state = state.read() }
    }
}
