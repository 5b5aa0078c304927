//! Times that can be compared, on a machine that does other things too.
//!
//! The contenders take turns, A B A B, so that what slows the machine down for
//! a while slows all of them down. A turn is a few samples, and the figure is
//! the least of all samples: whatever disturbs one only makes it longer. Short
//! samples are more often undisturbed than long ones, and the second one of a
//! turn finds the caches as its own contender left them.

use std::time::{Duration, Instant};

/// The least a sample takes: reading the clock costs under 1/500 of it.
const SAMPLE: Duration = Duration::from_micros(20);

/// The least a turn takes.
const TURN: Duration = Duration::from_millis(1);

/// The least number of samples in a turn, and of turns.
const LEAST: usize = 3;

/// How long to go on.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// Figures to be quoted.
    Full,
    /// Figures to look at.
    Quick,
}

impl Effort {
    /// The time for each contender.
    fn time(self) -> Duration {
        match self {
            Self::Full => Duration::from_millis(300),
            Self::Quick => Duration::from_millis(30),
        }
    }
}

/// Something to be timed, again and again.
pub(crate) type Contender<'a> = Box<dyn FnMut() + 'a>;

/// The least time of a call of each contender, in seconds.
///
/// `rounds` says how many times they are called so: each takes that part of the time.
pub(crate) fn least_seconds(effort: Effort, rounds: u32, contenders: &mut [Contender<'_>]) -> Vec<f64> {
    let calls: Vec<u32> = contenders.iter_mut().map(|c| calls_a_sample(c)).collect();
    let mut least = vec![f64::INFINITY; contenders.len()];
    let (start, time) = (Instant::now(), effort.time() * contenders.len() as u32 / rounds);
    let mut turns = 0;
    while turns < LEAST || start.elapsed() < time {
        for ((contender, &calls), least) in contenders.iter_mut().zip(&calls).zip(&mut least) {
            let turn = Instant::now();
            let mut samples = 0;
            while samples < LEAST || turn.elapsed() < TURN {
                *least = least.min(sample(contender, calls).as_secs_f64() / f64::from(calls));
                samples += 1;
            }
        }
        turns += 1;
    }
    least
}

/// How many calls fill a sample. The first ones warm up.
fn calls_a_sample(contender: &mut Contender<'_>) -> u32 {
    let mut calls = 1;
    while sample(contender, calls) < SAMPLE {
        calls *= 2;
    }
    calls
}

fn sample(contender: &mut Contender<'_>, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        contender();
    }
    start.elapsed()
}
