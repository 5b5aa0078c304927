//! Puts out what came of all lines, and sums up each manifest as GNU does.

use super::expected::called;
use super::line::{Line, Style};
use crate::console::Console;
use crate::message;
use anyhow::Result;
use lanesum_files::engine::Sink;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The end of `lanesum check`.
pub(super) struct Report<'a> {
    console: Console<'a>,
    style: Style,
    strict: bool,
    ignore_missing: bool,
    /// Of the manifest whose lines come now.
    count: Count,
    good: bool,
}

#[derive(Default)]
struct Count {
    matched: u64,
    mismatched: u64,
    unread: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(console: Console<'a>, style: Style, strict: bool, ignore_missing: bool) -> Self {
        Self { console, style, strict, ignore_missing, count: Count::default(), good: true }
    }

    /// Says whether all was as it should be.
    pub(super) fn finish(self) -> Result<bool> {
        self.console.finish()?;
        Ok(self.good)
    }

    fn end(&mut self, manifest: &OsStr, malformed: u64, entries: u64) -> Result<()> {
        let Count { matched, mismatched, unread } = std::mem::take(&mut self.count);
        self.good &= matched > 0 && mismatched == 0 && unread == 0 && !(self.strict && malformed > 0);
        let about = |what: &str| message::about(called(manifest).as_bytes(), what);
        if entries == 0 {
            return Ok(self.console.message(&about("no properly formatted checksum lines found"))?);
        }
        if self.style.status {
            return Ok(());
        }
        for (n, one, many) in [
            (malformed, "line is improperly formatted", "lines are improperly formatted"),
            (unread, "listed file could not be read", "listed files could not be read"),
            (mismatched, "computed checksum did NOT match", "computed checksums did NOT match"),
        ] {
            if n > 0 {
                let what = if n == 1 { one } else { many };
                self.console.message(&message::plain(format_args!("WARNING: {n} {what}")))?;
            }
        }
        if self.ignore_missing && matched == 0 {
            self.console.message(&about("no file was verified"))?;
        }
        Ok(())
    }
}

impl Sink<Line> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Matched(text) => {
                self.count.matched += 1;
                self.console.line(&text)?;
            }
            Line::Mismatched(text) => {
                self.count.mismatched += 1;
                self.console.line(&text)?;
            }
            Line::Unread { text, message } => {
                self.count.unread += 1;
                self.console.message(&message)?;
                self.console.line(&text)?;
            }
            Line::Passed => {}
            Line::Malformed { manifest, line } => {
                if let Some(text) = self.style.malformed(&manifest, line) {
                    self.console.line(&text)?;
                }
                if let Some(message) = self.style.warning(&manifest, line) {
                    self.console.message(&message)?;
                }
            }
            Line::End { manifest, malformed, entries } => self.end(&manifest, malformed, entries)?,
            Line::Unreadable(message) => {
                self.good = false;
                self.console.message(&message)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
