//! Blocks that were written for lanes: what is padded, and what comes before a message.

use alloc::vec::Vec;
use core::cell::UnsafeCell;

/// The most blocks in a tail.
pub(crate) const TAIL_BLOCKS: usize = 2;

/// The blocks of a tail, and one before them: a message's last block is copied to where the part
/// of it ends that is in the tail.
pub(crate) const TAIL_ROOM: usize = 1 + TAIL_BLOCKS;

/// A tail for each lane, or one that all read.
pub(super) struct Tails {
    /// Bytes in a block.
    block: usize,
    /// The tails, each with [`TAIL_ROOM`]. Cells, for lanes have pointers to them while others
    /// are written.
    rooms: Vec<UnsafeCell<u8>>,
    /// Whether the first is that of all lanes.
    is_one: bool,
}

impl Tails {
    /// None yet, of blocks of `block` bytes.
    pub(super) fn of(block: usize) -> Self {
        Self { block, rooms: Vec::new(), is_one: false }
    }

    /// Makes room for so many, in the memory that there is where that suffices. No lane may read
    /// any.
    pub(super) fn begin(&mut self, tails: usize) {
        self.is_one = false;
        let len = tails * self.room();
        if len > self.rooms.len() {
            self.wipe();
            self.rooms = Vec::new();
            self.rooms.resize_with(len, || UnsafeCell::new(0));
        }
    }

    /// Whether all lanes have the same.
    #[inline]
    pub(super) fn is_one(&self) -> bool {
        self.is_one
    }

    /// Where a tail starts.
    #[inline]
    pub(super) fn at(&self, tail: usize) -> *const u8 {
        let (len, at) = (self.room(), if self.is_one { 0 } else { tail });
        self.rooms[at * len..][self.block..len].as_ptr().cast()
    }

    /// One of them, to be written.
    #[inline]
    pub(super) fn tail_mut(&mut self, tail: usize) -> &mut [u8] {
        let block = self.block;
        &mut self.write(false, tail, 1)[block..]
    }

    /// The first of them, one behind the other, each with a block before it, to be written.
    #[inline]
    pub(super) fn rooms_mut(&mut self, tails: usize) -> &mut [u8] {
        self.write(false, 0, tails)
    }

    /// The one that all lanes read, to be written.
    #[inline]
    pub(super) fn one_mut(&mut self) -> &mut [u8] {
        let block = self.block;
        &mut self.write(true, 0, 1)[block..]
    }

    /// Bytes of a tail's room.
    #[inline]
    fn room(&self) -> usize {
        TAIL_ROOM * self.block
    }

    /// Room for some of the tails, as `is_one` says from now on.
    #[inline]
    fn write(&mut self, is_one: bool, first: usize, tails: usize) -> &mut [u8] {
        self.is_one = is_one;
        let len = self.room();
        let rooms = &self.rooms[first * len..][..tails * len];
        // SAFETY: `self` is borrowed for as long as the slice lives, so nobody reads
        // through a lane's pointer meanwhile; each byte is a cell, so writing to it
        // keeps those pointers valid.
        unsafe { core::slice::from_raw_parts_mut(rooms.as_ptr().cast_mut().cast(), rooms.len()) }
    }

    /// Wipes them: they hold the ends of messages, and key blocks.
    fn wipe(&mut self) {
        for byte in &mut self.rooms {
            crate::wipe::wipe(byte.get_mut());
        }
    }
}

#[cfg(feature = "zeroize")]
impl Drop for Tails {
    fn drop(&mut self) {
        self.wipe();
    }
}
