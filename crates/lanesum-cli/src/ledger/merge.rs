//! The files of manifests beside those of a tree.

use super::cursor::{Cursor, LedgerError};
use super::group::Group;
use super::sorted::Sorted;
use super::tree::Tree;
use lanesum_files::input::Input;
use lanesum_files::walk::WalkError;
use lanesum_files::walk::order;
use std::cmp::Ordering;
use std::iter::Peekable;

/// What comes of both.
pub(crate) enum Merged {
    /// A file that is there, and that the manifest lists: [`Merge::group`] is what it says.
    Listed(Input),
    /// One that the manifest does not list.
    New(Input),
    /// One that is not there. [`Merge::group`] is what the manifest says of it.
    Missing,
    /// What cannot be walked.
    Lost(WalkError),
}

/// The two, side by side.
pub(crate) struct Merge {
    tree: Peekable<Tree>,
    manifest: Option<Sorted>,
    /// What the manifest says of the file that came last, if it lists it.
    pub(crate) group: Box<Group>,
    /// What it says of the next one.
    next: Option<Box<Group>>,
}

impl Merge {
    /// Of a tree and a manifest, if there is one, with whether that is sorted.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn new(tree: Tree, manifest: Option<(Cursor, bool)>) -> Result<Self, LedgerError> {
        let mut manifest = match manifest {
            Some((cursor, is_sorted)) => Some(Sorted::open(cursor, is_sorted)?),
            None => None,
        };
        let mut next = Box::default();
        let any = manifest.as_mut().map_or(Ok(false), |manifest| manifest.next(&mut next))?;
        Ok(Self { tree: tree.peekable(), manifest, group: Box::default(), next: any.then_some(next) })
    }

    /// What comes next.
    ///
    /// # Errors
    ///
    /// The system's, where the manifest cannot be read to its end.
    pub(crate) fn next(&mut self) -> Result<Option<Merged>, LedgerError> {
        let order = match (self.tree.peek(), &self.next) {
            (None, None) => return Ok(None),
            (Some(Err(_)), _) => {
                let lost = self.tree.next().and_then(Result::err);
                return Ok(lost.map(Merged::Lost));
            }
            (Some(Ok(input)), Some(group)) => order::compare(&input.name, &group.name),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        if order == Ordering::Less {
            return Ok(self.input().map(Merged::New));
        }
        if let Some(next) = &mut self.next {
            std::mem::swap(&mut self.group, next);
            // The memory of the one before is that of the next.
            let any = self.manifest.as_mut().map_or(Ok(false), |manifest| manifest.next(next));
            if !matches!(any, Ok(true)) {
                self.next = None;
            }
            any?;
        }
        if order == Ordering::Greater {
            return Ok(Some(Merged::Missing));
        }
        Ok(self.input().map(Merged::Listed))
    }

    fn input(&mut self) -> Option<Input> {
        self.tree.next().and_then(Result::ok)
    }
}
