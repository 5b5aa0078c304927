//! The files that manifests list, and what else there is to say of their lines: what
//! `lanesum check` and the Python package read.

use super::candidates::{Candidates, Guesses};
use super::expected::Expected;
use super::lines::{Found, Manifest, Manifests, Reader};
use super::needs::Needs;
use super::repeats::{Repeats, Seen};
use super::{Known, Of};
use crate::engine::{Next, Source};
use crate::format::{AnyReader, Format, Listed, Said};
use crate::input::{Directory, Input, Place};
use crate::name::is_outside;
use crate::original::Original;
use crate::parent::Parent;
use crate::records::Origin;
use rustix::io::Errno;
use std::ffi::OsStr;
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

/// What names are relative to.
#[derive(Clone, Debug)]
pub enum Base {
    /// The working directory.
    Working,
    /// This directory.
    Directory(Arc<Directory>),
    /// The directory that the manifest is in.
    Manifest,
}

/// How manifests are read.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The function of all lines, if there is to be one.
    pub known: Known,
    /// What the functions are told.
    pub given: Needs,
    /// The format of all manifests. None where the first line of each tells.
    pub format: Option<&'static Format>,
    /// Whether lines end with NUL.
    pub zero: bool,
    /// What names are relative to.
    pub base: Base,
    /// Whether names may lead anywhere. If not, those that lead out of the directory are
    /// refused, and links that do are an error, EXDEV.
    pub anywhere: bool,
    /// Whether it is said which files are listed more than once.
    pub repeats: bool,
    /// Whether `-` in a line is standard input.
    pub stdin: bool,
}

/// What there is to say of a line that has no file read, or of a manifest.
#[derive(Debug)]
pub enum Note {
    /// A line means nothing.
    Malformed {
        /// The manifest.
        manifest: Arc<OsStr>,
        /// Which line of it.
        line: u64,
        /// Whether nobody knows what it means, for it is longer than what is read of a line
        /// ([`MAX_RECORD`](crate::records::MAX_RECORD)): it may list a file. Then it is not
        /// counted in [`Manifest::malformed`].
        too_long: bool,
    },
    /// A line names an algorithm that there is not.
    Unsupported {
        /// The manifest.
        manifest: Arc<OsStr>,
        /// Which line of it.
        line: u64,
        /// What it names.
        tag: String,
    },
    /// A name leads out of the directory that names are relative to.
    Refused {
        /// The name.
        name: Vec<u8>,
        /// What the line says of it.
        expected: Expected,
    },
    /// A manifest has ended.
    End {
        /// The manifest, with its counts.
        manifest: Manifest,
        /// What its digests have turned out to be of.
        guesses: Guesses,
        /// The format that it is in, as far as a line has told.
        format: Option<&'static Format>,
        /// What it lists more than once, if that is asked for.
        repeats: Option<Repeats>,
    },
    /// A manifest is left unread, for its digests need what is not given: these options.
    Lacking {
        /// The manifest.
        manifest: Arc<OsStr>,
        /// What it needs.
        options: Vec<String>,
    },
    /// A manifest cannot be read, or not to its end.
    Unreadable {
        /// The manifest.
        manifest: Arc<OsStr>,
        /// The system's reason.
        errno: Errno,
    },
}

/// All entries of some manifests.
pub struct Entries {
    manifests: Manifests<Lines>,
    settings: Settings,
    /// What names are relative to in the manifest that is read, if not the working
    /// directory.
    directory: Option<Arc<Directory>>,
    parent: Parent,
    guesses: Guesses,
    seen: Option<Seen>,
}

/// Reads lines.
struct Lines {
    reader: AnyReader,
    zero: bool,
    /// Whether a manifest has just begun.
    begun: bool,
}

/// What a line says.
enum Line {
    Said(Said),
    Needs(Needs),
}

impl Reader for Lines {
    type Line = Line;

