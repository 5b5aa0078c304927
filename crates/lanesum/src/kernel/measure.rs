//! Measures what the kernels of a hash cost on this core, once in a process, where batches are large
//! enough to be worth it.
//!
//! Kernels are measured one by one, each beside the widest one: what slows the core down
//! for a while slows both. A kernel takes at most [`SLOT`] cycles. All measuring takes at
//! most one part in [`SHARE`] of the cycles of the large batches so far, and never more
//! than one in [`LARGE`] of a batch, and smaller batches take no part in it. The
//! costs come into use together, once all kernels of a hash are measured.

use super::{Candidate, Layout};
use crate::costs::NEVER;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The cycles that a kernel takes to be measured, about: some 50 microseconds.
const SLOT: u64 = 200_000;

/// A batch is large that costs so many times as much as a kernel takes to be measured.
const LARGE: u64 = 10;

/// All measuring takes one part in so many of the large batches' cycles.
const SHARE: u64 = 64;

/// How many times each length is run. The least time counts: whatever disturbs a run
/// makes it longer, and the first 512-bit operations after a pause run slower.
const ROUNDS: usize = 5;

/// The blocks of the short run. A long one has as many more as take [`LONG`] cycles: the
/// difference is theirs alone, without what a call takes.
const SHORT: usize = 4;

/// The cycles of the blocks that a long run has more.
const LONG: u32 = 8_000;

/// The most blocks that a long run has more: whole periods of every kernel.
const MOST: usize = 80;

/// Multiplications in the chain that cycles are counted by, and what one takes: three on
/// every core of Intel's since Nehalem, AMD's since Zen, Arm's since Cortex-A76 and
/// Apple's.
const CHAIN: u32 = 1_000;
const MULTIPLICATION: f64 = 3.0;

/// The widest kernel may take so many times as long as at best, beside another one.
const DISTURBED: f64 = 1.04;

/// How often kernels are measured, on average, until there is no more trying.
const TRIES: usize = 4;

/// A measured cost is implausible that is so many times as high as the listed one, or as
/// low: then something else ran on the core.
const PLAUSIBLE: f64 = 3.0;

/// The kernels of a hash, and what was measured of them so far.
pub(crate) struct Measuring {
    /// What they cost as listed. Those that the table lacks cost what the model says.
    expected: Vec<u32>,
    layout: Layout,
    progress: Mutex<Progress>,
}

struct Progress {
    /// Cycles that may be spent.
    credit: u64,
    /// How often a kernel was measured.
    tries: usize,
    /// Of each kernel, in order, what the widest one and it cost, side by side.
    pairs: Vec<Option<[f64; 2]>>,
}

/// What is to be done next.
enum Next {
    /// To measure a kernel.
    Kernel(usize),
    /// Nothing: what all kernels cost, unless that is implausible.
    Done(Option<Vec<u32>>),
}

impl Measuring {
    pub(crate) fn new(expected: Vec<u32>, layout: Layout) -> Self {
        let progress = Mutex::new(Progress { credit: 0, tries: 0, pairs: alloc::vec![None; expected.len()] });
        Self { expected, layout, progress }
    }

    /// Whether a batch of so many cycles may pay for it.
    #[inline]
    pub(crate) fn is_large(batch: u64) -> bool {
        batch >= LARGE * SLOT
    }

    /// Measures some kernels, where a batch of so many cycles pays for it and no other
    /// thread does. Says what all cost, when the last one is measured: `None` before and
    /// after that, and where costs are implausible.
    pub(crate) fn beside(&self, batch: u64, list: &[Box<impl Candidate + ?Sized>]) -> Option<Vec<u32>> {
        if !Self::is_large(batch) {
            return None;
        }
        let mut progress = self.progress.try_lock().ok()?;
        if progress.tries == usize::MAX {
            return None;
        }
        progress.credit += batch / SHARE;
        let mut left = batch / LARGE;
        loop {
            match self.next(&mut progress) {
                Next::Kernel(at) if progress.credit >= SLOT && left >= SLOT => {
                    progress.credit -= SLOT;
                    left -= SLOT;
                    self.measure(&mut progress, list, at);
                }
                Next::Kernel(_) => return None,
                Next::Done(costs) => {
                    progress.tries = usize::MAX;
                    return costs;
                }
            }
        }
    }

