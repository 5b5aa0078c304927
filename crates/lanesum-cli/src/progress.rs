//! How far the whole job is: bytes, rate and the time it still takes, on
//! standard error.
//!
//! The total is found by a thread that asks for the size of every file while
//! the work is done already. Until it has seen them all there is no estimate.

use crate::message;
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A job that is done by then shows no bar.
const DELAY: Duration = Duration::from_millis(400);

/// How often a bar is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(1);

/// The stack of a thread that shows it. It needs a tenth of that.
const STACK: usize = 512 << 10;

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// Where standard error is a terminal.
    Auto,
    /// Also elsewhere: a line every second.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Whether it is now.
    pub(crate) fn applies(self) -> bool {
        match self {
            Self::Auto => stderr().is_terminal(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// What is known of a job.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// Whether the total is complete.
    measured: AtomicBool,
    ended: Mutex<bool>,
    end: Condvar,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Does `work`, and shows its progress meanwhile. `sizes` are those of all
    /// files: an item is None for one that nobody knows, and there are no items
    /// at all where the files cannot be asked for twice.
    pub(crate) fn show<R>(
        when: When,
        sizes: Option<impl Iterator<Item = Option<u64>> + Send>,
        work: impl FnOnce(&Self) -> R,
    ) -> R {
        let progress = Self::default();
        if !when.applies() {
            return work(&progress);
        }
        let terminal = stderr().is_terminal();
        thread::scope(|scope| {
            let progress = &progress;
            // Where no thread is to be had there is no total, or no progress at all.
            let start = || thread::Builder::new().stack_size(STACK);
            if let Some(sizes) = sizes {
                let _ = start().spawn_scoped(scope, move || progress.measure(sizes));
            }
            let show = move || if terminal { progress.draw() } else { progress.write() };
            let _ = start().spawn_scoped(scope, show);
            let _end = End(progress);
            work(progress)
        })
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    pub(crate) fn aside<R>(&self, f: impl FnOnce() -> R) -> R {
        match self.bar.get() {
            Some(bar) => bar.suspend(f),
            None => f(),
        }
    }

    /// Adds up the sizes, unless the work ends before.
    fn measure(&self, sizes: impl Iterator<Item = Option<u64>>) {
        let mut known = true;
        for size in sizes {
            if self.wait(Duration::ZERO) {
                return;
            }
            self.total.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
            known &= size.is_some();
        }
        self.measured.store(known, Ordering::Relaxed);
    }

    /// The total, once it is known.
    fn total(&self) -> Option<u64> {
        self.measured.load(Ordering::Relaxed).then(|| self.total.load(Ordering::Relaxed))
    }

    /// Waits until the end, but no longer than `limit`. Says whether it is there.
    fn wait(&self, limit: Duration) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if *ended || limit.is_zero() {
            return *ended;
        }
        let waited = self.end.wait_timeout_while(ended, limit, |ended| !*ended);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Draws a bar until the end.
    fn draw(&self) {
        if self.wait(DELAY) {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            ProgressBar::with_draw_target(None, target)
                .with_style(style("{binary_bytes}  {binary_bytes_per_sec}"))
        });
        let mut total = None;
        loop {
            if total.is_none() {
                total = self.total();
                if let Some(total) = total {
                    bar.set_length(total);
                    bar.set_style(style(
                        "{binary_bytes} of {binary_total_bytes}  {binary_bytes_per_sec}  {eta} left  {wide_bar}",
                    ));
                }
            }
            bar.set_position(self.done.load(Ordering::Relaxed));
            if self.wait(FRAME) {
                return bar.finish_and_clear();
            }
        }
    }

    /// Writes a line every second, and one in the end.
    fn write(&self) {
        let start = Instant::now();
        loop {
            let ended = self.wait(LINE);
            let done = self.done.load(Ordering::Relaxed);
            let rate = done as f64 / start.elapsed().as_secs_f64();
            let mut line = HumanBytes(done).to_string();
            if let Some(total) = self.total() {
                line.push_str(&format!(" of {}", HumanBytes(total)));
            }
            line.push_str(&format!(", {}/s", HumanBytes(rate as u64)));
            if let (Some(total), false) = (self.total(), ended) {
                let left = total.saturating_sub(done) as f64 / rate.max(1.0);
                line.push_str(&format!(", {left:.0} s left"));
            }
            message::say(&message::plain(line));
            if ended {
                return;
            }
        }
    }
}

impl lanesum_files::engine::Progress for Progress {
    fn add(&self, bytes: u64) {
        self.done.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Ends the display when the work has ended, in whatever way.
struct End<'a>(&'a Progress);

impl Drop for End<'_> {
    fn drop(&mut self) {
        *self.0.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.end.notify_all();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
