//! How fast the work is now: an average in which the last seconds count most.

use std::time::Duration;

/// What was done this long ago counts a third.
const MEMORY: f64 = 5.0;

/// An average over time.
#[derive(Debug, Default)]
pub(super) struct Rate {
    bytes: u64,
    time: Duration,
    per_second: f64,
}

impl Rate {
    /// Bytes in a second, with so many done so long after the start.
    pub(super) fn at(&mut self, bytes: u64, time: Duration) -> f64 {
        let seconds = time.saturating_sub(self.time).as_secs_f64();
        if seconds > 0.0 {
            let now = bytes.saturating_sub(self.bytes) as f64 / seconds;
            let kept = if self.time.is_zero() { 0.0 } else { (-seconds / MEMORY).exp() };
            *self = Self { bytes, time, per_second: kept * self.per_second + (1.0 - kept) * now };
        }
        self.per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows() {
        let mut rate = Rate::default();
        let second = Duration::from_secs;
        assert_eq!(rate.at(0, second(0)), 0.0);
        assert_eq!(rate.at(200, second(2)), 100.0);
        assert!((rate.at(300, second(3)) - 100.0).abs() < 1e-9);
        // Half as fast from now on.
        let soon = rate.at(350, second(4));
        assert!((85.0..95.0).contains(&soon), "{soon}");
        let later = (5..60).map(|i| rate.at(150 + 50 * i, second(i))).last().unwrap();
        assert!((later - 50.0).abs() < 0.1, "{later}");
    }
}
