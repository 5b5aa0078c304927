//! Memory of small objects that stays the interpreter's when they are gone.
//!
//! The interpreter gives an arena back to the system as soon as no object lies in it, and
//! then every page of the next one is a fault: of an AMD Zen 4 that takes 29 ns for a digest
//! of 16 bytes, which is longer than MD5 of 64 bytes takes. A program that hashes one list
//! after the other would have that for each of them. So an object stays in each of the
//! arenas that the longest list took, up to some: whatever else the program makes lies
//! around it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::mem;
use std::sync::Mutex;

/// An arena's size, or less.
const ARENA: usize = if cfg!(Py_3_10) { 1 << 20 } else { 256 << 10 };

/// How many objects stay at most. Where a list goes through an arena it mostly leaves two,
/// for arenas begin at any page.
const MOST: usize = (32 << 20) / ARENA;

/// The longest digest whose object lies in an arena.
const LONGEST: usize = 512 - 33;

/// What stays.
static KEPT: Mutex<Vec<Py<PyBytes>>> = Mutex::new(Vec::new());

/// The arenas that a list's objects lie in.
#[derive(Default)]
pub(super) struct Arenas {
    last: usize,
    objects: Vec<Py<PyBytes>>,
}

impl Arenas {
    /// To be told of each object.
    #[inline(always)]
    pub(super) fn see(&mut self, object: &Bound<'_, PyBytes>) {
        let place = object.as_ptr().addr() / ARENA;
        if place != self.last {
            self.last = place;
            self.add(object);
        }
    }

    /// Makes one of the same size, which then lies beside it and says nothing of it.
    #[cold]
    fn add(&mut self, object: &Bound<'_, PyBytes>) {
        let len = object.as_bytes().len();
        if self.objects.len() < MOST && len <= LONGEST {
            self.objects.push(PyBytes::new(object.py(), &[0; LONGEST][..len]).unbind());
        }
    }

    /// Has them stay, if no list had more.
    pub(super) fn keep(self) {
        // Without the lock of the interpreter another thread may be here: its list will do.
        if let Ok(mut kept) = KEPT.try_lock()
            && self.objects.len() > kept.len()
        {
            let before = mem::replace(&mut *kept, self.objects);
            drop(kept);
            drop(before);
        }
    }
}
