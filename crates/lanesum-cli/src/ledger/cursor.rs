//! A manifest, file by file.

use super::group::Group;
use super::header::Header;
use super::meta::Meta;
use super::order;
use super::sum::Sum;
use crate::progress::Total;
use lanesum::Digest;
use lanesum_files::format::{Format, Listed, Said};
use lanesum_files::manifest::entries::{Line, Lines, Skimmed};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Known, Of};
use lanesum_files::original::Original;
use lanesum_files::reason;
use rustix::io::Errno;
use std::cmp::Ordering;
use std::fmt;

/// Reads the files of a manifest one after the other.
pub(crate) struct Cursor {
    lines: Lines,
    groups: Groups,
    /// What its lines say beside the files.
    pub(crate) about: About,
    ended: bool,
}

/// What the lines of a manifest say that list no file.
#[derive(Default)]
pub(crate) struct About {
    /// What the manifest says of itself.
    pub(crate) header: Header,
    /// What its reader needs, beside it.
    pub(crate) needs: Needs,
    /// How many lines mean nothing.
    pub(crate) malformed: u64,
    /// How many name an algorithm that there is not, and the first such name.
    pub(crate) unsupported: (u64, String),
}

/// Makes one of all lines of a file.
struct Groups {
    /// The file whose lines may go on.
    group: Option<Group>,
    /// What was said before the line of a file, and how.
    meta: Option<Meta>,
    text: Vec<u8>,
    /// Whether the lines themselves are wanted.
    with_text: bool,
    /// Whether what was said before them is.
    with_meta: bool,
    /// How many files came.
    files: u64,
    /// Whether each came behind the one before in the order of a walk.
    sorted: bool,
}

/// Why a manifest cannot be read.
#[derive(Debug)]
pub(crate) struct LedgerError(Errno);

impl LedgerError {
    /// Whether there is no such file.
    pub(crate) fn is_missing(&self) -> bool {
        self.0 == Errno::NOENT
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reason(&self.0.into()))
    }
}

impl std::error::Error for LedgerError {}

impl From<Errno> for LedgerError {
    fn from(errno: Errno) -> Self {
        Self(errno)
    }
}

