//! Which kernels run how many live messages.

use crate::costs::Shape;
use crate::lanes::MAX_LANES;
use alloc::vec::Vec;

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
    /// What it costs to stop the kernels of `n` live messages and to begin them again.
    stop: [u32; MAX_LANES + 1],
    /// How many lanes those kernels have.
    touched: [u8; MAX_LANES + 1],
    /// What a block of each of `n` messages costs at least, where they may take turns.
    shared: [u32; TURNS + 1],
    /// The numbers of live messages to which one more adds cost: others are no better than
    /// the next of these.
    edges: Vec<u8>,
}

/// The most messages of one length that take turns.
const TURNS: usize = 2 * MAX_LANES;

impl Default for Plan {
    fn default() -> Self {
        Self {
            cost: [0; MAX_LANES + 1],
            kernel: [0; MAX_LANES + 1],
            stop: [0; MAX_LANES + 1],
            touched: [0; MAX_LANES + 1],
            shared: [0; TURNS + 1],
            edges: Vec::new(),
        }
    }
}

impl Plan {
    /// The plan for kernels: of each its place in the list, and what a block of so many bytes
    /// in all of its lanes costs.
    ///
    /// # Panics
    ///
    /// Where there are none.
    pub(crate) fn new(kernels: impl Iterator<Item = (usize, (Shape, u32))> + Clone, block: usize) -> Self {
        let mut plan = Self::default();
        for n in 1..=MAX_LANES {
            let (cost, at, shape) = kernels
                .clone()
                .map(|(at, (shape, cost))| (cost + plan.cost[n.saturating_sub(shape.lanes())], at, shape))
                .min_by_key(|&(cost, at, _)| (cost, at))
                .expect("every algorithm has a portable kernel");
            let rest = n.saturating_sub(shape.lanes());
            plan.cost[n] = cost;
            plan.kernel[n] = at as u8;
            plan.stop[n] = stop(shape, block) + plan.stop[rest];
            plan.touched[n] = shape.lanes() as u8 + plan.touched[rest];
        }
        plan.share();
        plan
    }

    /// Finds what follows from the costs.
    fn share(&mut self) {
        let edges = (1..=MAX_LANES).filter(|&n| self.cost.get(n + 1) != Some(&self.cost[n]));
        self.edges = edges.map(|n| n as u8).collect();
        for n in 1..=TURNS {
            let turns = |m: usize| {
                let cost = (u64::from(self.cost[m]) * n as u64).div_ceil(m as u64);
                u32::try_from(cost).unwrap_or(u32::MAX)
            };
            let all = self.cost.get(n).copied();
            self.shared[n] = self.edges(n).map(turns).chain(all).min().expect("one message runs alone");
        }
    }

    /// The numbers of live messages worth trying for so many.
    fn edges(&self, messages: usize) -> impl Iterator<Item = usize> {
        self.edges.iter().map(|&n| n.into()).take_while(move |&n| n < messages)
    }

    /// How messages of one length are to take turns, if that costs less than so many
    /// cycles. With `m` messages live, `turns` groups of the others' number rest one after
    /// the other, each for that part of all steps; then as much is left of these.
    pub(crate) fn turns(&self, messages: usize, blocks: u64, mut cost: u128) -> Option<Turns> {
        let mut best = None;
        // Of fewer blocks there is one turn at most, which saves nothing: a plan runs the same
        // kernels, and stops less.
        if messages > TURNS || !(LEAST_TURN..=u64::from(u32::MAX)).contains(&blocks) {
            return None;
        }
        for lanes in self.edges(messages) {
            let rest = messages - lanes;
            // A kernel that runs past its live lanes would write to those that rest.
            if self.touched(lanes) > lanes {
                continue;
            }
            let live = self.costs(lanes, blocks);
            if live >= cost {
                break;
            }
            let event = u128::from(self.stop[lanes]) + TURN + EXCHANGE * rest as u128;
            let most = (messages / rest).min((blocks / LEAST_TURN) as usize);
            for turns in 1..=most {
                // Both fit: a division of 32 bits takes half as long as one of 64.
                let each = u64::from(blocks as u32 / turns as u32);
                let longer = blocks as usize - turns * each as usize;
                let mut all = live + event * turns as u128 + self.left(turns * rest, each);
                if longer > 0 {
                    all += u128::from(self.shared[longer * rest]) + event;
                }
                if all < cost {
                    cost = all;
                    best = Some(Turns { lanes, turns, cost });
                }
            }
        }
        best
    }

    /// What messages of one length that are left by turns cost, about: all live, or in turns
    /// again.
    fn left(&self, messages: usize, blocks: u64) -> u128 {
        let stop = u128::from(self.stop[messages.min(MAX_LANES)]) + TURN;
        let turns = u128::from(self.shared[messages]) * u128::from(blocks) + ROUND * stop;
        let live = self.cost.get(messages).map(|&cost| u128::from(cost) * u128::from(blocks));
        live.map_or(turns, |live| live.min(turns))
    }

