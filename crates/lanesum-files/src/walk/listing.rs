//! The names in one directory, sorted.
//!
//! They have to be read before the first is known. A directory may have more
//! of them than memory is to be spent on: the names are then written, sorted
//! run by sorted run, to a temporary file without a name, and the runs are
//! merged as the names are taken. So a directory is read once, whatever its
//! size; `n` names take time in proportion to `n log n`, a few MiB of memory, and
//! as many bytes of the file as they have, and 3 more each.

use crate::sorted::{Merge, Names, Runs};
use rustix::fd::AsFd;
use rustix::fs::{Dir, FileType};
use std::io;

/// How many bytes the listings of all directories that a walk is in should
/// keep together.
const ALL_KEPT: usize = 8 << 20;

/// How many bytes a listing may keep at least.
const MIN_KEPT: usize = 256 << 10;

/// The rest of the names in a directory.
pub(super) struct Listing(Rest);

enum Rest {
    Kept(Names),
    Spilled(Merge),
}

impl Listing {
    /// Of an open directory. The directories above it keep `held` bytes.
    ///
    /// # Errors
    ///
    /// Why the directory cannot be read to its end, or why its names cannot be
    /// written to a temporary file.
    pub(super) fn new(directory: impl AsFd, held: usize) -> io::Result<Self> {
        let kept = (ALL_KEPT.saturating_sub(held) / 2).max(MIN_KEPT);
        Self::keeping(directory, kept)
    }

    fn keeping(directory: impl AsFd, kept: usize) -> io::Result<Self> {
        let mut directory = Dir::read_from(directory)?;
        let mut names = Names::default();
        let mut runs = None;
        while let Some(found) = directory.read() {
            let found = found?;
            let name = found.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            names.push(name, found.file_type())?;
            if names.size() > kept {
                let runs = match &mut runs {
                    Some(runs) => runs,
                    none => none.insert(Runs::new().map_err(spilling)?),
                };
                runs.add(&mut names).map_err(spilling)?;
            }
        }
        match runs {
            None => {
                names.sort();
                Ok(Self(Rest::Kept(names)))
            }
            Some(mut runs) => {
                let merge = runs.add(&mut names).and_then(|()| runs.merge());
                merge.map(|merge| Self(Rest::Spilled(merge))).map_err(spilling)
            }
        }
    }

    /// How many bytes it keeps.
    pub(super) fn held(&self) -> usize {
        match &self.0 {
            Rest::Kept(names) => names.capacity(),
            Rest::Spilled(merge) => merge.resident(),
        }
    }

    /// Puts the next name behind `path`, which is that of the directory, and says
    /// of what kind it is, as far as the directory does. Each name comes once,
    /// though a directory that changes may have been read with one twice.
    pub(super) fn next(&mut self, path: &mut Vec<u8>) -> Option<FileType> {
        match &mut self.0 {
            Rest::Kept(names) => names.pop(path),
            Rest::Spilled(merge) => merge.next(path),
        }
    }
}

/// Says of an error that it is the temporary file's, not the directory's.
fn spilling(error: io::Error) -> io::Error {
    let reason = crate::reason(&error);
    let place = crate::name::shown(std::env::temp_dir().as_os_str());
    io::Error::new(error.kind(), format!("its names need a temporary file in {place}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    /// However little is kept, every name comes once, in order: from memory, from a
    /// merge of some runs, and from runs that are too many to be merged at once.
    #[test]
    fn all_names_in_order() {
        let directory = tempfile::tempdir().unwrap();
        let mut expected: Vec<String> =
            (0..1500u32).map(|i| format!("{:x}", i.wrapping_mul(2654435761))).collect();
        for name in &expected {
            File::create(directory.path().join(name)).unwrap();
        }
        expected.sort();
        for kept in [1, 100, 1000, 1 << 20] {
            let file = File::open(directory.path()).unwrap();
            let mut listing = Listing::keeping(&file, kept).unwrap();
            drop(file);
            assert_eq!(matches!(listing.0, Rest::Kept(_)), kept == 1 << 20);
            // By another thread, with a table of descriptors of its own.
            let names = std::thread::spawn(move || {
                crate::descriptors::Table::current().begin(true);
                let (mut names, mut path) = (Vec::new(), Vec::new());
                while let Some(kind) = listing.next(&mut path) {
                    assert_eq!(kind, FileType::RegularFile);
                    names.push(String::from_utf8(std::mem::take(&mut path)).unwrap());
                }
                names
            });
            assert!(names.join().unwrap() == expected, "keeping {kept} bytes");
        }
    }
}
