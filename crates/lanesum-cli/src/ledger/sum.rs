//! How much a manifest lists.

use crate::progress::Total;

/// Its files and their bytes.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) files: u64,
    /// Of those files of which it says it.
    bytes: u64,
    /// How many files there are of which it does not.
    lacking: u64,
}

impl Sum {
    /// Adds a file of so many bytes, if it says that.
    pub(super) fn add(&mut self, len: Option<u64>) {
        self.append(&Self::of(len));
    }

    /// Takes a file back.
    pub(super) fn subtract(&mut self, len: Option<u64>) {
        let Self { files, bytes, lacking } = Self::of(len);
        self.files -= files;
        self.bytes = self.bytes.wrapping_sub(bytes);
        self.lacking = self.lacking.wrapping_sub(lacking);
    }

    /// Adds the files of another part.
    pub(super) fn append(&mut self, other: &Self) {
        self.files += other.files;
        // Wrapped, for a manifest may say anything, and what is added may be taken back.
        self.bytes = self.bytes.wrapping_add(other.bytes);
        self.lacking = self.lacking.wrapping_add(other.lacking);
    }

    fn of(len: Option<u64>) -> Self {
        Self { files: 1, bytes: len.unwrap_or(0), lacking: u64::from(len.is_none()) }
    }

    /// All of it, as far as a manifest says it of every file.
    pub(super) fn total(&self) -> Option<Total> {
        (self.lacking == 0).then_some(Total { files: self.files, bytes: self.bytes, grows: false })
    }
}
