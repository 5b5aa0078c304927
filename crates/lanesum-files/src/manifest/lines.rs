//! Manifests, one after the other, line by line: for all that check files against
//! them. How a line is read, and what is said of it, differs from command to command.

use crate::original::Original;
use crate::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::vec;

/// How a line is read.
pub trait Reader {
    /// What it says.
    type Line;

    /// Reads a line, without its end.
    fn line(&mut self, line: &[u8]) -> Self::Line;

    /// For a line that is longer than [`MAX_RECORD`](crate::records::MAX_RECORD), of which only
    /// the first byte is known.
    fn too_long(&mut self, first: u8) -> Self::Line;

    /// Told that the lines of another manifest come.
    fn begin(&mut self) {}
}

/// What comes next.
pub enum Found<L> {
    /// A line. What is said of it is counted in [`Manifests::current`].
    Line(L),
    /// Nothing yet, where the asker cannot wait.
    Later,
    /// The end of a manifest.
    End(Manifest),
    /// One that cannot be opened.
    Unopened(OsString, Errno),
    /// One that cannot be read to its end.
    Broken(Arc<OsStr>, Errno),
    /// No more.
    Done,
}

/// A manifest that is being read.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Its name; `-` is standard input.
    pub name: Arc<OsStr>,
    /// How many lines were read.
    pub lines: u64,
    /// How many of them mean nothing, as the reader has counted.
    pub malformed: u64,
    /// How many list a file, as the reader has counted.
    pub entries: u64,
}

/// All lines of some manifests.
pub struct Manifests<R> {
    originals: vec::IntoIter<Original>,
    /// One for all: the first line of the first manifest decides how the lines of the
    /// last are read.
    pub reader: R,
    /// What ends a line.
    end: u8,
    open: Option<(Manifest, Records)>,
}

impl<R: Reader> Manifests<R> {
    /// The lines of manifests, each ended by the byte `end`.
    pub fn new<O: Into<Original>>(manifests: Vec<O>, end: u8, reader: R) -> Self {
        let originals: Vec<_> = manifests.into_iter().map(Into::into).collect();
        Self { originals: originals.into_iter(), reader, end, open: None }
    }

    /// The manifest that the last line is in.
    ///
    /// # Panics
    ///
    /// Where no line came before.
    pub fn current(&mut self) -> &mut Manifest {
        &mut self.open.as_mut().expect("a line came of it").0
    }

    /// Leaves the rest of the manifest unread.
    pub fn leave(&mut self) {
        self.open = None;
    }

    /// Leaves all that follows unread.
    pub fn leave_all(&mut self) {
        self.leave();
        self.originals = Vec::new().into_iter();
    }

    /// Opens the next manifest, if none is open. Says whether there is one.
    ///
    /// # Errors
    ///
    /// The system's, with the name.
    pub fn open(&mut self) -> Result<bool, (OsString, Errno)> {
        if self.open.is_some() {
            return Ok(true);
        }
        let Some(original) = self.originals.next() else { return Ok(false) };
        let name = original.name();
        let origin = original.open().map_err(|errno| (name.to_owned(), errno))?;
        self.begin(name, origin);
        Ok(true)
    }

    /// Opens the next manifest, if there is one, whose bytes are at `origin`.
    pub fn open_at(&mut self, origin: Origin) {
        if let Some(original) = self.originals.next() {
            self.begin(original.name(), origin);
        }
    }

    fn begin(&mut self, name: &OsStr, origin: Origin) {
        let manifest = Manifest { name: name.into(), lines: 0, malformed: 0, entries: 0 };
        self.open = Some((manifest, Records::new(origin, self.end)));
        self.reader.begin();
    }

    /// What comes next. Without `wait` it does not wait for a pipe.
    pub fn next(&mut self, wait: bool) -> Found<R::Line> {
        if let Err((name, errno)) = self.open() {
            return Found::Unopened(name, errno);
        }
        let Some((manifest, records)) = &mut self.open else { return Found::Done };
        let line = match records.next(wait) {
            Ok(Record::Later) => return Found::Later,
            Ok(Record::Bytes(line)) => self.reader.line(line),
            Ok(Record::TooLong(first)) => self.reader.too_long(first),
            Ok(Record::End) => {
                let manifest = manifest.clone();
                self.open = None;
                return Found::End(manifest);
            }
            Err(errno) => {
                let name = manifest.name.clone();
                self.open = None;
                return Found::Broken(name, errno);
            }
        };
        manifest.lines += 1;
        Found::Line(line)
    }
}

impl Manifest {
    /// Whether its lines are on standard input, which then cannot be a file in it.
    pub fn is_stdin(&self) -> bool {
        &*self.name == "-"
    }

    /// What it is called in messages.
    pub fn called(&self) -> &OsStr {
        called(&self.name)
    }
}

/// What a manifest is called in messages.
pub fn called(name: &OsStr) -> &OsStr {
    if name == "-" { OsStr::new("standard input") } else { name }
}
