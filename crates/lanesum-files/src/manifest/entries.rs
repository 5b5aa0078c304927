//! What a manifest lists, line by line and in any format, for programs that find the files
//! in their own way: [`Entries`] is an iterator of the files and of the lines that mean
//! nothing, [`Lines`] has each line as it is beside what it says.

use super::needs::Needs;
use super::{Alike, Known};
use crate::format::{AnyReader, Format, Listed, Said};
use crate::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::os::unix::fs::FileExt;

/// Reads a manifest line by line.
pub struct Lines {
    records: Records,
    reader: AnyReader,
    zero: bool,
    number: u64,
}

/// A line of a manifest.
#[derive(Debug)]
pub struct Line<'a> {
    /// Which one it is, from 1 on.
    pub number: u64,
    /// The line, without its end. Empty where it is [too long](Said::TooLong).
    pub text: &'a [u8],
    /// What it says.
    pub said: Said,
}

impl Lines {
    /// Reads what is at `origin`. `known` says which functions are good; `format` is that of
    /// all lines, and None where the first of them tells.
    pub fn new(origin: Origin, known: Known, format: Option<&'static Format>) -> Self {
        let reader = AnyReader::new(known, format);
        Self { records: Records::new(origin, b'\n'), reader, zero: false, number: 0 }
    }

    /// Reads lines of GNU and BSD that end in NUL, in which names are not escaped.
    pub fn zero(origin: Origin, known: Known) -> Self {
        let reader = AnyReader::new(known, None);
        Self { records: Records::new(origin, 0), reader, zero: true, number: 0 }
    }

    /// The format, as soon as a line has told.
    pub fn format(&self) -> Option<&'static Format> {
        self.reader.format()
    }

    /// The next line. None behind the last.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    #[expect(clippy::should_implement_trait, reason = "a line is lent until the next is asked for")]
    pub fn next(&mut self) -> Result<Option<Line<'_>>, Errno> {
        Ok(match self.skim(false)? {
            Some(Skimmed::Line(line)) => Some(line),
            Some(Skimmed::Alike(_)) | None => None,
        })
    }

    /// The lines that follow, in up to `most` parts of `least` bytes and more that can be read
    /// side by side, in their order; nothing is to be taken here any more. None where they
    /// cannot be. A line that `belongs` to the one behind it stands in its part.
    pub fn split(&self, most: usize, least: u64, belongs: fn(&[u8]) -> bool) -> Option<Vec<Self>> {
        /// In so many bytes a line ends, or the place is not split.
        const LOOK: usize = 16 << 10;
        let reader = || self.reader.go_on();
        let (file, all) = self.records.rest().filter(|_| !self.zero && reader().is_some())?;
        let len = all.end - all.start;
        let parts = most.min(usize::try_from(len / least.max(1)).unwrap_or(usize::MAX));
        let mut ends: Vec<u64> = Vec::new();
        let mut buffer = vec![0; LOOK];
        for part in 1..parts as u64 {
            let at = all.start + len / parts as u64 * part;
            // What is behind the end is another's, or was added meanwhile.
            let rest = usize::try_from(all.end - at).unwrap_or(usize::MAX);
            let n = file.read_at(&mut buffer, at).ok()?.min(rest);
            let mut lines = buffer[..n].split_inclusive(|&b| b == b'\n').filter(|line| line.ends_with(b"\n"));
            // What the first belongs to cannot be known, for it may not be whole.
            let (Some(first), Some(second)) = (lines.next(), lines.next()) else { continue };
            let end = at + first.len() as u64;
            ends.push(if belongs(second) { end } else { end + second.len() as u64 });
        }
        ends.push(all.end);
        ends.dedup();
        let starts = std::iter::once(all.start).chain(ends.iter().copied());
        let lines = |(start, &end): (u64, &u64)| {
            let records = Records::new(Origin::Copy(file.clone(), start..end), b'\n');
            Some(Self { records, reader: reader()?, zero: false, number: 0 })
        };
        starts.zip(&ends).map(lines).collect()
    }

    /// How many lines came.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line. None behind the last. Of most lines it says only where the digest and
    /// the name are.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    pub fn next_skimmed(&mut self) -> Result<Option<Skimmed<'_>>, Errno> {
        self.skim(true)
    }

    fn skim(&mut self, alike: bool) -> Result<Option<Skimmed<'_>>, Errno> {
        let (text, said) = match self.records.next(true)? {
            // Nothing is ever left for later where it may wait.
            Record::End | Record::Later => return Ok(None),
            Record::TooLong(first) => (&[][..], self.reader.too_long(first)),
            Record::Bytes(text) if self.zero => (text, self.reader.zero_line(text)),
            Record::Bytes(text) => {
                if alike && let Some(alike) = self.reader.alike(text) {
                    self.number += 1;
                    return Ok(Some(Skimmed::Alike(alike)));
                }
                (text, self.reader.line(text))
            }
        };
        self.number += 1;
        Ok(Some(Skimmed::Line(Line { number: self.number, text, said })))
    }
}

