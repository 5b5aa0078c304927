//! What a test saw.

use serde::Serialize;

/// How a test came out.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The test.
    pub test: &'static str,
    /// What of it was the worst.
    pub case: String,
    /// What was counted there: collisions, or the worst bias.
    pub seen: f64,
    /// What a random function would have shown.
    pub expected: f64,
    /// The chance that a random function shows as much, at most, with all the
    /// test's cases taken into account.
    pub p: f64,
    /// Whether the hash passes.
    pub passed: bool,
}

/// A random function fails a test once in so many runs.
const LEVEL: f64 = 1e-6;

impl Outcome {
    /// Out of the cases of a test: the least likely one, times their number.
    pub(crate) fn worst(test: &'static str, cases: Vec<Case>) -> Self {
        let n = cases.len() as f64;
        let worst = cases.into_iter().min_by(|a, b| a.p.total_cmp(&b.p));
        let Case { name, seen, expected, p } =
            worst.unwrap_or(Case { name: String::new(), seen: 0.0, expected: 0.0, p: 1.0 });
        let p = (p * n).min(1.0);
        Self { test, case: name, seen, expected, p, passed: p >= LEVEL }
    }
}

/// A case of a test.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) seen: f64,
    pub(crate) expected: f64,
    /// The chance that a random function shows as much.
    pub(crate) p: f64,
}

/// The chance of at least `seen` events where `mean` are expected, or a bound
/// of it (Poisson).
pub(crate) fn poisson_tail(seen: u64, mean: f64) -> f64 {
    if seen == 0 {
        return 1.0;
    }
    if mean <= 0.0 {
        return 0.0;
    }
    // The first term of the tail, by logarithms; then the terms after it, each
    // a fraction of the one before.
    let k = seen as f64;
    if k <= mean {
        // Not in the tail: more than some part of the whole.
        return 0.5;
    }
    let log_factorial: f64 = if seen < 1000 {
        (1..=seen).map(|i| (i as f64).ln()).sum()
    } else {
        k * k.ln() - k + 0.5 * (std::f64::consts::TAU * k).ln()
    };
    let first = (k * mean.ln() - mean - log_factorial).exp();
    (first / (1.0 - mean / (k + 1.0))).min(1.0)
}

/// The chance of a deviation from the mean of at least `sigmas` standard
/// deviations, to either side, or a bound of it.
pub(crate) fn normal_tail(sigmas: f64) -> f64 {
    if sigmas < 1.0 {
        return 1.0;
    }
    (2.0 * (-sigmas * sigmas / 2.0).exp() / (sigmas * std::f64::consts::TAU.sqrt())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails() {
        // 1 - e^-1, 1 - 2/e; and a thousand where ten are expected.
        assert!(poisson_tail(1, 1.0) >= 0.5);
        assert!((poisson_tail(5, 1.0) - 0.00366).abs() < 1e-4);
        assert!(poisson_tail(1000, 10.0) < 1e-100);
        assert!(poisson_tail(1, 1e-12) < 2e-12);
        assert!((normal_tail(5.0) - 5.7e-7).abs() < 1e-7);
    }
}
