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

use super::{Lane, Messages, Scheduler};
use crate::kernel::Turns;
use crate::lanes::MAX_LANES;

impl<'a, M: Messages<'a>> Scheduler<'_, 'a, M> {
    /// Runs messages of `blocks` blocks each, but for what is left of some.
    pub(super) fn take_turns(&mut self, turns: &Turns, blocks: usize) {
        let Turns { lanes: live, turns, .. } = *turns;
        let (messages, words) = (self.len(), self.states.words());
        let rest = messages - live;
        debug_assert!(0 < turns && turns * rest <= messages);
        // The first of so many turns are a step longer than the others.
        let (least, longer) = (blocks / turns, blocks % turns);
        let length = |turn: usize| least + usize::from(turn < longer);
        // Message `i` of the group that rests in a turn. That of turn 0 has no lane before;
        // each other begins in the lanes in which the group before it ends.
        let resting_in = |turn: usize, i: usize| if turn == 0 { live + i } else { (turn - 1) * rest + i };
        // Room for all, since fewer take turns in the next round: those that rest, a group
        // behind the other, are some of them.
        self.left.reserve(messages, words);
        self.parked.begin(messages * words);
        let mut lanes = [Lane::default(); MAX_LANES];
        let mut stop = 0;
        for turn in 0..turns {
            stop += length(turn);
            for lane in turn * rest..if turn + 1 < turns { (turn + 1) * rest } else { live } {
                lanes[lane] = Lane { message: lane, blocks, at: 0, stop, left: stop as u64 };
                self.give(&mut lanes[lane], lane);
            }
        }
        let mut done = 0;
        for turn in 0..turns {
            self.steps(&mut lanes[..live], length(turn));
            done += length(turn);
            if turn + 1 == turns {
                break;
            }
            let at = done - length(turn);
            for i in 0..rest {
                let lane = turn * rest + i;
                let (goes, returns) = ((turn + 1) * rest + i, turn * rest + i);
                let message = resting_in(turn, i);
                let mut column = self.states.column(lane);
                column.read_to(&mut self.parked.states[goes * words..][..words]);
                if at > 0 {
                    column.write(&self.parked.states[returns * words..][..words]);
                }
                let stop = blocks - length(turn);
                lanes[lane] = Lane { message, blocks, at, stop, left: (stop - at) as u64 };
                self.give(&mut lanes[lane], lane);
            }
        }
        let back = (turns - 1) * rest;
        for lane in back..live {
            self.end(lanes[lane].message, lane);
        }
        // Those that rested for longer do a step more: behind the others, for a kernel
        // writes to the lanes behind the live ones.
        let more = longer * rest;
        self.leave(&lanes[more..back], more);
        if more > 0 {
            for lane in 0..more {
                lanes[lane].stop += 1;
                lanes[lane].left += 1;
                self.give(&mut lanes[lane], lane);
            }
            self.steps(&mut lanes[..more], 1);
            self.leave(&lanes[..more], 0);
        }
        let done = if turns > 1 { blocks - least } else { 0 };
        for i in 0..rest {
            let last = resting_in(turns - 1, i);
            let (message, before) = self.message(last);
            let state = match turns {
                1 => self.parts.state(last).unwrap_or_default(),
                _ => &self.parked.states[(back + i) * words..][..words],
            };
            self.left.push_read(message, before + done, words, state);
        }
    }

    /// Leaves the messages of some lanes, from lane `first` on, for another round.
    fn leave(&mut self, lanes: &[Lane], first: usize) {
        let words = self.states.words();
        for (lane, at) in (first..).zip(lanes) {
            let (message, done) = self.message(at.message);
            self.left.push(message, done + at.at, words, &self.states.column(lane));
        }
    }

    /// So many steps of all lanes: what they are given ends there or later.
    fn steps(&mut self, lanes: &mut [Lane], steps: usize) {
        let mut done = 0;
        while done < steps {
            done += self.step(lanes.len());
            for (lane, at) in lanes.iter_mut().enumerate() {
                if self.feed.ended(lane) && at.at < at.stop {
                    self.give(at, lane);
                }
            }
        }
    }
}
