//! What plans choose, against the best that could be found.
//!
//! For every algorithm and 1 to 128 live messages: the time by the plan in use, against
//! the least of other plans' that follow from other costs. One follows from what kernels
//! cost here and now, as measured; the others from that with one kernel that is free or
//! forbidden, so that each kernel is tried, and each combination with it that the
//! scheduler can run. Block steps only, without padding and digests.
//!
//! Numbers of messages are held against each other too: more of them should not run at a
//! lower rate. None would if turns cost nothing. `n` messages of one length can run at the
//! rate of any `m` of them, for all get `m / n` of the time, so the best rate at `n` is the best
//! of all up to `n`. What a rate falls by is what it costs to stop the kernels, and a row
//! says how far the plan is from turns for nothing.

use crate::bench::kernels::cycles_a_step;
use crate::machine::{CHAIN_CYCLES, chain};
use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::Algorithm;
use lanesum::bench::{Planned, compressions};
use std::hint::black_box;

/// The most live messages.
const MOST: usize = 128;

/// The blocks of a message.
const BLOCKS: usize = 256;

/// Other plans are tried that should take at most so many times as long as the one that
/// should be best: an estimate is not far off.
const NEAR: f64 = 1.25;

/// The most of them.
const TRIED: usize = 6;

/// All numbers of messages are measured in turns, so many times: what disturbs the machine for
/// a while is in none of the least times.
const ROUNDS: u32 = 5;

/// The numbers that would be named are measured so many times more, or until there are no
/// others: one that was disturbed in every round is no finding.
const AGAIN: usize = 60;

/// How often a number is measured again.
const TIMES: usize = 6;

/// A cost at which a kernel is not used.
const NEVER: u32 = 1_000_000;

/// The most live messages of those rates that are held against each other.
const STEADY: usize = 64;

/// What the times by the plan may be, of the best ones: at the worst number of messages,
/// and on average.
const WORST: f64 = 0.95;
const AVERAGE: f64 = 0.98;

/// How far a rate may fall below that of fewer messages, and below the best single
/// stream's.
const FALL: f64 = 0.97;
const STREAM: f64 = 0.98;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in compressions() {
        if session.wants("", algorithm) {
            plan(session, algorithm)?;
        }
    }
    Ok(())
}

/// What a block of each of 0 to `MOST` messages costs at best, by the costs of the
/// kernels with so many lanes: messages may take turns in fewer lanes.
fn estimate(costs: &[u32], lanes: &[usize]) -> Vec<f64> {
    let mut live = vec![0.0; MOST + 1];
    for n in 1..=MOST {
        let with = |(&cost, &lanes): (&u32, &usize)| f64::from(cost) + live[n.saturating_sub(lanes)];
        live[n] = costs.iter().zip(lanes).map(with).fold(f64::INFINITY, f64::min);
    }
    let turns = |n: usize, m: usize| live[m] * n as f64 / m as f64;
    (0..=MOST).map(|n| (1..=n).map(|m| turns(n, m)).fold(f64::INFINITY, f64::min)).collect()
}

fn plan(session: &mut Session, algorithm: Algorithm) -> anyhow::Result<()> {
    let kernels = algorithm.kernels();
    let lanes: Vec<_> = kernels.iter().map(lanesum::Kernel::lanes).collect();
    let steps = cycles_a_step(session, algorithm, &kernels);
    let measured: Vec<_> = steps.iter().map(|cycles| cycles.round() as u32).collect();
    // Each kernel with all others at what they cost, with no other, and all without it.
    let mut others = vec![measured.clone()];
    for i in 0..kernels.len() {
        let but = |cost: u32, rest: Option<u32>| {
            let mut costs = rest.map_or(measured.clone(), |rest| vec![rest; measured.len()]);
            costs[i] = cost;
            costs
        };
        others.extend([but(measured[i], Some(NEVER)), but(NEVER, None), but(measured[i] * 9 / 10, None)]);
    }
    // What each of them would do is judged by what kernels cost here.
    let estimates: Vec<_> = others.iter().map(|costs| estimate(costs, &lanes)).collect();
    let tried = (0..=MOST).map(|n| tried(&estimates, n)).collect();
    let (Some(plan), Some(others)) =
        (Planned::new(algorithm), others.iter().map(|costs| Planned::with(algorithm, costs)).collect())
    else {
        anyhow::bail!("{algorithm} has no plan");
    };
    let mut found = Found {
        algorithm,
        plan,
        others,
        tried,
        times: vec![f64::INFINITY; MOST + 1],
        best: vec![f64::INFINITY; MOST + 1],
    };
    let messages = Messages::new(vec![BLOCKS * algorithm.block_len(); MOST]);
    let slices = messages.slices();
    for _ in 0..ROUNDS {
        (1..=MOST).for_each(|n| found.measure(session, &slices[..n]));
    }
    let mut again = [0; MOST + 1];
    for _ in 0..AGAIN {
        let named = found.named();
        let Some(&n) = named.iter().find(|&&n| again[n] < TIMES) else { break };
        again[n] += 1;
        found.measure(session, &slices[..n]);
    }
    let cycle = session.least_seconds(&mut [Box::new(chain)])[0] / CHAIN_CYCLES;
    let free: Vec<_> = estimates[0].iter().map(|cycles| cycles * BLOCKS as f64 * cycle).collect();
    found.report(session, &free)
}

