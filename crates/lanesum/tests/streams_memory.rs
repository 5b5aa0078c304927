//! Streams that come and go leave nothing behind, neither memory nor anything
//! that makes the next ones slower. A test program of its own: it counts what the
//! whole process allocates.
#![cfg(all(feature = "std", unix))]
#![expect(unsafe_code, reason = "the allocator counts")]

use lanesum::streams::{Pool, Stream};
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

/// Streams that come and go, and then many at once: one test, for all that is allocated counts.
#[test]
fn memory() {
    memory_and_speed_stay();
    gathering_is_bounded();
}

/// Streams that wait for more, each with a small piece: 64 of each core have a copy of theirs.
fn gathering_is_bounded() {
    const STREAMS: usize = 20_000;
    let before = ALLOCATED.load(Ordering::Relaxed);
    let pool = Pool::new(Algorithm::Md5);
    let mut streams: Vec<_> = (0..STREAMS).map(|_| pool.stream()).collect();
    streams.iter_mut().for_each(|stream| _ = stream.update(&[7; 1000]));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = cores * 64 * (128 << 10) + STREAMS * 2 * size_of::<Stream>();
    let allocated = ALLOCATED.load(Ordering::Relaxed) - before;
    assert!(allocated < most, "{allocated} bytes, which should be less than {most}");
    let expected = hash(Algorithm::Md5, &[7; 1000]);
    assert!(streams.iter().all(|stream| stream.finalize() == expected));
}

/// A hundred thousand streams of one pool and more, on more threads than any machine
/// that runs this has cores for.
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
