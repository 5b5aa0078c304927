//! Remembers the directory of the last name.
//!
//! Names come in thousands from one directory, by a shell's `dir/*` or from
//! `find`. Looked up from that directory, and not by the whole path, each costs
//! the system about as little as in a walk.

use crate::input::{Directory, Input, Place};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

/// The directory of the last name.
#[derive(Default)]
pub struct Parent {
    /// Its path, with the slash behind it.
    path: Vec<u8>,
    /// From the second name in it on.
    directory: Option<Arc<Directory>>,
}

impl Parent {
    /// Has `input` looked up in its directory, if the last one was in the same.
    pub fn find(&mut self, input: &mut Input) {
        let (Place::Named, Some(slash)) = (&input.place, input.name.iter().rposition(|&b| b == b'/')) else {
            return;
        };
        let (path, last) = input.name.split_at(slash + 1);
        if last.is_empty() {
            return;
        }
        if path != self.path {
            self.path = path.to_vec();
            self.directory = None;
            return;
        }
        if self.directory.is_none() && !Directory::are_too_many() {
            let opened = Directory::open(Path::new(OsStr::from_bytes(path)));
            self.directory = opened.ok().map(Arc::new);
        }
        if let Some(directory) = &self.directory {
            input.place = Place::In(directory.clone(), slash + 1);
        }
    }
}
