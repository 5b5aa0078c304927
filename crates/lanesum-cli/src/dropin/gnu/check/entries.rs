//! The files that manifests list, as they come.

use super::line::Line;
use crate::dropin::gnu::accept::{Accept, Of};
use crate::dropin::hash::Hash;
use crate::dropin::voice::Voice;
use lanesum::Digest;
use lanesum_files::engine::{Next, Source};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::manifest::{Entry, Parsed, Parser};
use lanesum_files::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::vec;

/// What a manifest says of a file.
#[derive(Debug)]
pub(in crate::dropin) struct Expected {
    pub(in crate::dropin) hash: Hash,
    /// The same for the engine.
    pub(in crate::dropin) function: Function,
    pub(in crate::dropin) digest: Digest,
    /// Whether a file can have that digest.
    pub(in crate::dropin) possible: bool,
}

/// All entries of some manifests.
pub(super) struct Entries<'v> {
    voice: &'v Voice,
    /// One for all: the first line of the first manifest decides how the lines
    /// of the last are read.
    parser: Parser<Accept>,
    /// Whether to say which lines are no good.
    warn: bool,
    manifests: vec::IntoIter<OsString>,
    manifest: Option<Manifest>,
}

/// A manifest that is being read.
struct Manifest {
    name: OsString,
    records: Records,
    /// How many lines were read.
    lines: u64,
    malformed: u64,
    entries: u64,
}

impl<'v> Entries<'v> {
    pub(super) fn new(voice: &'v Voice, accept: Accept, warn: bool, manifests: Vec<OsString>) -> Self {
        let parser = Parser::new(accept);
        Self { voice, parser, warn, manifests: manifests.into_iter(), manifest: None }
    }

    fn open(name: OsString) -> Result<Manifest, (OsString, Errno)> {
        match Origin::open(&name) {
            Ok(origin) => {
                let records = Records::new(origin, b'\n');
                Ok(Manifest { name, records, lines: 0, malformed: 0, entries: 0 })
            }
            Err(errno) => Err((name, errno)),
        }
    }

    /// A line that is no good.
    fn malformed(&mut self) -> Option<Line> {
        let manifest = self.manifest.as_mut()?;
        manifest.malformed += 1;
        let expected = self.parser.rules.expected();
        let what = format!("{}: improperly formatted {expected} checksum line", manifest.lines);
        self.warn.then(|| Line::Message(self.voice.about(called(&manifest.name), what)))
    }

    /// The end of a manifest.
    fn end(&mut self) -> Option<Line> {
        let Manifest { name, malformed, entries, .. } = self.manifest.take()?;
        Some(Line::End { manifest: called(&name).to_vec(), malformed, entries })
    }
}

impl Source for Entries<'_> {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        loop {
            let Some(manifest) = &mut self.manifest else {
                let Some(name) = self.manifests.next() else { return Next::End };
                match Self::open(name) {
                    Ok(manifest) => self.manifest = Some(manifest),
                    Err((name, errno)) => {
                        let what = Voice::reason(&errno.into());
                        return Next::Line(Line::Unreadable(self.voice.about(name.as_bytes(), what)));
                    }
                }
                continue;
            };
            manifest.lines += 1;
            let parsed = match manifest.records.next(wait) {
                Ok(Record::Later) => {
                    manifest.lines -= 1;
                    return Next::Later;
                }
                Ok(Record::Bytes(line)) => {
                    self.parser.rules.note(line);
                    self.parser.line(line)
                }
                Ok(Record::TooLong) => Parsed::Malformed,
                Ok(Record::End) => match self.end() {
                    Some(line) => return Next::Line(line),
                    None => continue,
                },
                Err(_) => {
                    let message = self.voice.about(called(&manifest.name), "read error");
                    self.manifest = None;
                    return Next::Line(Line::Unreadable(message));
                }
            };
            match parsed {
                Parsed::Nothing => {}
                // The lines of the manifest itself are on standard input.
                Parsed::Entry(Entry { name, .. }) if name == b"-" && manifest.name == "-" => {
                    if let Some(line) = self.malformed() {
                        return Next::Line(line);
                    }
                }
                Parsed::Malformed => {
                    if let Some(line) = self.malformed() {
                        return Next::Line(line);
                    }
                }
                Parsed::Entry(Entry { algorithm: Of { hash, possible }, digest, name }) => {
                    manifest.entries += 1;
                    let input = Input::operand(OsStr::from_bytes(&name));
                    let expected = Expected { hash, function: hash.function(), digest, possible };
                    return Next::Read(input, expected);
                }
            }
        }
    }
}

/// What a manifest is called in messages.
fn called(manifest: &OsStr) -> &[u8] {
    if manifest == "-" { b"standard input" } else { manifest.as_bytes() }
}
