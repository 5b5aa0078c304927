//! Messages of one length that take turns in fewer lanes than there are messages.
//!
//! Wrapped around the lanes, such messages stop all lanes at as many steps as there are
//! messages. Here groups of messages rest, one after the other, for equal parts of the
//! time; the lanes stop where one group goes and another returns, and what the resting
//! ones missed is left at the end: fewer messages of one length again, for which kernels
//! are chosen afresh. With 75 messages in 64 lanes:
//!
//! ```text
//!   turn              0        1        2        3        4        5
//!   in 64 lanes    0 .. 63  11 .. 74  ...              rest 44..54
//!   rests          64 .. 74   0 .. 10  11 .. 21  ...
//!   left: a sixth of 66 messages. They take turns in 64 lanes too, two at rest.
//! ```
//!
//! As in Euclid's algorithm, the numbers of messages shrink fast: 75 messages stop the
//! lanes 39 times, and not 75 times.
//!
//! All messages have a lane from the beginning, those that rest behind those that run, and
//! a group goes to rest in the lanes of the one that returns: a row of their states, and what
//! the feed has for them, is exchanged at once. Message by message, each took as long as
//! a quarter of the stop.

use super::{Lane, Messages, Scheduler};
use crate::feed::{GIVEN, exchange};
use crate::kernel::Turns;
use crate::lanes::MAX_LANES;

impl<'a, M: Messages<'a> + ?Sized> Scheduler<'_, 'a, M> {
    /// Runs messages of `blocks` blocks each to their end.
    pub(super) fn take_turns(&mut self, first: Turns, blocks: usize) {
        let (mut messages, mut left, mut turns) = (self.len(), blocks, Some(first));
        self.feed.begin(messages);
        let mut lanes = [Lane::default(); GIVEN];
        for (lane, at) in lanes[..messages].iter_mut().enumerate() {
            *at = Lane { message: lane, blocks, at: 0, stop: blocks, left: blocks as u64 };
            self.give(at, lane);
        }
        while let Some(round) = turns {
            (messages, left) = self.round(&mut lanes, messages, left, &round);
            let live = (messages <= MAX_LANES).then(|| self.plan.costs(messages, left as u64));
            turns = self.plan.turns(messages, left as u64, live.unwrap_or(u128::MAX));
        }
        self.steps(&mut lanes[..messages], left, false);
        for (lane, at) in lanes[..messages].iter().enumerate() {
            self.end(at.message, lane);
        }
    }

    /// A round of turns of the first messages, of which each has `blocks` blocks left. Says
    /// how many are not at their end, in the first lanes, and what each of them has left.
    fn round(
        &mut self,
        lanes: &mut [Lane; GIVEN],
        messages: usize,
        blocks: usize,
        round: &Turns,
    ) -> (usize, usize) {
        let Turns { lanes: live, turns, .. } = *round;
        let rest = messages - live;
        debug_assert!(0 < turns && turns * rest <= messages);
        // The first of so many turns are a step longer than the others.
        let (least, longer) = (blocks / turns, blocks % turns);
        let given = self.feed.horizon(messages) >= blocks;
        for turn in 0..turns {
            self.feed.rest(live..messages);
            self.steps(&mut lanes[..live], least + usize::from(turn < longer), given);
            if turn + 1 < turns {
                self.states.exchange(turn * rest, live, rest);
                self.feed.exchange(turn * rest, live, rest);
                exchange(lanes, turn * rest, live, rest);
            }
        }
        // Each group that rested is in the lanes of the next one, and the last at rest.
        let back = (turns - 1) * rest;
        for (lane, at) in lanes.iter().enumerate().take(live).skip(back) {
            self.end(at.message, lane);
        }
        self.states.shift(live..messages, back);
        self.feed.shift(live..messages, back);
        lanes.copy_within(live..messages, back);
        let left = back + rest;
        // Those that rested for longer do a step more.
        let more = longer * rest;
        if more > 0 {
            self.feed.rest(more..left);
            let over = more..left.min(self.plan.touched(more));
            self.put_aside(over.clone());
            self.steps(&mut lanes[..more], 1, given);
            self.put_back(over);
        }
        self.feed.rest(0..0);
        (left, least)
    }

    /// Puts the states of lanes aside that a kernel runs past.
    fn put_aside(&mut self, lanes: core::ops::Range<usize>) {
        let words = self.states.words();
        self.parked.begin(lanes.len() * words);
        for (lane, state) in lanes.zip(self.parked.states.chunks_exact_mut(words)) {
            self.states.column(lane).read_to(state);
        }
    }

    /// Puts them back.
    fn put_back(&mut self, lanes: core::ops::Range<usize>) {
        let words = self.states.words();
        for (lane, state) in lanes.zip(self.parked.states.chunks_exact(words)) {
            self.states.column(lane).write(state);
        }
    }

    /// So many steps of all lanes, which are given more on the way where they were not given
    /// all of it before. To look at each of them takes 50 cycles a turn.
    fn steps(&mut self, lanes: &mut [Lane], steps: usize, given: bool) {
        let mut done = 0;
        while done < steps {
            let horizon = if given { usize::MAX } else { self.feed.horizon(lanes.len()) };
            let most = horizon.min(steps - done);
            let more = self.step_at_most(lanes.len(), most);
            done += more;
            if more < horizon {
                continue;
            }
            for (lane, at) in lanes.iter_mut().enumerate() {
                if self.feed.ended(lane) && at.at < at.stop {
                    self.give(at, lane);
                }
            }
        }
    }
}
