//! Which kernels run how many live messages.

use crate::lanes::MAX_LANES;

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
    /// The plan for kernels: of each its place in the list, its lanes, and what a block
    /// in all of them costs.
    ///
    /// # Panics
    ///
    /// Where there are none.
    pub(crate) fn new(kernels: impl Iterator<Item = (usize, (usize, u32))> + Clone) -> Self {
        let mut plan = Self { cost: [0; MAX_LANES + 1], kernel: [0; MAX_LANES + 1] };
        for n in 1..=MAX_LANES {
            let (cost, at) = kernels
                .clone()
                .map(|(at, (lanes, cost))| (cost + plan.cost[n.saturating_sub(lanes)], at))
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
    #[inline]
    pub(crate) fn cost(&self, live: usize) -> u32 {
        self.cost[live]
    }

    /// What so many blocks cost at the best rate.
    pub(crate) fn best(&self, blocks: u64) -> u64 {
        let all = (1..=MAX_LANES).map(|n| u64::from(self.cost[n]).saturating_mul(blocks) / n as u64);
        all.min().unwrap_or(0)
    }

    /// How many lanes to share out messages to, how many steps they take, and what that
    /// costs: what costs least, for messages of `total` blocks together, of which the
    /// longest has `longest`.
    ///
    /// A message can move to another lane but not run in two at once, so `m`
    /// lanes take `max(longest, total / m)` steps. In a lane each, messages of one length
    /// end together, and others one by one; in fewer lanes each begins or is cut at a
    /// step of its own besides.
    pub(crate) fn lanes(&self, messages: usize, total: u64, longest: u64) -> Lanes {
        let equal = longest.saturating_mul(messages as u64) == total;
        let of = |lanes: usize| {
            let steps = longest.max(total.div_ceil(lanes as u64));
            let events = match messages <= lanes {
                true if equal => 0,
                true => messages,
                false => 2 * messages,
            };
            Lanes { lanes, steps, cost: self.costs(lanes, steps) + self.event(lanes) * events as u128 }
        };
        (1..=messages.min(MAX_LANES)).map(of).min_by_key(|way| way.cost).unwrap_or_else(|| of(1))
    }

    /// How many lanes to fill with messages of one length that begin and end together: as
    /// many as run at the best rate.
    pub(crate) fn width(&self, messages: usize) -> usize {
        let cost = |m: &usize| self.costs(*m, messages.div_ceil(*m) as u64);
        (1..=messages.min(MAX_LANES)).min_by_key(cost).unwrap_or(1)
    }

    /// What an event costs while so many messages are live, in cycles: kernels end and
    /// begin again, and load a block that no rounds overlap with.
    pub(crate) fn event(&self, lanes: usize) -> u128 {
        self.costs(lanes, 1) / 3 + 120
    }

    /// What so many steps of so many lanes cost.
    pub(crate) fn costs(&self, lanes: usize, steps: u64) -> u128 {
        u128::from(self.cost[lanes]) * u128::from(steps)
    }

    /// After how many blocks to cut the messages that are longer, if that pays:
    /// all run up to there in wide kernels, and what is left of the long ones
    /// runs in narrow ones. `longest` are the blocks of the longest messages, at
    /// least as many as there are lanes or else all, longest first.
    ///
    /// With the first `k` cut after `T` blocks, `m` lanes are full for `T` steps
    /// where the other messages fill `m - k` of them.
    pub(crate) fn cut(&self, longest: &[u64], total: u64) -> Option<Cut> {
        let least = |lengths: &[u64], total| Some(self.lanes(lengths.len(), total, *lengths.first()?).cost);
        let mut best = (least(longest, total)?, None);
        let (mut k, mut others) = (0, total);
        for m in 1..=longest.len().min(MAX_LANES) {
            // Lanes that cost no more: more of them are better.
            if self.cost.get(m + 1) == Some(&self.cost[m]) && m < longest.len() {
                continue;
            }
            while k < m && longest[k] > others.div_ceil((m - k) as u64) {
                others -= longest[k];
                k += 1;
            }
            if k == m {
                break;
            }
            let steps = others.div_ceil((m - k) as u64);
            if k > 0 && steps > 0 {
                let left: u64 = longest[..k].iter().map(|blocks| blocks - steps).sum();
                let rest = self.lanes(k, left, longest[0] - steps);
                let events = self.event(m) * 2 * longest.len() as u128;
                let cost = self.costs(m, steps) + events + rest.cost + PARK * k as u128;
                if cost < best.0 {
                    best = (cost, Some(Cut { limit: steps, cost }));
                }
            }
        }
        best.1
    }
}

/// How to share messages out to lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lanes {
    pub(crate) lanes: usize,
    pub(crate) steps: u64,
    /// What all messages cost then.
    pub(crate) cost: u128,
}

/// After how many blocks to cut the messages that are longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) limit: u64,
    /// What all messages cost then.
    pub(crate) cost: u128,
}

/// What it costs to cut a message, in cycles: its state is put aside, the lanes
/// are planned again.
const PARK: u128 = 500;

#[cfg(test)]
mod tests {
    use super::*;

    /// One message costs 419 a block, and eight 807.
    fn plan() -> Plan {
        let cost = core::array::from_fn(|n| (419 * (n as u32)).min(807 * (n as u32).div_ceil(8)));
        Plan { cost, kernel: [0; MAX_LANES + 1] }
    }

    /// The short ones end in the seven lanes beside the long one. It goes on
    /// alone, where a second lane would double the cost of its steps.
    #[test]
    fn cuts_a_long_message() {
        let mut longest = [128; 64];
        longest[0] = 32768;
        let cut = plan().cut(&longest, longest.iter().sum()).expect("it pays");
        assert_eq!(cut.limit, 63 * 128 / 7);
    }

    /// All end at once, or too early to pay for it.
    #[test]
    fn cuts_no_others() {
        assert_eq!(plan().cut(&[128; 64], 64 * 128), None);
        assert_eq!(plan().cut(&[17, 16], 33), None);
        assert_eq!(plan().cut(&[128], 128), None);
    }
}
