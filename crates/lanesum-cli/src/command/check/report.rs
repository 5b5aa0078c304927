//! Puts out what came of all lines, and sums up each manifest as GNU does.

use super::CheckArgs;
use super::line::{Line, Style};
use super::repeats;
use crate::console::Console;
use crate::json;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use crate::signature::Signed;
use anyhow::Result;
use lanesum_files::engine::Sink;
use lanesum_files::format::Format;
use lanesum_files::function::Function;
use lanesum_files::manifest::candidates::Guesses;
use lanesum_files::manifest::expected::Expected;
use lanesum_files::manifest::lines::{Manifest, called};
use lanesum_files::manifest::listed::Note;
use lanesum_files::manifest::repeats::Repeats;
use std::ffi::OsStr;
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

/// The end of `lanesum check`.
pub(super) struct Report<'a> {
    console: Console<'a>,
    progress: &'a Progress,
    style: Style,
    strict: bool,
    ignore_missing: bool,
    /// Whether the command line says which format the manifests are in.
    formatted: bool,
    /// Of the manifest whose lines come now.
    count: Count,
    good: bool,
    /// How many entries of all manifests are not as they should be.
    bad: u64,
}

/// When nothing matches, and so many files do not, the algorithm is in doubt, and not the
/// files.
const MANY: u64 = 3;

#[derive(Default)]
struct Count {
    matched: u64,
    mismatched: u64,
    unread: u64,
    special: u64,
    weak: u64,
    unsupported: u64,
    refused: u64,
    contradictions: u64,
    /// Lines that may list a file, and were not read.
    too_long: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(progress: &'a Progress, style: Style, args: &CheckArgs) -> Self {
        Self {
            console: Console::new(Output::stdout(), progress),
            progress,
            style,
            strict: args.strict,
            ignore_missing: args.ignore_missing,
            formatted: args.format.is_some(),
            count: Count::default(),
            good: true,
            bad: 0,
        }
    }

    /// Says in JSON whose signature a manifest has, before all files.
    pub(super) fn signed(&mut self, manifest: &OsStr, signed: &Signed) -> Result<()> {
        if self.style.json && !self.style.status {
            self.console.line(&json::signed(manifest, signed))?;
        }
        Ok(())
    }

    /// Says whether all was as it should be.
    pub(super) fn finish(self) -> Result<bool> {
        self.console.finish()?;
        self.progress.sum_up_checked(self.good, self.bad);
        Ok(self.good)
    }

    fn end(&mut self, manifest: &Manifest, guesses: &Guesses, format: Option<&'static Format>) -> Result<()> {
        let count = std::mem::take(&mut self.count);
        self.bad += count.bad();
        self.good &= count.matched > 0 && count.bad() == 0 && !(self.strict && manifest.malformed > 0);
        let about = |what: &str| message::about(manifest.called().as_bytes(), what);
        if manifest.entries == 0 && count.unsupported == 0 {
            return Ok(self.console.message(&about("no properly formatted checksum lines found"))?);
        }
        if self.style.status {
            return Ok(());
        }
        // Where something is wrong, it may be what the first line was taken for.
        let bad = count.bad() > 0 || manifest.malformed > 0;
        let native = format.is_none_or(|format| matches!(format.name, "gnu" | "bsd"));
        let doubtful = bad && !native && !self.formatted;
        if let Some(format) = format.filter(|_| self.style.verbose || doubtful) {
            self.console.message(&about(&format!("was read as {}; --format names another", format.name)))?;
        }
        for (n, one, many) in count.warnings(manifest.malformed) {
            if n > 0 {
                let what = if n == 1 { one } else { many };
                self.console.message(&message::plain(format_args!("WARNING: {n} {what}")))?;
            }
        }
        if self.ignore_missing && count.matched == 0 {
            self.console.message(&about("no file was verified"))?;
        }
        for unnamed in guesses.all() {
            let bits = 8 * unnamed.len();
            if let Some(function) = unnamed.surprise() {
                let what =
                    format!("its lines name no algorithm: digests of {bits} bits are {}", function.name());
                self.console.message(&about(&what))?;
            }
            if let Some(tried) = unnamed.tried().filter(|_| count.mismatched >= MANY && count.matched == 0) {
                let tried: Vec<_> = tried.iter().map(Function::name).collect();
                let what = format!(
                    "its lines name no algorithm, and none with digests of {bits} bits matched ({}); \
                     say with -a which it is",
                    tried.join(", ")
                );
                self.console.message(&about(&what))?;
            }
        }
        Ok(())
    }

    /// Once in a manifest, what can be done about it.
    fn refused(&mut self, name: &[u8], expected: &Expected, how: &str) -> Result<()> {
        self.console.line(&self.style.refused(name, expected))?;
        self.count.refused += 1;
        if self.count.refused == 1 && !self.style.status {
            let name = message::shown(OsStr::from_bytes(name));
            let what = format!(
                "{}: {name} {how} outside of the directory that names are relative to, and not read; \
                 --no-confine reads such files",
                expected.line
            );
            self.console.message(&message::about(called(&expected.manifest).as_bytes(), what))?;
        }
        Ok(())
    }

