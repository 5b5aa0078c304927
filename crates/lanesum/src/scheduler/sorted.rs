//! Groups of messages with about as many blocks as each other.
//!
//! A plan that cuts messages keeps all lanes full, but each message costs it two
//! events, however short the message is: at a step of its own the lane turns to
//! the padding, and at another the message ends and the next one begins. An event
//! stops every lane. Sorted by their blocks, the messages of a group begin
//! together, and turn and end at a few steps. A lane idles for the few blocks by
//! which its message is shorter than the group's longest one, and where messages
//! are short or many that costs less than their events.

use super::{Messages, Scheduler};
use crate::kernel::Plan;
use crate::lanes::MAX_LANES;
use alloc::vec::Vec;

/// The most blocks of a message in a group. Of a longer message the events are a
/// small part.
pub(super) const MOST: usize = 511;

/// Fewer messages than this leave lanes of their last group empty, which a plan fills: where they
/// are of different lengths, they make groups only if the longest is [`short`].
const FEW: usize = 2 * MAX_LANES;

/// The most blocks of a message that costs less than its events, whatever runs beside it: one of
/// so many messages, which have the short cuts of a group or not.
fn short(messages: usize, whole: bool) -> usize {
    if whole && messages >= FEW / 4 { 16 } else { 8 }
}

/// What it costs a plan to give a message to its lane and to end it, where a group has a short cut
/// for both, in cycles: some 25 ns on an Intel Granite Rapids, of which a group takes 5.
const SINGLY: u128 = 80;

/// Lanes of a group whose messages begin and end together, where kernels have fewer: some 500
/// cycles on an AMD Zen 3, which a group takes besides its kernels, are shared by more messages.
/// Of few messages more would be left over.
const TOGETHER: usize = 32;
const TOGETHER_OF_FEW: usize = 16;
const MANY: usize = 512;

/// How many messages are sorted at once: enough that neighbours are about as
/// long as each other, and few enough that they lie near each other in memory.
const WINDOW: usize = 1024;

/// From how many blocks on the next messages are prefetched, where all have as many.
const NEXT: usize = 3;

/// How many messages have how many blocks, up to those of the longest.
struct Counts {
    counts: [u32; MOST + 1],
    longest: usize,
}

impl Counts {
    /// The counts of messages with so many blocks each, at most `longest`, and
    /// that at most [`MOST`].
    fn new(longest: usize, blocks: impl Iterator<Item = usize>) -> Self {
        let mut counts = [0_u32; MOST + 1];
        for blocks in blocks {
            counts[blocks] = counts[blocks].saturating_add(1);
        }
        // A message of no block is in no group.
        counts[0] = 0;
        Self { counts, longest }
    }

    /// Each number of blocks that messages have, and how many have it: the most
    /// blocks first.
    fn descending(&self) -> impl Iterator<Item = (usize, usize)> {
        let counts = self.counts[..=self.longest].iter().enumerate().rev();
        counts.filter(|&(_, &count)| count > 0).map(|(blocks, &count)| (blocks, count as usize))
    }

    /// How many messages there are.
    fn messages(&self) -> usize {
        self.descending().map(|(_, count)| count).sum()
    }

    /// Where the messages with each number of blocks begin, if those with the most
    /// blocks come first.
    fn places(mut self) -> [u32; MOST + 1] {
        let mut next = 0;
        for count in self.counts[..=self.longest].iter_mut().rev() {
            next += core::mem::replace(count, next);
        }
        self.counts
    }

    /// What it costs to run the messages in groups of `width`, without the events.
    fn cost(&self, plan: &Plan, width: usize) -> u128 {
        // The lanes that the last group fills so far, and the blocks of the last of them.
        let (mut live, mut above, mut cost) = (0, 0, 0);
        for (blocks, mut count) in self.descending() {
            if live > 0 {
                // From the end of these messages on, only those before them run.
                cost += plan.costs(live, above - blocks as u64);
                let more = count.min(width - live);
                count -= more;
                live += more;
                if live < width {
                    above = blocks as u64;
                    continue;
                }
                cost += plan.costs(width, blocks as u64);
            }
            cost += plan.costs(width, (count / width * blocks) as u64);
            (live, above) = (count % width, blocks as u64);
        }
        cost + if live > 0 { plan.costs(live, above) } else { 0 }
    }
}

/// How many messages make a group.
pub(super) struct Groups(usize);

impl Groups {
    /// Groups of messages of different lengths, if they cost less than a plan of so many cycles.
    fn sorted(plan: &Plan, counts: &Counts, planned: u128) -> Option<Self> {
        let messages = counts.messages();
        let width = plan.width(messages);
        let stops = counts.descending().count() + 2 * messages.div_ceil(width);
        let cost = counts.cost(plan, width) + plan.event(width) * stops as u128;
        (cost < planned).then_some(Self(width))
    }

    /// The same of messages with so many blocks each.
    fn equal(plan: &Plan, messages: usize, blocks: usize, planned: u128) -> Option<Self> {
        let width = plan.width(messages);
        let groups = Self::together(width, messages);
        let (full, blocks) = ((messages / width) as u64, blocks as u64);
        let cost = plan.costs(width, full * blocks) + plan.costs(messages % width, blocks);
        // A plan that gives each a lane stops its kernels as often.
        let stops = if messages <= MAX_LANES { 0 } else { 1 + 2 * messages.div_ceil(groups.0) };
        let cost = cost + plan.event(width) * stops as u128;
        (cost < planned).then_some(groups)
    }

