//! Puts out what came of all lines, and sums up each manifest.

use super::Check;
use super::line::Line;
use crate::dropin::voice::Voice;
use crate::output::Output;
use anyhow::Result;
use lanesum_files::engine::Sink;

pub(super) struct Report<'c, 'v> {
    check: &'c Check<'v>,
    output: Output,
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

impl<'c, 'v> Report<'c, 'v> {
    pub(super) fn new(check: &'c Check<'v>) -> Self {
        Self { check, output: Output::stdout(), count: Count::default(), good: true }
    }

    /// Whether all was as it should be.
    pub(super) fn is_good(&self) -> bool {
        self.good
    }

    fn text(&mut self, text: Option<Vec<u8>>) -> Result<()> {
        if let Some(text) = text {
            self.output.write(&text)?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn end(&mut self, manifest: &[u8], malformed: u64, entries: u64) {
        let (voice, style): (&Voice, _) = (self.check.voice, self.check.style);
        let Count { matched, mismatched, unread } = std::mem::take(&mut self.count);
        self.good &= matched > 0 && mismatched == 0 && unread == 0 && !(style.strict && malformed > 0);
        if entries == 0 {
            return voice.say(&voice.about(manifest, "no properly formatted checksum lines found"));
        }
        if style.status {
            return;
        }
        for (n, one, many) in [
            (malformed, "line is improperly formatted", "lines are improperly formatted"),
            (unread, "listed file could not be read", "listed files could not be read"),
            (mismatched, "computed checksum did NOT match", "computed checksums did NOT match"),
        ] {
            if n > 0 {
                voice.say(&voice.plain(format!("WARNING: {n} {}", if n == 1 { one } else { many })));
            }
        }
        if style.ignore_missing && matched == 0 {
            voice.say(&voice.about(manifest, "no file was verified"));
        }
    }
}

impl Sink<Line> for Report<'_, '_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Matched(text) => {
                self.count.matched += 1;
                self.text(text)?;
            }
            Line::Mismatched(text) => {
                self.count.mismatched += 1;
                self.text(text)?;
            }
            Line::Unread { text, message } => {
                self.count.unread += 1;
                self.check.voice.say(&message);
                self.text(text)?;
            }
            Line::Passed => {}
            Line::Message(message) => self.check.voice.say(&message),
            Line::TooLong(message) => {
                self.good = false;
                self.check.voice.say(&message);
            }
            Line::Unreadable(message) => {
                self.good = false;
                self.count = Count::default();
                self.check.voice.say(&message);
            }
            Line::End { manifest, malformed, entries } => self.end(&manifest, malformed, entries),
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
