//! The files of the tree and of the manifest.

use super::class::Class;
use super::expect::Expect;
use crate::ledger::{Merge, Merged};
use crate::message;
use crate::outboards::{Bad, Outboards};
use crate::output::unfinished;
use lanesum_files::engine::{Next, ReadError, Reading, Source, Task};
use lanesum_files::function::{Function, Value};
use lanesum_files::input::Input;
use lanesum_files::manifest::Meta;
use lanesum_files::manifest::candidates::Guesses;
use std::sync::Arc;

/// The two, side by side.
pub(super) struct Both {
    pub(super) merge: Merge,
    pub(super) guesses: Arc<Guesses>,
}

/// What a file is read for.
pub(super) enum Job {
    New,
    Listed(Expect),
}

/// What came of a file.
pub(super) struct Line {
    pub(super) name: Vec<u8>,
    pub(super) class: Class,
    pub(super) listed: bool,
    /// Whether a file was found: one that is missing was not, nor one of which nobody knows
    /// whether it is.
    pub(super) found: bool,
    /// Lines about it that say the same twice.
    pub(super) repeated: u64,
    /// What there is to say of a file that is not as it was. Most are.
    pub(super) more: Option<Box<More>>,
}

/// What else there is to say of a file.
#[derive(Default)]
pub(super) struct More {
    /// Of a file that is not listed: to find out where it comes from.
    pub(super) digests: Vec<Value>,
    /// Of one that is missing: how many files are listed before it.
    pub(super) index: u64,
    pub(super) message: Option<Vec<u8>>,
    /// Which parts of it are other ones, if there is a tree of it.
    pub(super) bad: Option<Bad>,
    /// Why nobody can say which.
    pub(super) problem: Option<Vec<u8>>,
}

impl Line {
    fn of(name: Vec<u8>, class: Class, listed: bool) -> Self {
        Self { name, class, listed, found: class != Class::Missing, repeated: 0, more: None }
    }

    /// With something to say of it.
    fn with(self, more: More) -> Self {
        Self { more: Some(Box::new(more)), ..self }
    }

    fn unreadable(name: Vec<u8>, listed: bool, message: Vec<u8>) -> Self {
        let more = More { message: Some(message), ..More::default() };
        Self::of(name, Class::Unreadable, listed).with(more)
    }
}

impl Source for Both {
    type Job = Job;
    type Line = Option<Line>;

    fn keeps_files(&self) -> bool {
        // The manifest is open before any thread is started.
        false
    }

    fn next(&mut self, _: bool) -> Next<Job, Option<Line>> {
        loop {
            return match self.merge.next() {
                Ok(None) => Next::End,
                Ok(Some(Merged::New(input))) if unfinished::is_named_so(&input.name) => continue,
                Ok(Some(Merged::New(input))) => Next::Read(input, Job::New),
                Ok(Some(Merged::Listed(input))) => {
                    Next::Read(input, Job::Listed(Expect::new(&mut self.merge.group, &self.guesses)))
                }
                Ok(Some(Merged::Missing)) => {
                    let group = &mut self.merge.group;
                    let more = More { index: group.index, ..More::default() };
                    let line = Line::of(std::mem::take(&mut group.name), Class::Missing, true).with(more);
                    Next::Line(Some(Line { repeated: group.repeated, ..line }))
                }
                Ok(Some(Merged::Unknown)) => {
                    // The directory that it is in has a message.
                    let group = &mut self.merge.group;
                    let line = Line::of(std::mem::take(&mut group.name), Class::Unreadable, true);
                    Next::Line(Some(Line { found: false, repeated: group.repeated, ..line }))
                }
                Ok(Some(Merged::Lost(error, listed))) => {
                    let message = message::about(&error.name, message::reason(&error.error));
                    let repeated = if listed { self.merge.group.repeated } else { 0 };
                    let line = Line::unreadable(error.name, listed, message);
                    Next::Line(Some(Line { repeated, ..line }))
                }
                Err(error) => {
                    let message = message::plain(format_args!("the manifest: {error}"));
                    Next::Line(Some(Line::unreadable(Vec::new(), false, message)))
                }
            };
        }
    }
}

/// Holds a reading against what is expected.
pub(super) struct Audit {
    /// What is computed of files that are not listed.
    pub(super) new: Vec<Function>,
    pub(super) guesses: Arc<Guesses>,
    pub(super) outboards: Option<Outboards>,
}

impl Audit {
    /// Which parts of a file are bad, or why nobody can say.
    fn bad(&self, input: &Input, expect: &Expect) -> (Option<Bad>, Option<Vec<u8>>) {
        let Some(outboards) = &self.outboards else { return (None, None) };
        for digest in expect.digests() {
            match outboards.bad(input, digest) {
                Ok(Some(bad)) => return (Some(bad), None),
                Ok(None) => {}
                Err(error) => return (None, Some(message::about(&input.name, message::reason(&error)))),
            }
        }
        (None, None)
    }
}

impl Task for Audit {
    type Job = Job;
    type Line = Option<Line>;

    fn functions<'a>(&'a self, job: &'a Job) -> &'a [Function] {
        match job {
            Job::New => &self.new,
            Job::Listed(expect) => expect.functions(&self.guesses),
        }
    }

    fn takes_special(&self) -> bool {
        false
    }

    fn settles(&self, job: &mut Job, reading: &Reading) -> bool {
        match job {
            Job::New => true,
            Job::Listed(expect) => expect.compare(reading, &self.guesses) || !expect.ask_all(&self.guesses),
        }
    }

    fn line(&self, input: Input, job: Job, reading: Result<Reading, ReadError>) -> Option<Line> {
        let listed = matches!(job, Job::Listed(_));
        let reading = match reading {
            Ok(reading) => reading,
            // The manifest among the files that it lists.
            Err(ReadError::Output) if !listed => return None,
            Err(error) => {
                let message = message::about(&input.name, &error);
                return Some(Line::unreadable(input.name, listed, message));
            }
        };
        let Job::Listed(expect) = job else {
            let more = More { digests: reading.digests, ..More::default() };
            return Some(Line::of(input.name, Class::New, false).with(more));
        };
        // It was compared to see whether that settles it.
        let (matched, repeated) = (expect.matched, expect.repeated);
        if matched && !expect.contradicts {
            return Some(Line { repeated, ..Line::of(input.name, Class::Same, true) });
        }
        let now = reading.status.map(|status| Meta::of(&status));
        let alike = now.zip(expect.meta()).is_some_and(|(now, then)| now.looks_like(&then));
        let class = match matched {
            true => Class::Same,
            false if alike => Class::Rotten,
            false => Class::Changed,
        };
        let (bad, problem) = match class {
            Class::Same => (None, None),
            _ => self.bad(&input, &expect),
        };
        let contradicts = || message::about(&input.name, "lines of the manifest contradict each other");
        let message = expect.contradicts.then(contradicts);
        let line = Line::of(input.name, class, true).with(More { message, bad, problem, ..More::default() });
        Some(Line { repeated, ..line })
    }
}
