//! The names in one directory, sorted.
//!
//! They have to be read before the first is known. A directory may have more
//! of them than memory is to be spent on: then it is read again and again, and
//! each time the smallest of the names that have not come yet are kept.

use rustix::fd::AsFd;
use rustix::fs::{Dir, FileType};
use rustix::io::Errno;

/// How many bytes the listings of all directories that a walk is in should
/// keep together.
const ALL_KEPT: usize = 8 << 20;

/// How many bytes a listing may keep at least.
const MIN_KEPT: usize = 256 << 10;

/// The rest of the names in a directory.
pub(super) struct Listing {
    /// The names that are kept, one behind the other.
    names: Vec<u8>,
    /// Where each of them is. The next one is last.
    entries: Vec<Entry>,
    /// Whether there are more names than are kept.
    more: bool,
    /// The last name that came, if there are more.
    last: Vec<u8>,
    /// How many bytes to keep.
    kept: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u16,
    kind: u8,
}

impl Entry {
    fn name(self, names: &[u8]) -> &[u8] {
        &names[self.start as usize..][..usize::from(self.len)]
    }

    fn kind(self) -> FileType {
        match self.kind {
            0 => FileType::Unknown,
            1 => FileType::RegularFile,
            2 => FileType::Directory,
            3 => FileType::Symlink,
            _ => FileType::Socket,
        }
    }
}

/// The kinds that matter, as a byte.
fn code(kind: FileType) -> u8 {
    match kind {
        FileType::Unknown => 0,
        FileType::RegularFile => 1,
        FileType::Directory => 2,
        FileType::Symlink => 3,
        _ => 4,
    }
}

impl Listing {
    /// Of an open directory. The directories above it keep `held` bytes.
    pub(super) fn new(directory: impl AsFd, held: usize) -> Result<Self, Errno> {
        let kept = (ALL_KEPT.saturating_sub(held) / 2).max(MIN_KEPT);
        Self::keeping(directory, kept)
    }

    fn keeping(directory: impl AsFd, kept: usize) -> Result<Self, Errno> {
        let mut listing =
            Self { names: Vec::new(), entries: Vec::new(), more: false, last: Vec::new(), kept };
        listing.fill(Dir::read_from(directory)?)?;
        Ok(listing)
    }

    /// How many bytes it keeps.
    pub(super) fn held(&self) -> usize {
        self.names.capacity() + self.entries.capacity() * size_of::<Entry>()
    }

    /// Puts the next name behind `path`, which is that of the directory, and says
    /// of what kind it is. The directory may have to be read `again`.
    pub(super) fn next(
        &mut self,
        path: &mut Vec<u8>,
        again: impl FnOnce(&[u8]) -> Result<Dir, Errno>,
    ) -> Option<Result<FileType, Errno>> {
        if self.entries.is_empty() {
            if !std::mem::take(&mut self.more) {
                return None;
            }
            if let Err(errno) = again(path).and_then(|directory| self.fill(directory)) {
                return Some(Err(errno));
            }
        }
        let entry = self.entries.pop()?;
        path.extend_from_slice(entry.name(&self.names));
        Some(Ok(entry.kind()))
    }

    /// Reads the directory and keeps the smallest names after the last one.
    fn fill(&mut self, mut directory: Dir) -> Result<(), Errno> {
        self.names.clear();
        // No name from here on can be kept: there are enough smaller ones.
        let mut end: Option<Vec<u8>> = None;
        while let Some(found) = directory.read() {
            let found = found?;
            let name = found.file_name().to_bytes();
            if matches!(name, b"." | b"..")
                || name <= &self.last[..]
                || end.as_ref().is_some_and(|end| name >= &end[..])
            {
                continue;
            }
            self.entries.push(Entry {
                start: u32::try_from(self.names.len()).map_err(|_| Errno::OVERFLOW)?,
                len: u16::try_from(name.len()).map_err(|_| Errno::NAMETOOLONG)?,
                kind: code(found.file_type()),
            });
            self.names.extend_from_slice(name);
            if self.size() > 2 * self.kept {
                end = Some(self.keep_smallest());
            }
        }
        self.sort();
        if end.is_some() {
            self.last = self.entries.first().map_or(Vec::new(), |entry| entry.name(&self.names).to_vec());
            self.more = true;
        }
        Ok(())
    }

    /// How many bytes the names take.
    fn size(&self) -> usize {
        self.names.len() + self.entries.len() * size_of::<Entry>()
    }

    /// Largest first.
    fn sort(&mut self) {
        let names = &self.names;
        self.entries.sort_unstable_by(|a, b| b.name(names).cmp(a.name(names)));
    }

    /// Drops the larger half of the names, and says the smallest of them.
    fn keep_smallest(&mut self) -> Vec<u8> {
        self.sort();
        let dropped = self.entries.len() / 2;
        let end = self.entries[dropped - 1].name(&self.names).to_vec();
        self.entries.drain(..dropped);
        let mut names = Vec::with_capacity(self.names.capacity());
        for entry in &mut self.entries {
            let name = entry.name(&self.names);
            let start = names.len() as u32;
            names.extend_from_slice(name);
            entry.start = start;
        }
        self.names = names;
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    /// However little is kept, every name comes once, in order.
    #[test]
    fn all_names_in_order() {
        let directory = tempfile::tempdir().unwrap();
        let mut expected: Vec<String> =
            (0..500u32).map(|i| format!("{:x}", i.wrapping_mul(2654435761))).collect();
        for name in &expected {
            File::create(directory.path().join(name)).unwrap();
        }
        expected.sort();
        for kept in [100, 1000, 1 << 20] {
            let file = File::open(directory.path()).unwrap();
            let mut listing = Listing::keeping(&file, kept).unwrap();
            let mut names = Vec::new();
            let mut path = Vec::new();
            while let Some(kind) = listing.next(&mut path, |_| Dir::read_from(&file)) {
                assert_eq!(kind.unwrap(), FileType::RegularFile);
                names.push(String::from_utf8(std::mem::take(&mut path)).unwrap());
            }
            assert_eq!(names, expected, "keeping {kept} bytes");
        }
    }
}
