//! The memory that Go lends to a call, and the heap in it.
//!
//! ```text
//! 0      Room                 what Go and the call tell each other
//!        heap ->              reset to `mark` after each call
//! GUARD  64 bytes that Go checks
//!        <- stack
//! ROOM
//! ```

use core::alloc::{GlobalAlloc, Layout};
use core::mem::offset_of;
use lanesum::guest::{Host, ROOM};

use crate::job::Job;

/// Where the stack must not reach.
pub(crate) const GUARD: usize = ROOM - (64 << 10);

/// The start of a room. `go/internal/engine/room.go` has the same offsets.
#[repr(C)]
pub(crate) struct Room {
    pub(crate) host: Host,
    /// Go's stack pointer, frame pointer and link register while the call runs.
    pub(crate) go: [usize; 3],
    /// The call's stack pointer while it pauses, and 0 where there is none.
    pub(crate) stack: usize,
    pub(crate) job: Job,
    /// The next free byte of the heap.
    heap: usize,
    /// The most that it ever was.
    most: usize,
}

const _: () = assert!(offset_of!(Room, job) == 152 && size_of::<Room>() == 232);

impl Room {
    /// Begins a call. Says where the heap is.
    pub(crate) fn begin(&mut self) -> usize {
        if self.heap == 0 {
            self.heap = (&raw const *self).expose_provenance() + size_of::<Self>().next_multiple_of(64);
        }
        self.heap
    }

    /// Ends a call: what it allocated is free, but for the tables that stay in the
    /// room if this is the first.
    pub(crate) fn end(&mut self, heap: usize) {
        self.heap = heap;
        self.stack = 0;
    }

    pub(crate) fn heap(&self) -> usize {
        self.heap
    }
}

/// The room that this runs in.
fn room() -> *mut Room {
    let here = 0u8;
    core::ptr::with_exposed_provenance_mut((&raw const here).expose_provenance() & !(ROOM - 1))
}

/// The heap of the room: what was allocated last can be freed, or grow.
struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

// SAFETY: it gives out each byte once, until the call ends or the last one that has
// it frees it; and no more than there is.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let room = room();
        // SAFETY: the stack lies in a room, which starts with it.
        unsafe {
            let at = (*room).heap.next_multiple_of(layout.align());
            let end = at + layout.size();
            if end > room.addr() + GUARD {
                return core::ptr::null_mut();
            }
            (*room).heap = end;
            (*room).most = (*room).most.max(end - room.addr());
            core::ptr::with_exposed_provenance_mut(at)
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        let room = room();
        // SAFETY: the stack lies in a room, which starts with it.
        unsafe {
            if at.addr() + layout.size() == (*room).heap {
                (*room).heap = at.addr();
            }
        }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let room = room();
        // SAFETY: the stack lies in a room, which starts with it; the caller's for the
        // rest: `at` is of this heap, and has `layout`.
        unsafe {
            let last = at.addr() + layout.size() == (*room).heap;
            if last && at.addr() + new_size <= room.addr() + GUARD {
                (*room).heap = at.addr() + new_size;
                (*room).most = (*room).most.max((*room).heap - room.addr());
                return at;
            }
            let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
            if !new.is_null() {
                core::ptr::copy_nonoverlapping(at, new, layout.size().min(new_size));
            }
            new
        }
    }
}
