//! Messages that are copied to where lanes read them, with their padding.

use super::{Feed, GIVEN, NEVER};
use crate::isa::LINE;
use alloc::vec::Vec;
use core::cell::UnsafeCell;

/// A line of copies.
#[repr(align(64))]
pub(super) struct Line(UnsafeCell<[u8; LINE]>);

impl Feed<'_> {
    /// Makes room for copies of so many bytes. No lane may read any. All lanes may be given some.
    pub(crate) fn make_room(&mut self, bytes: usize) {
        self.given = GIVEN;
        if bytes > self.copies.len() * LINE {
            self.wipe_copies();
            self.copies = Vec::new();
            self.copies.resize_with(bytes.div_ceil(LINE), || Line(UnsafeCell::new([0; LINE])));
        }
    }

    /// Some of the room, `at` so many bytes, which no lane may read before it is given them.
    #[inline(always)]
    pub(crate) fn room_mut(&mut self, at: usize, len: usize) -> &mut [u8] {
        let start = self.copy(at, len).cast_mut();
        // SAFETY: that is in the room. `self` is borrowed for as long as the slice lives, so
        // nobody reads through a lane's pointer meanwhile; the bytes are in cells, so writing
        // to them keeps those pointers valid.
        unsafe { core::slice::from_raw_parts_mut(start, len) }
    }

    /// Gives a lane `blocks` blocks that were written to the room, from `at` on.
    ///
    /// # Panics
    ///
    /// Where that is more than there is.
    #[inline(always)]
    pub(crate) fn give_copy(&mut self, lane: usize, at: usize, blocks: usize) {
        let start = self.copy(at, blocks * self.stride);
        self.from[lane] = start.wrapping_sub(self.clock.wrapping_mul(self.stride));
        self.turn[lane] = NEVER;
        self.end[lane] = self.clock + blocks;
    }

    /// Wipes the room.
    pub(super) fn wipe_copies(&mut self) {
        for line in &mut self.copies {
            crate::wipe::wipe(line.0.get_mut());
        }
    }

    /// Where so many bytes of the room are.
    #[inline(always)]
    fn copy(&self, at: usize, len: usize) -> *const u8 {
        assert!(at.checked_add(len).is_some_and(|end| end <= self.copies.len() * LINE));
        self.copies.as_ptr().cast::<u8>().wrapping_add(at)
    }
}
