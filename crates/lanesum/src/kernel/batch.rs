//! Batches of so few and short messages that lanes gain less than it takes to begin: messages of
//! these are hashed one by one.

use super::Plan;
use crate::lanes::MAX_LANES;

/// Of more blocks than these, and of more messages than fill the lanes, what it costs to begin is a
/// small part.
const SHORT: u64 = 64;

/// What a batch is of.
#[derive(Clone, Copy)]
pub(crate) enum Batch {
    /// Whole messages.
    Whole,
    /// Pieces of messages, or their ends: a state is read and written for each.
    Pieces,
}

impl Batch {
    /// Whether messages of so many blocks each are better hashed one by one, where a state has so
    /// many words.
    #[inline]
    pub(super) fn one_by_one(
        self,
        plan: &Plan,
        words: usize,
        blocks: impl ExactSizeIterator<Item = usize>,
    ) -> bool {
        let messages = blocks.len();
        if messages > MAX_LANES {
            return false;
        }
        let (mut total, mut longest) = (0, 0);
        for blocks in blocks {
            (total, longest) = (total + blocks as u64, longest.max(blocks as u64));
        }
        // Short ones do not gain by lanes that they share.
        total <= SHORT
            && plan.costs(1, total) + alone(plan) * messages as u128
                <= plan.in_lanes(messages, messages, total, longest).cost + self.begin(words, messages)
    }

    /// What it costs to begin a batch of so many, in cycles: room for the states, and for each
    /// message to set one, to pad it and to read its digest.
    ///
    /// So it was, about, with 3 to 32 messages of 16 to 200 bytes: with 16 MD5 took 1,700 cycles,
    /// SHA-1 1,900, SHA-2 2,300, BLAKE2 2,400 to 2,900, SHA-3 4,200 (AMD Zen 4). With two it was
    /// 1,100 to 1,500 on an AMD Zen 3.
    fn begin(self, words: usize, messages: usize) -> u128 {
        let each = match self {
            Self::Whole => 80,
            Self::Pieces => 230,
        };
        (600 + 90 * words + each * messages) as u128
    }
}

/// What a message costs beside its blocks where it is hashed by itself, in cycles: a quarter of a
/// block, but no more than these (SHA-1 25 on an AMD Zen 4, SHA-512 125).
fn alone(plan: &Plan) -> u128 {
    (plan.costs(1, 1) / 4).min(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::portable::Portable;
    use crate::kernel::{Form, Shape};
    use crate::token::Token;

    /// One message costs 400 a block, and eight 800.
    #[test]
    fn few_and_short_ones() {
        let shape = |lanes| Shape::new(Portable::ISA, 1, Form::Plain, lanes);
        let plan = &Plan::new([(0, (shape(1), 400)), (1, (shape(8), 800))].into_iter(), 64);
        let one_by_one = |batch: Batch, words, messages: usize, blocks| {
            batch.one_by_one(plan, words, vec![blocks; messages].into_iter())
        };
        let whole = |messages, blocks| one_by_one(Batch::Whole, 8, messages, blocks);
        let pieces = |messages, blocks| one_by_one(Batch::Pieces, 8, messages, blocks);
        assert_eq!([2, 5, 6, 8, 9].map(|messages| whole(messages, 1)), [true, true, false, false, false]);
        assert_eq!([1, 2, 4, 64].map(|blocks| whole(4, blocks)), [true, false, false, false]);
        assert!(one_by_one(Batch::Whole, 25, 6, 1), "a long state");
        assert!(pieces(7, 1) && !pieces(16, 1), "a state more for each");
        assert!(pieces(32, 0), "nothing to do but to hold what came");
        assert!(whole(0, 1) && whole(2, 32) && !whole(2, 33), "too long to be worth a thought");
    }
}
