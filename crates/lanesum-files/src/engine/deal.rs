//! Which of a message's functions each of several threads computes.

use crate::function::{State, update_many};
use std::cmp::Reverse;
use std::iter;
use std::time::{Duration, Instant};

/// How many bytes are hashed before it is known what each function takes.
const TIMED: u64 = 1 << 20;

/// What is known of the functions.
#[derive(Default)]
pub(super) struct Deal {
    /// What each took for so many bytes.
    took: Vec<Duration>,
    timed: u64,
}

/// The functions that one thread computes.
#[derive(Default)]
pub(super) struct Hand<'s> {
    states: Vec<&'s mut State>,
    /// What they took together.
    took: Duration,
}

impl Deal {
    /// Adds a piece to all functions, on this thread, and finds out what each takes.
    pub(super) fn update(&mut self, states: &mut [State], piece: &[u8]) {
        if states.len() < 2 || self.timed >= TIMED {
            return update_many(states.iter_mut().map(|state| (state, piece)));
        }
        self.took.resize(states.len(), Duration::ZERO);
        for (state, took) in iter::zip(states, &mut self.took) {
            let start = Instant::now();
            update_many(iter::once((state, piece)));
            *took += start.elapsed();
        }
        self.timed += piece.len() as u64;
    }

    /// How many threads there is work for, as far as is known.
    pub(super) fn threads(&self) -> usize {
        if self.timed < TIMED { 1 } else { self.took.len() }
    }

    /// Deals the functions to up to so many threads: what takes longest first, always to the one
    /// that has least to do. All to one where that saves less than `gain` for so many bytes.
    pub(super) fn to<'s>(
        &self,
        threads: usize,
        states: &'s mut [State],
        bytes: u64,
        gain: Duration,
    ) -> Vec<Hand<'s>> {
        let threads = threads.clamp(1, self.threads());
        let mut hands = Vec::new();
        hands.resize_with(threads, Hand::default);
        // What nothing is known of takes no time.
        let took = self.took.iter().copied().chain(iter::repeat(Duration::ZERO));
        let mut all: Vec<_> = iter::zip(states, took).collect();
        all.sort_by_key(|(_, took)| Reverse(*took));
        for (state, took) in all {
            if let Some(hand) = hands.iter_mut().min_by_key(|hand| hand.took) {
                hand.took += took;
                hand.states.push(state);
            }
        }
        let sums = hands.iter().map(|hand| hand.took);
        let saved = sums.clone().sum::<Duration>() - sums.max().unwrap_or_default();
        if saved.mul_f64(bytes as f64 / self.timed.max(1) as f64) >= gain {
            return hands;
        }
        vec![Hand { states: hands.into_iter().flat_map(|hand| hand.states).collect(), ..Hand::default() }]
    }
}

impl Hand<'_> {
    /// Adds a piece to its functions.
    pub(super) fn update(&mut self, piece: &[u8]) {
        update_many(self.states.iter_mut().map(|state| (&mut **state, piece)));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::function::{Function, finish_many};
    use lanesum::Algorithm;

    const ALGORITHMS: [Algorithm; 4] = [Algorithm::Crc32, Algorithm::Sha256, Algorithm::Md5, Algorithm::Sha1];

    /// States of some functions that have these bytes, and took so many microseconds for them.
    pub(in crate::engine) fn begun(bytes: &[u8], took: [u64; 4]) -> (Vec<State>, Deal) {
        let mut states: Vec<_> = ALGORITHMS.map(|algorithm| Function::plain(algorithm).begin()).into();
        let mut deal = Deal::default();
        let hands = deal.to(9, &mut states, 0, Duration::ZERO).len();
        assert_eq!((deal.threads(), hands), (1, 1), "nothing is known");
        deal.update(&mut states, bytes);
        assert_eq!((deal.timed, deal.threads()), (bytes.len() as u64, 4));
        deal.took = took.map(Duration::from_micros).into();
        (states, deal)
    }

    /// That the states have these bytes.
    pub(in crate::engine) fn check(states: &[State], bytes: &[u8]) {
        let digests = finish_many(&states.iter().collect::<Vec<_>>());
        for (digest, algorithm) in iter::zip(digests, ALGORITHMS) {
            assert!(digest == lanesum::hash(algorithm, bytes), "{}", algorithm.name());
        }
    }

    #[test]
    fn dealt() {
        let bytes = vec![7; 1 << 20];
        let (mut states, deal) = begun(&bytes, [100, 900, 3000, 800]);
        for (threads, hands, saved) in
            [(1, vec![4], 0), (2, vec![1, 3], 1800), (3, vec![1, 1, 2], 1800), (9, vec![1; 4], 1800)]
        {
            let mut to = |bytes, gain| {
                let dealt = deal.to(threads, &mut states, bytes, Duration::from_micros(gain));
                dealt.iter().map(|hand| hand.states.len()).collect::<Vec<_>>()
            };
            assert_eq!(to(0, 0), hands);
            assert_eq!(to(1 << 20, u64::saturating_sub(saved, 1)), hands, "{saved} on {threads}");
            assert_eq!(to(1 << 20, saved + 1), [4], "{saved} on {threads}");
            assert_eq!(to(1 << 22, 4 * saved + 1), [4], "{saved} on {threads}");
        }
        check(&states, &bytes);
    }
}
