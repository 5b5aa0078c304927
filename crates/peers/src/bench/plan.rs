//! What plans choose, against the best that could be found.
//!
//! For every algorithm and 1 to 128 live messages: the time by the plan in use, against
//! the least of other plans' that follow from other costs. One follows from what kernels
//! cost here and now, as measured; the others from that with one kernel that is free or
//! forbidden, so that each kernel is tried, and each combination with it that the
//! scheduler can run. Block steps only, without padding and digests.

use crate::bench::kernels::cycles_a_step;
use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::Algorithm;
use lanesum::bench::{compressions, planned};
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
    let messages = Messages::new(vec![BLOCKS * algorithm.block_len(); MOST]);
    let slices = messages.slices();
    let (mut times, mut best) = (vec![0.0; MOST + 1], vec![(0.0, 0); MOST + 1]);
    for n in 1..=MOST {
        let slices = &slices[..n];
        let mut tried: Vec<usize> = (0..others.len()).collect();
        tried.sort_by(|&a, &b| estimates[a][n].total_cmp(&estimates[b][n]));
        tried.retain(|&i| i == 0 || estimates[i][n] <= NEAR * estimates[0][n]);
        tried.dedup_by(|&mut a, &mut b| a != 0 && estimates[a][n] == estimates[b][n]);
        if !tried[..tried.len().min(TRIED)].contains(&0) {
            tried.insert(0, 0);
        }
        tried.truncate(TRIED);
        let mut contenders: Vec<Contender<'_>> =
            vec![Box::new(|| _ = planned(algorithm, None, black_box(slices)))];
        for &i in &tried {
            let costs = &others[i];
            contenders.push(Box::new(move || _ = planned(algorithm, Some(costs), black_box(slices))));
        }
        let seconds = session.least_seconds(&mut contenders);
        times[n] = seconds[0];
        let least = (1..seconds.len()).min_by(|&a, &b| seconds[a].total_cmp(&seconds[b])).expect("a peer");
        best[n] = (seconds[least].min(seconds[0]), least);
    }
    report(session, algorithm, &times, &best)
}

fn report(
    session: &mut Session,
    algorithm: Algorithm,
    times: &[f64],
    best: &[(f64, usize)],
) -> anyhow::Result<()> {
    let run = |n: usize, name: String, seconds| Run::new(name, n * BLOCKS * algorithm.block_len(), seconds);
    let row = |case: &str, n: usize, peer: Run| {
        let subject = run(n, format!("plan, {n} live"), times[n]);
        Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer)
    };
    for n in 1..=MOST {
        session.report.detail(&row("1 to 128 live", n, run(n, "best".into(), best[n].0)))?;
    }
    let share = |n: usize| best[n].0 / times[n];
    let worst = (1..=MOST).min_by(|&a, &b| share(a).total_cmp(&share(b))).expect("a number");
    let peer = run(worst, format!("best, {worst} live"), best[worst].0);
    session.report.row(&row("1 to 128 live, the worst", worst, peer).bar(Some(WORST)))?;
    let average = (1..=MOST).map(share).sum::<f64>() / MOST as f64;
    let all = |times: &dyn Fn(usize) -> f64| (1..=MOST).map(times).sum::<f64>();
    let bytes = (1..=MOST).sum::<usize>() * BLOCKS * algorithm.block_len();
    let mut row_of_all = Row::new(
        "1 to 128 live, on average",
        algorithm.name(),
        Unit::GigabytesPerSecond,
        Run::new("plan", bytes, all(&|n| times[n])),
        Run::new("best", bytes, all(&|n| best[n].0)),
    );
    row_of_all.ratio = average;
    session.report.row(&row_of_all.bar(Some(AVERAGE)))?;

    let rate = |n: usize| n as f64 / times[n];
    let before = |n: usize| (1..n).max_by(|&a, &b| rate(a).total_cmp(&rate(b))).expect("a number");
    let fall = |n: usize| rate(n) / rate(before(n));
    let deepest = (2..=STEADY).min_by(|&a, &b| fall(a).total_cmp(&fall(b))).expect("a number");
    let peer = run(before(deepest), format!("plan, {} live", before(deepest)), times[before(deepest)]);
    session.report.row(&row("1 to 64 live, the deepest fall", deepest, peer).bar(Some(FALL)))?;
    let slowest = (1..=STEADY).min_by(|&a, &b| rate(a).total_cmp(&rate(b))).expect("a number");
    let peer = run(1, "one at a time".into(), best[1].0);
    session.report.row(&row("1 to 64 live, the slowest", slowest, peer).bar(Some(STREAM)))?;
    Ok(())
}
