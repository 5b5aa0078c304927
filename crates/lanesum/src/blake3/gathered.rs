//! The bytes of a message until the lanes are full.

use super::CHUNK_LEN;
use crate::iterated::Held;
use crate::wipe::{reserve_exact, wipe_by_hand};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// As many bytes as need no memory but the hasher's.
///
/// A message of 16 bytes took 77 ns with memory of its own, and takes 66 (AMD Zen 4).
const FEW: usize = 128;

/// Bytes that wait for more.
pub(super) struct Gathered {
    /// All of them, while they are few: there is nothing in `many`.
    few: Held<FEW>,
    many: Vec<u8>,
    /// Bytes that were hashed for answers, while they were more than a chunk.
    hashed: AtomicU32,
}

impl Clone for Gathered {
    #[inline]
    fn clone(&self) -> Self {
        Self { few: self.few, many: self.many.clone(), hashed: self.hashed.load(Relaxed).into() }
    }
}

wipe_by_hand!(Gathered { few, many });

impl Gathered {
    /// None.
    #[inline]
    pub(super) fn new() -> Self {
        Self { few: Held::new(), many: Vec::new(), hashed: AtomicU32::new(0) }
    }

    /// All of them.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        if self.many.is_empty() { self.few.bytes() } else { &self.many }
    }

    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// How many they are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    /// A few more behind others, if all of them are a few: says whether it has them.
    #[inline(always)]
    pub(super) fn push_few(&mut self, piece: &[u8]) -> bool {
        self.many.is_empty() && self.few.len() > 0 && self.few.push_few(piece, FEW)
    }

    /// Some more behind others, where there is memory for them, they are at most `most` then, which
    /// is a chunk or more, and no answer hashed them: says whether it has them.
    #[inline]
    pub(super) fn push_within(&mut self, piece: &[u8], most: usize) -> bool {
        if self.many.is_empty() {
            let fits = self.few.len() > 0 && piece.len() <= FEW - self.few.len();
            if fits {
                self.few.push(piece);
            }
            return fits;
        }
        let most = most.min(self.many.capacity());
        let fits = *self.hashed.get_mut() == 0 && piece.len() <= most.saturating_sub(self.many.len());
        if fits {
            self.many.extend_from_slice(piece);
        }
        fits
    }

    /// Some more: there will be no more than `most` together.
    #[inline]
    pub(super) fn push(&mut self, piece: &[u8], most: usize) {
        if self.many.is_empty() && self.few.len() + piece.len() <= FEW {
            return self.few.push(piece);
        }
        self.push_to_many(piece, most);
    }

    #[inline(never)]
    fn push_to_many(&mut self, piece: &[u8], most: usize) {
        let len = self.len() + piece.len();
        if len > self.many.capacity() {
            // Twice as much as before, but no more than is ever gathered.
            let room = (2 * self.many.capacity()).clamp(len, most);
            let more = room - self.many.len();
            reserve_exact(&mut self.many, more);
        }
        if self.many.is_empty() {
            self.many.extend_from_slice(self.few.bytes());
            self.few.clear();
        }
        self.many.extend_from_slice(piece);
    }

    /// They are hashed, and stay, for the hash is asked for.
    #[inline]
    pub(super) fn ask(&self) {
        if self.len() > CHUNK_LEN {
            let hashed = self.hashed.load(Relaxed).saturating_add(self.len() as u32);
            self.hashed.store(hashed, Relaxed);
        }
    }

    /// How many of them, whole chunks that are not the last, need not wait until the lanes are
    /// full: none, unless answers hashed twice as many as there are.
    #[inline]
    pub(super) fn hashed_too_often(&self) -> usize {
        let hashed = self.hashed.load(Relaxed) as usize;
        // What is asked for seldom needs no look at how many they are.
        if hashed > 2 * CHUNK_LEN && hashed > 2 * self.len() {
            return (self.len() - 1) / CHUNK_LEN * CHUNK_LEN;
        }
        0
    }

    /// The first ones no more, which are all or more than a few.
    #[inline]
    pub(super) fn drop_first(&mut self, n: usize) {
        if n == self.len() {
            return self.clear();
        }
        self.many.drain(..n);
        *self.hashed.get_mut() = 0;
    }

    /// None any more.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
        *self.hashed.get_mut() = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes wait, until answers have hashed them more than twice; less than a chunk always does.
    #[test]
    fn hashed_too_often() {
        let most = 32 * CHUNK_LEN;
        let mut held = Gathered::new();
        held.push(&[7; CHUNK_LEN], most);
        (0..100).for_each(|_| held.ask());
        assert_eq!(held.hashed_too_often(), 0, "a chunk that may be the last");
        held.push(&[8; 2 * CHUNK_LEN + 1], most);
        for _ in 0..2 {
            held.ask();
            assert_eq!(held.hashed_too_often(), 0);
        }
        held.ask();
        let mut other = held.clone();
        for held in [&mut held, &mut other] {
            assert_eq!(held.hashed_too_often(), 3 * CHUNK_LEN);
            held.drop_first(3 * CHUNK_LEN);
            assert_eq!((held.bytes(), held.hashed_too_often()), (&[8][..], 0));
        }
        // However often.
        held.push(&[9; CHUNK_LEN], most);
        held.hashed = AtomicU32::new(u32::MAX - 1);
        held.ask();
        assert_eq!(held.hashed_too_often(), CHUNK_LEN);
        held.clear();
        assert_eq!((held.len(), held.hashed_too_often()), (0, 0));
    }
}
