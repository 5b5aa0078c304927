//! Short messages of different lengths, copied beside others of as many blocks.
//!
//! Messages are copied with their padding, in the order in which they come, and those with
//! as many blocks as each other to one place, a *bucket*. A bucket that fills the lanes is
//! run: all lanes begin and end together, and none turns to its padding in between. Memory
//! is read in the order in which it lies, and what is read next is prefetched between the
//! rounds.
//!
//! What it gains against groups that are sorted: tails cost no mispredicted branches, the lanes
//! do not stop where they turn, and memory is waited for less.

mod upcoming;

use super::{Messages, Scheduler};
use crate::isa::LINE;
use crate::isa::copy::Copier;
use crate::lanes::MAX_LANES;
use core::ops::Range;
use upcoming::Upcoming;

/// The most blocks of a message that is copied: all buckets together stay in the second level of
/// the cache.
const MOST: usize = 8;

/// More messages than these are likely to fill each bucket.
const MANY: usize = 2048;

/// How many times as many messages as are run are prefetched at most.
const NEAR: usize = 4;

/// Messages of as many blocks, one in each lane.
#[derive(Clone, Copy)]
struct Bucket {
    /// Where the first one is, the next free place, and how far it is from there to another.
    first: usize,
    next: usize,
    pitch: usize,
    messages: [usize; MAX_LANES],
    len: usize,
}

/// Messages that are run together.
struct Together {
    messages: [usize; MAX_LANES],
    /// Where each one is, and its blocks: the most first.
    at: [usize; MAX_LANES],
    blocks: [usize; MAX_LANES],
    len: usize,
}

impl Together {
    /// Nothing.
    fn new() -> Self {
        Self { messages: [0; MAX_LANES], at: [0; MAX_LANES], blocks: [0; MAX_LANES], len: 0 }
    }

    /// Adds one.
    #[inline]
    fn push(&mut self, message: usize, at: usize, blocks: usize) {
        (self.messages[self.len], self.at[self.len], self.blocks[self.len]) = (message, at, blocks);
        self.len += 1;
    }
}

impl<'a, M: Messages<'a> + ?Sized> Scheduler<'_, 'a, M> {
    /// Whether messages are copied, of which the longest has so many blocks.
    pub(super) fn copies(&self, longest: usize) -> bool {
        !cfg!(lanesum_guest) && longest <= MOST && self.messages.bytes(0).is_some()
    }

    /// Runs all messages, so many at a time, where the longest has so many blocks.
    #[inline(never)]
    pub(super) fn run_copied(&mut self, width: usize, longest: usize) {
        let block = self.feed.stride();
        let (mut buckets, bytes) = self.buckets(width, longest);
        self.feed.make_room(bytes);
        let (copier, mut upcoming, mut together) = (Copier::detect(), Upcoming::new(), Together::new());
        for message in 0..self.messages.len() {
            let blocks = self.messages.blocks(message);
            let bucket = &mut buckets[blocks];
            let (at, len) = (bucket.next, (blocks * block).next_multiple_of(LINE));
            let room = self.feed.room_mut(at, len);
            copier.copy(self.messages.bytes(message).unwrap_or_default(), room);
            self.messages.pad_copy(message, &mut room[..blocks * block]);
            bucket.messages[bucket.len] = message;
            bucket.len += 1;
            bucket.next += bucket.pitch;
            if bucket.len == width {
                together.len = 0;
                take(&mut together, bucket, blocks, 0..width);
                (bucket.len, bucket.next) = (0, bucket.first);
                self.prefetch(&mut upcoming, message + 1, width, blocks);
                self.run_together(&together);
            }
        }
        // What is left, the longest first, so that like ones still share the lanes.
        together.len = 0;
        for (blocks, bucket) in buckets.iter().enumerate().rev() {
            let fill = bucket.len.min(width - together.len);
            take(&mut together, bucket, blocks, 0..fill);
            if together.len == width {
                self.run_together(&together);
                together.len = 0;
            }
            take(&mut together, bucket, blocks, fill..bucket.len);
        }
        self.run_together(&together);
    }

    /// Empty buckets for messages of each number of blocks, and the bytes of all.
    fn buckets(&self, width: usize, longest: usize) -> ([Bucket; MOST + 1], usize) {
        let empty = Bucket { first: 0, next: 0, pitch: 0, messages: [0; MAX_LANES], len: 0 };
        let (mut buckets, mut first) = ([empty; MOST + 1], 0);
        let mut counts = [0; MOST + 1];
        // No more room than a few messages need: new pages may cost more than their hashes.
        match self.messages.len() {
            many if many > MANY => counts = [width; MOST + 1],
            few => (0..few).for_each(|message| counts[self.messages.blocks(message)] += 1),
        }
        for (blocks, bucket) in buckets.iter_mut().enumerate().take(longest + 1) {
            // An odd number of lines: the lanes are spread over all sets of the cache.
            let pitch = ((blocks * self.feed.stride()).div_ceil(LINE) | 1) * LINE;
            (bucket.first, bucket.next, bucket.pitch) = (first, first, pitch);
            first += width.min(counts[blocks]) * pitch;
        }
        (buckets, first)
    }

    /// Has messages from `first` on prefetched, while messages of so many blocks are run: about
    /// as many bytes as those have.
    fn prefetch(&mut self, upcoming: &mut Upcoming, first: usize, width: usize, blocks: usize) {
        let (all, len) = (self.messages.len(), blocks * self.feed.stride());
        let bytes = |message| self.messages.bytes(message).unwrap_or_default();
        if first < all {
            upcoming.from(first, bytes);
        }
        let end = all.min(first + NEAR * width);
        self.feed.follow((0..width).map_while(|_| upcoming.next(len, end, bytes)), 0);
    }

    /// Runs messages that were copied.
    fn run_together(&mut self, together: &Together) {
        let Together { messages, at, blocks, len } = together;
        let mut live = *len;
        if let Some(words) = self.messages.start() {
            self.states.fill(live, words);
        }
        self.messages.begin_whole(&messages[..live], &mut self.states);
        for (lane, (&at, &blocks)) in at[..live].iter().zip(blocks).enumerate() {
            self.feed.give_copy(lane, at, blocks);
        }
        let mut done = 0;
        while live > 0 {
            let least = blocks[live - 1];
            let longer = blocks[..live].iter().rposition(|&more| more > least).map_or(0, |i| i + 1);
            while done < least {
                done += self.step_at_most(live, least - done);
            }
            self.end_group(&messages[longer..live], longer);
            live = longer;
        }
    }
}

/// Takes some messages of a bucket.
fn take(together: &mut Together, bucket: &Bucket, blocks: usize, which: Range<usize>) {
    for i in which {
        together.push(bucket.messages[i], bucket.first + i * bucket.pitch, blocks);
    }
}