/// The plans that are tried for so many messages, by their places: those that should be best.
fn tried(estimates: &[Vec<f64>], n: usize) -> Vec<usize> {
    let mut tried: Vec<usize> = (0..estimates.len()).collect();
    tried.sort_by(|&a, &b| estimates[a][n].total_cmp(&estimates[b][n]));
    tried.retain(|&i| i == 0 || estimates[i][n] <= NEAR * estimates[0][n]);
    tried.dedup_by(|&mut a, &mut b| a != 0 && estimates[a][n] == estimates[b][n]);
    if !tried[..tried.len().min(TRIED)].contains(&0) {
        tried.insert(0, 0);
    }
    tried.truncate(TRIED);
    tried
}

/// What was measured of an algorithm.
struct Found {
    algorithm: Algorithm,
    /// The plan in use.
    plan: Planned,
    /// Those that follow from other costs.
    others: Vec<Planned>,
    /// Those that are tried for so many messages.
    tried: Vec<Vec<usize>>,
    /// The seconds that so many messages take by the plan in use, and by the best one.
    times: Vec<f64>,
    best: Vec<f64>,
}

impl Found {
    /// Measures some messages once more.
    fn measure(&mut self, session: &Session, messages: &[&[u8]]) {
        let n = messages.len();
        let tried = self.tried[n].iter().map(|&i| &self.others[i]);
        let mut contenders: Vec<Contender<'_>> = core::iter::once(&self.plan)
            .chain(tried)
            .map(|plan| Box::new(move || plan.run(black_box(messages))) as Contender<'_>)
            .collect();
        let seconds = session.least_seconds_of(ROUNDS, &mut contenders);
        self.times[n] = self.times[n].min(seconds[0]);
        self.best[n] = seconds.iter().fold(self.best[n], |best, &seconds| best.min(seconds));
    }

    /// The plan's share of the best rate.
    fn share(&self, n: usize) -> f64 {
        self.best[n] / self.times[n]
    }

    fn rate(&self, n: usize) -> f64 {
        n as f64 / self.times[n]
    }

    /// The number of fewer messages with the best rate.
    fn before(&self, n: usize) -> usize {
        (1..n).max_by(|&a, &b| self.rate(a).total_cmp(&self.rate(b))).expect("a number")
    }

    /// The number with the least share.
    fn worst(&self) -> usize {
        least(1..=MOST, |n| self.share(n))
    }

    /// The number whose rate falls furthest behind that of fewer.
    fn deepest(&self) -> usize {
        least(2..=STEADY, |n| self.rate(n) / self.rate(self.before(n)))
    }

    fn slowest(&self) -> usize {
        least(1..=STEADY, |n| self.rate(n))
    }

    /// The numbers that the report names.
    fn named(&self) -> [usize; 4] {
        [self.worst(), self.deepest(), self.before(self.deepest()), self.slowest()]
    }

    fn run(&self, n: usize, name: impl Into<String>, seconds: f64) -> Run {
        Run::new(name.into(), n * BLOCKS * self.algorithm.block_len(), seconds)
    }

    fn row(&self, case: &str, n: usize, peer: Run) -> Row {
        let subject = self.run(n, format!("plan, {n} live"), self.times[n]);
        Row::new(case, self.algorithm.name(), Unit::GigabytesPerSecond, subject, peer)
    }

    /// Reports all, beside the seconds that turns for nothing would take.
    fn report(&self, session: &mut Session, free: &[f64]) -> anyhow::Result<()> {
        for n in 1..=MOST {
            session.report.detail(&self.row("1 to 128 live", n, self.run(n, "best", self.best[n])))?;
            let free = self.run(n, "turns for nothing", free[n]);
            session.report.detail(&self.row("1 to 128 live, by theory", n, free))?;
        }
        let worst = self.worst();
        let peer = self.run(worst, format!("best, {worst} live"), self.best[worst]);
        session.report.row(&self.row("1 to 128 live, the worst", worst, peer).bar(Some(WORST)))?;
        let average = (1..=MOST).map(|n| self.share(n)).sum::<f64>() / MOST as f64;
        let bytes = (1..=MOST).sum::<usize>() * BLOCKS * self.algorithm.block_len();
        let mut all = Row::new(
            "1 to 128 live, on average",
            self.algorithm.name(),
            Unit::GigabytesPerSecond,
            Run::new("plan", bytes, self.times[1..].iter().sum()),
            Run::new("best", bytes, self.best[1..].iter().sum()),
        );
        all.ratio = average;
        session.report.row(&all.bar(Some(AVERAGE)))?;

        let (deepest, before) = (self.deepest(), self.before(self.deepest()));
        let peer = self.run(before, format!("plan, {before} live"), self.times[before]);
        session.report.row(&self.row("1 to 64 live, the deepest fall", deepest, peer).bar(Some(FALL)))?;
        let peer = self.run(deepest, "turns for nothing", free[deepest]);
        session.report.row(&self.row("1 to 64 live, there by theory", deepest, peer))?;
        let peer = self.run(1, "one at a time", self.best[1]);
        session.report.row(&self.row("1 to 64 live, the slowest", self.slowest(), peer).bar(Some(STREAM)))?;
        Ok(())
    }
}

/// The number for which `f` is least.
fn least(numbers: impl Iterator<Item = usize>, f: impl Fn(usize) -> f64) -> usize {
    numbers.min_by(|&a, &b| f(a).total_cmp(&f(b))).expect("a number")
}
