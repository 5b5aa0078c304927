//! How much a manifest lists.

use super::group::Group;
use crate::progress::Total;

/// Its files and their bytes.
#[derive(Default)]
pub(crate) struct Sum {
    pub(crate) files: u64,
    /// Of those files of which it says it.
    pub(crate) bytes: u64,
    /// Whether it does not say of some files how many bytes they have.
    lacks: bool,
}

impl Sum {
    /// Adds a file.
    pub(crate) fn add(&mut self, group: &Group) {
        self.files += 1;
        match group.meta {
            Some(meta) => self.bytes = self.bytes.saturating_add(meta.len),
            None => self.lacks = true,
        }
    }

    /// All of it, as far as a manifest says it of every file.
    pub(crate) fn total(&self) -> Option<Total> {
        (!self.lacks).then_some(Total { files: self.files, bytes: self.bytes, grows: false })
    }
}
