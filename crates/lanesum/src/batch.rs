//! How a batch of messages is hashed, by what it costs: in lanes, side by side without a scheduler, or
//! one by one, where all else gains less than it takes to begin.

use crate::few::{self, Few};
use crate::kernel::{Candidate, Kernels, Layout, Plan, StateWord};
use crate::lanes::MAX_LANES;
use crate::scheduler::{self, Lengths, Messages};

/// Of more blocks than these, and of more messages than fill the lanes, what it costs to begin is a
/// small part.
const SHORT: u64 = 64;

/// The fewest blocks of a message where it may be better to leave some lanes out, and to let messages
/// change lanes.
const LEAST_LANES: u64 = 8;

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
    pub(crate) fn one_by_one<K: Candidate + ?Sized, O: ?Sized>(
        self,
        kernels: &Kernels<K, O>,
        blocks: impl ExactSizeIterator<Item = usize>,
    ) -> bool {
        let messages = blocks.len();
        let (plan, words) = (kernels.plan(), kernels.layout().words());
        messages <= MAX_LANES && self.is_short(plan, words, messages, Lengths::of(blocks))
    }

    /// [`Batch::one_by_one`], by a plan, where a state has so many words, of no more messages than
    /// there are lanes.
    #[inline]
    fn is_short(self, plan: &Plan, words: usize, messages: usize, lengths: Lengths) -> bool {
        let Lengths { total, longest, .. } = lengths;
        // Short ones do not gain by lanes that they share.
        total <= SHORT
            && alone(plan, messages, total)
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

/// How whole messages are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// One by one.
    OneByOne,
    /// Side by side, without a scheduler.
    Few,
    /// In lanes.
    Lanes,
}

impl Way {
    /// The best one for a batch of so many blocks each.
    #[inline]
    pub(crate) fn of(kernels: &Kernels, batch: Batch, blocks: impl ExactSizeIterator<Item = usize>) -> Self {
        Self::by(kernels.plan(), kernels.layout(), batch, blocks)
    }

    /// Runs pieces of messages, or their ends, to where they end: side by side, or else in lanes. All
    /// types share this code.
    pub(crate) fn run<W: StateWord>(self, kernels: &Kernels, messages: &mut dyn Few<'_, Word = W>) {
        match self {
            Self::Few => few::run(kernels, kernels.plan(), messages),
            _ => in_lanes(kernels, messages as &mut dyn Messages<'_>),
        }
    }

    /// [`Way::of`], by a plan.
    #[inline]
    fn by(plan: &Plan, layout: Layout, batch: Batch, blocks: impl ExactSizeIterator<Item = usize>) -> Self {
        let (messages, words) = (blocks.len(), layout.words());
        match messages {
            0 => return Self::OneByOne,
            1..=MAX_LANES => {}
            _ => return Self::Lanes,
        }
        let lengths = Lengths::of(blocks);
        let Lengths { total, longest, .. } = lengths;
        if !few::are_few(layout, messages, longest) {
            let short = batch.is_short(plan, words, messages, lengths);
            return if short { Self::OneByOne } else { Self::Lanes };
        }
        let few = side_by_side(plan, words, messages, lengths);
        let lanes = || plan.lanes(messages, total, longest).cost + batch.begin(words, messages);
        match () {
            _ if alone(plan, messages, total) <= few => Self::OneByOne,
            // Of shorter ones it is not worth the question. Both costs are about right.
            _ if longest >= LEAST_LANES && lanes() + few / 20 < few => Self::Lanes,
            _ => Self::Few,
        }
    }
}

/// Runs messages to their end, in lanes.
pub(crate) fn in_lanes<'a>(kernels: &Kernels, messages: &mut (impl Messages<'a> + ?Sized)) {
    let layout = kernels.layout();
    let plan = |blocks| kernels.plan_for(blocks);
    scheduler::run(&kernels.list, plan, layout.states(), layout.block_len(), messages);
}

/// What messages cost side by side, in cycles, about: to begin, and for each message to copy it, to
/// write and read its state, and a stop where it ends before others. With 2 to 16 of SHA-1 of 64 to
/// 300 bytes, the first two were 460 to 2,000 (AMD Zen 3).
fn side_by_side(plan: &Plan, words: usize, messages: usize, lengths: Lengths) -> u128 {
    let Lengths { total, longest, shortest } = lengths;
    let begin = 300 + (80 + 8 * words) * messages;
    let stops = (longest - shortest).min(messages as u64);
    // In a lane each, and the last blocks of the longest alone.
    let alike = total.div_ceil(messages as u64);
    let blocks = plan.costs(messages, alike) + plan.costs(1, longest - alike);
    blocks + begin as u128 + plan.event(1) * u128::from(1 + stops)
}

/// What messages of `total` blocks together cost where each is hashed by itself, in cycles: beside
/// its blocks a quarter of one, but no more than these (SHA-1 25 on an AMD Zen 4, SHA-512 125).
fn alone(plan: &Plan, messages: usize, total: u64) -> u128 {
    plan.costs(1, total) + (plan.costs(1, 1) / 4).min(100) * messages as u128
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::portable::Portable;
    use crate::kernel::{Form, Shape};
    use crate::merkle_damgard::md5::Md5;
    use crate::token::Token;

    /// One message costs 400 a block, and eight 800.
    fn plan() -> Plan {
        let shape = |lanes| Shape::new(Portable::ISA, 1, Form::Plain, lanes);
        Plan::new([(0, (shape(1), 400)), (1, (shape(8), 800))].into_iter(), 64)
    }

    #[test]
    fn ways() {
        let way =
            |blocks: &[usize]| Way::by(&plan(), Layout::of::<Md5>(), Batch::Whole, blocks.iter().copied());
        assert_eq!([way(&[]), way(&[1; 2]), way(&[1; 3])], [Way::OneByOne; 3]);
        assert_eq!([way(&[2; 4]), way(&[1; 8]), way(&[4, 1, 3, 2, 4, 4])], [Way::Few; 3]);
        assert_eq!(way(&[12, 1, 1]), Way::OneByOne, "one that is long, and others that are not");
        assert_eq!(way(&[28; 9]), Way::Lanes, "eight lanes that nine share");
        assert_eq!([way(&[32; 8]), way(&[33; 8])], [Way::Few, Way::Lanes], "more than there is room for");
        assert_eq!(way(&[1; 33]), Way::Lanes);
        assert_eq!(way(&[1; 100]), Way::Lanes);
        assert_eq!(way(&[usize::MAX / 64; 3]), Way::Lanes);
    }

    #[test]
    fn few_and_short_ones() {
        let plan = &plan();
        let one_by_one = |batch: Batch, words, messages: usize, blocks| {
            batch.is_short(plan, words, messages, Lengths::of(core::iter::repeat_n(blocks, messages)))
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
