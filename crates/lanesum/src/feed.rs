//! What each lane reads next.
//!
//! All lanes step together, a block at a time, and a clock counts the steps.
//! A lane first reads whole blocks of its message in place, the body, and then
//! blocks that were written for it, the tail: padding does not stop the others.
//! The pointers are kept as if each lane had been reading from step 0, so that
//! all of them read at the same offset and a step moves none of them.

mod copies;
mod stretches;
mod tails;

use crate::lanes::MAX_LANES;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
pub(crate) use stretches::{Next, Stretch};
use tails::Tails;
pub(crate) use tails::{TAIL_BLOCKS, TAIL_ROOM};

/// How many blocks before it is read a block is prefetched: the CPU's own prefetching loses
/// count of that many lanes. Without, 64 messages out of memory run at a third of the speed.
/// Two blocks before the next one are too few for that, and eight begin to push each other
/// out of the first level.
pub(crate) const AHEAD: usize = 4;

/// A step that never comes.
const NEVER: usize = usize::MAX;

/// Lanes that something may be given to: as many as can run, and as many that rest.
pub(crate) const GIVEN: usize = 2 * MAX_LANES;

/// What each lane reads next, for messages that live as long as `'a`.
pub(crate) struct Feed<'a> {
    /// Bytes in a block.
    block: usize,
    /// Bytes from a block of a lane to its next: a block, unless the message is
    /// dealt out among several lanes.
    stride: usize,
    /// Steps done.
    clock: usize,
    /// Lanes from here on were given nothing.
    given: usize,
    /// At step `t`, lane `i` reads at `from[i] + t * stride`.
    ///
    /// Invariant: what it reads there is initialised and alive for every step
    /// from the clock on, up to `end[i]`; at `turn[i]` it turns to the tail.
    from: [*const u8; GIVEN],
    /// The step at which the lane turns from its body to its tail.
    turn: [usize; GIVEN],
    /// The step at which the lane has read all it was given.
    end: [usize; GIVEN],
    /// Which of the tails is the lane's.
    tail_of: [u8; GIVEN],
    /// Where the messages begin that lanes are given next, as far as it is known: it is from
    /// step `next_at` on that they are prefetched.
    next: [*const u8; GIVEN],
    next_at: usize,
    /// Lanes that stay where they are while the clock goes on.
    resting: Range<usize>,
    tails: Tails,
    /// Room for messages that are copied.
    copies: Vec<copies::Line>,
    messages: PhantomData<&'a [u8]>,
}

impl<'a> Feed<'a> {
    /// For lanes that read blocks of `block` bytes, each `stride` bytes behind the one before.
    /// It has to begin with so many lanes before any is given something.
    ///
    /// It is made where it stays: to begin it here would make it elsewhere, and copy 4 KiB.
    pub(crate) fn new(block: usize, stride: usize) -> Self {
        assert!(block <= stride);
        Self {
            block,
            stride,
            clock: 0,
            given: 0,
            from: [core::ptr::null(); GIVEN],
            turn: [NEVER; GIVEN],
            end: [0; GIVEN],
            tail_of: core::array::from_fn(|lane| lane as u8),
            next: [core::ptr::null(); GIVEN],
            next_at: NEVER,
            resting: 0..0,
            tails: Tails::of(block),
            copies: Vec::new(),
            messages: PhantomData,
        }
    }

    /// Begins, or begins again, for so many lanes, in the memory that there is where that suffices.
    pub(crate) fn begin(&mut self, lanes: usize) {
        self.clock = 0;
        // What was never given is as it was made: to make it again takes 100 cycles a call.
        for lane in 0..self.given {
            (self.turn[lane], self.end[lane], self.tail_of[lane]) = (NEVER, 0, lane as u8);
        }
        self.next_at = NEVER;
        self.resting = 0..0;
        assert!(lanes <= GIVEN);
        self.given = lanes;
        self.tails.begin(lanes);
    }

    /// Bytes from a block of a lane to its next.
    #[inline]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// How many whole blocks of a lane there are in `body`.
    #[inline]
    pub(crate) fn blocks(&self, body: &[u8]) -> usize {
        (body.len() + self.stride - self.block) / self.stride
    }

