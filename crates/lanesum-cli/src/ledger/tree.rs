//! All files below some paths, in the order of a walk.

use lanesum_files::input::Input;
use lanesum_files::status::Kind;
use lanesum_files::walk::order;
use lanesum_files::walk::{Rules, Walk, WalkError};
use rustix::io::Errno;
use std::cmp::Ordering;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;
use std::vec;

/// The files, path by path.
pub(crate) struct Tree {
    paths: vec::IntoIter<OsString>,
    rules: Arc<Rules>,
    walk: Option<Walk>,
}

impl Tree {
    /// Below the paths: each once, though one is named twice, or is in another.
    pub(crate) fn new(mut paths: Vec<OsString>, rules: Arc<Rules>) -> Self {
        let tidy = |path: &OsString| {
            let bytes = path.as_bytes();
            let end = bytes.iter().rposition(|&b| b != b'/').map_or(bytes.len().min(1), |last| last + 1);
            OsString::from_vec(bytes[..end].to_vec())
        };
        paths = paths.iter().map(tidy).collect();
        paths.sort_by(|a, b| order::compare(a.as_bytes(), b.as_bytes()));
        let all = paths.iter().any(|path| path == ".");
        paths.dedup_by(|later, first| {
            let (later, first) = (order::key(later.as_bytes()), order::key(first.as_bytes()));
            order::compare(later, first) == Ordering::Equal
                || later.strip_prefix(first).is_some_and(|rest| rest.starts_with(b"/"))
        });
        if all {
            paths.retain(|path| {
                path == "." || path.as_bytes().starts_with(b"/") || path.as_bytes().starts_with(b"..")
            });
        }
        Self { paths: paths.into_iter(), rules, walk: None }
    }

    /// The paths that are not there, or that the system says nothing of, and why.
    pub(crate) fn lost(&self) -> Vec<WalkError> {
        let paths = self.paths.as_slice().iter();
        paths.filter_map(|path| Some(lost(path.clone(), Input::operand(path).ask().err()?))).collect()
    }

    /// How many bytes each file has, if that can be known before it is read.
    pub(crate) fn sizes(self) -> impl Iterator<Item = Option<u64>> {
        self.map(|input| input.map_or(Some(0), |input| input.size()))
    }
}

impl Iterator for Tree {
    type Item = Result<Input, WalkError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next() {
                    Some(item) => return Some(item),
                    None => self.walk = None,
                }
            }
            let path = self.paths.next()?;
            let input = Input::operand(&path);
            match input.ask() {
                Ok(status) if status.kind == Kind::Directory => {
                    self.walk = Some(Walk::new(path.into_vec(), self.rules.clone()));
                }
                Ok(_) => return Some(Ok(input)),
                Err(errno) => return Some(Err(lost(path, errno))),
            }
        }
    }
}

fn lost(path: OsString, errno: Errno) -> WalkError {
    WalkError { name: path.into_vec(), error: errno.into(), lost: true }
}
