//! Looks for secrets in the place of a value after it was dropped, and in all
//! memory that was freed meanwhile.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::{hint, ptr};

/// The system's memory; what this thread frees is looked through first.
struct Watch;

thread_local! {
    /// What is looked for; nothing while this thread is not watched.
    static SECRETS: Cell<&'static [[u8; 8]]> = const { Cell::new(&[]) };
    /// How often it was found in what was freed.
    static FREED: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static WATCH: Watch = Watch;

// SAFETY: it is the system's allocator, but for a look at what is freed. A vector
// that grows comes by here too: `realloc` is the trait's own.
unsafe impl GlobalAlloc for Watch {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Zeros, so that each byte can be read when it is freed.
        // SAFETY: the caller's layout.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        let secrets = SECRETS.get();
        if !secrets.is_empty() {
            // SAFETY: the caller gives the memory up, and all of it was written.
            let found = unsafe { count(at, layout.size(), secrets) };
            FREED.set(FREED.get() + found);
        }
        // SAFETY: the caller's memory and layout.
        unsafe { System.dealloc(at, layout) }
    }
}

/// How often one of the secrets is there, at any offset.
///
/// # Safety
///
/// So many bytes can be read there.
unsafe fn count(at: *const u8, len: usize, secrets: &[[u8; 8]]) -> usize {
    let (mut window, mut found) = ([0; 8], 0);
    for i in 0..len {
        window.rotate_left(1);
        // SAFETY: the caller says so. Volatile: the value is gone for the compiler.
        window[7] = unsafe { at.add(i).read_volatile() };
        found += usize::from(i >= 7 && secrets.contains(&window));
    }
    found
}

/// What is left of a value.
#[derive(Debug, PartialEq)]
pub(crate) struct Left {
    /// How often a secret was in its place before it was dropped.
    pub(crate) before: usize,
    /// How often it is there after.
    pub(crate) in_place: usize,
    /// How often in memory that was freed.
    pub(crate) freed: usize,
    /// How many of its words, which were not zero, are what they were.
    pub(crate) words: usize,
}

/// Makes a value, drops it, and says what is left of it, and of `secrets`, of which
/// each 8 bytes are looked for.
pub(crate) fn left<T>(secrets: &[&[u8]], make: impl FnOnce() -> T) -> Left {
    let secrets: Vec<[u8; 8]> = secrets.iter().flat_map(|secret| secret.as_chunks().0).copied().collect();
    let secrets: &'static [[u8; 8]] = secrets.leak();
    SECRETS.set(secrets);
    FREED.set(0);
    clear_stack();
    let mut place = Box::new(MaybeUninit::new(make()));
    let (at, len) = (place.as_mut_ptr(), size_of::<T>());
    // SAFETY: `at` points to a value of so many bytes, which is dropped once and not
    // used after that, and the room for it is there until the end.
    let [(before, words_before), (in_place, words_after)] = unsafe {
        let look = || (count(at.cast(), len, secrets), words(at.cast(), len));
        let before = look();
        ptr::drop_in_place(at);
        [before, look()]
    };
    SECRETS.set(&[]);
    let same = words_before.iter().zip(&words_after).filter(|(before, after)| before == after);
    Left { before, in_place, freed: FREED.get(), words: same.filter(|(word, _)| **word != 0).count() }
}

/// Overwrites the stack below its caller, deeper than a value is made: the secrets went
/// by there, and unused room of a value has what was on the stack.
#[inline(never)]
fn clear_stack() {
    hint::black_box(&mut [0_u8; 256 << 10]);
}

/// The whole words of a value.
///
/// # Safety
///
/// So many bytes can be read there.
unsafe fn words(at: *const u8, len: usize) -> Vec<u64> {
    let word = |i: usize| {
        // SAFETY: the caller says so.
        unsafe { at.add(8 * i).cast::<u64>().read_unaligned() }
    };
    (0..len / 8).map(word).collect()
}
