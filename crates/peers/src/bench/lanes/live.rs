//! From 1 to 64 messages at once: never slower than one after the other, and
//! more messages never slower than fewer.

use super::{ALGORITHMS, KIB, agree, one_by_one};
use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use lanesum::{Algorithm, hash, hash_many_into};
use std::hint::black_box;

const CASE: &str = "1 to 64 x 16 KiB";
const LEN: usize = 16 * KIB;
const MOST: usize = 64;

/// What noise may take from the rate of the best stream.
const STREAM: f64 = 0.98;

/// What another message may take from the rate of fewer.
const FALL: f64 = 0.97;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in ALGORITHMS {
        if session.wants(CASE, algorithm) {
            let rates = Rates::measure(session, algorithm)?;
            rates.report(session)?;
        }
    }
    Ok(())
}

/// What was measured, in seconds.
struct Rates {
    algorithm: Algorithm,
    /// The best single stream: its name, and its time for one message.
    stream: (&'static str, f64),
    /// The time for `n` messages is at `n - 1`.
    many: Vec<f64>,
}

impl Rates {
    fn measure(session: &Session, algorithm: Algorithm) -> anyhow::Result<Self> {
        let messages = Messages::new([LEN; MOST]);
        let slices = messages.slices();
        let evp = agree(algorithm, &slices)?;
        let mut contenders: Vec<Contender<'_>> =
            vec![one_by_one(evp, &slices), Box::new(|| _ = black_box(hash(algorithm, black_box(slices[0]))))];
        for n in 1..=MOST {
            let messages = &slices[..n];
            let mut digests = vec![0; n * algorithm.digest_len()];
            contenders.push(Box::new(move || {
                hash_many_into(algorithm, black_box(messages), &mut digests).expect("room for the digests");
            }));
        }
        let mut seconds = session.least_seconds(&mut contenders);
        let many = seconds.split_off(2);
        let stream =
            if seconds[0] < seconds[1] { ("EVP, one stream", seconds[0]) } else { ("hash", seconds[1]) };
        Ok(Self { algorithm, stream, many })
    }

    /// Each number of messages against the best stream, and in short: the
    /// slowest of them, and the one that falls furthest behind fewer.
    fn report(&self, session: &mut Session) -> anyhow::Result<()> {
        let (name, seconds) = self.stream;
        let stream = Run::new(name, LEN, seconds);
        for n in 1..=MOST {
            session.report.detail(&self.row(CASE, n, stream.clone()))?;
        }
        let slowest = least(1..=MOST, |n| self.rate(n));
        session.report.row(&self.row("1 to 64 x 16 KiB, the slowest", slowest, stream).bar(Some(STREAM)))?;

        let best_below = |n: usize| least(1..n, |m| -self.rate(m));
        let after = least(2..=MOST, |n| self.rate(n) / self.rate(best_below(n)));
        let before = self.run(best_below(after));
        session.report.row(&self.row("1 to 64 x 16 KiB, the deepest fall", after, before).bar(Some(FALL)))?;
        Ok(())
    }

    /// `n` messages against a peer.
    fn row(&self, case: &str, n: usize, peer: Run) -> Row {
        Row::new(case, self.algorithm.name(), Unit::GigabytesPerSecond, self.run(n), peer)
    }

    /// `n` messages.
    fn run(&self, n: usize) -> Run {
        Run::new(format!("hash_many_into {n}"), n * LEN, self.many[n - 1])
    }

    /// Messages a second, when `n` are live.
    fn rate(&self, n: usize) -> f64 {
        n as f64 / self.many[n - 1]
    }
}

/// The `n` for which `f` is least.
fn least(range: impl Iterator<Item = usize>, f: impl Fn(usize) -> f64) -> usize {
    range.min_by(|&a, &b| f(a).total_cmp(&f(b))).expect("no range here is empty")
}
