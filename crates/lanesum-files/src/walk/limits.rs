//! How far a walk goes, beside what it leaves out by name.

use super::exclude::Exclude;
use crate::status::FileId;
use std::sync::atomic::{AtomicU64, Ordering};

/// Limits of a walk. By default there are none.
#[derive(Debug, Default)]
pub struct Limits {
    /// Only files that match these, if there are any.
    pub include: Option<Exclude>,
    /// Only what is on the file system of the directory where the walk begins.
    pub one_file_system: bool,
    /// Nothing whose name begins with a dot.
    pub no_hidden: bool,
    /// No directory with a `CACHEDIR.TAG`.
    pub no_caches: bool,
    /// These directories are none of the tree.
    pub apart: Vec<FileId>,
    /// How many directories deep, the outermost one included.
    pub max_depth: Option<usize>,
    /// The name of files that say what to leave out of their directories, as `.gitignore`
    /// does.
    pub ignore_file: Option<String>,
}

/// What a walk has left out.
#[derive(Debug, Default)]
pub struct Skipped {
    /// By a pattern, a limit or a file that says so.
    pub excluded: AtomicU64,
    /// Symbolic links that were not followed.
    pub links: AtomicU64,
    /// Pipes, sockets and devices.
    pub special: AtomicU64,
    /// Directories with nothing in them.
    pub empty: AtomicU64,
}

impl Skipped {
    /// In words, what there is of it. None if nothing was left out.
    pub fn summary(&self) -> Option<String> {
        let counts = [
            (&self.links, "symbolic link", "symbolic links"),
            (&self.special, "special file", "special files"),
            (&self.empty, "empty directory", "empty directories"),
            (&self.excluded, "excluded", "excluded"),
        ];
        let counts = counts.map(|(count, one, many)| (count.load(Ordering::Relaxed), one, many));
        let words = counts.iter().filter(|(count, ..)| *count > 0);
        let words: Vec<_> = words
            .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// In words, how many links, pipes, sockets and devices there are. None if there is none.
    pub fn no_files(&self) -> Option<String> {
        match self.links.load(Ordering::Relaxed) + self.special.load(Ordering::Relaxed) {
            0 => None,
            1 => Some("1 symbolic link or special file".to_owned()),
            count => Some(format!("{count} symbolic links or special files")),
        }
    }

    pub(super) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}
