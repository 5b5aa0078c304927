//! How far the whole job is: files, bytes, rate and the time it still takes, on
//! standard error; and what was done in the end.
//!
//! A manifest says what there is to do. Where there is none, a thread asks for the size of
//! every file while the work is done already: until it has seen them all the total has a
//! `+` behind it, and there is no estimate.

mod rate;
mod text;

use crate::message;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lanesum_files::lock::lock;
use rate::Rate;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use text::State;

pub(crate) use text::{Total, amount};

/// A job that is done by then shows no bar.
const DELAY: Duration = Duration::from_millis(400);

/// How often a bar is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(1);

/// A shorter bar says nothing.
const MIN_BAR: usize = 10;

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

/// What there is to do.
pub(crate) enum Work<I> {
    /// A manifest says it.
    Known(Total),
    /// The sizes of all files: an item is None for one that nobody knows.
    Sizes(I),
    /// Nobody knows: the files cannot be asked for twice.
    Unknown,
}

impl<I> From<Option<I>> for Work<I> {
    fn from(sizes: Option<I>) -> Self {
        sizes.map_or(Self::Unknown, Self::Sizes)
    }
}

/// What is known of a job.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    files: AtomicU64,
    bytes: AtomicU64,
    /// Bytes of files that need not be read.
    passed: AtomicU64,
    total: Mutex<Option<Total>>,
    /// Whether a terminal shows it.
    terminal: bool,
    ended: Mutex<bool>,
    end: Condvar,
    bar: OnceLock<ProgressBar>,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            passed: AtomicU64::new(0),
            total: Mutex::default(),
            terminal: false,
            ended: Mutex::default(),
            end: Condvar::new(),
            bar: OnceLock::new(),
        }
    }
}

impl Progress {
    /// Does `work`, and shows its progress meanwhile. `all` is what there is to do.
    pub(crate) fn show<R, I: Iterator<Item = Option<u64>> + Send>(
        when: When,
        all: impl Into<Work<I>>,
        work: impl FnOnce(&Self) -> R,
    ) -> R {
        if !when.applies() {
            return work(&Self::default());
        }
        let terminal = stderr().is_terminal();
        let progress = Self { terminal, ..Self::default() };
        thread::scope(|scope| {
            let progress = &progress;
            // Where no thread is to be had there is no total, or no progress at all.
            let start = || thread::Builder::new().stack_size(STACK);
            match all.into() {
                Work::Known(total) => *lock(&progress.total) = Some(total),
                Work::Sizes(sizes) => {
                    let _ = start().spawn_scoped(scope, move || progress.measure(sizes));
                }
                Work::Unknown => {}
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

    /// Counts a file that is done.
    pub(crate) fn file(&self) {
        self.add_files(1);
    }

    /// Counts files that are done.
    pub(crate) fn add_files(&self, files: u64) {
        self.files.fetch_add(files, Ordering::Relaxed);
    }

    /// Takes off what a file has that need not be read.
    pub(crate) fn pass(&self, bytes: u64) {
        self.passed.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Says what was done on the terminal that has shown the progress: `300,000 files,
    /// 12.00 GiB, 4.1 s, all OK`. Nothing elsewhere, and for a single file, which a line is
    /// about anyhow.
    pub(crate) fn sum_up(&self, verdict: &str) {
        let (files, bytes) = (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        if self.terminal && files > 1 {
            let done = text::done(files, bytes, self.start.elapsed());
            self.aside(|| message::say(format!("{done}, {verdict}\n").as_bytes()));
        }
    }

    /// Sums up what was held to a manifest: whether all is as it should be, and how many
    /// files are not.
    pub(crate) fn sum_up_checked(&self, good: bool, bad: u64) {
        self.sum_up(&match (good, bad) {
            (true, _) => "all OK".to_owned(),
            (false, 0) => "FAILED".to_owned(),
            (false, bad) => format!("{bad} NOT OK"),
        });
    }

    /// Adds up the sizes, unless the work ends before.
    fn measure(&self, sizes: impl Iterator<Item = Option<u64>>) {
        let mut found = Total { grows: true, ..Total::default() };
        for size in sizes {
            if self.wait(Duration::ZERO) {
                return;
            }
            found.files += 1;
            match size {
                Some(size) => found.bytes += size,
                // Then there is no total: the job has no end that anybody knows.
                None => return *lock(&self.total) = None,
            }
            // The lock is for those who look ten times in a second.
            if found.files.is_multiple_of(256) {
                *lock(&self.total) = Some(found);
            }
        }
        *lock(&self.total) = Some(Total { grows: false, ..found });
    }

    /// How far it is: of what has to be read.
    fn state(&self, rate: &mut Rate) -> State {
        let (files, bytes) = (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        let passed = self.passed.load(Ordering::Relaxed);
        let total = lock(&self.total).map(|total| Total {
            // There may be more by now than there were.
            files: total.files.max(files),
            bytes: total.bytes.saturating_sub(passed).max(bytes),
            ..total
        });
        State { files, bytes, total, rate: rate.at(bytes, self.start.elapsed()) }
    }

    /// Waits until the end, but no longer than `limit`. Says whether it is there.
    fn wait(&self, limit: Duration) -> bool {
        let ended = lock(&self.ended);
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
        });
        let (bare, full) = (style("{msg}"), style("{msg}  {wide_bar}"));
        let mut rate = Rate::default();
        loop {
            let state = self.state(&mut rate);
            // A line that is as long as the terminal is wide may take two.
            let width = usize::from(Term::stderr().size().1).saturating_sub(1);
            let text = state.fit(width);
            let room = width.saturating_sub(text.len() + 2);
            match state.total {
                Some(total) if total.bytes > 0 && room >= MIN_BAR => {
                    bar.set_length(total.bytes);
                    bar.set_style(full.clone());
                }
                _ => bar.set_style(bare.clone()),
            }
            bar.set_message(text);
            bar.set_position(state.bytes);
            if self.wait(FRAME) {
                return bar.finish_and_clear();
            }
        }
    }

    /// Writes a line every second, and one in the end.
    fn write(&self) {
        let mut rate = Rate::default();
        loop {
            let ended = self.wait(LINE);
            message::say(&message::plain(self.state(&mut rate).line()));
            if ended {
                return;
            }
        }
    }
}

impl lanesum_files::engine::Progress for Progress {
    fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Ends the display when the work has ended, in whatever way.
struct End<'a>(&'a Progress);

impl Drop for End<'_> {
    fn drop(&mut self) {
        *lock(&self.0.ended) = true;
        self.0.end.notify_all();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