    fn line(&mut self, line: &[u8]) -> Line {
        if let Some(needs) = Needs::read(line) {
            return Line::Needs(needs);
        }
        Line::Said(if self.zero { self.reader.zero_line(line) } else { self.reader.line(line) })
    }

    fn too_long(&mut self, first: u8) -> Line {
        Line::Said(self.reader.too_long(first))
    }

    fn begin(&mut self) {
        self.begun = true;
        self.reader.begin();
    }
}

impl Entries {
    /// The entries of manifests, by their names; `-` is standard input.
    pub fn new<O: Into<Original>>(manifests: Vec<O>, settings: Settings) -> Self {
        let end = if settings.zero { 0 } else { b'\n' };
        let reader = AnyReader::new(settings.known.clone(), settings.format);
        let lines = Lines { reader, zero: settings.zero, begun: false };
        Self {
            manifests: Manifests::new(manifests, end, lines),
            settings,
            directory: None,
            parent: Parent::default(),
            guesses: Guesses::default(),
            seen: None,
        }
    }

    /// Opens the first manifest, if there is one, before it is read.
    ///
    /// # Errors
    ///
    /// The system's: of the manifest, or of the directory that its names are relative to.
    pub fn open(&mut self) -> Result<(), Errno> {
        self.manifests.open().map_err(|(_, errno)| errno)?;
        self.begin()
    }

    /// Begins the first manifest, if there is one, whose bytes are at `origin`: for whoever opens
    /// it in a way of his own.
    ///
    /// # Errors
    ///
    /// The system's, of the directory that its names are relative to.
    pub fn open_at(&mut self, origin: Origin) -> Result<(), Errno> {
        self.manifests.open_at(origin);
        self.begin()
    }

    /// The sizes of the files.
    pub fn sizes(mut self) -> impl Iterator<Item = Option<u64>> {
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

    /// A source for the engine, in whose lines notes are what `line` makes of them.
    pub fn noted<L: Send + 'static>(
        mut self,
        line: impl Fn(Note) -> L + Send,
    ) -> impl Source<Job = Expected, Line = L> {
        Noted(move |wait| match self.next(wait) {
            Next::Read(input, expected) => Next::Read(input, expected),
            Next::Line(note) => Next::Line(line(note)),
            Next::Later => Next::Later,
            Next::End => Next::End,
        })
    }

    /// Opens what names are relative to in the manifest that was just opened.
    fn begin(&mut self) -> Result<(), Errno> {
        if !std::mem::take(&mut self.manifests.reader.begun) {
            return Ok(());
        }
        self.seen = self.settings.repeats.then(Seen::new);
        let name = &*self.manifests.current().name;
        self.guesses = Guesses::of(name);
        self.directory = match &self.settings.base {
            Base::Directory(directory) => Some(directory.clone()),
            Base::Manifest if name != "-" => {
                let parent = Path::new(name).parent().filter(|parent| *parent != Path::new(""));
                Some(Arc::new(Directory::open(parent.unwrap_or(Path::new(".")))?))
            }
            // Links may lead out of it, so it is to be known.
            Base::Manifest | Base::Working if !self.settings.anywhere => {
                Some(Arc::new(Directory::open(Path::new("."))?))
            }
            Base::Manifest | Base::Working => None,
        };
        Ok(())
    }

