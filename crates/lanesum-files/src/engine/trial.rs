//! Which of two ways to read a large file is the faster one here, found out as it is read.
//!
//! A page that is mapped costs what the system does for it, and one that is read costs its
//! copy. Which is less depends on the CPU, on the system, on the machine that it pretends to be,
//! and on how the file came into the system's cache. Of a GiB there reads took half as long again
//! as mappings on an Intel Xeon (Sapphire Rapids). On two CPUs of an AMD Zen 3 they took 1.13
//! times as long where the file was written a MiB at a time, which makes large folios, and 0.9
//! where it was written by pages. Both were virtual machines. So some stretches are read in
//! both ways by turns, and all behind them in the way whose best one took less time for a byte.
//!
//! What is timed is the system's part. To hash a stretch takes four times as long as that, and its
//! time differs by more from one to the next, where others use the same cores, than the ways do:
//! with it in the time every third trial chose the wrong way.
//!
//! The stretches before are mapped: a process that ends in its trial gains nothing by it, and
//! its reads go to memory that it has never touched. On an AMD Zen 3 with two threads a file of
//! 8 MiB took 7.2 ms with a trial and takes 5.5, and one of 64 MiB 23 and 21.

use crate::engine::mapped;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How much longer it takes to compute with a byte that was mapped, and so is out of the core's
/// caches, picoseconds: 18 in large folios and 45 in pages on an AMD Zen 3, with SHA-256 and with
/// a checksum.
const UNCACHED: u64 = 35;

/// How many stretches are timed: twice [`IN_TURN`] in each way, of 128 KiB to 8 MiB. The best of
/// them was not interrupted.
const TIMED: u32 = 4 * IN_TURN;

/// How many are read in one way before the other has its turn, so that threads which read side
/// by side mostly do the same.
const IN_TURN: u32 = 2;

/// A way to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Map,
    Read,
}

/// What is known of the two.
pub(super) struct Trial {
    /// How many bytes are to be begun that are not timed, at least.
    untimed: u64,
    /// How many of them were.
    before: AtomicU64,
    /// How many stretches were begun that are timed.
    begun: AtomicU32,
    /// Picoseconds for a byte, at best.
    map: AtomicU64,
    read: AtomicU64,
}

impl Trial {
    /// One that maps so many bytes before any are timed.
    pub(super) const fn new(untimed: u64) -> Self {
        Self {
            untimed,
            before: AtomicU64::new(0),
            begun: AtomicU32::new(0),
            map: AtomicU64::new(u64::MAX),
            read: AtomicU64::new(u64::MAX),
        }
    }

    /// Reads `len` bytes by `map`, or by `read` where that is faster or a mapping does not go, with
    /// what both need. What they compute they do [beside](Clock::beside) the clock.
    pub(super) fn run<M, T>(
        &self,
        len: usize,
        mut means: M,
        map: impl FnOnce(&mut M, &Clock) -> Option<T>,
        read: impl FnOnce(M, &Clock) -> T,
    ) -> T {
        let (way, timed) = self.way(len);
        let clock = Clock { start: timed.then(Instant::now), beside: Cell::new(Duration::ZERO) };
        let took = |way| clock.elapsed().into_iter().for_each(|time| self.took(way, len, time));
        if way == Way::Map
            && let Some(result) = map(&mut means, &clock)
        {
            took(way);
            return result;
        }
        let result = read(means, &clock);
        if way == Way::Read {
            took(way);
        }
        result
    }

    /// The way for the next stretch, of `len` bytes, and whether it is to be timed.
    fn way(&self, len: usize) -> (Way, bool) {
        // Both are looked at first, so that they never get far above.
        if self.before.load(Ordering::Relaxed) < self.untimed {
            self.before.fetch_add(len as u64, Ordering::Relaxed);
            return (Way::Map, false);
        }
        if self.begun.load(Ordering::Relaxed) < TIMED {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            return (if (number / IN_TURN).is_multiple_of(2) { Way::Map } else { Way::Read }, true);
        }
        let [map, read] = [&self.map, &self.read].map(|least| least.load(Ordering::Relaxed));
        (if map.saturating_add(UNCACHED) < read { Way::Map } else { Way::Read }, false)
    }

