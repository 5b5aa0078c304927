//! Which streams share lanes with each other: a group for each core.
//!
//! Those who share lanes wake each other, and a thread tends to run on the core
//! where it was woken. So a group that stays the same stays on one core, and the
//! pieces that it hashes stay in that core's cache. With one group on two cores
//! threads went to and fro, and slept on the one while the work waited on the
//! other: 64 threads took 14 microseconds of a core for a piece of 32 KiB of MD5,
//! of which 4 were hashing; with two groups 8.

use super::buffers::{Buffer, Buffers};
use super::combine::{Combiner, Lost, Rounds};
use super::lanes::Lanes;
use crate::hasher::Hasher;
use alloc::boxed::Box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The groups of a pool.
pub(super) struct Groups {
    list: Box<[Group]>,
    /// The least group that is worth a core of its own.
    apart: usize,
    /// The place for the next stream.
    next: AtomicUsize,
}

/// One for each core; on cache lines of its own.
#[repr(align(128))]
struct Group {
    combiner: Combiner<Lanes>,
    /// How many are in an update here.
    members: AtomicUsize,
    /// Where its members gather small pieces.
    buffers: Buffers,
}

/// A stream's place: the group that it was in, which it only leaves for a reason.
#[derive(Clone)]
pub(super) struct Place {
    group: usize,
    /// Which other group to compare with next.
    other: usize,
}

impl Groups {
    pub(super) fn new(lanes: Lanes, cores: usize) -> Self {
        let group = |i| Group {
            combiner: Combiner::new(lanes),
            members: AtomicUsize::new(0),
            buffers: Buffers::new(i),
        };
        Self { list: (0..cores).map(group).collect(), apart: lanes.apart(), next: AtomicUsize::new(0) }
    }

    /// A place for a new stream.
    pub(super) fn place(&self) -> Place {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        Place { group: next % self.list.len(), other: next % self.list.len() }
    }

    /// Adds a piece to a job, together with others'.
    pub(super) fn update(&self, place: &mut Place, job: Hasher, piece: &[u8]) -> Result<Hasher, Lost> {
        self.choose(place);
        let group = &self.list[place.group];
        let _inside = Inside::new(&group.members);
        group.combiner.update(job, piece)
    }

    /// A buffer of the group, where one is left.
    pub(super) fn take_buffer(&self, place: &Place) -> Option<Buffer> {
        self.list[place.group].buffers.take()
    }

    /// Takes a buffer back, if there is one.
    pub(super) fn give_buffer(&self, buffer: Option<Buffer>) {
        if let Some(buffer) = buffer {
            self.list[buffer.group()].buffers.give(buffer);
        }
    }

    /// Groups that are each worth their core, and none much larger than another:
    /// each stream that comes looks at one other group. Between the numbers at
    /// which two become one, and one two, nobody moves.
    fn choose(&self, place: &mut Place) {
        let groups = self.list.len();
        place.other = (place.other + 1) % groups;
        let [here, there] = [place.group, place.other].map(|i| self.list[i].members.load(Ordering::Relaxed));
        let both = 1 + here + there;
        let join = 2 * both < 3 * self.apart && (there, place.group) > (here, place.other);
        let part = both >= 2 * self.apart && here >= there + (both / 8).max(2);
        if join || part {
            place.group = place.other;
        }
    }

    /// The rounds so far.
    pub(super) fn rounds(&self) -> Rounds {
        self.list.iter().map(|group| group.combiner.rounds()).sum()
    }
}

/// A stream that is in an update, until it is dropped.
pub(super) struct Inside<'s>(&'s AtomicUsize);

impl<'s> Inside<'s> {
    pub(super) fn new(inside: &'s AtomicUsize) -> Self {
        // It only counts: the combiner's lock orders what is shared.
        inside.fetch_add(1, Ordering::Relaxed);
        Self(inside)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