/// A line of a manifest, as far as it was read.
#[derive(Debug)]
pub enum Skimmed<'a> {
    /// It lists a file, in the manner of the last line that was read whole and named no
    /// function. [`Known::unnamed`] reads its digest.
    Alike(Alike<'a>),
    /// Any other.
    Line(Line<'a>),
}

/// An iterator of what a manifest lists, in the order of its lines.
///
/// ```
/// use lanesum_files::manifest::Known;
/// use lanesum_files::manifest::entries::Entries;
/// use lanesum_files::records::Origin;
///
/// let manifest = b"# two files\nd41d8cd98f00b204e9800998ecf8427e  a\nnonsense\n";
/// let entries = Entries::new(Origin::from(manifest.to_vec()), Known::default(), None);
/// let said: Vec<_> = entries.map(|entry| entry.map(|entry| (entry.line, entry.said.is_ok()))).collect();
/// assert_eq!(said, [Ok((2, true)), Ok((3, false))]);
/// ```
pub struct Entries(Lines);

/// What a line of a manifest says, if it says something.
#[derive(Debug)]
pub struct Entry {
    /// Which line it is, from 1 on.
    pub line: u64,
    /// The file, or why there is none.
    pub said: Result<Listed, Problem>,
}

/// Why a line lists no file, though it is neither empty nor a comment that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is not a line of the format, or longer than what is read of a line.
    #[error("improperly formatted checksum line")]
    Malformed,
    /// It names an algorithm that there is not.
    #[error("no such algorithm: {0}")]
    Unsupported(String),
    /// It says what must be given to check the digests, which is no problem for whoever
    /// gives it.
    #[error("its digests can be checked only with {}", .0.lacking(Needs::default()).join(" and "))]
    Needs(Needs),
}

impl Entries {
    /// What is listed at `origin`. `known` says which functions are good; `format` is that of
    /// all lines, and None where the first of them tells.
    pub fn new(origin: Origin, known: Known, format: Option<&'static Format>) -> Self {
        Self(Lines::new(origin, known, format))
    }

    /// What lines of GNU and BSD that end in NUL list.
    pub fn zero(origin: Origin, known: Known) -> Self {
        Self(Lines::zero(origin, known))
    }

    /// The format, as soon as a line has told.
    pub fn format(&self) -> Option<&'static Format> {
        self.0.format()
    }
}

impl Iterator for Entries {
    type Item = Result<Entry, Errno>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Line { number: line, text, said } = match self.0.next() {
                Err(errno) => return Some(Err(errno)),
                Ok(line) => line?,
            };
            let said = match said {
                Said::Entry(listed) => Ok(listed),
                Said::Malformed | Said::TooLong => Err(Problem::Malformed),
                Said::Unsupported(tag) => Err(Problem::Unsupported(tag)),
                Said::Nothing => match Needs::read(text) {
                    Some(needs) => Err(Problem::Needs(needs)),
                    None => continue,
                },
            };
            return Some(Ok(Entry { line, said }));
        }
    }
}