    /// A lane's tail, to be written before [`Feed::give`].
    #[inline]
    pub(crate) fn tail_mut(&mut self, lane: usize) -> &mut [u8] {
        self.tails.tail_mut(self.tail_of[lane].into())
    }

    /// The tails of the first `live` lanes, one behind the other, each with a block before it,
    /// to be written before [`Feed::give_whole`] or [`Feed::give_tails`].
    #[inline]
    pub(crate) fn tails_mut(&mut self, live: usize) -> &mut [u8] {
        self.tails.rooms_mut(live)
    }

    /// The tail of all lanes, to be written before [`Feed::give_alike`].
    #[inline]
    pub(crate) fn one_tail_mut(&mut self) -> &mut [u8] {
        self.tails.one_mut()
    }

    /// Gives each of the first lanes whole blocks of a message, all of `len`
    /// bytes, one block behind the other, and the first `tail_blocks` of the tail
    /// that all have.
    ///
    /// # Panics
    ///
    /// Where they are not, or there is a tail for each.
    #[inline(always)]
    pub(crate) fn give_alike(
        &mut self,
        bodies: impl ExactSizeIterator<Item = &'a [u8]>,
        len: usize,
        tail_blocks: usize,
    ) {
        assert!(self.tails.is_one() && tail_blocks <= TAIL_BLOCKS && self.stride == self.block);
        assert!(len.is_multiple_of(self.block) && bodies.len() <= MAX_LANES.min(self.given));
        let (live, body_blocks) = (bodies.len(), len / self.block);
        let clock = self.clock.wrapping_mul(self.stride);
        for (from, body) in self.from.iter_mut().zip(bodies) {
            assert!(body.len() == len);
            *from = body.as_ptr().wrapping_sub(clock);
        }
        self.turn[..live].fill(self.clock + body_blocks);
        self.end[..live].fill(self.clock + body_blocks + tail_blocks);
    }

    /// Gives each of the first `live` lanes the first blocks of its tail.
    #[inline]
    pub(crate) fn give_tails(&mut self, live: usize, blocks: usize) {
        assert!(live <= self.given && blocks <= TAIL_BLOCKS && (blocks < 2 || self.stride == self.block));
        for lane in 0..live {
            self.turn_lane(lane, self.clock);
            self.end[lane] = self.clock + blocks;
        }
    }

    /// Gives a lane whole blocks of a message, and behind them `tail_blocks`
    /// of its tail, of which the first `blocks` are to be read. What lies
    /// between the blocks is in `body` too.
    ///
    /// # Panics
    ///
    /// Where that is more than there is, or the tail has more than one block
    /// and the blocks do not follow each other.
    #[inline(always)]
    pub(crate) fn give(&mut self, lane: usize, body: &'a [u8], tail_blocks: usize, blocks: usize) {
        let body_blocks = self.blocks(body);
        assert!(lane < self.given && tail_blocks <= TAIL_BLOCKS && blocks <= body_blocks + tail_blocks);
        assert!(tail_blocks < 2 || self.stride == self.block);
        if body_blocks > 0 {
            self.from[lane] = body.as_ptr().wrapping_sub(self.clock.wrapping_mul(self.stride));
            self.turn[lane] = if tail_blocks > 0 { self.clock + body_blocks } else { NEVER };
        } else {
            self.turn_lane(lane, self.clock);
        }
        self.end[lane] = self.clock + blocks;
    }

    /// Gives a lane `blocks` blocks of a message, one behind the other, and behind them the first
    /// `tail_blocks` of its tail, all of which are to be read: [`Feed::give`] without a division.
    ///
    /// # Panics
    ///
    /// Where the body has more or fewer.
    #[inline(always)]
    pub(crate) fn give_whole(&mut self, lane: usize, body: &'a [u8], blocks: usize, tail_blocks: usize) {
        assert!(lane < self.given && tail_blocks <= TAIL_BLOCKS);
        assert!(self.stride == self.block && body.len() == blocks * self.block);
        self.from[lane] = body.as_ptr().wrapping_sub(self.clock.wrapping_mul(self.stride));
        self.turn[lane] = self.clock + blocks;
        self.end[lane] = self.turn[lane] + tail_blocks;
    }

