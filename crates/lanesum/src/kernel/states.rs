//! The states of the lanes, a row a word, so that a vector loads at once.

use super::layout::Width;
use crate::feed::{GIVEN, exchange};
use crate::lanes::Word;
use crate::wipe::Wipe;
use alloc::boxed::Box;
use core::ops::Range;

/// Lanes in a row: those that run, and those that rest behind them. A kernel may run past
/// the last live lane, and there is room for one that starts at the last that can run.
pub(super) const ROW: usize = GIVEN;

/// The states of all lanes.
pub(crate) enum States {
    /// 32-bit words.
    W32(Box<Rows<u32>>),
    /// 64-bit words.
    W64(Box<Rows<u64>>),
}

#[cfg(feature = "zeroize")]
impl Drop for States {
    fn drop(&mut self) {
        match self {
            Self::W32(rows) => crate::wipe::wipe(rows.as_flattened_mut()),
            Self::W64(rows) => crate::wipe::wipe(rows.as_flattened_mut()),
        }
    }
}

/// A row for each word of a state: word `w` of lane `i` is `rows[w][i]`.
pub(crate) type Rows<W> = [[W; ROW]];

/// Words that states can be made of.
pub(crate) trait StateWord: Word + Wipe {
    /// How wide it is.
    const WIDTH: Width;

    /// States of so many words, all zeros.
    fn states(words: usize) -> States;

    /// The rows.
    ///
    /// # Panics
    ///
    /// Where the states are of the other width: a kernel of another algorithm.
    fn rows(states: &mut States) -> &mut Rows<Self>;

    /// The words of a state, or of several.
    ///
    /// # Panics
    ///
    /// Where they are of the other width.
    fn words(state: StateWords<'_>) -> &mut [Self];

    /// A state, or several, as what any kernel takes.
    fn state(words: &mut [Self]) -> StateWords<'_>;
}

/// The state of a message, or those of several, one behind the other: words as wide as the
/// algorithm's.
pub(crate) enum StateWords<'w> {
    /// 32-bit words.
    W32(&'w mut [u32]),
    /// 64-bit words.
    W64(&'w mut [u64]),
}

/// `state_word!(word: Width)`, of those of [`States`] and [`StateWords`].
macro_rules! state_word {
    ($word:ident: $width:ident) => {
        impl StateWord for $word {
            const WIDTH: Width = Width::$width;

            fn states(words: usize) -> States {
                States::$width(alloc::vec![[0; ROW]; words].into())
            }

            #[inline]
            fn rows(states: &mut States) -> &mut Rows<Self> {
                match states {
                    States::$width(rows) => rows,
                    _ => unreachable!("a kernel gets the states of its own algorithm"),
                }
            }

            #[inline]
            fn words(state: StateWords<'_>) -> &mut [Self] {
                match state {
                    StateWords::$width(words) => words,
                    _ => unreachable!("a kernel gets the state of its own algorithm"),
                }
            }

            #[inline]
            fn state(words: &mut [Self]) -> StateWords<'_> {
                StateWords::$width(words)
            }
        }
    };
}
state_word!(u32: W32);
state_word!(u64: W64);

/// One lane's state.
pub(crate) struct Column<'s> {
    states: &'s mut States,
    lane: usize,
}

impl Column<'_> {
    /// Writes the first words.
    #[inline]
    pub(crate) fn write(&mut self, words: &[impl Word]) {
        self.write_from(0, words);
    }

    /// Writes words from `first` on.
    #[inline]
    pub(crate) fn write_from(&mut self, first: usize, words: &[impl Word]) {
        match self.states {
            States::W32(rows) => write(rows, self.lane, first, words),
            States::W64(rows) => write(rows, self.lane, first, words),
        }
    }

    /// Reads a word.
    #[inline]
    pub(crate) fn word(&self, w: usize) -> u64 {
        match &*self.states {
            States::W32(rows) => Word::widen(rows[w][self.lane]),
            States::W64(rows) => rows[w][self.lane],
        }
    }

    /// The first words. Those that the state does not have are zeros.
    #[inline]
    pub(crate) fn read<W: Word, const N: usize>(&self) -> [W; N] {
        let mut words = [W::ZERO; N];
        self.read_to(&mut words);
        words
    }

    /// Reads the first words.
    #[inline]
    pub(crate) fn read_to(&self, words: &mut [impl Word]) {
        match &*self.states {
            States::W32(rows) => read(rows, self.lane, words),
            States::W64(rows) => read(rows, self.lane, words),
        }
    }
}

impl States {
    /// How many words a state has.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        match self {
            Self::W32(rows) => rows.len(),
            Self::W64(rows) => rows.len(),
        }
    }

    /// Writes the first words of the first lanes, the same in each. What a few lanes behind
    /// them have is lost.
    #[inline]
    pub(crate) fn fill(&mut self, lanes: usize, words: &[u64]) {
        match self {
            Self::W32(rows) => fill(rows, lanes, words),
            Self::W64(rows) => fill(rows, lanes, words),
        }
    }

    /// Writes word `w` of the first lanes, another one in each.
    #[inline]
    pub(crate) fn write_row(&mut self, w: usize, row: impl Iterator<Item = u64>) {
        match self {
            Self::W32(rows) => write_row(&mut rows[w], row),
            Self::W64(rows) => write_row(&mut rows[w], row),
        }
    }

    /// Exchanges the states of some lanes for those of as many others behind them.
    pub(crate) fn exchange(&mut self, one: usize, other: usize, lanes: usize) {
        match self {
            Self::W32(rows) => rows.iter_mut().for_each(|row| exchange(row, one, other, lanes)),
            Self::W64(rows) => rows.iter_mut().for_each(|row| exchange(row, one, other, lanes)),
        }
    }

    /// Gives lanes from `to` on the states of these.
    pub(crate) fn shift(&mut self, lanes: Range<usize>, to: usize) {
        match self {
            Self::W32(rows) => rows.iter_mut().for_each(|row| row.copy_within(lanes.clone(), to)),
            Self::W64(rows) => rows.iter_mut().for_each(|row| row.copy_within(lanes.clone(), to)),
        }
    }

    /// A lane's state.
    #[inline]
    pub(crate) fn column(&mut self, lane: usize) -> Column<'_> {
        assert!(lane < ROW);
        Column { states: self, lane }
    }
}

#[inline]
fn write<W: Word>(rows: &mut Rows<W>, lane: usize, first: usize, words: &[impl Word]) {
    for (row, word) in rows[first..].iter_mut().zip(words) {
        row[lane] = W::truncate(word.widen());
    }
}

#[inline]
fn read<W: Word>(rows: &Rows<W>, lane: usize, words: &mut [impl Word]) {
    for (word, row) in words.iter_mut().zip(rows) {
        *word = Word::truncate(row[lane].widen());
    }
}

fn fill<W: Word>(rows: &mut Rows<W>, lanes: usize, words: &[u64]) {
    /// Lanes that are written at once: without a branch that depends on how many there are.
    const AT_ONCE: usize = 4;
    for (row, &word) in rows.iter_mut().zip(words) {
        let row = &mut row[..lanes.next_multiple_of(AT_ONCE)];
        for some in row.as_chunks_mut::<AT_ONCE>().0 {
            *some = [W::truncate(word); AT_ONCE];
        }
    }
}

#[inline]
fn write_row<W: Word>(row: &mut [W; ROW], words: impl Iterator<Item = u64>) {
    for (word, wide) in row.iter_mut().zip(words) {
        *word = W::truncate(wide);
    }
}
