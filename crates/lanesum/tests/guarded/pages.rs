//! Room whose ends nobody may overstep.

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use rustix::param::page_size;
use std::ptr::{self, NonNull};
use std::slice;

/// The side of a message on which the page is that nobody may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Before its first byte.
    Begin,
    /// Behind its last byte.
    End,
}

/// Slots for a message each, with a page before and behind each slot that is
/// neither readable nor writable.
pub(crate) struct Pages {
    map: NonNull<u8>,
    slots: usize,
    /// Bytes in a slot: whole pages.
    slot: usize,
    page: usize,
}

impl Pages {
    /// Room for `slots` messages of up to `len` bytes.
    pub(crate) fn new(slots: usize, len: usize) -> Self {
        let page = page_size();
        let slot = len.next_multiple_of(page);
        let size = slots * (slot + page) + page;
        // SAFETY: the system finds a place for it.
        let map = unsafe { mmap_anonymous(ptr::null_mut(), size, ProtFlags::empty(), MapFlags::PRIVATE) };
        let map = NonNull::new(map.expect("room for pages").cast()).expect("a map is nowhere else");
        let pages = Self { map, slots, slot, page };
        for i in 0..slots {
            // SAFETY: a slot is pages of the map.
            unsafe { mprotect(pages.slot(i).cast(), slot, MprotectFlags::READ | MprotectFlags::WRITE) }
                .expect("a map's pages");
        }
        pages
    }

    /// Where a slot begins.
    fn slot(&self, i: usize) -> *mut u8 {
        assert!(i < self.slots, "{} slots are too few", self.slots);
        self.map.as_ptr().wrapping_add(self.page + i * (self.slot + self.page))
    }

    /// Room of `len` bytes in each of the first slots, on that side of it.
    pub(crate) fn rooms(&mut self, lens: impl IntoIterator<Item = usize>, side: Side) -> Vec<&mut [u8]> {
        let room = |(i, len)| {
            assert!(len <= self.slot, "a slot has {} bytes", self.slot);
            let at = if side == Side::Begin { 0 } else { self.slot - len };
            // SAFETY: it lies in a slot that no other room lies in; the pages are borrowed for
            // as long as the rooms live, and an anonymous map begins with zeros.
            unsafe { slice::from_raw_parts_mut(self.slot(i).wrapping_add(at), len) }
        };
        lens.into_iter().enumerate().map(room).collect()
    }

    /// The messages, each in a slot.
    pub(crate) fn put(&mut self, messages: &[impl AsRef<[u8]>], side: Side) -> Vec<&[u8]> {
        let rooms = self.rooms(messages.iter().map(|message| message.as_ref().len()), side);
        let mut put = Vec::with_capacity(messages.len());
        for (room, message) in rooms.into_iter().zip(messages) {
            room.copy_from_slice(message.as_ref());
            put.push(&*room);
        }
        put
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let size = self.slots * (self.slot + self.page) + self.page;
        // SAFETY: the whole map, and nobody borrows it.
        unsafe { munmap(self.map.as_ptr().cast(), size) }.expect("a map");
    }
}
