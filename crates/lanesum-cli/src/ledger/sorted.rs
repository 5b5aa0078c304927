//! The files of a manifest in the order of a walk, whatever their order is in it, in memory
//! that does not grow with them.

use super::cursor::{Cursor, LedgerError};
use super::group::Group;
use super::packed::Packer;
use lanesum_files::sorted::{self, Sorter};
use lanesum_files::walk::order;
use std::cmp::Ordering;
use std::io;
use std::iter::Peekable;
use std::vec;

/// A manifest as it is, or one that was sorted, because it was not.
pub(super) enum Sorted {
    Cursor(Box<Cursor>),
    Spilled(Box<Spilled>),
}

/// Files that were sorted, beyond some number of them in a temporary file.
pub(super) struct Spilled {
    packer: Packer,
    packed: sorted::Sorted,
    /// The few that have too long names for that.
    long: Peekable<vec::IntoIter<Group>>,
    /// What was taken of the packed ones, and has its turn later.
    ahead: Option<Group>,
    /// The file whose lines come next.
    next: Option<Group>,
}

/// No packed file is longer.
const LONGEST: usize = u16::MAX as usize;

impl Sorted {
    /// A manifest that is sorted, or that it sorts.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn open(mut cursor: Cursor, is_sorted: bool) -> Result<Self, LedgerError> {
        if is_sorted {
            return Ok(Self::Cursor(Box::new(cursor)));
        }
        let (mut packer, mut sorter, mut long) = (Packer::default(), Sorter::default(), Vec::new());
        let mut group = Box::<Group>::default();
        while cursor.next(&mut group)? {
            let packed = packer.pack(&group);
            if packed.len() > LONGEST {
                long.push(std::mem::take(&mut *group));
            } else {
                sorter.add(&packed).map_err(spilling)?;
            }
        }
        long.sort_by(|a: &Group, b| order::compare(&a.name, &b.name));
        let (packed, long) = (sorter.sorted().map_err(spilling)?, long.into_iter().peekable());
        let mut spilled = Spilled { packer, packed, long, ahead: None, next: None };
        spilled.next = spilled.take();
        Ok(Self::Spilled(Box::new(spilled)))
    }

    /// Puts the next file into `group`. Says whether there was one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn next(&mut self, group: &mut Box<Group>) -> Result<bool, LedgerError> {
        match self {
            Self::Cursor(cursor) => cursor.next(group),
            Self::Spilled(spilled) => Ok(spilled.next(group)),
        }
    }
}

impl Spilled {
    /// Lines of one file that stood apart are together here.
    fn next(&mut self, group: &mut Group) -> bool {
        let Some(next) = self.next.take() else { return false };
        *group = next;
        while let Some(next) = self.take() {
            if order::compare(&next.name, &group.name) == Ordering::Equal {
                group.append(next);
            } else {
                self.next = Some(next);
                break;
            }
        }
        true
    }

    /// The next lines.
    fn take(&mut self) -> Option<Group> {
        let ahead = match self.ahead.take() {
            None => self.packed.next().map(|packed| self.packer.unpack(&packed)),
            ahead => ahead,
        };
        let rank = |a: &Group, b: &Group| order::compare(&a.name, &b.name).then(a.index.cmp(&b.index));
        match (ahead, self.long.peek()) {
            (Some(ahead), Some(long)) if rank(long, &ahead) == Ordering::Less => {
                self.ahead = Some(ahead);
                self.long.next()
            }
            (None, _) => self.long.next(),
            (ahead, _) => ahead,
        }
    }
}

/// Says of an error that it is the temporary file's, not the manifest's.
pub(crate) fn spilling(error: io::Error) -> LedgerError {
    let place = crate::message::shown(std::env::temp_dir().as_os_str());
    let reason = crate::message::reason(&error);
    io::Error::new(error.kind(), format!("sorting it needs a temporary file in {place}: {reason}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum_files::manifest::Known;
    use lanesum_files::original::Original;
    use std::fmt::Write as _;
    use std::io::Write;

    /// More lines than are kept in memory, upside down, some of a file apart, and a name that is
    /// longer than a packed file may be.
    #[test]
    fn sorts() {
        const FILES: u32 = 60_000;
        let name = |i: u32| match i {
            5 => format!("d0/{}", "long/".repeat(20_000)),
            _ => format!("d{}/{i:06}", i % 10),
        };
        let mut text = String::new();
        for i in (0..FILES).rev() {
            writeln!(text, "{i:064x}  {}", name(i)).unwrap();
        }
        for i in (0..FILES).step_by(100) {
            writeln!(text, "{i:032x}  ./{}", name(i)).unwrap();
        }
        let mut manifest = tempfile::tempfile().unwrap();
        manifest.write_all(text.as_bytes()).unwrap();
        let manifest = Original::copied("M".into(), manifest);
        let cursor = Cursor::open(&manifest, Known::default(), None).unwrap();
        let mut sorted = Sorted::open(cursor, false).unwrap();
        let (mut group, mut last, mut count) = (Box::<Group>::default(), Vec::new(), 0);
        while sorted.next(&mut group).unwrap() {
            assert!(count == 0 || order::compare(&last, &group.name) == Ordering::Less);
            let i = FILES - 1 - u32::try_from(group.index).unwrap();
            assert_eq!(group.name, name(i).as_bytes());
            assert_eq!(group.digests.len(), if i.is_multiple_of(100) { 2 } else { 1 });
            last.clone_from(&group.name);
            count += 1;
        }
        assert_eq!(count, FILES);
    }
}
