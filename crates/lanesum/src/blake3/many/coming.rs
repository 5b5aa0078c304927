//! Where messages lie that come next.

use crate::blake3::BLOCK_LEN;
use crate::blake3::nodes::{BLOCKS, LANES, Soon};

/// Messages that lie in so many bytes are taken to lie one behind the other, with no more
/// between them than they have.
const TOGETHER: usize = 128 * 1024;

/// The most blocks of a short chunk.
pub(super) const SHORT: usize = BLOCKS / 2;

/// How far behind the messages that are known is prefetched at most. Groups of as many blocks
/// tend to be full at about the same time, and none between: of 100,000 messages of 0 to 499
/// bytes one takes 79, 71, 62 and 55 ns on an AMD Zen 4 with 0, 16, 32 and 64 KiB, and no less
/// with more.
const FAR: usize = TOGETHER / 2;

/// What is brought near while chunks are run.
#[derive(Clone, Copy)]
pub(super) struct Near<'n> {
    /// The chunks that are run next, where they are long.
    pub(super) later: &'n [&'n [u8]],
    /// Messages that come.
    pub(super) soon: Soon,
}

impl<'n> Near<'n> {
    /// Chunks that are run next.
    pub(super) fn of(later: &'n [&'n [u8]]) -> Self {
        Self { later, soon: Soon::NOTHING }
    }
}

/// Where messages lie that come next, as far as those that are known tell: behind them.
///
/// Chunks that wait for others of as many blocks are run in no order that a CPU foresees, and
/// between two kernels memory is asked for in bursts that it cannot follow. So each kernel
/// prefetches as much, between its rounds, as it hashes.
pub(super) struct Coming {
    /// From where on nothing is prefetched yet, where it is known at all.
    from: Option<*const u8>,
    /// The end of the last message that is known.
    end: *const u8,
}

impl Coming {
    /// Nothing is known.
    pub(super) const fn new() -> Self {
        Self { from: None, end: core::ptr::null() }
    }

    /// Takes notice of messages: some, and those that follow.
    pub(super) fn follow(&mut self, now: &[&[u8]], then: &[&[u8]]) {
        let (Some(first), Some(last)) = (now.first(), then.last()) else {
            self.from = None;
            return;
        };
        self.end = last.as_ptr().wrapping_add(last.len());
        if distance(first.as_ptr(), self.end) > TOGETHER {
            self.from = None;
        } else if self.from.is_none_or(|from| distance(self.end, from) > TOGETHER) {
            self.from = Some(self.end);
        }
    }

    /// Whether it is known where they lie.
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.from.is_some()
    }

    /// What is to come near while so many blocks are run in all lanes, before the chunks that are
    /// run next. Of messages of a block the CPU brings the next ones itself.
    #[inline]
    pub(super) fn near<'n>(&mut self, blocks: usize, later: &'n [&'n [u8]]) -> Near<'n> {
        match self.from {
            Some(_) if (2..=SHORT).contains(&blocks) => Near { later: &[], soon: self.soon(blocks) },
            _ => Near::of(later),
        }
    }

    /// As many bytes as so many blocks of all lanes have, and a sixteenth more.
    fn soon(&mut self, blocks: usize) -> Soon {
        match self.from {
            Some(from) if distance(self.end, from) <= FAR => {
                self.from = Some(from.wrapping_add(blocks * (LANES + LANES / 16) * BLOCK_LEN));
                Soon([Some(from), None])
            }
            _ => Soon::NOTHING,
        }
    }
}

/// Bytes from a place to another behind it; very many, where it is not.
fn distance(one: *const u8, other: *const u8) -> usize {
    other.addr().wrapping_sub(one.addr())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is prefetched begins where the known messages end, goes on where it stopped, and
    /// not too far; messages that lie elsewhere are not followed.
    #[test]
    fn behind_what_is_known() {
        let room = [0; 4 * TOGETHER];
        let lie = |at: usize| &room[at..at + 100];
        let at = |soon: Soon| soon.0[0].map(|from| distance(room.as_ptr(), from));
        let mut coming = Coming::new();
        assert!(!coming.is_known() && at(coming.soon(1)).is_none());
        coming.follow(&[lie(0), lie(100)], &[lie(200), lie(300)]);
        assert_eq!(
            (coming.is_known(), at(coming.soon(3)), at(coming.soon(1))),
            (true, Some(400), Some(6928))
        );
        // Those are as near now.
        coming.follow(&[lie(200), lie(300)], &[lie(400)]);
        assert_eq!(at(coming.soon(31)), Some(9104));
        assert!(coming.is_known() && at(coming.soon(1)).is_none());
        // They went past it.
        coming.follow(&[lie(400)], &[lie(120_000)]);
        assert_eq!(at(coming.soon(1)), Some(120_100));
        // Long chunks are brought near themselves, and so is a single block by the CPU.
        let near = |coming: &mut Coming, blocks| {
            (coming.near(blocks, &[lie(7)]).later.len(), coming.near(blocks, &[]).soon.0[0].is_some())
        };
        assert_eq!(
            [1, 2, SHORT, SHORT + 1].map(|blocks| near(&mut coming, blocks)),
            [(1, false), (0, true), (0, true), (1, false)]
        );
        // Backwards, far apart, and the last ones.
        coming.follow(&[lie(400)], &[lie(200)]);
        assert!(!coming.is_known());
        coming.follow(&[lie(400)], &[lie(400 + TOGETHER)]);
        assert!(!coming.is_known());
        coming.follow(&[lie(400)], &[]);
        assert!(!coming.is_known());
    }
}
