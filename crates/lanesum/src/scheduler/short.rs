//! Messages of few blocks.
//!
//! To plan costs a message some events, however short it is: it begins, turns
//! to its padding, and ends, each at a step of its own. Where that is more than
//! its blocks cost, messages with as many blocks as each other are gathered in
//! groups that begin, turn and end together.

use super::{Messages, Scheduler};
use crate::kernel::Plan;
use crate::lanes::MAX_LANES;

/// The most blocks of a message in a group. Of a longer one the events are a
/// small part.
pub(super) const MOST: usize = 8;

/// What a message's events cost where they are planned, in cycles: an estimate.
const EVENTS: u128 = 150;

/// How many messages to gather for a group, by their blocks.
pub(super) struct Groups([usize; MOST + 1]);

impl Groups {
    /// The groups for as many messages of each number of blocks as `counts`
    /// says, if they cost less than `planned` and the events of each.
    pub(super) fn new(plan: &Plan, counts: &[usize; MOST + 1], planned: u128) -> Option<Self> {
        let mut lanes = [0; MOST + 1];
        let (mut cost, mut messages) = (0, 0);
        for (blocks, &count) in counts.iter().enumerate().skip(1) {
            if count > 0 {
                let (of_it, groups) = plan.lanes(count, count as u64, 1);
                lanes[blocks] = of_it;
                cost += plan.costs(of_it, groups * blocks as u64);
                messages += count;
            }
        }
        (cost < planned + EVENTS * messages as u128).then_some(Self(lanes))
    }

    /// The lanes of the largest.
    pub(super) fn lanes(&self) -> usize {
        self.0.into_iter().max().unwrap_or(0)
    }
}

impl<'a, M: Messages<'a>> Scheduler<'_, 'a, M> {
    /// How many messages have how many blocks, where none has more than
    /// [`MOST`].
    pub(super) fn counts(&self, equal: Option<usize>) -> [usize; MOST + 1] {
        let mut counts = [0; MOST + 1];
        if let Some(blocks) = equal {
            counts[blocks] = self.messages.len();
        } else {
            for message in 0..self.messages.len() {
                counts[self.messages.blocks(message)] += 1;
            }
        }
        counts
    }

    /// Runs all messages in groups. `equal` says that they have all as many
    /// blocks.
    pub(super) fn run_groups(&mut self, groups: &Groups, equal: Option<usize>) {
        if let Some(blocks) = equal {
            let mut group = [0; MAX_LANES];
            for first in (0..self.messages.len()).step_by(groups.0[blocks]) {
                let live = groups.0[blocks].min(self.messages.len() - first);
                for i in 0..live {
                    group[i] = first + i;
                }
                self.run_group(&group[..live], blocks);
            }
            return;
        }
        let mut gathered = [[0; MAX_LANES]; MOST + 1];
        let mut live = [0; MOST + 1];
        for message in 0..self.messages.len() {
            let blocks = self.messages.blocks(message);
            let live = &mut live[blocks];
            gathered[blocks][*live] = message;
            // Messages of no block are in no group.
            *live += usize::from(blocks > 0);
            if *live > 0 && *live == groups.0[blocks] {
                self.run_group(&gathered[blocks][..*live], blocks);
                *live = 0;
            }
        }
        for blocks in 1..=MOST {
            if live[blocks] > 0 {
                self.run_group(&gathered[blocks][..live[blocks]], blocks);
            }
        }
    }

    /// Runs messages that have all as many blocks.
    fn run_group(&mut self, messages: &[usize], blocks: usize) {
        let live = messages.len();
        if let Some(words) = self.messages.start() {
            self.states.fill(live, words);
        }
        let whole = self.messages.give_whole(messages, blocks, &mut self.feed);
        let mut at = 0;
        while at < blocks {
            if !whole {
                self.give_runs(messages, at);
            }
            at += self.step(live);
        }
        if !self.messages.end_whole(messages, &mut self.states) {
            for (lane, &message) in messages.iter().enumerate() {
                self.messages.end(message, &self.states.column(lane));
            }
        }
    }

    /// Gives each lane that has done `at` blocks, and all it was given, the next
    /// run of its message.
    fn give_runs(&mut self, messages: &[usize], at: usize) {
        for (lane, &message) in messages.iter().enumerate() {
            if at == 0 || self.feed.ended(lane) {
                let (state, tail) = (&mut self.states.column(lane), self.feed.tail_mut(lane));
                let run = self.messages.run(message, at, state, tail);
                let blocks = self.feed.blocks(run.body) + run.tail_blocks;
                self.feed.give(lane, run.body, run.tail_blocks, blocks);
            }
        }
    }
}
