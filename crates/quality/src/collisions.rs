//! Counting collisions: at the full width, and in parts.

use crate::report::{Case, poisson_tail};

/// How many pairs of equal neighbours there are, once sorted: what is above
/// the first of its value.
fn repeats<T: Ord>(values: &mut [T]) -> u64 {
    values.sort_unstable();
    values.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64
}

/// What a random function would show: all pairs, by the chance of each. Where
/// the values are many this counts more than there can be.
fn expected(n: usize, bits: u32) -> f64 {
    let (n, values) = (n as f64, 2f64.powi(bits as i32));
    // n minus the number of different values that n draws are expected to hit.
    if n / values < 1e-4 {
        n * (n - 1.0) / 2.0 / values
    } else {
        n - values * -((n * (-1.0 / values).ln_1p()).exp_m1())
    }
}

/// The widths at which collisions are counted.
const WIDTHS: [u32; 3] = [64, 48, 32];

/// The cases of a set of digests of different keys: the full width, and every
/// part of 64, 48 and 32 bits at either end.
pub(crate) fn cases(name: &str, bits: u32, digests: Vec<u128>) -> Vec<Case> {
    let n = digests.len();
    let judge = |part: String, seen: u64, width: u32| {
        let mean = expected(n, width);
        Case {
            name: format!("{name}, {n} keys, {part}"),
            seen: seen as f64,
            expected: mean,
            p: poisson_tail(seen, mean),
        }
    };
    let mut cases = Vec::new();
    if bits > 64 {
        let mut full = digests.clone();
        cases.push(judge(format!("all {bits} bits"), repeats(&mut full), bits));
    }
    for width in WIDTHS.into_iter().filter(|&width| width <= bits) {
        let shifts = if width == bits { vec![0] } else { vec![0, bits - width] };
        for shift in shifts {
            let mask = u64::MAX >> (64 - width);
            let mut part: Vec<u64> = digests.iter().map(|digest| (digest >> shift) as u64 & mask).collect();
            let which = if shift == 0 { "low" } else { "high" };
            cases.push(judge(format!("{which} {width} bits"), repeats(&mut part), width));
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn random_digests_pass_and_repeated_ones_do_not() {
        let mut rng = Rng(7);
        let mut digests: Vec<u128> =
            (0..200_000).map(|_| u128::from(rng.next()) << 64 | u128::from(rng.next())).collect();
        assert!(cases("random", 128, digests.clone()).iter().all(|case| case.p > 1e-6));
        digests[1] = digests[0];
        let cases = cases("one repeated", 128, digests);
        assert!(cases[0].p < 1e-20 && cases[0].seen == 1.0, "{:?}", cases[0]);
    }

    #[test]
    fn expectations() {
        assert!((expected(1 << 16, 32) - 0.5).abs() < 0.01);
        assert!((expected(1000, 8) - (1000.0 - 256.0 * (1.0 - (255.0f64 / 256.0).powi(1000)))).abs() < 1e-6);
    }
}
