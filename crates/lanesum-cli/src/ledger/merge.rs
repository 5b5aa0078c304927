//! The files of manifests beside those of a tree.

use super::cursor::{Cursor, LedgerError};
use super::group::Group;
use super::order;
use super::sorted::Sorted;
use super::tree::Tree;
use lanesum_files::input::Input;
use lanesum_files::walk::WalkError;
use std::cmp::Ordering;
use std::iter::Peekable;

/// What comes of both.
pub(crate) enum Merged {
    /// A file that is there, and what the manifest says of it.
    Listed(Input, Group),
    /// One that the manifest does not list.
    New(Input),
    /// One that is not there.
    Missing(Group),
    /// What cannot be walked.
    Lost(WalkError),
}

/// The two, side by side.
pub(crate) struct Merge {
    tree: Peekable<Tree>,
    manifest: Option<Sorted>,
    next: Option<Group>,
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
        let next = match &mut manifest {
            Some(manifest) => manifest.next()?,
            None => None,
        };
        Ok(Self { tree: tree.peekable(), manifest, next })
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
        let Some(group) = self.next.take() else { return Ok(None) };
        self.next = match &mut self.manifest {
            Some(manifest) => manifest.next()?,
            None => None,
        };
        if order == Ordering::Greater {
            return Ok(Some(Merged::Missing(group)));
        }
        Ok(self.input().map(|input| Merged::Listed(input, group)))
    }

    fn input(&mut self) -> Option<Input> {
        self.tree.next().and_then(Result::ok)
    }
}
