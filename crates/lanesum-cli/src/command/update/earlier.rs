//! What runs that were interrupted have read.

use crate::ledger::{Cursor, Group, LedgerError};
use lanesum_files::format::Format;
use lanesum_files::manifest::Known;
use lanesum_files::manifest::Meta;
use lanesum_files::walk::order;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::ops::AddAssign;
use std::os::unix::fs::FileExt;

/// How many files a run has read, and how many bytes. Stands in its journal behind all that
/// is written at once: nobody has to read the journal for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

const BEGINNING: &str = "#@ ";

impl Mark {
    /// The line, with its end.
    pub(super) fn line(self) -> String {
        format!("{BEGINNING}{} {}\n", self.files, self.bytes)
    }

    /// Reads a line, without its end. None for one that is something else.
    fn read(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?.strip_prefix(BEGINNING)?;
        let (files, bytes) = line.split_once(' ')?;
        Some(Self { files: files.parse().ok()?, bytes: bytes.parse().ok()? })
    }

    /// The last of a journal of which so much is written at once. None where there is none.
    pub(super) fn last(journal: &File, at_once: usize) -> io::Result<Option<Self>> {
        let len = journal.metadata()?.len();
        // The last piece may have been cut off, and then the one before has a whole mark.
        let mut tail = vec![0; usize::try_from(len).unwrap_or(usize::MAX).min(2 * at_once)];
        let start = len - tail.len() as u64;
        journal.read_exact_at(&mut tail, start)?;
        let whole = tail.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        Ok(tail[..whole].rsplit(|&b| b == b'\n').find_map(Self::read))
    }
}

impl AddAssign for Mark {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

/// The journal of a run.
struct Run {
    cursor: Cursor,
    /// The file whose turn it is.
    next: Box<Group>,
    ended: bool,
}

/// The lines of runs that were interrupted.
#[derive(Default)]
pub(super) struct Earlier {
    runs: Vec<Run>,
    /// How much each says that it has read, added up: a file that several have read is in there
    /// as often.
    pub(super) mark: Mark,
    /// How many of them say something.
    pub(super) marked: u64,
}

impl Earlier {
    /// Adds the journal of a run that has read so much.
    pub(super) fn add(&mut self, journal: &OsStr, known: &Known, mark: Mark) -> Result<(), LedgerError> {
        let cursor = Cursor::open(&journal.to_owned().into(), known.clone(), Format::named("gnu"))?;
        let mut run = Run { cursor: cursor.with_text(), next: Box::default(), ended: false };
        run.ended = !run.cursor.next(&mut run.next)?;
        self.runs.push(run);
        self.mark += mark;
        self.marked += u64::from(mark != Mark::default());
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The lines of a file that is as it was when one of them read it.
    pub(super) fn find(&mut self, name: &[u8], meta: &Meta) -> Option<Vec<u8>> {
        let mut found = None;
        for Run { cursor, next, ended } in &mut self.runs {
            while !*ended && order::compare(&next.name, name) == Ordering::Less {
                // What cannot be read is read again where it is.
                *ended = !cursor.next(next).unwrap_or(false);
            }
            if !*ended && next.name == name && next.meta() == Some(*meta) {
                found = Some(next.text.clone());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn marks() {
        let mark = |files, bytes| Mark { files, bytes };
        let piece = "0a0b  name\n".repeat(5);
        let at_once = piece.len() + 20;
        for (text, expected) in [
            (String::new(), None),
            (piece.clone(), None),
            (format!("{piece}#@ 5 70\n"), Some(mark(5, 70))),
            (format!("{piece}#@ 5 70\n{piece}#@ 10 140\n"), Some(mark(10, 140))),
            // Cut off in a line, in a mark, and before its end.
            (format!("{piece}#@ 5 70\n{piece}0a0"), Some(mark(5, 70))),
            (format!("{piece}#@ 5 70\n{piece}#@ 10"), Some(mark(5, 70))),
            (format!("{piece}#@ 5 70\n{piece}#@ 10 14"), Some(mark(5, 70))),
            ("#@ 5 x\n#@  5\n#@ 5 -1\n".to_owned(), None),
        ] {
            let mut journal = tempfile::tempfile().unwrap();
            journal.write_all(text.as_bytes()).unwrap();
            assert_eq!(Mark::last(&journal, at_once).unwrap(), expected, "{text}");
        }
        assert_eq!(Mark::read(mark(1, u64::MAX).line().trim_end().as_bytes()), Some(mark(1, u64::MAX)));
    }
}
