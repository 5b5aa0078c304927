//! Several functions of one long file, on a thread each.
//!
//! A function waits for itself from block to block, but never for another one. So threads
//! that nothing else needs go through the file abreast: each has some of the functions, and
//! maps or reads the windows of a stretch for itself, which costs less than to wait for others
//! at each window. At the end of a stretch they meet: what one has read, the others find in
//! the system's cache.

use crate::aligned::Aligned;
use crate::engine::long::{Long, Step, WINDOW};
use crate::function::{State, update_many};
use rustix::fd::BorrowedFd;
use std::cmp::Reverse;
use std::iter;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Bytes in a stretch. To start its threads takes up to 0.3 ms (Linux 6.18, AMD Zen 3), and to
/// hash it with MD5 26.
const STRETCH: u64 = 16 << 20;

/// What a stretch has to gain, or the threads cost more than they save.
const GAIN: Duration = Duration::from_millis(1);

/// How many bytes are hashed before it is known what each function takes.
const TIMED: u64 = 1 << 20;

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// What is known of the functions of a file.
#[derive(Default)]
pub(super) struct Abreast {
    /// What each took for so many bytes.
    took: Vec<Duration>,
    timed: u64,
    shares: Vec<Share>,
    /// Nothing is shared out again.
    over: bool,
}

/// What a thread has beside its functions.
struct Share {
    long: Long,
    buffer: Aligned,
}

impl Abreast {
    /// Adds a piece to all functions, on this thread, and finds out what each takes.
    pub(super) fn update(&mut self, states: &mut [State], piece: &[u8]) {
        if states.len() < 2 || self.timed >= TIMED {
            return update_many(states.iter_mut().map(|state| (state, piece)));
        }
        self.took.resize(states.len(), Duration::ZERO);
        for (state, took) in states.iter_mut().zip(&mut self.took) {
            let start = Instant::now();
            update_many(iter::once((state, piece)));
            *took += start.elapsed();
        }
        self.timed += piece.len() as u64;
    }

    /// How many threads there is work for.
    pub(super) fn threads(&self) -> usize {
        if self.over || self.timed < TIMED { 1 } else { self.took.len() }
    }

    /// Hashes the next stretch of a file of `len` bytes, from `at` on, on so many threads. This
    /// one waits: Linux may start a thread on the CPU of the one that starts it, and leave both
    /// there. None where it gains too little.
    pub(super) fn next(
        &mut self,
        file: BorrowedFd<'_>,
        at: u64,
        len: u64,
        states: &mut [State],
        threads: usize,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Step> {
        let end = (at + STRETCH).min(len) / WINDOW * WINDOW;
        let threads = threads.min(self.threads());
        if threads < 2 || end <= at {
            return None;
        }
        let all: Duration = self.took.iter().sum();
        let (longest, hands) = deal(states, &self.took, threads);
        if (all - longest).mul_f64((end - at) as f64 / self.timed as f64) < GAIN {
            return None;
        }
        self.shares.resize_with(threads.max(self.shares.len()), Share::new);
        let hashed = thread::scope(|scope| {
            let started: Vec<_> = iter::zip(&mut self.shares, hands)
                .map(|(share, states)| {
                    let hash = move || share.hash(file, at..end, len, states, stopped);
                    Builder::new().name("lanesum".to_owned()).spawn_scoped(scope, hash)
                })
                .collect();
            // Where a thread was not to be had, its functions were left behind.
            let each = started.into_iter().map(|started| match started {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => None,
            });
            each.reduce(|a, b| a.filter(|_| a == b)).flatten()
        });
        self.over |= hashed != Some(end - at);
        match hashed {
            Some(0) => None,
            Some(hashed) => Some(Step::Hashed(hashed)),
            None => Some(Step::Lost),
        }
    }
}

impl Share {
    fn new() -> Self {
        Self { long: Long::default(), buffer: Aligned::new(BUFFER) }
    }