    /// Measures all kernels, and says what they cost, unless that is implausible.
    pub(crate) fn at_once(&self, list: &[Box<impl Candidate + ?Sized>]) -> Option<Vec<u32>> {
        let mut progress = self.progress.lock().ok()?;
        loop {
            match self.next(&mut progress) {
                Next::Kernel(at) => self.measure(&mut progress, list, at),
                Next::Done(costs) => return costs,
            }
        }
    }

    /// What is to be done next. A kernel is measured again beside which the widest one
    /// took longer than beside others: something else ran on the core.
    fn next(&self, progress: &mut Progress) -> Next {
        if let Some(at) = progress.pairs.iter().position(Option::is_none) {
            return Next::Kernel(at);
        }
        let pairs = || progress.pairs.iter().flatten();
        let widest = pairs().map(|pair| pair[0]).fold(f64::INFINITY, f64::min);
        let disturbed = progress.pairs.iter().flatten().position(|pair| pair[0] > DISTURBED * widest);
        match disturbed {
            None => {
                let cycles: Vec<f64> = pairs().map(|[beside, kernel]| kernel / beside * widest).collect();
                Next::Done(plausible(&cycles, &self.expected))
            }
            Some(_) if progress.tries >= TRIES * progress.pairs.len() => Next::Done(None),
            Some(at) => Next::Kernel(at),
        }
    }

    /// Measures a kernel beside the widest one.
    fn measure(&self, progress: &mut Progress, list: &[Box<impl Candidate + ?Sized>], at: usize) {
        let widest =
            (0..list.len()).max_by_key(|&i| (list[i].shape().lanes(), self.expected[i])).unwrap_or(0);
        progress.tries += 1;
        progress.pairs[at] = Some(self.side_by_side([widest, at], list));
    }

    /// The cycles of a block in every lane of two kernels.
    fn side_by_side(&self, pair: [usize; 2], list: &[Box<impl Candidate + ?Sized>]) -> [f64; 2] {
        let longer = pair.map(|at| {
            let blocks = (LONG / self.expected[at].max(1)) as usize;
            blocks.next_multiple_of(list[at].period()).clamp(SHORT, MOST)
        });
        let most = pair.map(|at| list[at].shape().lanes()).into_iter().max().unwrap_or(0);
        // Written, for what never was is the one page of zeros.
        let bytes = alloc::vec![0x5a; (SHORT + MOST + most) * self.layout.block_len()];
        let mut least = [[Duration::MAX; 2]; 2];
        let mut clock = Duration::MAX;
        for _ in 0..ROUNDS {
            for i in 0..2 {
                for (blocks, least) in [SHORT, SHORT + longer[i]].into_iter().zip(&mut least[i]) {
                    let start = Instant::now();
                    list[pair[i]].run(self.layout, black_box(&bytes), blocks);
                    *least = start.elapsed().min(*least);
                }
            }
            let start = Instant::now();
            chain();
            clock = start.elapsed().min(clock);
        }
        let cycle = clock.as_secs_f64() / (MULTIPLICATION * f64::from(CHAIN));
        core::array::from_fn(|i| {
            let [short, long] = least[i].map(|time| time.as_secs_f64());
            (long - short) / longer[i] as f64 / cycle
        })
    }
}

/// Multiplications, each of which waits for the one before: a clock of the core's own
/// cycles.
fn chain() {
    let mut x = black_box(3u64);
    for _ in 0..CHAIN {
        x = x.wrapping_mul(x);
    }
    black_box(x);
}