    /// Groups of messages that begin and end together: as many as run at the best rate, which is
    /// given, or as many times as many as share what a group takes besides.
    fn together(width: usize, messages: usize) -> Self {
        let least = if messages < MANY { TOGETHER_OF_FEW } else { TOGETHER };
        let more = width * (least / width).max(1);
        Self(if more <= messages { more } else { width })
    }

    /// The lanes of a group.
    pub(super) fn lanes(&self) -> usize {
        self.0
    }
}

impl<'a, M: Messages<'a> + ?Sized> Scheduler<'_, 'a, M> {
    /// Groups of all messages, where the longest has so many blocks, and they cost
    /// less than the plan, which costs so many cycles. `equal` says that all have as many.
    pub(super) fn groups(&self, longest: usize, equal: bool, planned: u128) -> Option<Groups> {
        let messages = self.messages.len();
        let whole = self.messages.bytes(0).is_some();
        if messages < FEW && longest > short(messages, whole) && !(equal && whole) {
            return None;
        }
        if equal {
            // A plan gives each message a lane, and ends it, on its own.
            let singly = if whole { SINGLY * messages as u128 } else { 0 };
            return Groups::equal(self.plan, messages, longest, planned + singly);
        }
        if messages >= FEW && self.copies(longest) {
            return Some(Groups::together(self.plan.width(messages), messages));
        }
        let counts = Counts::new(longest, (0..messages).map(|i| self.messages.blocks(i)));
        Groups::sorted(self.plan, &counts, planned)
    }

    /// Runs all messages in groups, where the longest has so many blocks. `equal`
    /// says that all have as many.
    pub(super) fn run_groups(&mut self, groups: &Groups, longest: usize, equal: bool) {
        let messages = self.messages.len();
        let mut order = Vec::with_capacity(WINDOW.min(messages));
        let mut blocks = Vec::with_capacity(WINDOW.min(messages));
        for first in (0..messages).step_by(WINDOW) {
            let window = first..messages.min(first + WINDOW);
            order.clear();
            if equal {
                order.extend(window);
            } else {
                blocks.clear();
                blocks.extend(window.clone().map(|i| self.messages.blocks(i)));
                let counts = Counts::new(longest, blocks.iter().copied());
                order.resize(counts.messages(), 0);
                let mut places = counts.places();
                for (message, &blocks) in window.zip(&blocks) {
                    if blocks > 0 {
                        order[places[blocks] as usize] = message;
                        places[blocks] += 1;
                    }
                }
            }
            let mut rest = &order[..];
            while !rest.is_empty() {
                let (group, behind) = rest.split_at(groups.0.min(rest.len()));
                // Where one message lies behind the other, in few lines each, the CPU
                // prefetches them itself.
                let next = if equal && longest < NEXT { 0 } else { groups.0.min(behind.len()) };
                self.run_group(group, &behind[..next]);
                rest = behind;
            }
        }
    }

    /// Runs messages, those with the most blocks first, of which `next` will be the
    /// next ones.
    fn run_group(&mut self, messages: &[usize], next: &[usize]) {
        let mut live = messages.len();
        if let Some(words) = self.messages.start() {
            self.states.fill(live, words);
        }
        let whole = self.messages.give_whole(messages, next, self.feed);
        if whole {
            self.messages.begin_whole(messages, &mut self.states);
        }
        let (mut done, most) = (0, self.messages.blocks(messages[0]));
        while live > 0 {
            if !whole {
                self.give_runs(&messages[..live], done);
            }
            done += self.step(live);
            let until = live;
            if done == most {
                live = 0;
            }
            // The shorter a message, the later its lane.
            while live > 0
                && self.feed.ended(live - 1)
                && (whole || self.messages.blocks(messages[live - 1]) == done)
            {
                live -= 1;
            }
            self.end_group(&messages[live..until], live);
        }
    }

    /// Takes the states of messages that ended together, from lane `first` on.
    #[inline(always)]
    pub(super) fn end_group(&mut self, messages: &[usize], first: usize) {
        if !self.messages.end_whole(messages, first, &mut self.states) {
            for (lane, &message) in (first..).zip(messages) {
                self.messages.end(message, &self.states.column(lane));
            }
        }
    }

    /// Gives each lane that has done `done` blocks, and all it was given, the next
    /// run of its message.
    fn give_runs(&mut self, messages: &[usize], done: usize) {
        for (lane, &message) in messages.iter().enumerate() {
            if done == 0 || self.feed.ended(lane) {
                let (state, tail) = (&mut self.states.column(lane), self.feed.tail_mut(lane));
                let run = self.messages.run(message, done, state, tail);
                let blocks = self.feed.blocks(run.body) + run.tail_blocks;
                self.feed.give(lane, run.body, run.tail_blocks, blocks);
            }
        }
    }
}

const _: () = assert!(WINDOW >= MAX_LANES, "a window fills a group");
