//! Where one message is, for kernels that have its state in rows: scalar, beside the vectors.

use crate::lanes::Word;

/// The counter, and how far the end of the message is: what [`compress`](super::compress) has
/// in words 8 to 10 of a state.
pub(super) struct Position {
    /// The counter of the bytes before the next block. Of 32-bit words, its lower half.
    pub(super) counter: u128,
    /// Minus the bytes that the message has from there.
    to_end: i64,
}

impl Position {
    /// That of a state.
    #[inline(always)]
    pub(super) fn of<W: Word>(state: &[W; super::STATE]) -> Self {
        let bits = 8 * size_of::<W>();
        let counter = u128::from(state[8].widen()) | u128::from(state[9].widen()) << bits;
        let above = 64 - bits;
        Self { counter, to_end: ((state[10].widen() << above) as i64) >> above }
    }

    /// Adds a block of so many bytes to the counter, or less, where the message ends in it.
    /// Says whether it does.
    #[inline(always)]
    pub(super) fn add(&mut self, block: usize) -> bool {
        let after = self.to_end.wrapping_add(block as i64);
        let next = after.min(0);
        self.counter = self.counter.wrapping_add(next.wrapping_sub(self.to_end) as u128);
        self.to_end = next;
        after >= 0
    }

    /// Puts it back.
    #[inline(always)]
    pub(super) fn store<W: Word>(&self, state: &mut [W; super::STATE]) {
        state[8] = W::truncate(self.counter as u64);
        state[9] = W::truncate((self.counter >> (8 * size_of::<W>())) as u64);
        state[10] = W::truncate(self.to_end as u64);
    }
}
