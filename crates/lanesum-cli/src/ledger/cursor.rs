//! A manifest, file by file.

use super::group::Group;
use super::header::Header;
use super::meta::Meta;
use super::order;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Known, Parsed, Parser};
use lanesum_files::original::Original;
use lanesum_files::reason;
use lanesum_files::records::{Record, Records};
use rustix::io::Errno;
use std::cmp::Ordering;
use std::fmt;

/// Reads the files of a manifest one after the other.
pub(crate) struct Cursor {
    records: Records,
    parser: Parser<Known>,
    groups: Groups,
    /// What the manifest says of itself.
    pub(crate) header: Header,
    /// What its reader needs, beside it.
    pub(crate) needs: Needs,
    /// How many lines mean nothing.
    pub(crate) malformed: u64,
    ended: bool,
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
    /// Opens a manifest.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(manifest: &Original, known: Known) -> Result<Self, LedgerError> {
        let groups =
            Groups { group: None, meta: None, text: Vec::new(), with_text: false, files: 0, sorted: true };
        Ok(Self {
            records: Records::new(manifest.open()?, b'\n'),
            parser: Parser::new(known),
            groups,
            header: Header::default(),
            needs: Needs::default(),
            malformed: 0,
            ended: false,
        })
    }

    /// Has each group keep its lines.
    pub(crate) fn with_text(mut self) -> Self {
        self.groups.with_text = true;
        self
    }

    /// Whether each file came behind the one before in the order of a walk.
    pub(crate) fn is_sorted(&self) -> bool {
        self.groups.sorted
    }

    /// The next file. Two of one name come as two, unless their lines follow one another.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    pub(crate) fn next(&mut self) -> Result<Option<Group>, LedgerError> {
        while !self.ended {
            let line = match self.records.next(true).inspect_err(|_| self.ended = true)? {
                Record::Bytes(line) => line,
                Record::TooLong => {
                    self.malformed += 1;
                    continue;
                }
                Record::Later => continue,
                Record::End => {
                    self.ended = true;
                    break;
                }
            };
            if line.first() == Some(&b'#') {
                if let Some(meta) = Meta::read(line) {
                    self.groups.meta(meta, line);
                } else if let Some(header) = Header::read(line) {
                    self.header = header;
                } else if let Some(needs) = Needs::read(line) {
                    self.needs = needs;
                }
                continue;
            }
            match self.parser.line(line) {
                Parsed::Nothing => {}
                Parsed::Malformed => self.malformed += 1,
                Parsed::Entry(entry) => {
                    if let Some(group) = self.groups.entry(entry, line) {
                        return Ok(Some(group));
                    }
                }
            }
        }
        Ok(self.groups.group.take())
    }
}

impl Groups {
    fn meta(&mut self, meta: Meta, line: &[u8]) {
        self.meta = Some(meta);
        self.text.clear();
        keep(&mut self.text, line, self.with_text);
    }

    /// Takes an entry. The file before it is complete if it has another name.
    fn entry(
        &mut self,
        Entry { algorithm, digest, name }: Entry<lanesum_files::manifest::Of>,
        line: &[u8],
    ) -> Option<Group> {
        let before = match &mut self.group {
            Some(group) if group.name == name => {
                group.add(algorithm, digest);
                keep(&mut group.text, line, self.with_text);
                return None;
            }
            group => group.take(),
        };
        if let Some(before) = &before {
            self.sorted &= order::compare(&before.name, &name) == Ordering::Less;
        }
        let mut group = Group::new(name, algorithm, digest, self.files);
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