    /// Hashes a range of a file of `len` bytes, as far as that goes. None where what was computed
    /// is worth nothing.
    fn hash(
        &mut self,
        file: BorrowedFd<'_>,
        range: Range<u64>,
        len: u64,
        mut states: Vec<&mut State>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<u64> {
        let mut at = range.start;
        let mut hash = |piece: &[u8]| update_many(states.iter_mut().map(|state| (&mut **state, piece)));
        while at < range.end && !stopped() {
            match self.long.next_or_read(file, at, len, &mut self.buffer, &mut hash) {
                Step::Hashed(n) => at += n,
                Step::Rest => break,
                Step::Lost => return None,
            }
        }
        Some(at - range.start)
    }
}

/// Deals the functions to so many threads: what takes longest first, always to the one that has
/// least to do. Says how long the one takes that has most.
fn deal<'s>(
    states: &'s mut [State],
    took: &[Duration],
    threads: usize,
) -> (Duration, Vec<Vec<&'s mut State>>) {
    let mut all: Vec<_> = iter::zip(states, took).collect();
    all.sort_by_key(|(_, took)| Reverse(**took));
    let mut hands: Vec<_> = (0..threads).map(|_| (Duration::ZERO, Vec::new())).collect();
    for (state, took) in all {
        if let Some((sum, hand)) = hands.iter_mut().min_by_key(|(sum, _)| *sum) {
            *sum += *took;
            hand.push(state);
        }
    }
    let longest = hands.iter().map(|(sum, _)| *sum).max().unwrap_or_default();
    (longest, hands.into_iter().map(|(_, hand)| hand).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mapped::tests::file;
    use crate::function::{Function, finish_many};
    use lanesum::Algorithm;
    use std::fs::File;
    use std::os::fd::AsFd;

    const LEN: u64 = 40 << 20;

    fn functions() -> Vec<Function> {
        [Algorithm::Crc32, Algorithm::Sha256, Algorithm::Md5, Algorithm::Sha1].map(Function::from).into()
    }

    /// States of some functions that have the first `at` bytes, and took so long for them.
    fn begun(bytes: &[u8], took: &[u64]) -> (Vec<State>, Abreast) {
        let mut states: Vec<_> = functions().iter().map(Function::begin).collect();
        let mut abreast = Abreast::default();
        abreast.update(&mut states, bytes);
        assert_eq!((abreast.timed, abreast.took.len()), (bytes.len() as u64, 4));
        abreast.took = took.iter().map(|&took| Duration::from_micros(took)).collect();
        (states, abreast)
    }

    fn stretch(
        abreast: &mut Abreast,
        file: &File,
        at: u64,
        states: &mut [State],
        threads: usize,
    ) -> Option<Step> {
        abreast.next(file.as_fd(), at, LEN + 1000, states, threads, &|| false)
    }

    #[test]
    fn every_byte_once() {
        let (file, bytes) = file(LEN as usize + 1000);
        for threads in [2, 3, 4, 9] {
            let mut at = TIMED + 5000;
            let (mut states, mut abreast) = begun(&bytes[..at as usize], &[9, 900, 3000, 800]);
            while let Some(step) = stretch(&mut abreast, &file, at, &mut states, threads) {
                let Step::Hashed(n) = step else { panic!("{step:?} at {at}") };
                at += n;
            }
            assert_eq!((at, abreast.over), (LEN, false), "on {threads} threads");
            abreast.update(&mut states, &bytes[at as usize..]);
            let digests = finish_many(&states.iter().collect::<Vec<_>>());
            for (digest, function) in digests.iter().zip(functions()) {
                let whole = lanesum::hash(function.algorithm().unwrap(), &bytes);
                assert_eq!(*digest, whole, "{} on {threads}", function.name());
            }
        }
    }

    /// What one thread does as fast is left to it.
    #[test]
    fn nothing_to_gain() {
        let (file, bytes) = file(LEN as usize + 1000);
        let (mut states, mut abreast) = begun(&bytes[..TIMED as usize], &[3, 3, 3000, 3]);
        assert_eq!(stretch(&mut abreast, &file, TIMED, &mut states, 4), None);
        abreast.took[0] = Duration::from_millis(1);
        assert_eq!(stretch(&mut abreast, &file, TIMED, &mut states, 1), None);
        assert_eq!(stretch(&mut abreast, &file, LEN, &mut states, 4), None);
        assert!(stretch(&mut abreast, &file, TIMED, &mut states, 2).is_some());
        let (_, one) = (abreast.timed, Abreast::default());
        assert_eq!(one.threads(), 1);
    }

    /// The file has become shorter: nothing that was computed counts, and no thread maps it again.
    #[test]
    fn truncated() {
        let (file, bytes) = file(LEN as usize + 1000);
        let (mut states, mut abreast) = begun(&bytes[..TIMED as usize], &[9, 900, 3000, 800]);
        file.set_len(9 << 20).unwrap();
        assert_eq!(stretch(&mut abreast, &file, TIMED, &mut states, 2), Some(Step::Lost));
        assert_eq!((abreast.threads(), stretch(&mut abreast, &file, TIMED, &mut states, 2)), (1, None));
    }

    #[test]
    fn stopped() {
        let (file, bytes) = file(LEN as usize + 1000);
        let (mut states, mut abreast) = begun(&bytes[..TIMED as usize], &[9, 900, 3000, 800]);
        assert_eq!(abreast.next(file.as_fd(), TIMED, LEN, &mut states, 2, &|| true), None);
    }

    #[test]
    fn dealt() {
        let mut states: Vec<_> = functions().iter().map(Function::begin).collect();
        let took = [100, 900, 3000, 800].map(Duration::from_micros);
        for (threads, longest, hands) in
            [(2, 3000, vec![1, 3]), (3, 3000, vec![1, 1, 2]), (4, 3000, vec![1; 4])]
        {
            let (most, dealt) = deal(&mut states, &took, threads);
            assert_eq!(most, Duration::from_micros(longest));
            assert_eq!(dealt.iter().map(Vec::len).collect::<Vec<_>>(), hands);
        }
    }
}
