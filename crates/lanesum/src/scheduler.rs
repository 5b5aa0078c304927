//! Shares messages of any lengths out to lanes, and runs them.
//!
//! A step adds a block to the message in every lane. `m` lanes cannot take
//! fewer steps than the longest message has blocks, nor fewer than all blocks
//! divided by `m`; wrapping messages around the lanes reaches the larger of
//! the two exactly (R. McNaughton, "Scheduling with Deadlines and Loss
//! Functions", Management Science 6, 1959). With that many steps, `T`, lay the
//! messages end to end and cut them every `T` blocks: each piece is a lane.
//!
//! ```text
//!            0           T          2T          3T
//!  messages  |--a--|--b-----|--c--|----d---|-e-|
//!  lane 0    [--a--|..b..]
//!  lane 1    [b|--c--|..d]         `b` runs first in lane 1, is parked there
//!  lane 2    [-d-|-e-]             after one block, and ends in lane 0
//! ```
//!
//! A message cut in two starts in the later lane, at step 0. There its state is
//! parked when the cut is reached, and the lane before ends with the rest: by
//! then the parts do not overlap, for no message is longer than `T`.
//!
//! So all lanes but the last are full at every step, whatever the lengths: it
//! takes no sorting, there are no gaps at the end, and each lane reads
//! neighbouring messages in order. How many lanes pay is chosen by what `T`
//! steps cost with that many; when the last lane has ended, the kernels are
//! chosen afresh for what lives on.
//!
//! A message that is longer than all others together would hold back the lanes
//! beside it, or run in more of them than pay. Such messages are cut short: the
//! others end beside their first blocks in full lanes, and then what is left is
//! planned afresh.

mod copied;
mod parts;
mod sorted;
mod turns;

use crate::feed::Feed;
use crate::host;
use crate::kernel::{Column, Compress, Cut, Lanes, Plan, States};
use crate::lanes::MAX_LANES;
use crate::wipe::{reserve_exact, wipe, wipe_on_drop};
use alloc::boxed::Box;
use alloc::vec::Vec;
use parts::Parts;

/// Messages, as the scheduler sees them: blocks, and words to set before some.
pub(crate) trait Messages<'a> {
    /// How many messages.
    fn len(&self) -> usize;

    /// How many blocks a message has, the padding included.
    fn blocks(&self, message: usize) -> usize;

    /// The state before the first block, where it is the same for every
    /// message: then [`Messages::run`] need not set it.
    fn start(&self) -> Option<&[u64]> {
        None
    }

    /// Sets what has to be set before block `at` of a message, and says what
    /// follows without anything to be set. `at` is 0, or where an earlier run
    /// ended, or any other block; in that case the state is already that of
    /// the blocks before it.
    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a>;

    /// Bytes from a message's block to its next.
    fn stride(&self, block: usize) -> usize {
        block
    }

    /// Takes the state after a message's last block.
    fn end(&mut self, message: usize, state: &Column<'_>);

    /// Sets what differs between the states of some messages, from lane 0 on, which begin
    /// together and are [`Messages::start`] so far: they are run to their ends, without
    /// [`Messages::run`].
    fn begin_whole(&self, _messages: &[usize], _states: &mut States) {}

    /// Gives each lane of the feed, from 0 on, the whole of one of some messages,
    /// and prefetches those that are `next`. Says `false` where there is no such
    /// short cut: then [`Messages::run`] does it.
    fn give_whole(&mut self, _messages: &[usize], _next: &[usize], _feed: &mut Feed<'a>) -> bool {
        false
    }

    /// The bytes of a message, if they may be copied: then [`Messages::pad_copy`] ends its
    /// blocks, and all messages begin with [`Messages::start`].
    fn bytes(&self, _message: usize) -> Option<&'a [u8]> {
        None
    }

    /// Writes the padding of a message to a copy of it: all its blocks, with zeros behind it.
    /// It ends soon.
    fn pad_copy(&self, _message: usize, _blocks: &mut [u8]) {}

    /// Takes the states after the last blocks of some messages, from lane `first`
    /// on. Says `false` where there is no short cut: then [`Messages::end`] does it.
    fn end_whole(&mut self, _messages: &[usize], _first: usize, _states: &mut States) -> bool {
        false
    }
}

