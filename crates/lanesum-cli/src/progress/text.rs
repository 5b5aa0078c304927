//! How far a job is, in words that fit into a line.

use indicatif::{HumanBytes, HumanCount};
use std::time::Duration;

/// What is known of a job at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// All of them. None where nobody knows.
    pub(super) total: Option<Total>,
    /// Bytes in a second.
    pub(super) rate: f64,
}

/// How many files and bytes there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) files: u64,
    pub(crate) bytes: u64,
    /// Whether more are still being found.
    pub(crate) grows: bool,
}

impl State {
    /// How long it still takes, once all that there is is known.
    pub(super) fn left(&self) -> Option<Duration> {
        let total = self.total.filter(|total| !total.grows && self.rate >= 1.0)?;
        let bytes = total.bytes.saturating_sub(self.bytes);
        (bytes > 0).then(|| Duration::from_secs_f64(bytes as f64 / self.rate))
    }

    /// The parts of a line, the one that can be spared first with the greatest number.
    fn parts(&self) -> [(u8, String); 4] {
        let grows = if self.total.is_some_and(|total| total.grows) { "+" } else { "" };
        let (files, bytes) = (HumanCount(self.files), HumanBytes(self.bytes));
        let (files, bytes) = match self.total {
            Some(total) => (
                format!("{files} of {}{grows} files", HumanCount(total.files)),
                format!("{bytes} of {}{grows}", HumanBytes(total.bytes)),
            ),
            None => (format!("{files} files"), bytes.to_string()),
        };
        // Of one file it says nothing.
        let one = self.total.map_or(self.files, |total| total.files) <= 1;
        let files = if one { String::new() } else { files };
        let left = self.left().map_or(String::new(), |left| format!("{} left", short(left)));
        [(2, files), (0, bytes), (3, format!("{}/s", HumanBytes(self.rate as u64))), (1, left)]
    }

    /// All of it, in one line of any length.
    pub(super) fn line(&self) -> String {
        let parts = self.parts().map(|(_, part)| part);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// As much of it as fits into `width` characters.
    pub(super) fn fit(&self, width: usize) -> String {
        let parts = self.parts();
        for most in (0..=3).rev() {
            let kept = parts.iter().filter(|(rank, part)| *rank <= most && !part.is_empty());
            let line = kept.map(|(_, part)| part.as_str()).collect::<Vec<_>>().join("  ");
            if line.len() <= width {
                return line;
            }
        }
        let bytes = HumanBytes(self.bytes).to_string();
        if bytes.len() <= width { bytes } else { String::new() }
    }
}

/// So many files and bytes: `12,345 files (1.00 GiB)`.
pub(crate) fn amount(files: u64, bytes: u64) -> String {
    let name = if files == 1 { "file" } else { "files" };
    format!("{} {name} ({})", HumanCount(files), HumanBytes(bytes))
}

/// A time with as many digits as anybody reads: `0.4 s`, `12 s`, `3 min`.
pub(super) fn short(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..9.95 => format!("{seconds:.1} s"),
        ..99.5 => format!("{seconds:.0} s"),
        ..5970.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.0} h", seconds / 3600.0),
    }
}

/// What was done in the end: `300,000 files, 12.00 GiB, 4.1 s`.
pub(super) fn done(files: u64, bytes: u64, time: Duration) -> String {
    format!("{} files, {}, {}", HumanCount(files), HumanBytes(bytes), short(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn what_fits() {
        let total = Some(Total { files: 300_000, bytes: 12 * GIB, grows: false });
        let state = State { files: 12_345, bytes: GIB, total, rate: 2.0 * GIB as f64 };
        let all = "12,345 of 300,000 files  1.00 GiB of 12.00 GiB  2.00 GiB/s  5.5 s left";
        for (width, expected) in [
            (200, all),
            (all.len(), all),
            (all.len() - 1, "12,345 of 300,000 files  1.00 GiB of 12.00 GiB  5.5 s left"),
            (40, "1.00 GiB of 12.00 GiB  5.5 s left"),
            (25, "1.00 GiB of 12.00 GiB"),
            (10, "1.00 GiB"),
            (3, ""),
        ] {
            assert_eq!(state.fit(width), expected, "{width}");
        }
        assert_eq!(state.line(), all.replace("  ", ", "));
        for width in 0..100 {
            assert!(state.fit(width).len() <= width);
        }
    }

    /// No time is promised as long as more is found.
    #[test]
    fn totals_that_grow() {
        let total = Some(Total { files: 7, bytes: 4 * GIB, grows: true });
        let state = State { files: 1, bytes: GIB, total, rate: GIB as f64 };
        assert_eq!(state.line(), "1 of 7+ files, 1.00 GiB of 4.00 GiB+, 1.00 GiB/s");
        assert_eq!(State { total: None, ..state }.line(), "1.00 GiB, 1.00 GiB/s");
        assert_eq!(State { rate: 0.0, ..state }.left(), None);
    }

    #[test]
    fn times() {
        for (seconds, text) in
            [(0.04, "0.0 s"), (4.12, "4.1 s"), (9.96, "10 s"), (99.6, "2 min"), (7000.0, "2 h")]
        {
            assert_eq!(short(Duration::from_secs_f64(seconds)), text);
        }
        assert_eq!(done(300_000, 12 * GIB, Duration::from_millis(4100)), "300,000 files, 12.00 GiB, 4.1 s");
    }
}
