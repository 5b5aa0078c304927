//! A line on a terminal that is drawn again and again in its place.

use std::fmt::Write as _;
use std::io::{Write as _, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is done, and what is not: each a column wide.
const DONE: char = '\u{2588}';
const LEFT: char = '\u{2591}';

/// Erases from the cursor to the end of its line (ECMA-48, EL).
const ERASE: &str = "\x1b[K";

/// A line on standard error, which is a terminal.
#[derive(Debug, Default)]
pub(super) struct Bar {
    /// What is shown. Whoever holds it has the terminal for themselves.
    line: Mutex<String>,
}

impl Bar {
    /// Shows a line in place of the last one. It is narrower than the terminal.
    pub(super) fn show(&self, line: String) {
        let mut shown = self.lock();
        *shown = line;
        draw(&shown);
    }

    /// Does something that writes to the terminal, with the line out of the way.
    pub(super) fn aside<R>(&self, f: impl FnOnce() -> R) -> R {
        let shown = self.lock();
        if shown.is_empty() {
            return f();
        }
        draw("");
        let result = f();
        draw(&shown);
        result
    }

    fn lock(&self) -> MutexGuard<'_, String> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bar of so many columns, `done` of `all` of them full.
pub(super) fn columns(width: usize, done: u64, all: u64) -> String {
    let full = (u128::from(done.min(all)) * width as u128).checked_div(u128::from(all)).unwrap_or(0) as usize;
    let mut bar = String::with_capacity(width * DONE.len_utf8());
    bar.extend((0..width).map(|column| if column < full { DONE } else { LEFT }));
    bar
}

/// In one write, so that no other one comes between. Where that fails there is nobody left
/// to tell.
fn draw(line: &str) {
    let mut text = String::with_capacity(line.len() + 8);
    let _ = write!(text, "\r{line}{ERASE}");
    stderr().write_all(text.as_bytes()).unwrap_or(());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far() {
        for (width, done, all, bar) in [
            (4, 0, 8, "░░░░"),
            (4, 1, 8, "░░░░"),
            (4, 2, 8, "█░░░"),
            (4, 7, 8, "███░"),
            (4, 8, 8, "████"),
            (4, 9, 8, "████"),
            (4, u64::MAX, u64::MAX, "████"),
            (2, 5, 0, "░░"),
            (0, 1, 2, ""),
        ] {
            assert_eq!(columns(width, done, all), bar, "{done} of {all}");
        }
    }
}
