//! Streams that come and go leave nothing behind, neither memory nor anything
//! that makes the next ones slower. A test program of its own: it counts what the
//! whole process allocates.
#![cfg(all(feature = "std", unix))]
#![expect(unsafe_code, reason = "the allocator counts")]

use lanesum::streams::Pool;
use lanesum::{Algorithm, hash};
use rustix::time::{ClockId, clock_gettime};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Counts the bytes that are allocated.
struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: it does what the system's allocator does.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller promises what is asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The CPU time of this process: other programs do not count.
fn cpu_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().expect("not negative")
}

/// A hundred thousand streams of one pool and more, on more threads than any machine
/// that runs this has cores for.
#[test]
fn memory_and_speed_stay() {
    const THREADS: usize = 100;
    let pool = Pool::new(Algorithm::Md5);
    let message = vec![7; 9000];
    let expected = hash(Algorithm::Md5, &message);
    let run = |streams: usize| {
        let start = cpu_time();
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for _ in 0..streams / THREADS {
                        let mut stream = pool.stream();
                        stream.update(&message);
                        assert_eq!(stream.finalize(), expected);
                    }
                });
            }
        });
        (ALLOCATED.load(Ordering::Relaxed), cpu_time() - start)
    };
    const STREAMS: usize = 10_000;
    let mut runs: Vec<_> = (0..10).map(|_| run(STREAMS)).collect();
    let first = runs[..5].iter().map(|run| run.1).min().expect("five");
    // What is left of streams takes a byte of each, in every run. A queue that was never
    // as long before grows too, and keeps its room, but not for ever.
    let more = |runs: &[(usize, Duration)]| runs.windows(2).all(|two| two[1].0 >= two[0].0 + STREAMS);
    // What grows with the streams that there were takes some times as long by now, and
    // ever longer. A machine that was disturbed does not.
    let longer = |runs: &[(usize, Duration)]| runs.iter().all(|run| run.1 > 2 * first);
    while more(&runs[runs.len() - 5..]) || longer(&runs[runs.len() - 5..]) {
        assert!(runs.len() < 100, "bytes left, and the time: {runs:?}");
        runs.push(run(STREAMS));
    }
}
