//! Several functions of one long file, on a thread each.
//!
//! A function waits for itself from block to block, but never for another one. So threads
//! that nothing else needs go through the file abreast: each has some of the functions, and
//! maps or reads the windows of a stretch for itself, which costs less than to wait for others
//! at each window. At the end of a stretch they meet: what one has read, the others find in
//! the system's cache.

use crate::aligned::Aligned;
use crate::engine::arena::MAX_PIECE;
use crate::engine::deal::{Deal, Hand};
use crate::engine::long::{Long, Step, WINDOW};
use crate::function::State;
use crate::threads;
use rustix::fd::BorrowedFd;
use std::iter;
use std::ops::Range;
use std::panic::resume_unwind;
use std::time::Duration;

/// Bytes in a stretch. To start its threads takes up to 0.3 ms (Linux 6.18, AMD Zen 3), and to
/// hash it with MD5 26.
const STRETCH: u64 = 16 << 20;

/// What a stretch has to gain, or the threads cost more than they save.
const GAIN: Duration = Duration::from_millis(1);

/// What the functions of a file are computed with.
#[derive(Default)]
pub(super) struct Abreast {
    deal: Deal,
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
    /// Adds a piece to all functions, on this thread.
    pub(super) fn update(&mut self, states: &mut [State], piece: &[u8]) {
        self.deal.update(states, piece);
    }

    /// How many threads there is work for.
    pub(super) fn threads(&self) -> usize {
        if self.over { 1 } else { self.deal.threads() }
    }

    /// Hashes the next stretch of a file of `len` bytes, from `at` on, on so many threads, of
    /// which this is one. None where it gains too little.
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
        if self.over || end <= at {
            return None;
        }
        let hands = self.deal.to(threads, states, end - at, GAIN);
        if hands.len() < 2 {
            return None;
        }
        self.shares.resize_with(hands.len().max(self.shares.len()), Share::new);
        let hashed = threads::scope(|scope| {
            let mut hash = iter::zip(&mut self.shares, hands)
                .map(|(share, hand)| move || share.hash(file, at..end, len, hand, stopped));
            let here = hash.next();
            let started: Vec<_> = hash.map(|hash| threads::start(scope, move |_| hash())).collect();
            let here = here.and_then(|hash| hash());
            let each = started.into_iter().map(|started| match started {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // No thread to be had: its functions were left behind.
                Err(_) => None,
            });
            each.fold(here, |a, b| a.filter(|_| a == b))
        });
        self.over = hashed != Some(end - at);
        match hashed {
            Some(0) => None,
            Some(hashed) => Some(Step::Hashed(hashed)),
            None => Some(Step::Lost),
        }
    }
}

impl Share {
    fn new() -> Self {
        let mut long = Long::default();
        long.take_any();
        Self { long, buffer: Aligned::new(MAX_PIECE) }
    }

    /// Hashes a range of a file of `len` bytes, as far as that goes. Says how many bytes; None
    /// where what was computed is worth nothing.
    fn hash(
        &mut self,
        file: BorrowedFd<'_>,
        range: Range<u64>,
        len: u64,
        mut hand: Hand<'_>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<u64> {
        let mut at = range.start;
        while at < range.end && !stopped() {
            match self.long.next(file, at, len, &mut self.buffer, &mut |piece| hand.update(piece)) {
                Step::Hashed(n) => at += n,
                Step::Rest => break,
                Step::Lost => return None,
            }
        }
        Some(at - range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::deal;
    use crate::engine::mapped::tests::file;
    use std::fs::File;
    use std::os::fd::AsFd;

    const LEN: usize = (40 << 20) + 1000;

    /// What is hashed on one thread before.
    const BEGUN: usize = (1 << 20) + 5000;

    /// States of some functions that have the bytes that are hashed before.
    fn begun(bytes: &[u8], took: [u64; 4]) -> (Vec<State>, Abreast) {
        let (states, deal) = deal::tests::begun(&bytes[..BEGUN], took);
        (states, Abreast { deal, ..Abreast::default() })
    }

    impl Abreast {
        fn stretch(&mut self, file: &File, at: usize, states: &mut [State], threads: usize) -> Option<Step> {
            self.next(file.as_fd(), at as u64, LEN as u64, states, threads, &|| false)
        }
    }

    #[test]
    fn every_byte_once() {
        let (file, bytes) = file(LEN);
        for threads in [2, 3, 4, 9] {
            let mut at = BEGUN;
            let (mut states, mut abreast) = begun(&bytes, [9, 900, 3000, 800]);
            while let Some(step) = abreast.stretch(&file, at, &mut states, threads) {
                let Step::Hashed(n) = step else { panic!("{step:?} at {at}") };
                at += n as usize;
            }
            assert_eq!((at, abreast.over), (40 << 20, false), "on {threads} threads");
            abreast.update(&mut states, &bytes[at..]);
            deal::tests::check(&states, &bytes);
        }
    }

    /// What one thread does as fast is left to it.
    #[test]
    fn nothing_to_gain() {
        let (file, bytes) = file(LEN);
        let (mut states, mut abreast) = begun(&bytes, [3, 3, 3000, 3]);
        assert_eq!(abreast.stretch(&file, BEGUN, &mut states, 4), None);
        let (mut states, mut abreast) = begun(&bytes, [3, 900, 3000, 3]);
        assert_eq!(abreast.stretch(&file, BEGUN, &mut states, 1), None);
        assert_eq!(abreast.stretch(&file, 40 << 20, &mut states, 4), None);
        assert!(abreast.stretch(&file, BEGUN, &mut states, 2).is_some());
    }

    /// The file has become shorter: nothing that was computed counts, or what was read before its
    /// end where the system does not map it. No thread goes on.
    #[test]
    fn truncated() {
        let (file, bytes) = file(LEN);
        let (mut states, mut abreast) = begun(&bytes, [9, 900, 3000, 800]);
        file.set_len(9 << 20).unwrap();
        match abreast.stretch(&file, BEGUN, &mut states, 2) {
            Some(Step::Hashed(n)) => {
                assert_eq!(BEGUN as u64 + n, 9 << 20);
                deal::tests::check(&states, &bytes[..9 << 20]);
            }
            step => assert_eq!(step, Some(Step::Lost)),
        }
        assert_eq!((abreast.threads(), abreast.stretch(&file, BEGUN, &mut states, 2)), (1, None));
    }

    #[test]
    fn stopped() {
        let (file, bytes) = file(LEN);
        let (mut states, mut abreast) = begun(&bytes, [9, 900, 3000, 800]);
        let step = abreast.next(file.as_fd(), BEGUN as u64, LEN as u64, &mut states, 2, &|| true);
        assert_eq!((step, abreast.over), (None, true));
        deal::tests::check(&states, &bytes[..BEGUN]);
    }
}
