//! How much a manifest lists.

use crate::progress::Total;

/// Its files and their bytes.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) files: u64,
    /// Of those files of which it says it.
    pub(super) bytes: u64,
    /// Whether it does not say of some files how many bytes they have.
    lacks: bool,
}

impl Sum {
    /// Adds a file of so many bytes, if it says that.
    pub(super) fn add(&mut self, len: Option<u64>) {
        self.files += 1;
        match len {
            Some(len) => self.bytes = self.bytes.saturating_add(len),
            None => self.lacks = true,
        }
    }

    /// All of it, as far as a manifest says it of every file.
    pub(super) fn total(&self) -> Option<Total> {
        (!self.lacks).then_some(Total { files: self.files, bytes: self.bytes, grows: false })
    }
}
