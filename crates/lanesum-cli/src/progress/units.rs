//! Numbers as people read them.

use std::fmt::{self, Display, Formatter};

/// Bytes, in the greatest of the binary units that there is at least one of: `1.46 KiB`.
pub(super) struct Bytes(pub(super) u64);

/// A number with a comma between each three digits: `1,234,567`.
pub(super) struct Count(pub(super) u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const STEP: f64 = 1024.0;
        let mut number = self.0 as f64;
        let mut unit = None;
        for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
            if number < STEP {
                break;
            }
            number /= STEP;
            unit = Some(next);
        }
        match unit {
            None => write!(f, "{number} B"),
            Some(unit) => write!(f, "{number:.2} {unit}"),
        }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
        f.write_str(first)?;
        rest.as_bytes().chunks(3).try_for_each(|three| {
            let three = std::str::from_utf8(three).unwrap_or_default();
            write!(f, ",{three}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1500, "1.46 KiB"),
            (1 << 20, "1.00 MiB"),
            (1_500_000_000, "1.40 GiB"),
            (300 << 40, "300.00 TiB"),
            (u64::MAX, "16.00 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }

    #[test]
    fn counts() {
        for (count, text) in [
            (0, "0"),
            (7, "7"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (123_456, "123,456"),
            (1_000_007, "1,000,007"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(Count(count).to_string(), text);
        }
    }
}
