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
//! What is timed is the system's part. To hash a stretch mostly takes four times as long as that,
//! and its time differs by more from one to the next, where others use the same cores, than the ways
//! do: with it in the time every third trial chose the wrong way. A hash that is as fast as memory
//! is timed too. It loses most by a mapping, whose bytes are out of the core's caches: of a GiB in
//! large folios CRC-32C took 233 ms mapped, and takes 169 (AMD Zen 3).
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

/// What computes with a byte in fewer picoseconds says itself how much longer that takes: it is as
/// fast as memory, and what it loses by waiting is more than what its time differs by. CRC-32 takes
/// 80, BLAKE3 220 (AMD Zen 3).
const FAST: u64 = 150;

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
    map: Least,
    read: Least,
}

/// Picoseconds for a byte, at best.
struct Least {
    /// Of the system's part.
    system: AtomicU64,
    /// Of what was computed beside it.
    beside: AtomicU64,
}

impl Least {
    /// Nothing was timed.
    const fn new() -> Self {
        Self { system: AtomicU64::new(u64::MAX), beside: AtomicU64::new(u64::MAX) }
    }

    fn took(&self, len: usize, system: Duration, beside: Duration) {
        for (least, time) in [(&self.system, system), (&self.beside, beside)] {
            let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            least.fetch_min(nanoseconds.saturating_mul(1000) / len.max(1) as u64, Ordering::Relaxed);
        }
    }

    fn system(&self) -> u64 {
        self.system.load(Ordering::Relaxed)
    }

    fn beside(&self) -> u64 {
        self.beside.load(Ordering::Relaxed)
    }
}

impl Trial {
    /// One that maps so many bytes before any are timed.
    pub(super) const fn new(untimed: u64) -> Self {
        Self {
            untimed,
            before: AtomicU64::new(0),
            begun: AtomicU32::new(0),
            map: Least::new(),
            read: Least::new(),
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
        let took = |least: &Least| {
            clock.elapsed().into_iter().for_each(|system| least.took(len, system, clock.beside.get()));
        };
        if way == Way::Map
            && let Some(result) = map(&mut means, &clock)
        {
            took(&self.map);
            return result;
        }
        let result = read(means, &clock);
        if way == Way::Read {
            took(&self.read);
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
        let Self { map, read, .. } = self;
        let uncached = match read.beside() {
            fast @ ..FAST => map.beside().saturating_sub(fast),
            _ => UNCACHED,
        };
        (if map.system().saturating_add(uncached) < read.system() { Way::Map } else { Way::Read }, false)
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

    /// What is chosen after stretches that took so long, of a hash that is slow.
    fn chosen(map: &[u64], read: &[u64]) -> Way {
        chosen_of(map, read, [4000, 4000])
    }

    /// What is chosen where the hash takes so long too.
    fn chosen_of(map: &[u64], read: &[u64], hash: [u64; 2]) -> Way {
        let trial = Trial::new(20 << 20);
        for _ in 0..10 {
            assert_eq!(trial.way(2 << 20), (Way::Map, false));
        }
        let (mut map, mut read) = (map.iter(), read.iter());
        for number in 0..TIMED {
            let (way, timed) = trial.way(2 << 20);
            let turn = if (number / IN_TURN).is_multiple_of(2) { Way::Map } else { Way::Read };
            assert_eq!((way, timed), (turn, true));
            let (took, least, hash) = match way {
                Way::Map => (map.next(), &trial.map, hash[0]),
                Way::Read => (read.next(), &trial.read, hash[1]),
            };
            // None where it did not go.
            if let Some(&system) = took {
                least.took(2 << 20, Duration::from_micros(system), Duration::from_micros(hash));
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

    /// A hash that is as fast as memory says itself what it loses by a mapping.
    #[test]
    fn fast_hashes() {
        let [map, read] = [[300; 4], [400; 4]];
        assert_eq!(chosen_of(&map, &read, [190, 100]), Way::Map);
        assert_eq!(chosen_of(&map, &read, [210, 100]), Way::Read);
        assert_eq!(chosen_of(&map, &read, [90, 100]), Way::Map, "noise");
        // One that is slow does not.
        assert_eq!(chosen_of(&map, &read, [1000, 400]), Way::Map);
        assert_eq!(chosen_of(&[350; 4], &read, [400, 400]), Way::Read);
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
        assert_eq!([trial.map.system(), trial.map.beside()], [u64::MAX; 2]);
    }
}