    /// How many lanes the kernels of so many live messages have.
    #[inline]
    pub(crate) fn touched(&self, live: usize) -> usize {
        self.touched[live].into()
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
        let of = |lanes| self.in_lanes(lanes, messages, total, longest);
        let all = messages.clamp(1, MAX_LANES);
        self.edges(all).chain([all]).map(of).min_by_key(|way| way.cost).unwrap_or_else(|| of(1))
    }

    /// [`Plan::lanes`], with so many.
    #[inline]
    pub(crate) fn in_lanes(&self, lanes: usize, messages: usize, total: u64, longest: u64) -> Lanes {
        let (steps, events) = match messages <= lanes {
            true if longest.saturating_mul(messages as u64) == total => (longest, 0),
            true => (longest, messages),
            false => (longest.max(total.div_ceil(lanes as u64)), 2 * messages),
        };
        Lanes { lanes, steps, cost: self.costs(lanes, steps) + self.event(lanes) * events as u128 }
    }

    /// How many lanes to fill with messages of one length that begin and end together: as
    /// many as run at the best rate.
    pub(crate) fn width(&self, messages: usize) -> usize {
        let cost = |m: &usize| self.costs(*m, messages.div_ceil(*m) as u64);
        let all = messages.clamp(1, MAX_LANES);
        self.edges(all).chain([all]).min_by_key(cost).unwrap_or(1)
    }

    /// What an event costs while so many messages are live, in cycles: kernels stop, and a
    /// lane is given a message, or the rest of one.
    pub(crate) fn event(&self, lanes: usize) -> u128 {
        u128::from(self.stop[lanes]) + GIVE
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

/// How messages of one length take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turns {
    /// How many of them are live at a time.
    pub(crate) lanes: usize,
    /// How many turns there are.
    pub(crate) turns: usize,
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

/// What it costs to stop a kernel and to begin it again, in cycles: it loads a block of each
/// lane that no rounds overlap with. On an AMD Zen 4 that takes 60 to 170 cycles with 4 to
/// 8 lanes, 145 to 190 with 16, 280 to 500 with 32, and 610 to 760 with 64. Where lanes are
/// paired, lines that are still being copied are waited for: 170 to 190 cycles with 16 lanes
/// of BLAKE3, 180 to 250 with 8 of BLAKE2b and 16 of BLAKE2s, and 350 to 580 with twice as many
/// of each.
fn stop(kernel: Shape, block: usize) -> u32 {
    let lane = if kernel.form().is_paired() { 13 * block.div_ceil(LINE) } else { 12 };
    (40 + lane * kernel.lanes()) as u32
}

/// A cache line.
const LINE: usize = 64;

/// The fewest steps of a turn.
const LEAST_TURN: u64 = 4;

/// What a turn costs besides, in cycles, and for each message that rests.
const TURN: u128 = 100;
const EXCHANGE: u128 = 8;

/// How many turns are taken to run what a round left, about.
const ROUND: u128 = 3;

/// What it costs to park a message and to give another one its lane, in cycles.
const GIVE: u128 = 130;

/// What it costs to cut a message, in cycles: its state is put aside, the lanes
/// are planned again.
const PARK: u128 = 500;

#[cfg(test)]
mod tests {
    use super::*;

    /// One message costs 419 a block, and eight 807.
    fn plan() -> Plan {
        let cost = core::array::from_fn(|n| (419 * (n as u32)).min(807 * (n as u32).div_ceil(8)));
        let mut plan = Plan { cost, ..Plan::default() };
        plan.touched = core::array::from_fn(|n| n as u8);
        plan.stop = [200; MAX_LANES + 1];
        plan.share();
        plan
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

    /// One of nine rests at a time, so that eight lanes are full and a ninth is not paid
    /// for. What the ones that rested missed is less than a whole message.
    #[test]
    fn messages_take_turns() {
        let (plan, blocks) = (plan(), 1024);
        let in_lanes = plan.lanes(9, 9 * blocks, blocks).cost;
        let Turns { lanes, turns, cost } = plan.turns(9, blocks, in_lanes).expect("it pays");
        assert_eq!(lanes, 8);
        assert!((2..=9).contains(&turns), "{turns}");
        // All blocks at the best rate, and 3 % for the stops.
        let best = 807 * 9 * u128::from(blocks) / 8;
        assert!(cost < best * 103 / 100, "{cost} cycles, and {best} at best");
        assert_eq!(plan.turns(8, blocks, plan.lanes(8, 8 * blocks, blocks).cost), None);
    }

    /// All end at once, or too early to pay for it.
    #[test]
    fn cuts_no_others() {
        assert_eq!(plan().cut(&[128; 64], 64 * 128), None);
        assert_eq!(plan().cut(&[17, 16], 33), None);
        assert_eq!(plan().cut(&[128], 128), None);
    }
}