/// Some blocks of a message.
pub(crate) struct Run<'a> {
    /// Whole blocks of the message, in place.
    pub(crate) body: &'a [u8],
    /// How many blocks follow that were written to the tail.
    pub(crate) tail_blocks: usize,
}

/// Where a lane is.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// The message it works on.
    message: usize,
    /// Its blocks.
    blocks: usize,
    /// How many of them are done when what the feed was given has ended.
    at: usize,
    /// How many of them are to be done here.
    stop: usize,
    /// The steps left behind `at`.
    left: u64,
}

/// Runs all messages to their end.
///
/// `plan` is asked once, for a batch of so many blocks together. Each type of messages has a
/// scheduler compiled for it, 20 KB of code: whole messages do, of which many are short. All
/// others come as `dyn Messages`, and share one.
pub(crate) fn run<'a, 'p>(
    kernels: &[Box<dyn Compress>],
    plan: impl FnOnce(u64) -> &'p Plan,
    states: States,
    block: usize,
    messages: &mut (impl Messages<'a> + ?Sized),
) {
    let mut lengths = Lengths::of((0..messages.len()).map(|i| messages.blocks(i)));
    let plan = plan(lengths.total);
    let feed = &mut Feed::new(block, messages.stride(block));
    let (parts, left, parked) = (Parts::default(), Parts::default(), Parked::default());
    let mut scheduler =
        Scheduler { kernels, plan, states, feed, messages, parts, limit: usize::MAX, left, parked };
    loop {
        let Lengths { mut total, longest, shortest } = lengths;
        if total == 0 {
            return;
        }
        scheduler.limit = usize::MAX;
        // Otherwise all lanes are full to the end.
        let uneven = shortest < longest && longest.saturating_mul(MAX_LANES as u64) > total;
        let cut = if uneven && longest >= LEAST_CUT { plan.cut(&scheduler.longest(), total) } else { None };
        let Lanes { mut lanes, mut steps, cost } = plan.lanes(scheduler.len(), total, longest);
        let turns = match shortest == longest {
            true => plan.turns(scheduler.len(), longest, cost),
            false => None,
        };
        let planned = cut.map(|cut| cut.cost).or(turns.map(|turns| turns.cost)).unwrap_or(cost);
        if longest <= sorted::MOST as u64
            && scheduler.parts.is_empty()
            && let Some(groups) = scheduler.groups(longest as usize, shortest == longest, planned)
        {
            if shortest < longest && scheduler.copies(longest as usize) {
                scheduler.feed.begin(0);
                return scheduler.run_copied(groups.lanes(), longest as usize);
            }
            scheduler.feed.begin(groups.lanes());
            return scheduler.run_groups(&groups, longest as usize, shortest == longest);
        }
        if let Some(turns) = turns {
            return scheduler.take_turns(turns, longest as usize);
        }
        if let Some(Cut { limit, .. }) = cut {
            scheduler.limit = limit as usize;
            (lanes, steps) = (MAX_LANES, limit);
            total = (0..scheduler.len()).map(|i| scheduler.blocks(i) as u64).sum();
        }
        let lanes = lanes.min(total.div_ceil(steps) as usize);
        scheduler.feed.begin(lanes);
        scheduler.run(lanes, total, steps);
        // What is left is planned afresh, in the memory that there is: a guest's heap frees
        // nothing before its call ends.
        core::mem::swap(&mut scheduler.parts, &mut scheduler.left);
        scheduler.left.clear();
        if scheduler.parts.is_empty() {
            return;
        }
        lengths = Lengths::of((0..scheduler.len()).map(|i| scheduler.messages_blocks(i)));
    }
}

/// The blocks of messages.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    pub(crate) total: u64,
    pub(crate) longest: u64,
    pub(crate) shortest: u64,
}

impl Lengths {
    #[inline]
    pub(crate) fn of(blocks: impl Iterator<Item = usize>) -> Self {
        let mut lengths = Self { total: 0, longest: 0, shortest: u64::MAX };
        for blocks in blocks {
            let blocks = blocks as u64;
            lengths.total += blocks;
            lengths.longest = lengths.longest.max(blocks);
            lengths.shortest = lengths.shortest.min(blocks);
        }
        lengths
    }
}

