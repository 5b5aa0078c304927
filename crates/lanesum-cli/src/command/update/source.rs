//! What is read, and what is kept.

use super::earlier::Earlier;
use super::job::{Fate, Job};
use super::lines::{Line, Lines};
use super::recheck::Recheck;
use crate::ledger::{Group, Merge, Merged};
use crate::message;
use crate::outboards::Outboards;
use crate::output::unfinished;
use crate::progress::Progress;
use lanesum_files::engine::{Next, ReadError, Reading, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::manifest::{Meta, Of};
use lanesum_files::status::{Kind, Status};
use std::sync::Arc;

/// What is to be done for the files of a tree.
pub(super) struct Changes<'a> {
    pub(super) progress: &'a Progress,
    pub(super) merge: Merge,
    pub(super) earlier: Earlier,
    pub(super) functions: Vec<Function>,
    pub(super) recheck: Option<Recheck>,
    pub(super) generation: u64,
}

/// What the system says of a file, if it is one.
fn ask(input: &Input) -> Option<Meta> {
    let status: Status = input.ask().ok()?;
    (status.kind == Kind::Regular).then(|| Meta::of(&status))
}

impl Changes<'_> {
    /// Whether the lines are of the functions that are asked for.
    fn has_all(&self, group: &Group) -> bool {
        let is_of = |((of, digest), function): (&(Of, lanesum::Digest), &Function)| {
            let named = match of {
                Of::Function(named) => named.tag() == function.tag(),
                Of::Unnamed => true,
            };
            named && digest.as_bytes().len() == function.output_len()
        };
        group.digests.len() == self.functions.len() && group.digests.iter().zip(&self.functions).all(is_of)
    }

    fn listed(&mut self, input: Input) -> Next<Job, Line> {
        let group = std::mem::take(&mut self.merge.group);
        let Some(noted) = group.meta() else { return Next::Read(input, Job::Listed(group)) };
        let due = self.recheck.is_some_and(|recheck| recheck.selects(&group.name, self.generation));
        let kept = (!due && self.has_all(&group)).then_some(noted);
        if let Some((len, text)) = self.resumed(&input, kept) {
            return Next::Line(Line::resumed(Some(group), len, text));
        }
        let job = match kept {
            Some(noted) => Job::Noted(group, noted),
            None => Job::Listed(group),
        };
        Next::Read(input, job)
    }

    fn unlisted(&mut self, input: Input) -> Next<Job, Line> {
        match self.resumed(&input, None) {
            Some((len, text)) => Next::Line(Line::resumed(None, len, text)),
            None => Next::Read(input, Job::New),
        }
    }

    /// The bytes and the lines of a file that an interrupted run has read, and made the tree of,
    /// but where the lines that it has are `kept`.
    fn resumed(&mut self, input: &Input, kept: Option<Meta>) -> Option<(u64, Vec<u8>)> {
        if self.earlier.is_empty() {
            return None;
        }
        let meta = ask(input).filter(|&meta| kept != Some(meta))?;
        let text = self.earlier.find(&input.name, &meta)?;
        self.progress.pass(meta.len);
        Some((meta.len, text))
    }
}

impl Source for Changes<'_> {
    type Job = Job;
    type Line = Line;

    fn keeps_files(&self) -> bool {
        // The manifest is open before any thread is started, and so are the journals.
        false
    }

    fn next(&mut self, _: bool) -> Next<Job, Line> {
        loop {
            return match self.merge.next() {
                Ok(None) => Next::End,
                Ok(Some(Merged::New(input) | Merged::Listed(input)))
                    if unfinished::is_named_so(&input.name) =>
                {
                    continue;
                }
                Ok(Some(Merged::New(input))) => self.unlisted(input),
                Ok(Some(Merged::Listed(input))) => self.listed(input),
                Ok(Some(Merged::Missing)) => {
                    let group = std::mem::take(&mut *self.merge.group);
                    Next::Line(Line::Gone { name: group.name, old: group.digests })
                }
                Ok(Some(Merged::Unknown)) => {
                    let group = std::mem::take(&mut *self.merge.group);
                    Next::Line(Line::Unknown { name: group.name, text: group.text })
                }
                Ok(Some(Merged::Lost(error, listed))) => {
                    let circle = error.error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
                    let reason = message::about(&error.name, message::reason(&error.error));
                    let old = listed.then(|| std::mem::take(&mut self.merge.group.text));
                    Next::Line(Line::Unread { message: reason, old, lost: error.lost && !circle })
                }
                Err(error) => Next::Line(Line::Unread {
                    message: message::plain(format_args!("the manifest: {error}")),
                    old: None,
                    lost: true,
                }),
            };
        }
    }
}

/// Makes the lines of files that were read, or asked about.
pub(super) struct Update<'a> {
    pub(super) progress: &'a Progress,
    pub(super) functions: Vec<Function>,
    pub(super) lines: Lines,
    pub(super) accept: bool,
    pub(super) outboards: Option<Arc<Outboards>>,
}

impl Task for Update<'_> {
    type Job = Job;
    type Line = Line;

    fn spare(&self, input: &Input, job: &mut Job) -> Option<Line> {
        let Job::Noted(group, noted) = job else { return None };
        (ask(input) == Some(*noted) && self.has_tree(group, noted.len)).then(|| {
            self.progress.pass(noted.len);
            Line::Kept(std::mem::take(&mut group.text))
        })
    }

    fn functions<'a>(&'a self, _: &'a Job) -> &'a [Function] {
        &self.functions
    }

    fn takes_special(&self) -> bool {
        false
    }

    fn line(&self, input: Input, job: Job, reading: Result<Reading, ReadError>) -> Line {
        match reading {
            Ok(reading) => self.read(&input, job, &reading),
            // The manifest among the files that it lists.
            Err(ReadError::Output) => Line::Nothing,
            Err(error) => Self::unread(&input, job.text(), &error),
        }
    }
}

impl Update<'_> {
    /// Whether the tree of a file is there, if it is to be.
    fn has_tree(&self, group: &Group, len: u64) -> bool {
        let has = |outboards: &Outboards| {
            group.digests.get(outboards.function()).is_some_and(|(_, digest)| outboards.has(digest, len))
        };
        self.outboards.as_deref().is_none_or(has)
    }

    /// The line of a file that was read, after its tree was written.
    fn read(&self, input: &Input, job: Job, reading: &Reading) -> Line {
        let fate = job.fate(&self.functions, reading);
        // It keeps its lines, and the tree of what it was.
        if let (Fate::Rotten(group), false) = (&fate, self.accept) {
            return Line::Rotten { name: input.name.clone(), text: group.text.clone() };
        }
        match self.outboards.as_ref().map_or(Ok(()), |outboards| outboards.make(input, reading)) {
            Ok(()) => self.lines.read(&input.name, &self.functions, reading, fate),
            Err(error) => Self::unread(input, fate.text(), &error),
        }
    }

    fn unread(input: &Input, old: Option<Vec<u8>>, error: &ReadError) -> Line {
        Line::Unread { message: message::about(&input.name, error), old, lost: false }
    }
}
