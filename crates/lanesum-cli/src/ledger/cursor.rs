//! A manifest, file by file.

use super::group::Group;
use super::header::Header;
use super::meta::Meta;
use super::order;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Known, Parsed, Parser};
use lanesum_files::reason;
use lanesum_files::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fmt;

/// Reads the files of a manifest one after the other.
pub(crate) struct Cursor {
    records: Records,
    parser: Parser<Known>,
    /// The file whose lines may go on.
    group: Option<Group>,
    /// What was said before the line of a file.
    meta: Option<(Meta, Vec<u8>)>,
    /// How many files came.
    files: u64,
    /// What the manifest says of itself.
    pub(crate) header: Header,
    /// What its reader needs, beside it.
    pub(crate) needs: Needs,
    /// How many lines mean nothing.
    pub(crate) malformed: u64,
    /// Whether each file came behind the one before in the order of a walk.
    pub(crate) sorted: bool,
    ended: bool,
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
    pub(crate) fn open(name: &OsStr, known: Known) -> Result<Self, LedgerError> {
        Ok(Self {
            records: Records::new(Origin::open(name)?, b'\n'),
            parser: Parser::new(known),
            group: None,
            meta: None,
            files: 0,
            header: Header::default(),
            needs: Needs::default(),
            malformed: 0,
            sorted: true,
            ended: false,
        })
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
            if let Some(meta) = Meta::read(line) {
                self.meta = Some((meta, [line, b"\n"].concat()));
                continue;
            }
            if let Some(header) = Header::read(line) {
                self.header = header;
                continue;
            }
            if let Some(needs) = Needs::read(line) {
                self.needs = needs;
                continue;
            }
            let text = [line, b"\n"].concat();
            match self.parser.line(line) {
                Parsed::Nothing => {}
                Parsed::Malformed => self.malformed += 1,
                Parsed::Entry(entry) => {
                    if let Some(group) = self.entry(entry, &text) {
                        return Ok(Some(group));
                    }
                }
            }
        }
        Ok(self.group.take())
    }

    /// Takes an entry. The file before it is complete if it has another name.
    fn entry(
        &mut self,
        Entry { algorithm, digest, name }: Entry<lanesum_files::manifest::Of>,
        text: &[u8],
    ) -> Option<Group> {
        let before = match &mut self.group {
            Some(group) if group.name == name => {
                group.add(algorithm, digest);
                group.text.extend_from_slice(text);
                return None;
            }
            group => group.take(),
        };
        if let Some(before) = &before {
            self.sorted &= order::compare(&before.name, &name) == Ordering::Less;
        }
        let mut group = Group::new(name, algorithm, digest, self.files);
        self.files += 1;
        if let Some((meta, line)) = self.meta.take() {
            group.meta = Some(meta);
            group.text = line;
        }
        group.text.extend_from_slice(text);
        self.group = Some(group);
        before
    }
}