/// Measured costs, if all are plausible beside the expected ones.
fn plausible(cycles: &[f64], expected: &[u32]) -> Option<Vec<u32>> {
    let costs = cycles.iter().zip(expected).map(|(&cycles, &expected)| {
        let times = cycles / f64::from(expected);
        (1.0 / PLAUSIBLE..=PLAUSIBLE).contains(&times).then(|| (cycles.round() as u32).clamp(1, NEVER))
    });
    costs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blake3::of_blake3;
    use crate::costs::{self, Hash};
    use crate::kernel::{Compress, Kernels};
    use crate::merkle_damgard::kernels::of_md5;

    #[test]
    fn implausible_costs_are_refused() {
        assert_eq!(plausible(&[100.4, 299.0, 70.0], &[100, 100, 200]), Some(alloc::vec![100, 299, 70]));
        for wrong in [301.0, 33.0, 0.0, -5.0, f64::NAN, f64::INFINITY] {
            assert_eq!(plausible(&[100.0, wrong], &[100, 100]), None, "{wrong}");
        }
    }

    /// Nothing measured of kernels, of which those that this CPU's table lacks cost what the model
    /// says: by what that table says of them, a million cycles, one block would be measured.
    fn measuring<K: Candidate + ?Sized, O: ?Sized>(hash: Hash, kernels: &Kernels<K, O>) -> Measuring {
        let listed = kernels.list.iter().zip(kernels.each());
        let expected = listed.map(|(kernel, listed)| costs::expected(hash, kernel.shape(), listed.cost()));
        Measuring::new(expected.collect(), kernels.layout())
    }

    /// MD5's kernels, and nothing measured of them.
    fn unmeasured() -> (&'static [Box<dyn Compress>], Measuring) {
        let kernels = of_md5();
        (&kernels.list, measuring(Hash::Md5, kernels))
    }

    /// A batch that is not large measures nothing, and a larger one no more than its
    /// share.
    #[test]
    fn measuring_is_bounded() {
        let (list, measuring) = unmeasured();
        let tries = || measuring.progress.lock().unwrap().tries;
        for _ in 0..1000 {
            assert_eq!(measuring.beside(LARGE * SLOT - 1, list), None);
        }
        assert_eq!(tries(), 0);
        for batches in 1.. {
            let before = tries();
            measuring.beside(LARGE * SLOT, list);
            if tries() == usize::MAX {
                break;
            }
            assert!(tries() <= before + 1, "more than its share of a batch");
            assert!(tries() as u64 * SLOT <= batches * LARGE * SLOT / SHARE, "more than its share of all");
            assert!(tries() <= TRIES * list.len(), "too often");
        }
        // Once: what comes after is not looked at.
        assert_eq!(measuring.beside(u64::MAX, list), None);
    }

    /// One batch that is large enough measures all kernels.
    #[test]
    fn measured_at_once() {
        let (list, measuring) = unmeasured();
        let all = (TRIES * list.len()) as u64;
        let costs = measuring.beside(SHARE * SLOT * all, list);
        assert_eq!(measuring.progress.lock().unwrap().tries, usize::MAX);
        assert!(costs.is_none_or(|costs| costs.len() == list.len()));
    }

    /// So are the kernels of a tree's nodes, and what they cost is plausible unless something else
    /// runs on the core all the time.
    #[test]
    fn nodes_measured_at_once() {
        let kernels = of_blake3();
        let measuring = measuring(Hash::Blake3, kernels);
        for (at, kernel) in kernels.list.iter().enumerate() {
            let [beside, cycles] = measuring.side_by_side([at, at], &kernels.list);
            assert!(beside > 0.0 && cycles > 0.0, "{}", kernel.kernel());
        }
        assert!(measuring.at_once(&kernels.list).is_none_or(|costs| costs.len() == kernels.list.len()));
    }

    /// A kernel is measured again where the widest one was disturbed beside it, until
    /// there were too many tries.
    #[test]
    fn disturbed_measures_are_repeated() {
        let (list, measuring) = unmeasured();
        let mut progress = measuring.progress.lock().unwrap();
        let quiet = f64::from(measuring.expected[0]);
        for (pair, &cost) in progress.pairs.iter_mut().zip(&measuring.expected) {
            *pair = Some([quiet, f64::from(cost)]);
        }
        assert!(
            matches!(measuring.next(&mut progress), Next::Done(Some(costs)) if costs == measuring.expected)
        );
        let last = list.len() - 1;
        progress.pairs[last] = Some([1.5 * quiet, 1.0]);
        assert!(matches!(measuring.next(&mut progress), Next::Kernel(at) if at == last));
        progress.tries = TRIES * list.len();
        assert!(matches!(measuring.next(&mut progress), Next::Done(None)));
    }

    /// Threads that measure at once take turns, and one of them gets the costs.
    #[test]
    fn threads_measure_once() {
        let (list, measuring) = unmeasured();
        let found = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let costs = measuring.beside(SHARE * SLOT, list);
                        found.fetch_add(costs.iter().count(), std::sync::atomic::Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(measuring.progress.lock().unwrap().tries, usize::MAX);
        assert!(found.into_inner() <= 1);
    }
}
