//! The files that manifests list.

use super::Base;
use super::expected::Expected;
use super::line::{Line, Refusal};
use super::trust::is_outside;
use crate::command::candidates::{Candidates, Guesses};
use crate::command::parent::Parent;
use crate::manifests::{Found, Manifest, Manifests, Reader, called};
use crate::message;
use lanesum_files::engine::{Next, Source};
use lanesum_files::input::{Directory, Input, Place};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Known, Of, Parsed, Parser, unsupported};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

/// How manifests are read.
pub(super) struct Rules {
    pub(super) known: Known,
    /// What the functions are told.
    pub(super) given: Needs,
    /// Whether lines end with NUL.
    pub(super) zero: bool,
    pub(super) base: Base,
    /// Whether names may lead anywhere.
    pub(super) anywhere: bool,
}

/// All entries of some manifests.
pub(super) struct Entries {
    manifests: Manifests<Lines>,
    rules: Rules,
    /// What names are relative to in the manifest that is read, if not the working
    /// directory.
    directory: Option<Arc<Directory>>,
    parent: Parent,
    guesses: Guesses,
}

/// Reads lines.
struct Lines {
    parser: Parser<Known>,
    zero: bool,
    /// Whether a manifest has just begun.
    begun: bool,
}

/// What a line says.
enum Said {
    Parsed(Parsed<Of>),
    /// It names an algorithm that there is not.
    Unsupported(String),
    Needs(Needs),
}

impl Reader for Lines {
    type Line = Said;

    fn line(&mut self, line: &[u8]) -> Said {
        if let Some(needs) = Needs::read(line) {
            return Said::Needs(needs);
        }
        let parsed = match self.zero {
            // No digest and no tag begins so.
            true if line.starts_with(b"#") => Parsed::Nothing,
            true => self.parser.zero_line(line),
            false => self.parser.line(line),
        };
        let tag = match parsed {
            Parsed::Malformed if self.parser.rules.only.is_none() => unsupported::tag(line),
            _ => None,
        };
        match tag.filter(|tag| lanesum_files::manifest::of_tag(tag).is_none()) {
            Some(tag) => Said::Unsupported(tag.to_owned()),
            None => Said::Parsed(parsed),
        }
    }

    fn too_long(&mut self) -> Said {
        Said::Parsed(Parsed::Malformed)
    }

    fn begin(&mut self) {
        self.begun = true;
    }
}

impl Entries {
    pub(super) fn new(manifests: Vec<OsString>, rules: Rules) -> Self {
        let end = if rules.zero { 0 } else { b'\n' };
        let lines = Lines { parser: Parser::new(rules.known.clone()), zero: rules.zero, begun: false };
        let manifests = Manifests::new(manifests, end, lines);
        Self { manifests, rules, directory: None, parent: Parent::default(), guesses: Guesses::default() }
    }

    /// The sizes of the files.
    pub(super) fn sizes(mut self) -> impl Iterator<Item = Option<u64>> {
        iter::from_fn(move || {
            loop {
                match self.next(true) {
                    Next::Read(input, _) => return Some(input.size()),
                    Next::Line(_) | Next::Later => {}
                    Next::End => return None,
                }
            }
        })
    }

    /// Opens what names are relative to in the manifest that was just opened.
    fn begin(&mut self) -> Result<(), Errno> {
        let name = &*self.manifests.current().name;
        self.directory = match &self.rules.base {
            Base::Directory(directory) => Some(directory.clone()),
            Base::Manifest if name != "-" => {
                let parent = Path::new(name).parent().filter(|parent| *parent != Path::new(""));
                Some(Arc::new(Directory::open(parent.unwrap_or(Path::new(".")))?))
            }
            Base::Manifest | Base::Working => None,
        };
        self.guesses = Guesses::default();
        Ok(())
    }

    /// What a line asks for. None if it means nothing.
    fn said(&mut self, said: Said) -> Option<Next<Expected, Line>> {
        let Manifest { name: manifest, lines: line, .. } = self.manifests.current().clone();
        let Entry { algorithm, digest, name } = match said {
            Said::Parsed(Parsed::Nothing) => return None,
            Said::Parsed(Parsed::Malformed) => return Some(self.malformed()),
            Said::Parsed(Parsed::Entry(entry)) => entry,
            Said::Unsupported(tag) => return Some(Next::Line(Line::Unsupported { manifest, line, tag })),
            Said::Needs(needs) => {
                let lacking = needs.lacking(self.rules.given);
                if lacking.is_empty() {
                    return None;
                }
                self.manifests.leave();
                let what = format!("its digests can be checked only with {}", lacking.join(" and "));
                let message = message::about(called(&manifest).as_bytes(), what);
                return Some(Next::Line(Line::Unreadable(message)));
            }
        };
        // The lines of the manifest itself are on standard input.
        if name == b"-" && &*manifest == "-" {
            return Some(self.malformed());
        }
        let Some(of) = Candidates::new(algorithm, &digest, &mut self.guesses, &self.rules.known.told) else {
            return Some(self.malformed());
        };
        self.manifests.current().entries += 1;
        let expected = Expected { of, digest, manifest, line };
        if !self.rules.anywhere && is_outside(&name) {
            return Some(Next::Line(Line::Refused(Refusal { name, expected })));
        }
        let mut input = Input::operand(OsStr::from_bytes(&name));
        match (&input.place, &self.directory) {
            (Place::Named, Some(base)) => input.place = Place::In(base.clone(), 0),
            _ => self.parent.find(&mut input),
        }
        Some(Next::Read(input, expected))
    }

    fn malformed(&mut self) -> Next<Expected, Line> {
        let manifest = self.manifests.current();
        manifest.malformed += 1;
        Next::Line(Line::Malformed { manifest: manifest.name.clone(), line: manifest.lines })
    }
}

impl Source for Entries {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        loop {
            let said = match self.manifests.next(wait) {
                Found::Line(said) => said,
                Found::Later => return Next::Later,
                Found::Done => return Next::End,
                Found::End(manifest) => {
                    let guesses = std::mem::take(&mut self.guesses);
                    return Next::Line(Line::End { manifest, guesses });
                }
                Found::Unopened(name, errno) => return Next::Line(unreadable(&name, errno)),
                Found::Broken(name, errno) => return Next::Line(unreadable(&name, errno)),
            };
            if std::mem::take(&mut self.manifests.reader.begun)
                && let Err(errno) = self.begin()
            {
                let line = unreadable(&self.manifests.current().name, errno);
                self.manifests.leave();
                return Next::Line(line);
            }
            if let Some(next) = self.said(said) {
                return next;
            }
        }
    }
}

fn unreadable(manifest: &OsStr, errno: Errno) -> Line {
    Line::Unreadable(message::about(called(manifest).as_bytes(), message::reason(&errno.into())))
}
