//! The block of each lane that the rounds work on, and the next one, which is
//! loaded between them.

use super::LANES;
use crate::algorithm::compression::Block;
use crate::blake3::BLOCK_LEN;
use crate::isa::prefetch;
use crate::lanes::{ByteOrder, Vector};

/// How many blocks ahead of the next one the lanes are prefetched: the CPU's
/// own prefetching loses count of that many.
pub(super) const PREFETCH: usize = 3 * BLOCK_LEN;

/// A block, and the next one.
///
/// The words lie in memory, out of which the instructions take them: beside
/// the sixteen vectors of a state there is no room in registers.
pub(super) struct Ahead<'f, V: Vector> {
    pub(super) isa: V::Token,
    /// Valid for reads and writes. Invariant: holds the words.
    pub(super) now: *mut [V; 16],
    /// Valid for writes.
    pub(super) to: *mut [V; 16],
    /// Lane `i` is at `from[i]`, and `at` bytes on is its next block.
    ///
    /// Invariant: if there are more, it is readable there in every lane.
    pub(super) from: &'f [*const u8; LANES],
    pub(super) at: usize,
    /// Bytes from the next block to the one that is prefetched meanwhile.
    pub(super) prefetch: Option<usize>,
    pub(super) more: bool,
}

impl<V: Vector<Word = u32>> Ahead<'_, V> {
    /// Loads the next block at once, as if another one had been worked on.
    #[inline(always)]
    pub(super) fn load(&mut self) {
        for i in 0..16 {
            self.load_ahead(i);
        }
    }
}

impl<V: Vector<Word = u32>> Block<V> for Ahead<'_, V> {
    #[inline(always)]
    fn word(&self, i: usize) -> V {
        // SAFETY: the pointer is valid, and the words are there.
        unsafe { (*self.now)[i] }
    }

    #[inline(always)]
    fn set(&mut self, i: usize, word: V) {
        // SAFETY: the pointer is valid.
        unsafe { (*self.now)[i] = word }
    }

    #[inline(always)]
    fn load_ahead(&mut self, i: usize) {
        if let Some(ahead) = self.prefetch {
            for lane in V::LANES * i / 16..V::LANES * (i + 1) / 16 {
                prefetch(self.from[lane].wrapping_add(self.at).wrapping_add(ahead));
            }
        }
        if !self.more {
            return;
        }
        for part in V::PARTS * i / 16..V::PARTS * (i + 1) / 16 {
            // SAFETY: there is a next block, and the pointer is valid.
            unsafe { V::load_part(self.isa, self.from, self.at, ByteOrder::Little, part, self.to) };
        }
    }
}
