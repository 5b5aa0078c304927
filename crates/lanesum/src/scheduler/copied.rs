//! Short messages of different lengths, copied beside others of as many blocks.
//!
//! Those with as many blocks as each other go to a *bucket*. One that fills the lanes is run:
//! its messages are copied beside each other, with their padding, so all lanes begin and end
//! together, and none turns to its padding in between. Memory is read about in the order in
//! which it lies, and what is read next is prefetched between the rounds.
//!
//! What it gains against groups that are sorted: tails cost no mispredicted branches, the lanes
//! do not stop where they turn, and memory is waited for less. That messages are copied when
//! their bucket is full makes the loops of a copy as long for each of them: a branch that
//! depends on a random length costs as much as copying the message.

mod upcoming;

use super::{Messages, Scheduler};
use crate::isa::LINE;
use crate::isa::copy::Copier;
use crate::lanes::MAX_LANES;
use upcoming::Upcoming;

/// The most blocks of a message that is copied: what the lanes have then stays in the first two
/// levels of the cache.
const MOST: usize = 8;

/// How many times as many messages as are run are prefetched at most: more than all buckets have,
/// which are full at about the same time where lengths are spread evenly. Then all of them run
/// before the next message is looked at. 100,000 messages of 0 to 499 bytes, spread so (AMD Zen 5,
/// ns a message, and in brackets of random lengths):
///
/// |         | 4       | 6       | 12      | 24      |
/// |---------|---------|---------|---------|---------|
/// | MD5     | 41 (33) | 32 (30) | 31 (31) | 33 (34) |
/// | SHA-256 | 67 (59) | 56 (56) | 55 (56) | 55 (57) |
const NEAR: usize = MOST + MOST / 2;

/// Messages of as many blocks, one for each lane.
#[derive(Clone, Copy)]
struct Bucket {
    messages: [usize; MAX_LANES],
    len: usize,
}

impl Bucket {
    const EMPTY: Self = Self { messages: [0; MAX_LANES], len: 0 };

    /// Adds one.
    #[inline]
    fn push(&mut self, message: usize) {
        self.messages[self.len] = message;
        self.len += 1;
    }

    /// Takes all of them.
    #[inline]
    fn take(&mut self) -> &[usize] {
        &self.messages[..core::mem::take(&mut self.len)]
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
        self.feed.make_room(width * self.pitch(longest));
        let (copier, mut upcoming) = (Copier::detect(), Upcoming::new());
        let mut buckets = [Bucket::EMPTY; MOST + 1];
        for message in 0..self.messages.len() {
            let blocks = self.messages.blocks(message);
            let bucket = &mut buckets[blocks];
            bucket.push(message);
            if bucket.len == width {
                self.prefetch(&mut upcoming, message + 1, width, blocks);
                self.run_together(copier, bucket.take());
            }
        }
        // What is left, the longest first, so that like ones still share the lanes.
        let mut together = Bucket::EMPTY;
        for bucket in buckets.iter_mut().rev() {
            for &message in bucket.take() {
                together.push(message);
                if together.len == width {
                    self.run_together(copier, together.take());
                }
            }
        }
        self.run_together(copier, together.take());
    }

    /// Bytes from the copy of a message of so many blocks to the next one: an odd number of
    /// lines, so the lanes are spread over all sets of the cache.
    fn pitch(&self, blocks: usize) -> usize {
        ((blocks * self.feed.stride()).div_ceil(LINE) | 1) * LINE
    }

    /// Has messages from `first` on prefetched, while messages of so many blocks are run: about
    /// as many bytes as those have.
    fn prefetch(&mut self, upcoming: &mut Upcoming, first: usize, width: usize, blocks: usize) {
        let (limit, len) = (self.messages.len().min(first + NEAR * width), blocks * self.feed.stride());
        let bytes = |message| self.messages.bytes(message).unwrap_or_default();
        if first < limit {
            upcoming.begin(first, limit, bytes);
        }
        self.feed.follow((0..width).map_while(|_| upcoming.next(len, limit, bytes)), 0);
    }

    /// Copies messages to the lanes and runs them, those with the most blocks first.
    fn run_together(&mut self, copier: Copier, messages: &[usize]) {
        let Some(&longest) = messages.first() else { return };
        let (block, longest, mut live) = (self.feed.stride(), self.messages.blocks(longest), messages.len());
        if let Some(words) = self.messages.start() {
            self.states.fill(live, words);
        }
        self.messages.begin_whole(messages, &mut self.states);
        let (pitch, len) = (self.pitch(longest), (longest * block).next_multiple_of(LINE));
        let bytes = messages.iter().map(|&message| self.messages.bytes(message).unwrap_or_default());
        let rooms = self.feed.room_mut(0, live * pitch).chunks_exact_mut(pitch);
        copier.copy_each(bytes, rooms.map(|room| &mut room[..len]));
        for (lane, &message) in messages.iter().enumerate() {
            let (at, blocks) = (lane * pitch, self.messages.blocks(message));
            self.messages.pad_copy(message, self.feed.room_mut(at, blocks * block));
            self.feed.give_copy(lane, at, blocks);
        }
        let mut done = 0;
        while live > 0 {
            let blocks = |i: usize| self.messages.blocks(messages[i]);
            let least = blocks(live - 1);
            // A bucket has no longer ones.
            let longer = if least < longest { (0..live).rfind(|&i| blocks(i) > least) } else { None };
            let longer = longer.map_or(0, |i| i + 1);
            while done < least {
                done += self.step_at_most(live, least - done);
            }
            self.end_group(&messages[longer..live], longer);
            live = longer;
        }
    }
}
