//! The files of manifests beside those of a tree.

use super::cursor::{Cursor, LedgerError};
use super::group::Group;
use super::sorted::Sorted;
use super::tree::Tree;
use lanesum_files::input::Input;
use lanesum_files::walk::WalkError;
use lanesum_files::walk::order;
use std::cmp::Ordering;
use std::io::ErrorKind;
use std::iter::Peekable;

/// What comes of both.
pub(crate) enum Merged {
    /// A file that is there, and that the manifest lists: [`Merge::group`] is what it says.
    Listed(Input),
    /// One that the manifest does not list.
    New(Input),
    /// One that is not there. [`Merge::group`] is what the manifest says of it.
    Missing,
    /// One that may be there: it is below a directory that could not be walked. [`Merge::group`]
    /// is what the manifest says of it.
    Unknown,
    /// What cannot be walked. With `true` the manifest lists a file of this name, and
    /// [`Merge::group`] is what it says.
    Lost(WalkError, bool),
}

/// The two, side by side.
pub(crate) struct Merge {
    tree: Peekable<Tree>,
    manifest: Option<Sorted>,
    /// What the manifest says of the file that came last, if it lists it.
    pub(crate) group: Box<Group>,
    /// What it says of the next one.
    next: Option<Box<Group>>,
    lost: Lost,
}

/// What could not be walked, as far as files of it may still come in the manifest. They come
/// next behind it, so one directory is enough.
#[derive(Default)]
struct Lost {
    directory: Option<Vec<u8>>,
    /// The working directory, which is no part of the names in it: they come in any place.
    here: bool,
}

impl Lost {
    /// Takes what a walk says.
    fn add(&mut self, error: &WalkError) {
        // What is not there, or no directory, has no files in it: they are missing.
        let is_known = matches!(error.error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
        if is_known || !error.lost {
            return;
        }
        match is_here(&error.name) {
            true => self.here = true,
            false => self.directory = Some(error.name.clone()),
        }
    }

    /// Whether a file may be in there.
    fn has(&self, name: &[u8]) -> bool {
        let name = order::key(name);
        let below = |directory: &Vec<u8>| {
            let directory = order::key(directory);
            // Only the root keeps its slash.
            let directory = directory.strip_suffix(b"/").unwrap_or(directory);
            name.strip_prefix(directory).is_some_and(|rest| rest.starts_with(b"/"))
        };
        let here = || !name.starts_with(b"/") && name != b".." && !name.starts_with(b"../");
        self.directory.as_ref().is_some_and(below) || self.here && here()
    }
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
        Ok(Self {
            tree: tree.peekable(),
            manifest,
            group: Box::default(),
            next: any.then_some(next),
            lost: Lost::default(),
        })
    }

    /// What comes next.
    ///
    /// # Errors
    ///
    /// The system's, where the manifest cannot be read to its end.
    pub(crate) fn next(&mut self) -> Result<Option<Merged>, LedgerError> {
        let order = match (self.tree.peek(), &self.next) {
            (None, None) => return Ok(None),
            // Files in it come before its name, too.
            (Some(Err(error)), _) if is_here(&error.name) => Ordering::Less,
            // In its place, as a file: what the manifest lists before it is missing, and what it lists
            // in it follows.
            (Some(found), Some(group)) => order::compare(name(found), &group.name),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        if order == Ordering::Less {
            return Ok(self.found(false));
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
            let known = !self.lost.has(&self.group.name);
            return Ok(Some(if known { Merged::Missing } else { Merged::Unknown }));
        }
        Ok(self.found(true))
    }

    /// What the tree has next, and whether the manifest lists it.
    fn found(&mut self, listed: bool) -> Option<Merged> {
        Some(match self.tree.next()? {
            Ok(input) if listed => Merged::Listed(input),
            Ok(input) => Merged::New(input),
            Err(error) => {
                self.lost.add(&error);
                Merged::Lost(error, listed)
            }
        })
    }
}

/// Whether this is the working directory.
fn is_here(name: &[u8]) -> bool {
    matches!(order::key(name), b"." | b"")
}

fn name(found: &Result<Input, WalkError>) -> &[u8] {
    match found {
        Ok(input) => &input.name,
        Err(error) => &error.name,
    }
}