    fn took(&self, way: Way, len: usize, time: Duration) {
        let least = match way {
            Way::Map => &self.map,
            Way::Read => &self.read,
        };
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        least.fetch_min(nanoseconds.saturating_mul(1000) / len.max(1) as u64, Ordering::Relaxed);
    }
}

/// The time of a stretch, if it is timed, but for what is done beside.
#[derive(Default)]
pub(super) struct Clock {
    start: Option<Instant>,
    beside: Cell<Duration>,
}

impl Clock {
    /// Does something that is not in the time.
    pub(super) fn beside<R>(&self, f: impl FnOnce() -> R) -> R {
        if self.start.is_none() {
            return f();
        }
        let start = Instant::now();
        let result = f();
        self.beside.set(self.beside.get() + start.elapsed());
        result
    }

    /// Does something with mapped bytes that is not in the time; to enter their pages is.
    pub(super) fn beside_mapped<R>(&self, bytes: &[u8], f: impl FnOnce() -> R) -> R {
        if self.start.is_some() {
            mapped::touch(bytes);
        }
        self.beside(f)
    }

    fn elapsed(&self) -> Option<Duration> {
        self.start.map(|start| start.elapsed().saturating_sub(self.beside.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is chosen after stretches that took so long.
    fn chosen(map: &[u64], read: &[u64]) -> Way {
        let trial = Trial::new(20 << 20);
        for _ in 0..10 {
            assert_eq!(trial.way(2 << 20), (Way::Map, false));
        }
        let (mut map, mut read) = (map.iter(), read.iter());
        for number in 0..TIMED {
            let (way, timed) = trial.way(2 << 20);
            let turn = if (number / IN_TURN).is_multiple_of(2) { Way::Map } else { Way::Read };
            assert_eq!((way, timed), (turn, true));
            let took = if way == Way::Map { map.next() } else { read.next() };
            // None where it did not go.
            if let Some(&microseconds) = took {
                trial.took(way, 2 << 20, Duration::from_micros(microseconds));
            }
        }
        let (way, timed) = trial.way(2 << 20);
        assert!(!timed);
        way
    }

    #[test]
    fn the_best_of_each_counts() {
        assert_eq!(chosen(&[900, 380, 9000, 500], &[470, 460, 460, 470]), Way::Map);
        // What is mapped costs more behind that.
        assert_eq!(chosen(&[900, 400, 9000, 500], &[470, 460, 460, 470]), Way::Read);
        assert_eq!(chosen(&[900, 400, 9000, 500], &[1000, 1000, 1000, 390]), Way::Read);
        // Also in the second turn.
        assert_eq!(chosen(&[900, 900, 300, 900], &[400; 4]), Way::Map);
        assert_eq!(chosen(&[400; 4], &[900, 900, 300, 900]), Way::Read);
    }

    /// What is computed is not in the time, and what takes as long beside it is.
    #[test]
    fn the_time() {
        let pause = || std::thread::sleep(Duration::from_millis(20));
        let clock = Clock { start: Some(Instant::now()), beside: Cell::default() };
        clock.beside(pause);
        clock.beside(pause);
        let none = clock.elapsed().unwrap();
        pause();
        let some = clock.elapsed().unwrap();
        assert!(some - none >= Duration::from_millis(20), "{none:?}, {some:?}");
        assert!(none + Duration::from_millis(40) <= clock.start.unwrap().elapsed(), "{none:?}");
        assert_eq!(Clock::default().elapsed(), None);
    }

    /// Where nothing can be mapped all is read.
    #[test]
    fn no_mappings() {
        assert_eq!(chosen(&[], &[1000, 1000, 1000, 1000]), Way::Read);
        let trial = Trial::new(2 << 20);
        for _ in 0..20 {
            assert_eq!(trial.run(1 << 20, (), |(), _| None, |(), _| "read"), "read");
        }
        assert_eq!(trial.map.load(Ordering::Relaxed), u64::MAX);
    }
}