    /// Turns a lane to its tail, at step `t`.
    #[inline]
    fn turn_lane(&mut self, lane: usize, t: usize) {
        self.from[lane] = self.tails.at(self.tail_of[lane].into()).wrapping_sub(t.wrapping_mul(self.stride));
        self.turn[lane] = NEVER;
    }

    /// Says which messages lanes from 0 on are given next, and after how many steps at least.
    /// Kernels prefetch their first blocks meanwhile.
    #[inline(always)]
    pub(crate) fn follow(&mut self, next: impl Iterator<Item = *const u8>, steps: usize) {
        self.next_at = NEVER;
        for (lane, from) in next.enumerate() {
            if self.next[0].is_null() {
                self.next.fill(from);
            }
            self.next[lane] = from;
            self.next_at = self.clock + steps.saturating_sub(AHEAD);
        }
    }

    /// How many steps all of the first `live` lanes can go.
    #[inline]
    pub(crate) fn horizon(&self, live: usize) -> usize {
        least(&self.end[..live]) - self.clock
    }

    /// Whether the lane has read all it was given.
    #[inline]
    pub(crate) fn ended(&self, lane: usize) -> bool {
        self.end[lane] == self.clock
    }

    /// Moves the clock, after the lanes went `steps` steps. Lanes that rest did not.
    #[inline]
    pub(crate) fn advance(&mut self, steps: usize) {
        self.clock += steps;
        for lane in self.resting.clone() {
            self.from[lane] = self.from[lane].wrapping_sub(steps.wrapping_mul(self.stride));
            self.turn[lane] = self.turn[lane].saturating_add(steps);
            self.end[lane] += steps;
        }
    }

    /// Lets these lanes rest, and no others.
    #[inline]
    pub(crate) fn rest(&mut self, lanes: Range<usize>) {
        assert!(lanes.end <= GIVEN);
        self.resting = lanes;
    }

    /// Exchanges what some lanes have for what as many others behind them have.
    pub(crate) fn exchange(&mut self, one: usize, other: usize, lanes: usize) {
        exchange(&mut self.from, one, other, lanes);
        exchange(&mut self.turn, one, other, lanes);
        exchange(&mut self.end, one, other, lanes);
        exchange(&mut self.tail_of, one, other, lanes);
    }

    /// Gives lanes from `to` on what these have. What those before them had is done.
    pub(crate) fn shift(&mut self, lanes: Range<usize>, to: usize) {
        self.from.copy_within(lanes.clone(), to);
        self.turn.copy_within(lanes.clone(), to);
        self.end.copy_within(lanes.clone(), to);
        self.tail_of.copy_within(lanes, to);
    }
}

/// The least of some steps, [`NEVER`] of none. Four at a time: each comparison waits two cycles for
/// the one before, and of 64 lanes that was 128 at each stop.
#[inline(always)]
fn least(steps: &[usize]) -> usize {
    let (fours, rest) = steps.as_chunks::<4>();
    let [mut a, mut b, mut c, mut d] = [NEVER; 4];
    for &[e, f, g, h] in fours {
        (a, b, c, d) = (a.min(e), b.min(f), c.min(g), d.min(h));
    }
    for &step in rest {
        a = a.min(step);
    }
    a.min(b).min(c.min(d))
}

/// Exchanges some items for as many others behind them.
///
/// # Panics
///
/// Where they overlap.
#[inline]
pub(crate) fn exchange<T>(items: &mut [T], one: usize, other: usize, count: usize) {
    let (before, behind) = items.split_at_mut(other);
    before[one..][..count].swap_with_slice(&mut behind[..count]);
}

#[cfg(feature = "zeroize")]
impl Drop for Feed<'_> {
    fn drop(&mut self) {
        self.wipe_copies();
    }
}
