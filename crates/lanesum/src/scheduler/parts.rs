//! Messages that were stopped before their end, and their states.

use crate::kernel::Column;
use crate::wipe::{reserve, reserve_exact, wipe, wipe_on_drop};
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
    /// Makes room for so many messages, with states of so many words.
    pub(super) fn reserve(&mut self, messages: usize, words: usize) {
        self.parts.reserve_exact(messages);
        reserve_exact(&mut self.states, messages * words);
    }

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
        self.room(message, done, words, |room| state.read_to(room));
    }

    /// Adds a message with a state that was read already; without one where no block is
    /// done.
    pub(super) fn push_read(&mut self, message: usize, done: usize, words: usize, state: &[u64]) {
        self.room(message, done, words, |room| room[..state.len()].copy_from_slice(state));
    }

    fn room(&mut self, message: usize, done: usize, words: usize, write: impl FnOnce(&mut [u64])) {
        let at = self.states.len();
        reserve(&mut self.states, words);
        self.states.resize(at + words, 0);
        write(&mut self.states[at..]);
        self.parts.push((message, done));
    }
}
