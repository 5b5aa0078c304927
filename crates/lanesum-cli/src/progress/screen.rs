//! The line of a terminal on which progress stands.

use rustix::termios::tcgetwinsize;
use std::io::{Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Back to the start of the line, and erases what is on it.
const ERASE: &str = "\r\x1b[K";

/// Standard error, a terminal, and what stands on its last line.
#[derive(Debug, Default)]
pub(super) struct Screen(Mutex<Option<String>>);

impl Screen {
    /// Has the line say something else, or nothing.
    pub(super) fn show(&self, line: Option<String>) {
        let mut shown = self.lock();
        if shown.is_some() || line.is_some() {
            write(line.as_deref().unwrap_or(""));
        }
        *shown = line;
    }

    /// Does something that writes to the terminal, with the line out of the way.
    pub(super) fn aside<R>(&self, f: impl FnOnce() -> R) -> R {
        let shown = self.lock();
        let Some(line) = &*shown else { return f() };
        write("");
        let result = f();
        write(line);
        result
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// In one call, so that nothing comes between. A terminal that is gone shows nothing.
fn write(line: &str) {
    stderr().write_all(format!("{ERASE}{line}").as_bytes()).unwrap_or(());
}

/// How many characters are in a line.
pub(super) fn width() -> usize {
    match tcgetwinsize(stderr()) {
        Ok(size) if size.ws_col > 0 => size.ws_col.into(),
        // What terminals had before they said it.
        _ => 80,
    }
}

/// A bar of so many characters, of which that part is full.
pub(super) fn bar(width: usize, part: u64, whole: u64) -> String {
    let full = (width as u128 * u128::from(part) / u128::from(whole.max(1))) as usize;
    "█".repeat(full.min(width)) + &"░".repeat(width.saturating_sub(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        assert_eq!(bar(4, 0, 10), "░░░░");
        assert_eq!(bar(4, 5, 10), "██░░");
        assert_eq!(bar(4, 9, 10), "███░");
        assert_eq!(bar(4, u64::MAX, u64::MAX), "████");
        assert_eq!(bar(4, 11, 10), "████");
        assert_eq!(bar(2, 0, 0), "░░");
    }
}
