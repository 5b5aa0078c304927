//! The files that manifests list.

use super::Base;
use super::candidates::{Candidates, Guess};
use super::expected::{Expected, called};
use super::line::Line;
use crate::message;
use lanesum_files::engine::{Next, Source};
use lanesum_files::function::Function;
use lanesum_files::input::{Directory, Input, Place};
use lanesum_files::manifest::{Entry, Known, Of, Parsed, Parser};
use lanesum_files::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::vec;

/// All entries of some manifests.
pub(super) struct Entries {
    manifests: vec::IntoIter<OsString>,
    /// One for all: the first line of the first manifest decides how the lines
    /// of the last are read.
    parser: Parser<Known>,
    zero: bool,
    base: Base,
    manifest: Option<Manifest>,
}

/// A manifest that is being read.
struct Manifest {
    name: Arc<OsStr>,
    records: Records,
    /// What names are relative to, if not the working directory.
    base: Option<Arc<Directory>>,
    /// How many lines were read.
    lines: u64,
    malformed: u64,
    entries: u64,
    guess: Arc<Guess>,
}

impl Entries {
    pub(super) fn new(manifests: Vec<OsString>, only: Option<Function>, zero: bool, base: Base) -> Self {
        let parser = Parser::new(Known(only));
        Self { manifests: manifests.into_iter(), parser, zero, base, manifest: None }
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

    fn open(&self, name: &OsStr) -> Result<Manifest, Errno> {
        let records = Records::new(Origin::open(name)?, if self.zero { 0 } else { b'\n' });
        let base = match &self.base {
            Base::Directory(directory) => Some(directory.clone()),
            Base::Manifest if name != "-" => {
                let parent = Path::new(name).parent().filter(|parent| *parent != Path::new(""));
                Some(Arc::new(Directory::open(parent.unwrap_or(Path::new(".")))?))
            }
            Base::Manifest | Base::Working => None,
        };
        let guess = Arc::default();
        Ok(Manifest { name: name.into(), records, base, lines: 0, malformed: 0, entries: 0, guess })
    }
}

impl Source for Entries {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        loop {
            let Some(manifest) = &mut self.manifest else {
                let Some(name) = self.manifests.next() else { return Next::End };
                match self.open(&name) {
                    Ok(manifest) => self.manifest = Some(manifest),
                    Err(errno) => return Next::Line(unreadable(&name, errno)),
                }
                continue;
            };
            let parsed = match manifest.records.next(wait) {
                Ok(Record::Later) => return Next::Later,
                Ok(Record::Bytes(line)) if self.zero => self.parser.zero_line(line),
                Ok(Record::Bytes(line)) => self.parser.line(line),
                Ok(Record::TooLong) => Parsed::Malformed,
                Ok(Record::End) => {
                    let Manifest { name, malformed, entries, .. } = manifest;
                    let line = Line::End { manifest: name.clone(), malformed: *malformed, entries: *entries };
                    self.manifest = None;
                    return Next::Line(line);
                }
                Err(errno) => {
                    let line = unreadable(&manifest.name, errno);
                    self.manifest = None;
                    return Next::Line(line);
                }
            };
            if let Some(next) = manifest.entry(parsed) {
                return next;
            }
        }
    }
}

impl Manifest {
    /// What a line asks for. None if it means nothing.
    fn entry(&mut self, parsed: Parsed<Of>) -> Option<Next<Expected, Line>> {
        self.lines += 1;
        match parsed {
            Parsed::Nothing => None,
            // The lines of the manifest itself are on standard input.
            Parsed::Entry(Entry { name, .. }) if name == b"-" && &*self.name == "-" => Some(self.malformed()),
            Parsed::Malformed => Some(self.malformed()),
            Parsed::Entry(Entry { algorithm, digest, name }) => {
                self.entries += 1;
                let mut input = Input::operand(OsStr::from_bytes(&name));
                if let (Place::Named, Some(base)) = (&input.place, &self.base) {
                    input.place = Place::In(base.clone(), 0);
                }
                let manifest = self.name.clone();
                Some(Next::Read(
                    input,
                    Expected {
                        of: Candidates::new(algorithm, &self.guess),
                        digest,
                        manifest,
                        line: self.lines,
                    },
                ))
            }
        }
    }

    fn malformed(&mut self) -> Next<Expected, Line> {
        self.malformed += 1;
        Next::Line(Line::Malformed { manifest: self.name.clone(), line: self.lines })
    }
}

fn unreadable(manifest: &OsStr, errno: Errno) -> Line {
    Line::Unreadable(message::about(called(manifest).as_bytes(), message::reason(&errno.into())))
}
