//! The files to hash: what names mean, and what is in directories.

use super::line::{Line, Outcome};
use super::names::{Name, Names};
use crate::output::unfinished;
use lanesum_files::engine::{Next, ReadError, Source};
use lanesum_files::input::{Input, Place};
use lanesum_files::parent::Parent;
use lanesum_files::status::{Kind, Status};
use lanesum_files::walk::{Rules, Walk, WalkError};
use rustix::io::Errno;
use std::sync::Arc;

/// What names mean: a file, or a directory, which is known when it is opened.
pub(super) struct ByName {
    names: Names,
    parent: Parent,
}

impl ByName {
    pub(super) fn new(names: Names) -> Self {
        Self { names, parent: Parent::default() }
    }
}

impl Source for ByName {
    type Job = ();
    type Line = Line;

    fn keeps_files(&self) -> bool {
        // A list of names is open before any thread is started.
        false
    }

    fn left(&self) -> usize {
        self.names.left()
    }

    fn next(&mut self, wait: bool) -> Next<(), Line> {
        match self.names.next(wait) {
            Name::Is(name) => {
                let mut input = Input::operand(name);
                self.parent.find(&mut input);
                Next::Read(input, ())
            }
            Name::Wrong { message, lost } => {
                let outcome = if lost { Outcome::Lost } else { Outcome::Missing };
                Next::Line(Line { message: Some(message), outcome, ..Line::default() })
            }
            Name::None(message) => Next::Line(Line { message: Some(message), ..Line::default() }),
            Name::Later => Next::Later,
            Name::End => Next::End,
        }
    }
}

/// What is in a directory.
pub(super) struct InDirectory {
    walk: Walk,
    /// Makes the line for what cannot be read.
    json: bool,
}

impl InDirectory {
    pub(super) fn new(walk: Walk, json: bool) -> Self {
        Self { walk, json }
    }
}

impl Source for InDirectory {
    type Job = ();
    type Line = Line;

    fn next(&mut self, _: bool) -> Next<(), Line> {
        loop {
            return match self.walk.next() {
                // What another process is writing is no file yet.
                Some(Ok(input)) if unfinished::is_named_so(&input.name) => {
                    if !unfinished::is_left_behind(&input) {
                        continue;
                    }
                    Next::Line(Line::left_behind(&input.name))
                }
                Some(Ok(input)) => Next::Read(input, ()),
                Some(Err(WalkError { name, error, lost })) => {
                    let circle = error.raw_os_error() == Some(Errno::LOOP.raw_os_error());
                    let line = Line::unread(&name, &ReadError::from(error), self.json);
                    let line = line.readable(&name, b'\n');
                    let outcome = match lost {
                        true => Outcome::Lost,
                        // A link back to where the walk is: all that is there is in it.
                        false if circle => Outcome::Failed,
                        false => Outcome::Missing,
                    };
                    Next::Line(Line { outcome, ..line })
                }
                None => Next::End,
            };
        }
    }
}

/// The sizes of all files.
pub(super) struct Sizes {
    names: ByName,
    rules: Arc<Rules>,
    walk: Option<Walk>,
}

impl Sizes {
    pub(super) fn new(names: Names, rules: Arc<Rules>) -> Self {
        Self { names: ByName::new(names), rules, walk: None }
    }
}

impl Iterator for Sizes {
    type Item = Option<u64>;

    fn next(&mut self) -> Option<Option<u64>> {
        loop {
            match self.walk.as_mut().map(Iterator::next) {
                Some(Some(Ok(input))) => return Some(input.size()),
                Some(Some(Err(_))) => continue,
                Some(None) => self.walk = None,
                None => {}
            }
            let input = match self.names.next(true) {
                Next::Read(input, _) => input,
                Next::Line(_) | Next::Later => continue,
                Next::End => return None,
            };
            match input.ask() {
                Ok(Status { kind: Kind::Directory, .. }) if !matches!(input.place, Place::Stdin) => {
                    self.walk = Some(Walk::new(input.name, self.rules.clone()));
                }
                _ => return Some(input.size()),
            }
        }
    }
}
