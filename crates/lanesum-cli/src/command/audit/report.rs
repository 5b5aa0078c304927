//! Says what differs, and counts.

use super::class::Class;
use super::missing::Missing;
use super::moved::{self, News, Origin};
use super::source::Line;
use crate::console::Console;
use crate::json::{self, Path};
use crate::ledger::Kept;
use crate::message;
use crate::outboards::Bad;
use crate::output::Output;
use crate::progress::Progress;
use crate::signature::Signed;
use crate::terminal::Shown;
use anyhow::{Result, anyhow};
use lanesum_files::engine::Sink;
use lanesum_files::walk::Skipped;
use serde::Serialize;
use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

pub(super) struct Report<'a> {
    console: Console<'a>,
    progress: &'a Progress,
    names: Shown,
    json: bool,
    counts: [u64; Class::ALL.len()],
    listed: u64,
    found: u64,
    /// How many are below directories that cannot be read: nobody knows whether they are there.
    unknown: u64,
    repeated: u64,
    contradictions: u64,
    /// None from the moment on in which their origins are looked for.
    new: Option<News>,
    missing: Missing,
}

/// A file in JSON.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    path: Path<'a>,
    status: &'a str,
    /// Where it was, or what it is a copy of.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Of a file that differs and has a hash tree: the bytes that are other ones, from and to;
    /// those of which its tree, damaged itself, says nothing; and how many there are behind
    /// its old end.
    #[serde(skip_serializing_if = "Option::is_none")]
    bad: Option<Vec<[u64; 2]>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<u64>,
}

fn pairs(ranges: &[Range<u64>]) -> Vec<[u64; 2]> {
    ranges.iter().map(|range| [range.start, range.end]).collect()
}

impl<'a> Report<'a> {
    /// # Errors
    ///
    /// Why there is no temporary file, which only a thread can open that shares its
    /// descriptors with all others: none has been started yet.
    pub(super) fn new(progress: &'a Progress, json: bool) -> Result<Self> {
        let console = Console::new(Output::stdout(), progress);
        Ok(Self {
            names: console.names(),
            console,
            progress,
            json,
            counts: [0; Class::ALL.len()],
            listed: 0,
            found: 0,
            unknown: 0,
            repeated: 0,
            contradictions: 0,
            new: Some(News::open()?),
            missing: Missing::default(),
        })
    }

    fn say(&mut self, name: &[u8], class: Class, from: Option<&[u8]>) -> Result<()> {
        self.say_bad(name, class, from, None)
    }

    fn say_bad(&mut self, name: &[u8], class: Class, from: Option<&[u8]>, bad: Option<&Bad>) -> Result<()> {
        self.counts[class as usize] += 1;
        if self.json {
            let status = class.word().to_lowercase();
            let from = from.map(|from| String::from_utf8_lossy(from).into_owned());
            self.console.line(&json::line(&Record {
                path: Path::of(name),
                status: &status,
                from,
                bad: bad.map(|bad| pairs(&bad.ranges)),
                unknown: bad.map(|bad| pairs(&bad.unknown)).unwrap_or_default(),
                more: bad.map(|bad| bad.more).filter(|more| *more > 0),
            }))?;
        } else if class != Class::Same {
            let what = match from {
                None if bad.is_some() => {
                    format!("{} {}", class.word(), bad.map_or(String::new(), Bad::to_string))
                }
                Some(from) => format!("{} {}", class.word(), message::shown(OsStr::from_bytes(from))),
                None => class.word().to_owned(),
            };
            self.console.line(&self.names.result(name, &what))?;
        }
        Ok(())
    }

    /// Says what is known only now, and sums up. Says the exit status.
    pub(super) fn finish(mut self, manifest: &Kept, unheld: u64, allow: &[Class]) -> Result<u8> {
        let problem = |error| anyhow!("{}: {error}", message::shown(manifest.name()));
        let mut missing = std::mem::take(&mut self.missing);
        if let Some(new) = self.new.take().filter(|new| !new.is_empty()) {
            let mut origins = new.origins(manifest, &missing).map_err(problem)?;
            while let Some((name, origin)) = origins.next(&mut missing) {
                match origin {
                    None => self.say(&name, Class::New, None)?,
                    Some(Origin::Moved { from }) => self.say(&name, Class::Moved, Some(&from))?,
                    Some(Origin::Duplicate { of }) => self.say(&name, Class::Duplicate, Some(&of))?,
                }
            }
        }
        if !missing.is_empty() {
            moved::each(manifest, |group| match missing.has(group.index) {
                true => self.say(&group.name, Class::Missing, None),
                false => Ok(()),
            })?;
        }
        self.console.flush()?;
        let count = |class: Class| self.counts[class as usize];
        let counts: Vec<_> =
            Class::ALL.iter().map(|&class| format!("{} {}", count(class), class.word())).collect();
        let mut what = format!("{} listed, {} found: {}", self.listed, self.found, counts.join(", "));
        for (n, name) in [
            (self.unknown, "UNREADABLE below directories that are, and not among those found"),
            (self.repeated, "repeated lines"),
            (self.contradictions, "contradictions"),
        ] {
            if n > 0 {
                what.push_str(&format!("; {n} {name}"));
            }
        }
        self.console.message(&message::about(manifest.name().as_bytes(), what))?;
        let bad = |class: &&Class| **class != Class::Same && count(**class) > 0 && !allow.contains(class);
        let status = Class::ALL.iter().filter(bad).map(|class| class.status()).max().unwrap_or(0);
        let status = if self.contradictions + unheld > 0 { status.max(1) } else { status };
        self.console.finish()?;
        let bad: u64 = Class::ALL.iter().filter(bad).map(|class| count(*class)).sum();
        self.progress.sum_up_checked(status == 0, bad);
        Ok(status)
    }
}

impl Report<'_> {
    /// Says in JSON whose signature the manifest has, before all files.
    pub(super) fn signed(&mut self, manifest: &Kept, signed: &Signed) -> Result<()> {
        if self.json {
            self.console.line(&json::signed(manifest.name(), signed))?;
        }
        Ok(())
    }

    /// Says what the walk has left out.
    pub(super) fn left_out(&mut self, skipped: &Skipped) -> Result<()> {
        if let Some(what) = skipped.summary() {
            self.console.message(&message::plain(format_args!("left out: {what}")))?;
        }
        Ok(())
    }
}

impl Sink<Option<Line>> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Option<Line>) -> Result<()> {
        let Some(line) = line else { return Ok(()) };
        self.listed += u64::from(line.listed);
        self.found += u64::from(line.found);
        self.unknown += u64::from(!line.found && line.class != Class::Missing);
        self.progress.file();
        self.repeated += line.repeated;
        let Some(more) = line.more else { return self.say(&line.name, line.class, None) };
        if let Some(message) = &more.message {
            self.contradictions += u64::from(line.class != Class::Unreadable);
            self.console.message(message)?;
        }
        match line.class {
            Class::New => {
                if let Some(new) = &mut self.new {
                    new.add(&line.name, &more.digests)?;
                }
            }
            Class::Missing => self.missing.add(more.index),
            class => self.say_bad(&line.name, class, None, more.bad.as_ref())?,
        }
        if let Some(problem) = &more.problem {
            self.console.message(problem)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
