//! Whole blocks for states that the host keeps.

use crate::host::{most, spend};
use crate::kernel::{Column, Kernels, StateWords, Width};
use crate::scheduler::{self, Messages, Run};
use core::slice;

/// Words in the longest state that the host keeps.
const STATE_WORDS: usize = 12;

/// Where the host keeps a state: the words, as wide as the algorithm's, are at its start.
pub type StateRoom = [u64; STATE_WORDS];

/// Whole blocks to be added to a state.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The state.
    pub state: *mut StateRoom,
    /// The blocks.
    pub blocks: *const u8,
    /// How many: at least one.
    pub count: usize,
}

/// Adds blocks to states, in lanes where there are several.
#[inline(always)]
pub(super) fn add(kernels: &Kernels, pieces: &mut [Piece]) {
    let layout = kernels.layout();
    let (width, block) = (layout.width(), layout.block_len());
    if let [piece] = pieces {
        return add_to_one(kernels, piece);
    }
    let plan = |_| kernels.plan();
    scheduler::run(&kernels.list, plan, layout.states(), block, &mut Pieces { pieces, width, block });
}

/// The words of a state, of 32 bits each.
pub(super) fn narrow(state: &mut StateRoom) -> &mut [u32; STATE_WORDS] {
    // SAFETY: they are in the room, which is aligned for wider ones.
    unsafe { &mut *(&raw mut *state).cast() }
}

/// The words of a state.
///
/// # Safety
///
/// It may be written until they are dropped.
unsafe fn words<'s>(width: Width, state: *mut StateRoom) -> StateWords<'s> {
    // SAFETY: the caller's.
    unsafe {
        match width {
            Width::W32 => StateWords::W32(narrow(&mut *state)),
            Width::W64 => StateWords::W64(&mut *state),
        }
    }
}

/// Adds blocks to one state, a few microseconds' at a time.
fn add_to_one(kernels: &Kernels, piece: &Piece) {
    let (width, block) = (kernels.layout().width(), kernels.layout().block_len());
    // SAFETY: the host lends the blocks for the whole call.
    let mut blocks = unsafe { slice::from_raw_parts(piece.blocks, piece.count * block) };
    let cost = kernels.plan().cost(1);
    while !blocks.is_empty() {
        let (now, after) = blocks.split_at(blocks.len().min(most(|| cost).saturating_mul(block)));
        spend(|| u64::from(cost) * (now.len() / block) as u64);
        // SAFETY: the host lends the state for the whole call.
        kernels.one().compress_one(unsafe { words(width, piece.state) }, now);
        blocks = after;
    }
}

struct Pieces<'p> {
    pieces: &'p mut [Piece],
    width: Width,
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
                match words(self.width, piece.state) {
                    StateWords::W32(words) => state.write(words),
                    StateWords::W64(words) => state.write(words),
                }
            }
            let body = slice::from_raw_parts(piece.blocks, piece.count * self.block);
            Run { body: &body[at * self.block..], tail_blocks: 0 }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        // SAFETY: the host lends the state for the whole call.
        match unsafe { words(self.width, self.pieces[message].state) } {
            StateWords::W32(words) => state.read_to(words),
            StateWords::W64(words) => state.read_to(words),
        }
    }
}
