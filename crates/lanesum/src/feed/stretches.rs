//! The steps of a kernel, in stretches in which no lane turns.

use super::{Feed, NEVER, least};
use crate::isa::{LINE, prefetch};
use crate::lanes::{MAX_LANES, each_lane};
use core::num::NonZero;
use core::ops::Range;

/// Some steps in which no lane turns, for a kernel.
pub(crate) struct Stretch<'f> {
    /// Block `b` of lane `i` is at `from[i].wrapping_add(offset)` and `b` strides.
    pub(crate) from: &'f [*const u8; MAX_LANES],
    pub(crate) offset: usize,
    /// How many blocks.
    pub(crate) blocks: NonZero<usize>,
    /// What lanes are given next.
    pub(crate) next: Next<'f>,
}

/// What a kernel prefetches once its own messages are about to end.
#[derive(Clone, Copy)]
pub(crate) struct Next<'f> {
    /// Where it is for each lane. Not to be read.
    pub(crate) from: &'f [*const u8],
    /// The block from which on it is prefetched: none, where that is not reached.
    pub(crate) at: usize,
    /// Bytes from there to what is prefetched with that block.
    pub(crate) offset: usize,
}

impl Next<'_> {
    /// Nothing.
    pub(crate) const NONE: Self = Self { from: &[], at: usize::MAX, offset: 0 };

    /// Prefetches all that comes with so many blocks of `block` bytes, which lie `stride` bytes
    /// apart: for kernels that do not between their rounds.
    #[inline]
    pub(crate) fn fetch(&self, blocks: usize, block: usize, stride: usize) {
        for i in 0..blocks.saturating_sub(self.at) {
            for from in self.from {
                let from = from.wrapping_add(self.offset).wrapping_add(i * stride);
                for line in 0..block.div_ceil(LINE) {
                    prefetch(from.wrapping_add(LINE * line));
                }
            }
        }
    }
}

impl Feed<'_> {
    /// Walks `lanes` lanes through the next `steps` steps, in stretches in
    /// which none of them turns, for each of the `width` lanes of a kernel. Lanes past the last
    /// read what the first does.
    ///
    /// What is read there is initialised and alive. No stretch is empty, so a
    /// kernel may load the first block before it counts: where a lane has only to
    /// turn, there is nothing to load but what lies behind its message.
    ///
    /// # Panics
    ///
    /// Where one of the lanes was given fewer blocks than `steps`.
    #[inline(always)]
    pub(crate) fn stretches(
        &mut self,
        lanes: Range<usize>,
        width: usize,
        steps: usize,
        mut run: impl FnMut(Stretch<'_>),
    ) {
        let mut from = [core::ptr::null(); MAX_LANES];
        let n = lanes.len();
        assert!(0 < n && n <= width && width <= MAX_LANES && lanes.end <= MAX_LANES);
        let (start, end) = (self.clock, self.clock + steps);
        assert!(least(&self.end[lanes.clone()]) >= end, "a lane was given fewer blocks");
        from[..n].copy_from_slice(&self.from[lanes.clone()]);
        from[n..width].fill(self.from[lanes.start]);
        let mut turn = end.min(least(&self.turn[lanes.clone()]));
        let mut t = start;
        loop {
            if let Some(n) = NonZero::new(turn - t) {
                let next = Next {
                    from: &self.next[lanes.start..][..width],
                    at: self.next_at.saturating_sub(t),
                    offset: t.saturating_sub(self.next_at) * self.stride,
                };
                run(Stretch { from: &from, offset: t.wrapping_mul(self.stride), blocks: n, next });
            }
            if turn == end {
                break;
            }
            t = turn;
            turn = self.turn_at(t, end, lanes.clone(), &mut from[..width]);
        }
    }

    /// [`Feed::stretches`], compiled once, for kernels of many lanes, which are as fast by it.
    /// Those of a few take 3 % longer (SHA-NI on an AMD Zen 4, messages of 1,000 bytes).
    #[inline(never)]
    pub(crate) fn stretches_dyn(
        &mut self,
        lanes: Range<usize>,
        width: usize,
        steps: usize,
        run: &mut dyn FnMut(Stretch<'_>),
    ) {
        self.stretches(lanes, width, steps, run);
    }

    /// Turns the lanes whose time it is, and says when the next one's is.
    #[cold]
    #[inline(never)]
    fn turn_at(&mut self, t: usize, end: usize, lanes: Range<usize>, from: &mut [*const u8]) -> usize {
        // Without a branch for each lane: which of them turn no CPU foresees.
        let (mut next, mut turned) = (end, 0_u64);
        for (i, &turn) in self.turn[lanes.clone()].iter().enumerate() {
            turned |= u64::from(turn == t) << i;
            next = next.min(if turn == t { NEVER } else { turn });
        }
        each_lane(turned, |i| {
            self.turn_lane(lanes.start + i, t);
            from[i] = self.from[lanes.start + i];
        });
        for i in lanes.len()..from.len() {
            from[i] = from[0];
        }
        next
    }
}