/// Leaves as many of the largest as there are lanes, the largest first.
fn keep_longest(blocks: &mut Vec<u64>) {
    if blocks.len() > MAX_LANES {
        blocks.select_nth_unstable_by(MAX_LANES - 1, |a, b| b.cmp(a));
        blocks.truncate(MAX_LANES);
    }
    blocks.sort_unstable_by(|a, b| b.cmp(a));
}

/// The blocks below which no message is worth cutting short.
const LEAST_CUT: u64 = 16;

struct Scheduler<'s, 'a, M: ?Sized> {
    kernels: &'s [Box<dyn Compress>],
    plan: &'s Plan,
    states: States,
    /// Not moved here: it has some KB.
    feed: &'s mut Feed<'a>,
    messages: &'s mut M,
    /// What is left of messages that were cut short, to be run now. Where there
    /// is nothing, all messages are to be run.
    parts: Parts,
    /// After how many blocks messages are cut short.
    limit: usize,
    /// What is left of them.
    left: Parts,
    parked: Parked,
}

/// The states of messages that wait for a lane, one behind the other.
#[derive(Default)]
struct Parked {
    states: Vec<u64>,
}

wipe_on_drop!([] Parked { states });

impl Parked {
    /// Begins again, with room for states of so many words together.
    fn begin(&mut self, words: usize) {
        wipe(&mut self.states);
        self.states.clear();
        reserve_exact(&mut self.states, words);
        self.states.resize(words, 0);
    }
}

/// How the messages are cut.
struct Cuts {
    lanes: [Lane; MAX_LANES],
    /// The message that lies across the start of lane `i`, and how many of its
    /// blocks are done there.
    cut: [(usize, usize); MAX_LANES + 1],
}

impl<'a, M: Messages<'a> + ?Sized> Scheduler<'_, 'a, M> {
    /// How many messages, or parts of them, are to be run.
    #[inline]
    fn len(&self) -> usize {
        if self.parts.is_empty() { self.messages.len() } else { self.parts.len() }
    }

    /// A message, and how many of its blocks are done.
    #[inline]
    fn message(&self, i: usize) -> (usize, usize) {
        self.parts.get(i).unwrap_or((i, 0))
    }

    /// How many blocks of a message are to be run.
    #[inline]
    fn messages_blocks(&self, i: usize) -> usize {
        let (message, done) = self.message(i);
        self.messages.blocks(message) - done
    }

    /// How many of them before it is cut short.
    #[inline]
    fn blocks(&self, i: usize) -> usize {
        self.messages_blocks(i).min(self.limit)
    }

    /// The blocks of the longest messages, the longest first: as many as there
    /// are lanes, or all.
    #[cold]
    fn longest(&self) -> Vec<u64> {
        let mut blocks: Vec<_> = (0..self.len()).map(|i| self.messages_blocks(i) as u64).collect();
        keep_longest(&mut blocks);
        blocks
    }

    /// Takes the state of a message after what was to be run of it.
    #[inline]
    fn end(&mut self, i: usize, lane: usize) {
        let (message, done) = self.message(i);
        let words = self.states.words();
        let state = self.states.column(lane);
        if self.limit == usize::MAX || self.messages.blocks(message) - done <= self.limit {
            self.messages.end(message, &state);
        } else {
            self.left.push(message, done + self.limit, words, &state);
        }
    }

    /// A step of the first `live` lanes, and as many more as none of them ends, and
    /// the host allows. Says how many steps that were.
    #[inline]
    fn step(&mut self, live: usize) -> usize {
        self.step_at_most(live, self.feed.horizon(live))
    }

    /// A step of the first `live` lanes, and as many more as the host allows, at most so many.
    /// Says how many steps that were.
    #[inline]
    fn step_at_most(&mut self, live: usize, most: usize) -> usize {
        // As many as the first kernel may do, for a guest pauses between kernels too: each
        // begins slowly.
        let steps = most.min(host::most(|| self.cost_of_first(live)));
        let mut first = 0;
        while first < live {
            let kernel = &self.kernels[self.plan.kernel(live - first)];
            let end = live.min(first + kernel.kernel().lanes());
            host::spend(|| u64::from(self.cost_of_first(live - first)) * steps as u64);
            kernel.compress(&mut self.states, self.feed, first..end, steps);
            first = end;
        }
        self.feed.advance(steps);
        steps
    }

