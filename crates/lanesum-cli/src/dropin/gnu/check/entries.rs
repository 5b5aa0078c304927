//! The files that manifests list, as they come.

use super::line::Line;
use crate::dropin::gnu::accept::{Accept, Of};
use crate::dropin::hash::Hash;
use crate::dropin::voice::Voice;
use lanesum::Digest;
use lanesum_files::engine::{Next, Source};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::manifest::lines::{Found, Manifests, Reader, called};
use lanesum_files::manifest::{Entry, Parsed, Parser};
use lanesum_files::records::TOO_LONG;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

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
    /// Whether to say which lines are no good.
    warn: bool,
    manifests: Manifests<Lines>,
}

/// Reads lines, and takes note of the tags that they begin with.
struct Lines(Parser<Accept>);

impl Reader for Lines {
    /// None for a line that is too long to be read.
    type Line = Option<Parsed<Of>>;

    fn line(&mut self, line: &[u8]) -> Option<Parsed<Of>> {
        self.0.rules.note(line);
        Some(self.0.line(line))
    }

    fn too_long(&mut self, first: u8) -> Option<Parsed<Of>> {
        (first == b'#').then_some(Parsed::Nothing)
    }
}

impl<'v> Entries<'v> {
    pub(super) fn new(voice: &'v Voice, accept: Accept, warn: bool, manifests: Vec<OsString>) -> Self {
        Self { voice, warn, manifests: Manifests::new(manifests, b'\n', Lines(Parser::new(accept))) }
    }

    /// A line that is no good.
    fn malformed(&mut self) -> Option<Line> {
        let expected = self.manifests.reader.0.rules.expected().to_owned();
        let manifest = self.manifests.current();
        manifest.malformed += 1;
        let what = format!("{}: improperly formatted {expected} checksum line", manifest.lines);
        self.warn.then(|| Line::Message(self.voice.about(manifest.called().as_bytes(), what)))
    }
}

impl Source for Entries<'_> {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        loop {
            let parsed = match self.manifests.next(wait) {
                Found::Line(parsed) => parsed,
                Found::Later => return Next::Later,
                Found::Done => return Next::End,
                Found::End(manifest) => {
                    return Next::Line(Line::End {
                        manifest: manifest.called().as_bytes().to_vec(),
                        malformed: manifest.malformed,
                        entries: manifest.entries,
                    });
                }
                Found::Unopened(name, errno) => {
                    let what = Voice::reason(&errno.into());
                    return Next::Line(Line::Unreadable(self.voice.about(name.as_bytes(), what)));
                }
                Found::Broken(name, _) => {
                    let message = self.voice.about(called(&name).as_bytes(), "read error");
                    return Next::Line(Line::Unreadable(message));
                }
            };
            let Some(parsed) = parsed else {
                // GNU's reads it, whatever its length: what it lists must not seem checked.
                let manifest = self.manifests.current();
                let what = format!("{}: a line {TOO_LONG}", manifest.lines);
                let message = self.voice.about(manifest.called().as_bytes(), what);
                return Next::Line(Line::TooLong(message));
            };
            match parsed {
                Parsed::Nothing => {}
                // The lines of the manifest itself are on standard input.
                Parsed::Entry(Entry { name, .. }) if name == b"-" && self.manifests.current().is_stdin() => {
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
                    self.manifests.current().entries += 1;
                    let input = Input::operand(OsStr::from_bytes(&name));
                    let expected = Expected { hash, function: hash.function(), digest, possible };
                    return Next::Read(input, expected);
                }
            }
        }
    }
}