    /// What is listed more than once.
    fn repeats(&mut self, manifest: &Manifest, repeats: Option<&Repeats>) -> Result<()> {
        let Some(repeats) = repeats else { return Ok(()) };
        for (_, line) in &repeats.pairs {
            if let Some(text) = self.style.other(&manifest.name, *line, "contradiction", None) {
                self.console.line(&text)?;
            }
        }
        if !self.style.status {
            for message in repeats::messages(manifest, repeats) {
                self.console.message(&message)?;
            }
        }
        Ok(())
    }

    /// For a line that had no file read, or the end of a manifest.
    fn note(&mut self, note: Note) -> Result<()> {
        match note {
            Note::Malformed { manifest, line, too_long } => {
                self.count.too_long += u64::from(too_long);
                if let Some(text) = self.style.malformed(&manifest, line, too_long) {
                    self.console.line(&text)?;
                }
                if let Some(message) = self.style.warning(&manifest, line, too_long) {
                    self.console.message(&message)?;
                }
            }
            Note::Unsupported { manifest, line, tag } => {
                self.count.unsupported += 1;
                if let Some(text) = self.style.other(&manifest, line, "unsupported", Some(&tag)) {
                    self.console.line(&text)?;
                }
                if self.count.unsupported == 1 || self.style.warn {
                    let what = format!("{line}: {tag} is not supported");
                    self.console.message(&message::about(called(&manifest).as_bytes(), what))?;
                }
            }
            Note::Refused { name, expected } => self.refused(&name, &expected, "is")?,
            Note::End { manifest, guesses, format, repeats } => {
                self.count.contradictions = repeats.as_ref().map_or(0, |repeats| repeats.contradictions);
                self.repeats(&manifest, repeats.as_ref())?;
                self.end(&manifest, &guesses, format)?;
            }
            Note::Lacking { manifest, options } => {
                let what = format!("its digests can be checked only with {}", options.join(" and "));
                self.unread(&manifest, what)?;
            }
            Note::Unreadable { manifest, errno } => {
                self.unread(&manifest, message::reason(&errno.into()))?;
            }
        }
        Ok(())
    }

    /// For a manifest that is not read to its end.
    fn unread(&mut self, manifest: &OsStr, what: impl Display) -> Result<()> {
        self.good = false;
        self.count = Count::default();
        Ok(self.console.message(&message::about(called(manifest).as_bytes(), what))?)
    }
}

impl Count {
    /// How many entries are not as they should be.
    fn bad(&self) -> u64 {
        self.mismatched
            + self.unread
            + self.weak
            + self.unsupported
            + self.refused
            + self.contradictions
            + self.too_long
    }

    fn warnings(&self, malformed: u64) -> [(u64, &'static str, &'static str); 9] {
        [
            (malformed, "line is improperly formatted", "lines are improperly formatted"),
            (self.too_long, "line is too long, and was not read", "lines are too long, and were not read"),
            (
                self.unsupported,
                "line names an algorithm that is not supported",
                "lines name algorithms that are not supported",
            ),
            (
                self.refused,
                "listed file is outside, and was not read",
                "listed files are outside, and were not read",
            ),
            (self.unread, "listed file could not be read", "listed files could not be read"),
            (
                self.special,
                "of them is a pipe, a device or a file of the system; --special reads it",
                "of them are pipes, devices or files of the system; --special reads them",
            ),
            (
                self.weak,
                "checksum matched that does not protect against attacks",
                "checksums matched that do not protect against attacks",
            ),
            (
                self.contradictions,
                "file is listed with digests that contradict each other",
                "files are listed with digests that contradict each other",
            ),
            (self.mismatched, "computed checksum did NOT match", "computed checksums did NOT match"),
        ]
    }
}

impl Sink<Line> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        if matches!(line, Line::Matched(_) | Line::Mismatched(_) | Line::Weak(_) | Line::Unread { .. }) {
            self.progress.file();
        }
        match line {
            Line::Matched(text) => {
                self.count.matched += 1;
                self.console.line(&text)?;
            }
            Line::Mismatched(text) => {
                self.count.mismatched += 1;
                self.console.line(&text)?;
            }
            Line::Weak(text) => {
                self.count.weak += 1;
                self.console.line(&text)?;
            }
            Line::Unread { text, message, special } => {
                self.count.unread += 1;
                self.count.special += u64::from(special);
                self.console.message(&message)?;
                self.console.line(&text)?;
            }
            Line::LeadsOut { name, expected } => self.refused(&name, &expected, "leads by a link")?,
            Line::Passed => {}
            Line::Note(note) => self.note(note)?,
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