    /// What a block of each of the first of so many lanes costs: of those that run together.
    fn cost_of_first(&self, live: usize) -> u32 {
        let lanes = self.kernels[self.plan.kernel(live)].kernel().lanes();
        self.plan.cost(live) - self.plan.cost(live.saturating_sub(lanes))
    }

    /// Messages of any lengths.
    fn run(&mut self, lanes: usize, total: u64, steps: u64) {
        let cuts = &mut self.cut(lanes, total, steps);
        // Of lane `i` that of the message that it began, and the lane before ends.
        self.parked.begin(lanes * self.states.words());
        for lane in 0..lanes {
            self.give(&mut cuts.lanes[lane], lane);
        }
        let mut live = lanes;
        while live > 0 {
            self.step(live);
            // From the last lane on: what it parks, the lane before may take up at once.
            for lane in (0..live).rev() {
                if self.feed.ended(lane) && !self.go_on(cuts, lane) {
                    debug_assert!(lane + 1 == live, "only the last lane ends before the others");
                    live = lane;
                }
            }
        }
    }

    /// Cuts the messages, laid end to end, every `steps` blocks.
    fn cut(&self, lanes: usize, total: u64, steps: u64) -> Cuts {
        let mut cuts = Cuts { lanes: [Lane::default(); MAX_LANES], cut: [(0, 0); MAX_LANES + 1] };
        let (mut message, mut blocks, mut end) = (0, 0, 0);
        for lane in 0..lanes {
            let start = lane as u64 * steps;
            while end <= start {
                blocks = self.blocks(message);
                end += blocks as u64;
                message += 1;
            }
            // Of a message that lies across the start, what is behind it.
            let stop = blocks.min((end - start) as usize);
            let left = steps.min(total - start);
            cuts.lanes[lane] = Lane { message: message - 1, blocks, at: 0, stop, left };
            cuts.cut[lane] = (message - 1, stop);
        }
        cuts.cut[lanes] = (self.len(), 0);
        cuts
    }

    /// Gives the feed the lane's message from block `at` to the end of the run,
    /// or to where the lane stops.
    #[inline]
    fn give(&mut self, at: &mut Lane, lane: usize) {
        let (message, done) = self.message(at.message);
        let state = &mut self.states.column(lane);
        if at.at == 0 {
            if let Some(words) = self.parts.state(at.message) {
                state.write(words);
            } else if let Some(words) = self.messages.start() {
                state.write(words);
            }
        }
        let run = self.messages.run(message, done + at.at, state, self.feed.tail_mut(lane));
        let blocks = (self.feed.blocks(run.body) + run.tail_blocks).min(at.stop - at.at);
        self.feed.give(lane, run.body, run.tail_blocks, blocks);
        at.at += blocks;
        at.left -= blocks as u64;
    }

    /// Goes on with a lane that has done what it was given. Says whether there
    /// is more for it.
    #[inline]
    fn go_on(&mut self, cuts: &mut Cuts, lane: usize) -> bool {
        let Lane { mut message, mut blocks, at, stop, left } = cuts.lanes[lane];
        if at < stop {
            self.give(&mut cuts.lanes[lane], lane);
            return true;
        }
        if stop < blocks {
            let words = self.states.words();
            self.states.column(lane).read_to(&mut self.parked.states[lane * words..][..words]);
        } else {
            self.end(message, lane);
        }
        if left == 0 {
            return false;
        }
        loop {
            message += 1;
            blocks = self.blocks(message);
            if blocks > 0 {
                break;
            }
        }
        let mut at = 0;
        if message == cuts.cut[lane + 1].0 {
            at = cuts.cut[lane + 1].1;
            let words = self.states.words();
            self.states.column(lane).write(&self.parked.states[(lane + 1) * words..][..words]);
        }
        cuts.lanes[lane] = Lane { message, blocks, at, stop: blocks, left };
        self.give(&mut cuts.lanes[lane], lane);
        true
    }
}
