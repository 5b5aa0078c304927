//! The files of a manifest in the order of a walk, whatever their order is in it.

use super::cursor::{Cursor, LedgerError};
use super::group::Group;
use super::order;
use std::cmp::Ordering;
use std::vec;

/// A manifest as it is, or one that was sorted in memory, because it was not.
pub(super) enum Sorted {
    Cursor(Box<Cursor>),
    Memory(vec::IntoIter<Group>),
}

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
        let mut groups: Vec<Group> = Vec::new();
        let mut group = Group::default();
        while cursor.next(&mut group)? {
            groups.push(std::mem::take(&mut group));
        }
        groups.sort_by(|a, b| order::compare(&a.name, &b.name));
        groups.dedup_by(|later, first| {
            let same = order::compare(&later.name, &first.name) == Ordering::Equal;
            if same {
                first.append(std::mem::take(later));
            }
            same
        });
        Ok(Self::Memory(groups.into_iter()))
    }

    /// Puts the next file into `group`. Says whether there was one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn next(&mut self, group: &mut Group) -> Result<bool, LedgerError> {
        match self {
            Self::Cursor(cursor) => cursor.next(group),
            Self::Memory(groups) => {
                let next = groups.next();
                let any = next.is_some();
                *group = next.unwrap_or_default();
                Ok(any)
            }
        }
    }
}
