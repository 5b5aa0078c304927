//! Batches of so few and short messages that lanes gain less than it takes to begin: messages of
//! these are hashed one by one.

use super::Plan;

/// Of more blocks than these, what it costs to begin is a small part.
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
    /// Whether messages of so many blocks each are better hashed one by one.
    #[inline]
    pub(crate) fn one_by_one(self, plan: &Plan, blocks: impl ExactSizeIterator<Item = usize>) -> bool {
        let messages = blocks.len();
        if messages > self.few() {
            return false;
        }
        let (mut total, mut longest) = (0, 0);
        for blocks in blocks {
            (total, longest) = (total + blocks as u64, longest.max(blocks as u64));
        }
        total <= SHORT
            && plan.costs(1, total) <= plan.lanes(messages, total, longest).cost + self.cost(messages)
    }

    /// How many messages are few enough to be worth a thought.
    fn few(self) -> usize {
        match self {
            Self::Whole => 8,
            Self::Pieces => 32,
        }
    }

    /// What it costs to begin a batch of so many, in cycles, besides what its messages cost one by
    /// one. On an AMD Zen 3 it is 1,100 to 1,500 with two messages of MD5, SHA-2 and BLAKE2, and
    /// 2,000 of BLAKE3.
    fn cost(self, messages: usize) -> u128 {
        let each = match self {
            Self::Whole => 0,
            Self::Pieces => 150,
        };
        1200 + each * messages as u128
    }
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
        let whole =
            |messages: usize, blocks| Batch::Whole.one_by_one(plan, vec![blocks; messages].into_iter());
        let pieces =
            |messages: usize, blocks| Batch::Pieces.one_by_one(plan, vec![blocks; messages].into_iter());
        assert_eq!([2, 5, 6, 8, 9].map(|messages| whole(messages, 1)), [true, true, false, false, false]);
        assert_eq!([1, 3, 4, 64].map(|blocks| whole(4, blocks)), [true, false, false, false]);
        assert!(pieces(8, 1) && !pieces(16, 1) && !pieces(33, 1), "a state more for each");
        assert!(pieces(32, 0), "nothing to do but to hold what came");
        assert!(whole(0, 1) && whole(2, 32) && !whole(2, 33), "too long to be worth a thought");
    }
}
