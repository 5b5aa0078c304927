//! Messages that were stopped before their end, and their states.

use crate::kernel::Column;
use crate::wipe::{reserve, wipe, wipe_on_drop};
use alloc::vec::Vec;

/// What is left of messages that were stopped, to be planned afresh.
#[derive(Default)]
pub(super) struct Parts {
    /// A message, and how many of its blocks are done.
    parts: Vec<(usize, usize)>,
    /// Their states, one behind the other.
    states: Vec<u64>,
}

wipe_on_drop!([] Parts { states });

impl Parts {
    /// Forgets all, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
        wipe(&mut self.states);
        self.states.clear();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A message, and how many of its blocks are done, if there are parts.
    #[inline]
    pub(super) fn get(&self, i: usize) -> Option<(usize, usize)> {
        self.parts.get(i).copied()
    }

    /// The state of a message of which blocks are done.
    #[inline]
    pub(super) fn state(&self, i: usize) -> Option<&[u64]> {
        let &(_, done) = self.parts.get(i)?;
        let words = self.states.len() / self.parts.len();
        (done > 0).then(|| &self.states[i * words..][..words])
    }

    /// Adds a message of which so many blocks are done, with its state.
    pub(super) fn push(&mut self, message: usize, done: usize, words: usize, state: &Column<'_>) {
        let at = self.states.len();
        reserve(&mut self.states, words);
        self.states.resize(at + words, 0);
        state.read_to(&mut self.states[at..]);
        self.parts.push((message, done));
    }
}