impl Cursor {
    /// Opens a manifest. `known` says which functions are good, `format` what its lines look
    /// like if the first is not to tell.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(
        manifest: &Original,
        known: Known,
        format: Option<&'static Format>,
    ) -> Result<Self, LedgerError> {
        let groups = Groups {
            group: None,
            meta: None,
            text: Vec::new(),
            with_text: false,
            with_meta: true,
            files: 0,
            sorted: true,
        };
        Ok(Self {
            lines: Lines::new(manifest.open()?, known, format),
            groups,
            about: About::default(),
            ended: false,
        })
    }

    /// Has each group keep its lines.
    pub(crate) fn with_text(mut self) -> Self {
        self.groups.with_text = true;
        self
    }

    /// Has no group say what the system said of its file: not asking is faster.
    pub(crate) fn without_meta(mut self) -> Self {
        self.groups.with_meta = false;
        self
    }

    /// Whether each file came behind the one before in the order of a walk.
    pub(crate) fn is_sorted(&self) -> bool {
        self.groups.sorted
    }

    /// The format of the lines, as soon as one has told.
    pub(crate) fn format(&self) -> Option<&'static Format> {
        self.lines.format()
    }

    /// The next file. Two of one name come as two, unless their lines follow one another.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    pub(crate) fn next(&mut self) -> Result<Option<Group>, LedgerError> {
        while !self.ended {
            let line = self.lines.next().inspect_err(|_| self.ended = true)?;
            let Some(Line { text, said, .. }) = line else {
                self.ended = true;
                break;
            };
            match said {
                Said::Entry(listed) => {
                    if let Some(group) = self.groups.entry(listed, text) {
                        return Ok(Some(group));
                    }
                }
                // A comment; a line that lists a file is none, whatever it begins with.
                Said::Nothing if Meta::is_one(text) => self.groups.meta(text),
                other => self.about.line(text, other),
            }
        }
        Ok(self.groups.group.take())
    }

    /// Goes through all that is left, for what the manifest says of itself, for the order of
    /// its files and for their digests, with which it calls `found`. Says how many files there
    /// are, and, if that is to be `measured`, how many bytes, as far as it says those.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn survey(
        &mut self,
        measured: bool,
        mut found: impl FnMut(&[(Of, Digest)]),
    ) -> Result<(u64, Option<Total>), LedgerError> {
        if !measured {
            return Ok((self.look(found)?, None));
        }
        let mut sum = Sum::default();
        while let Some(group) = self.next()? {
            sum.add(&group);
            found(&group.digests);
        }
        Ok((sum.files, sum.total()))
    }

    /// Looks through all that is left in a fraction of that time. Calls `found` with the
    /// digests of each line that is not like the one before: of the same function, as far as
    /// lines say. Says how many files there are.
    ///
    /// # Errors
    ///
    /// The system's.
    fn look(&mut self, mut found: impl FnMut(&[(Of, Digest)])) -> Result<u64, LedgerError> {
        let mut last: Vec<u8> = Vec::new();
        while let Some(line) = self.lines.next_name()? {
            let listed;
            let name = match line {
                Skimmed::Alike(name) => name,
                Skimmed::Line(Line { said: Said::Entry(entry), .. }) => {
                    found(&entry.digests);
                    listed = entry;
                    &listed.name
                }
                Skimmed::Line(Line { text, said, .. }) => {
                    self.about.line(text, said);
                    continue;
                }
            };
            if self.groups.files > 0 && last == name {
                continue;
            }
            self.groups.sorted = self.groups.sorted
                && (self.groups.files == 0 || order::compare(&last, name) == Ordering::Less);
            self.groups.files += 1;
            last.clear();
            last.extend_from_slice(name);
        }
        Ok(self.groups.files)
    }
}

impl About {
    /// Takes a line that lists no file.
    fn line(&mut self, text: &[u8], said: Said) {
        match said {
            Said::Nothing if text.first() == Some(&b'#') => {
                if let Some(header) = Header::read(text) {
                    self.header = header;
                } else if let Some(needs) = Needs::read(text) {
                    self.needs = needs;
                }
            }
            Said::Malformed => self.malformed += 1,
            Said::Unsupported(tag) => {
                if self.unsupported.0 == 0 {
                    self.unsupported.1 = tag;
                }
                self.unsupported.0 += 1;
            }
            Said::Nothing | Said::Entry(_) => {}
        }
    }
}

impl Groups {
    fn meta(&mut self, line: &[u8]) {
        if !self.with_meta {
            return;
        }
        self.meta = Meta::read(line);
        self.text.clear();
        if self.meta.is_none() {
            return;
        }
        keep(&mut self.text, line, self.with_text);
    }

    /// Takes an entry. The file before it is complete if it has another name.
    fn entry(&mut self, listed: Listed, line: &[u8]) -> Option<Group> {
        if let Some(group) = self.group.as_mut().filter(|group| group.name == listed.name) {
            group.add(listed.digests, listed.size);
            keep(&mut group.text, line, self.with_text);
            return None;
        }
        let before = self.group.take();
        if let Some(before) = &before {
            self.sorted = self.sorted && order::compare(&before.name, &listed.name) == Ordering::Less;
        }
        let mut group = Group::new(listed, self.files);
        self.files += 1;
        group.meta = self.meta.take();
        group.text = std::mem::take(&mut self.text);
        keep(&mut group.text, line, self.with_text);
        self.group = Some(group);
        before
    }
}

/// Puts a line behind others, if they are wanted.
fn keep(text: &mut Vec<u8>, line: &[u8], with_text: bool) {
    if with_text {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
}
