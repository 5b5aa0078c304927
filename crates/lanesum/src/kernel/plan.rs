//! Which kernels run how many live messages.

use super::{Compress, MAX_LANES};
use alloc::boxed::Box;
use core::ops::Range;

/// For every number of live messages, the cheapest way to run a block of each.
///
/// It follows from the kernels' costs: the messages are dealt out to kernels,
/// widest first, so that the sum of the costs is least. Nothing else knows
/// where one kernel begins to win over another.
pub(crate) struct Plan {
    /// What a block of each of `n` messages costs.
    cost: [u32; MAX_LANES + 1],
    /// The kernel for the first of `n` messages: its place in the list. The
    /// rest is another number of messages.
    kernel: [u8; MAX_LANES + 1],
}

impl Plan {
    /// The plan for some of the kernels in a list.
    ///
    /// # Panics
    ///
    /// Where there are none.
    pub(crate) fn new(kernels: &[Box<dyn Compress>], which: Range<usize>) -> Self {
        let mut plan = Self { cost: [0; MAX_LANES + 1], kernel: [0; MAX_LANES + 1] };
        for n in 1..=MAX_LANES {
            let (cost, at) = kernels
                .iter()
                .enumerate()
                .take(which.end)
                .skip(which.start)
                .map(|(at, k)| {
                    let k = k.kernel();
                    (k.cost() + plan.cost[n.saturating_sub(k.lanes())], at)
                })
                .min()
                .expect("every algorithm has a portable kernel");
            plan.cost[n] = cost;
            plan.kernel[n] = at as u8;
        }
        plan
    }

    /// The place in the list of the kernel for the first of `live` messages.
    #[inline]
    pub(crate) fn kernel(&self, live: usize) -> usize {
        self.kernel[live].into()
    }

    /// What a block of each of so many messages costs.
    #[cfg(feature = "std")]
    pub(crate) fn cost(&self, live: usize) -> u32 {
        self.cost[live]
    }

    /// How many lanes to share out messages to, and how many steps they take:
    /// what costs least, for messages of `total` blocks together, of which the
    /// longest has `longest`.
    ///
    /// A message can move to another lane but not run in two at once, so `m`
    /// lanes take `max(longest, total / m)` steps.
    pub(crate) fn lanes(&self, messages: usize, total: u64, longest: u64) -> (usize, u64) {
        let steps = |m: usize| longest.max(total.div_ceil(m as u64));
        (1..=messages.min(MAX_LANES))
            .map(|m| (m, steps(m)))
            .min_by_key(|&(m, steps)| u128::from(self.cost[m]) * u128::from(steps))
            .unwrap_or((1, steps(1)))
    }
}
