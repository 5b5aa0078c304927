//! Threads that all hash, for a while.

use crate::messages::Messages;
use lanesum::Digest;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes in a message: a thread's buffer, which an upload fills again and again.
pub(super) const MESSAGE: usize = 256 << 10;

/// How long it takes, once all threads hash, until they take turns as they will.
const START: Duration = Duration::from_millis(200);

/// The digest of a message of such pieces: a thread's own contender.
pub(super) type Hash = Box<dyn FnMut(&[u8]) -> Digest>;

/// So many threads, each with a buffer of its own.
pub(super) struct Crowd {
    buffers: Messages,
    threads: usize,
}

impl Crowd {
    /// Threads with pieces of so many bytes.
    pub(super) fn new(threads: usize, piece: usize) -> Self {
        Self { buffers: Messages::new(vec![piece; threads]), threads }
    }

    /// Whether all contenders have the same digests.
    pub(super) fn agree(&self, contenders: &[&(dyn Fn() -> Hash + Sync)]) -> bool {
        let digests = |contender: &(dyn Fn() -> Hash + Sync)| -> Vec<Digest> {
            thread::scope(|scope| {
                let buffers = self.buffers.slices().into_iter();
                let threads: Vec<_> = buffers.map(|piece| scope.spawn(move || contender()(piece))).collect();
                threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
            })
        };
        contenders.windows(2).all(|pair| digests(pair[0]) == digests(pair[1]))
    }

    /// What all threads hash together, over and over, until the time is up.
    pub(super) fn bytes_a_second(&self, contender: &(dyn Fn() -> Hash + Sync), time: Duration) -> f64 {
        let (start, stop) = (Barrier::new(self.threads + 1), AtomicBool::new(false));
        let (bytes, hashing) = (AtomicU64::new(0), AtomicUsize::new(0));
        let mut seconds = 0.0;
        thread::scope(|scope| {
            for piece in self.buffers.slices() {
                let (start, stop, bytes, hashing) = (&start, &stop, &bytes, &hashing);
                scope.spawn(move || {
                    let mut hash = contender();
                    start.wait();
                    hash(piece);
                    hashing.fetch_add(1, Ordering::Relaxed);
                    while !stop.load(Ordering::Relaxed) {
                        hash(piece);
                        bytes.fetch_add(MESSAGE as u64, Ordering::Relaxed);
                    }
                });
            }
            start.wait();
            // The start is not measured: until every thread has had its turn, which
            // may be late where those before it hash, and was interrupted in a piece.
            while hashing.load(Ordering::Relaxed) < self.threads {
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(START);
            let (before, since) = (bytes.load(Ordering::Relaxed), Instant::now());
            thread::sleep(time);
            let after = bytes.load(Ordering::Relaxed);
            seconds = since.elapsed().as_secs_f64() / (after - before) as f64;
            stop.store(true, Ordering::Relaxed);
        });
        1.0 / seconds
    }
}