    /// What a line asks for. None if it means nothing.
    fn said(&mut self, line: Line) -> Option<Next<Expected, Note>> {
        let Manifest { name: manifest, lines: line_number, .. } = self.manifests.current().clone();
        let listed = match line {
            Line::Said(Said::Nothing) => return None,
            Line::Said(Said::Malformed) => return Some(self.malformed()),
            Line::Said(Said::TooLong) => {
                return Some(Next::Line(Note::Malformed { manifest, line: line_number, too_long: true }));
            }
            Line::Said(Said::Entry(listed)) => listed,
            Line::Said(Said::Unsupported(tag)) => {
                return Some(Next::Line(Note::Unsupported { manifest, line: line_number, tag }));
            }
            Line::Needs(needs) => {
                let options = needs.lacking(self.settings.given);
                if options.is_empty() {
                    return None;
                }
                self.manifests.leave();
                return Some(Next::Line(Note::Lacking { manifest, options }));
            }
        };
        // The lines of the manifest itself are on standard input.
        if listed.name == b"-" && &*manifest == "-" {
            return Some(self.malformed());
        }
        let Some(of) = self.candidates(&listed) else { return Some(self.malformed()) };
        self.manifests.current().entries += 1;
        let Listed { name, size, digests } = listed;
        if let Some(seen) = &mut self.seen {
            let choice = match &of {
                Candidates::Unnamed(_, unnamed) => unnamed.evident() as u8,
                Candidates::Function(_) | Candidates::Each(_) => 1,
            };
            digests.iter().for_each(|(of, digest)| seen.add(&name, of, digest, choice, line_number));
        }
        let digests = digests.into_iter().map(|(_, digest)| digest).collect();
        let expected = Expected { of, digests, size, manifest, line: line_number };
        if !self.settings.anywhere && is_outside(&name) {
            return Some(Next::Line(Note::Refused { name, expected }));
        }
        let mut input = match self.settings.stdin {
            true => Input::operand(OsStr::from_bytes(&name)),
            false => Input { name, place: Place::Named },
        };
        match (&input.place, &self.directory) {
            (Place::Named, Some(base)) if self.settings.anywhere => input.place = Place::In(base.clone(), 0),
            (Place::Named, Some(base)) => input.place = Place::Beneath(base.clone()),
            _ => self.parent.find(&mut input),
        }
        Some(Next::Read(input, expected))
    }

    /// What the digests of a line may be of.
    fn candidates(&mut self, listed: &Listed) -> Option<Candidates> {
        match &listed.digests[..] {
            [(of, digest)] => {
                Candidates::new(of.clone(), digest, &mut self.guesses, &self.settings.known.told)
            }
            several => {
                let function = |(of, _): &(Of, _)| match of {
                    Of::Function(function) => Some(function.clone()),
                    Of::Unnamed => None,
                };
                several.iter().map(function).collect::<Option<_>>().map(Candidates::Each)
            }
        }
    }

    fn malformed(&mut self) -> Next<Expected, Note> {
        let manifest = self.manifests.current();
        manifest.malformed += 1;
        Next::Line(Note::Malformed { manifest: manifest.name.clone(), line: manifest.lines, too_long: false })
    }

    fn next(&mut self, wait: bool) -> Next<Expected, Note> {
        loop {
            let said = match self.manifests.next(wait) {
                Found::Line(said) => said,
                Found::Later => return Next::Later,
                Found::Done => return Next::End,
                Found::End(manifest) => {
                    let guesses = std::mem::take(&mut self.guesses);
                    let format = self.manifests.reader.reader.format();
                    let repeats = self.seen.take().map(Seen::finish);
                    return Next::Line(Note::End { manifest, guesses, format, repeats });
                }
                Found::Unopened(name, errno) => {
                    return Next::Line(Note::Unreadable { manifest: name.into(), errno });
                }
                Found::Broken(manifest, errno) => {
                    return Next::Line(Note::Unreadable { manifest, errno });
                }
            };
            if let Err(errno) = self.begin() {
                let manifest = self.manifests.current().name.clone();
                self.manifests.leave();
                return Next::Line(Note::Unreadable { manifest, errno });
            }
            if let Some(next) = self.said(said) {
                return next;
            }
        }
    }
}

/// What a function says comes next.
struct Noted<F>(F);

impl<L: Send + 'static, F: FnMut(bool) -> Next<Expected, L> + Send> Source for Noted<F> {
    type Job = Expected;
    type Line = L;

    fn next(&mut self, wait: bool) -> Next<Expected, L> {
        (self.0)(wait)
    }
}
