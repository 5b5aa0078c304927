//! What becomes of a stream's piece: it is hashed at once, waited with, or gathered.

use super::buffers::{Buffer, ROOM};
use super::combine::{Rounds, Work};
use super::groups::{Groups, Inside, Place};
use super::lanes::Lanes;
use crate::hasher::Hasher;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the streams of a pool share lanes by.
pub(super) struct Sharing {
    groups: Groups,
    /// Shorter pieces wait for nobody.
    least_bytes: usize,
    /// How many streams add a piece that is long enough.
    inside: AtomicUsize,
    /// Up to so many hash alone, so many bytes at a time.
    few: usize,
    alone_bytes: usize,
}

/// What a stream shares lanes by.
pub(super) struct Member {
    place: Place,
    /// The end of the message so far, which is not hashed yet.
    gathered: Option<Buffer>,
}

/// A thread that hashed for this one panicked, and the hasher is gone.
pub(super) const LOST: &str = "a thread that hashed for this stream panicked";

impl Sharing {
    pub(super) fn new(lanes: Lanes, cores: usize) -> Self {
        Self {
            // No more than can be gathered.
            least_bytes: lanes.least_bytes().min(ROOM),
            inside: AtomicUsize::new(0),
            // With no more on each core, groups would be too small.
            few: cores * lanes.least_group(),
            alone_bytes: lanes.bound(1),
            groups: Groups::new(lanes, cores),
        }
    }

    pub(super) fn member(&self) -> Member {
        Member { place: self.groups.place(), gathered: None }
    }

    /// The rounds so far.
    pub(super) fn rounds(&self) -> Rounds {
        self.groups.rounds()
    }

    /// Adds a piece to the message of one of so many streams. Says how many bytes were hashed alone.
    pub(super) fn update(
        &self,
        streams: usize,
        hasher: &mut Option<Hasher>,
        member: &mut Member,
        mut piece: &[u8],
    ) -> usize {
        let Member { place, gathered } = member;
        let mut alone = 0;
        while !piece.is_empty() {
            let worth = self.worth(streams);
            if gathered.is_none() && piece.len() < worth {
                *gathered = self.groups.take_buffer(place);
            }
            let Some(buffer) = gathered else {
                return alone + self.add(hasher, place, piece);
            };
            piece = &piece[buffer.add(piece)..];
            if buffer.bytes().len() >= worth {
                alone += self.add(hasher, place, buffer.bytes());
                self.groups.give_buffer(gathered.take());
            }
        }
        alone
    }

    /// Adds what is gathered to a copy of the stream's hasher. Says how many bytes were hashed alone.
    pub(super) fn add_gathered(&self, hasher: &mut Option<Hasher>, member: &Member) -> usize {
        self.add(hasher, &mut member.place.clone(), member.gathered())
    }

    /// Gives up what is gathered.
    pub(super) fn forget(&self, member: &mut Member) {
        self.groups.give_buffer(member.gathered.take());
    }

    /// From how many bytes on they are not gathered. So many are hashed at once that a thread
    /// that is preempted is in the middle of it, and counts, where pieces are however small.
    fn worth(&self, streams: usize) -> usize {
        if streams <= self.few {
            0
        } else if self.inside.load(Ordering::Relaxed) > self.few {
            ROOM
        } else {
            self.least_bytes
        }
    }

    /// Hashes a piece. Says how many bytes of it were hashed alone.
    fn add(&self, hasher: &mut Option<Hasher>, place: &mut Place, piece: &[u8]) -> usize {
        if piece.len() < self.least_bytes {
            hasher.as_mut().expect(LOST).update(piece);
            return piece.len();
        }
        let _inside = Inside::new(&self.inside);
        let mut rest = piece;
        while !rest.is_empty() {
            if self.inside.load(Ordering::Relaxed) > self.few {
                let job = hasher.take().expect(LOST);
                *hasher = Some(self.groups.update(place, job, rest).expect(LOST));
                break;
            }
            // Others may come.
            let (now, after) = rest.split_at(rest.len().min(self.alone_bytes));
            hasher.as_mut().expect(LOST).update(now);
            rest = after;
        }
        piece.len() - rest.len()
    }
}

impl Member {
    /// The end of the message, which is not hashed yet.
    pub(super) fn gathered(&self) -> &[u8] {
        self.gathered.as_ref().map_or(&[], Buffer::bytes)
    }
}
