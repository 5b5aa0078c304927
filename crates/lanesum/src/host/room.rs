//! The room of a guest.
//!
//! A *room* is memory that the host lends to a call: it holds the stack that the call
//! runs on, its heap, and [`Host`] at its start. As a room lies at a multiple of its
//! length, the stack pointer says where it is.

use alloc::boxed::Box;
use core::marker::PhantomData;

/// Bytes in a room, of which its address is a multiple.
pub const ROOM: usize = 256 << 10;

/// What the host says, at the start of a room.
#[repr(C)]
pub struct Host {
    /// The instruction sets that may be used, a bit each in the order of
    /// [`Isa::ALL`](crate::Isa::ALL), and bit 31 on a CPU of Intel's. From bit 32 on
    /// `CPUID`'s signature, of leaf 1, or zero.
    pub cpu: u64,
    /// The cycles that are left until the call is to pause. What is negative has
    /// been overdrawn.
    pub left: i64,
    /// Pauses, if the call may: returns when the host goes on with it.
    pub pause: Option<extern "C" fn()>,
    /// What was made once in this room, by the address of its [`OnceBox`].
    tables: [(usize, *mut ()); 6],
}

/// The room that this runs in.
#[inline(always)]
fn host() -> *mut Host {
    let here = 0u8;
    core::ptr::with_exposed_provenance_mut((&raw const here).expose_provenance() & !(ROOM - 1))
}

/// Whether the host allows the instruction set with this number.
pub(crate) fn has(isa: u32) -> bool {
    // SAFETY: the stack lies in a room, which starts with it.
    unsafe { (*host()).cpu >> isa & 1 == 1 }
}

/// Whether the CPU is one of Intel's, and its signature.
pub(crate) fn cpu() -> (bool, u32) {
    // SAFETY: the stack lies in a room, which starts with it.
    let cpu = unsafe { (*host()).cpu };
    (cpu >> 31 & 1 == 1, (cpu >> 32) as u32)
}

/// How many steps may be done at once that cost so much each: at least one. Pauses where
/// there is less left than one costs.
#[inline]
pub(crate) fn most(cost: impl FnOnce() -> u32) -> usize {
    let cost = i64::from(cost().max(1));
    (left(cost) / cost).max(1) as usize
}

/// Says that work comes that costs so many cycles. Pauses where there are fewer left.
#[inline]
pub(crate) fn spend(cycles: impl FnOnce() -> u64) {
    let cycles = cycles() as i64;
    let left = left(cycles) - cycles;
    // SAFETY: the stack lies in a room, which starts with it.
    unsafe { (*host()).left = left }
}

/// The cycles that are left, after a pause where there are fewer than these.
#[inline]
fn left(cycles: i64) -> i64 {
    let host = host();
    // SAFETY: the stack lies in a room, which starts with it.
    unsafe {
        if (*host).left < cycles
            && let Some(pause) = (*host).pause
        {
            pause();
        }
        (*host).left
    }
}

/// What is made once in each room, and stays there.
///
/// It takes the place of `once_cell`'s, which needs writable memory.
pub(crate) struct OnceBox<T> {
    /// A byte, so that each has an address of its own.
    _key: u8,
    made: PhantomData<fn() -> T>,
}

impl<T: 'static> OnceBox<T> {
    pub(crate) const fn new() -> Self {
        Self { _key: 0, made: PhantomData }
    }

    #[inline]
    pub(crate) fn get_or_init(&'static self, make: impl FnOnce() -> Box<T>) -> &'static T {
        let key = (&raw const *self).expose_provenance();
        // SAFETY: the stack lies in a room, which starts with it; nobody else uses it
        // before `made` returns. What is there under the key is a `T` of this room's.
        unsafe {
            for (made, what) in &(*host()).tables {
                if *made == key {
                    return &*what.cast();
                }
            }
            Self::made(key, make)
        }
    }

    /// # Safety
    ///
    /// None under the key is in the room, which this runs in.
    #[cold]
    #[inline(never)]
    unsafe fn made(key: usize, make: impl FnOnce() -> Box<T>) -> &'static T {
        let what: &'static T = Box::leak(make());
        // SAFETY: the caller's.
        let tables = unsafe { &mut (*host()).tables };
        let room = tables.iter_mut().find(|(made, _)| *made == 0).expect("room for all tables");
        *room = (key, (&raw const *what).cast_mut().cast());
        what
    }
}
