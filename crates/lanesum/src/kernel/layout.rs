//! What the states and the blocks of an algorithm are made of.

use super::States;
use super::compression::{Array, Compression};
use super::states::StateWord;

/// Words in a state, and bytes in a block.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    width: Width,
    words: usize,
    block_len: usize,
}

/// The bits of a word.
#[derive(Clone, Copy)]
pub(crate) enum Width {
    /// 32.
    W32,
    /// 64.
    W64,
}

impl Layout {
    /// A compression function's.
    pub(crate) const fn of<C: Compression<Word: StateWord>>() -> Self {
        Self { width: C::Word::WIDTH, words: C::State::<u8>::LEN, block_len: C::BLOCK }
    }

    /// The bits of a word.
    #[cfg(lanesum_guest)]
    pub(crate) fn width(self) -> Width {
        self.width
    }

    /// Words in a state.
    #[inline]
    pub(crate) fn words(self) -> usize {
        self.words
    }

    /// Bytes in a block.
    #[inline]
    pub(crate) fn block_len(self) -> usize {
        self.block_len
    }

    /// Room for the states of the lanes, all zeros.
    #[inline]
    pub(crate) fn states(self) -> States {
        match self.width {
            Width::W32 => u32::states(self.words),
            Width::W64 => u64::states(self.words),
        }
    }
}
