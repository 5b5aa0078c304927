//! The trees that a run has written, or is about to remove, until its manifest is in its
//! place and they are gone.
//!
//! A process can be killed at any moment: with its manifest not written it leaves trees that
//! no manifest leads to, with its manifest written those of files that left it. So each is
//! noted here, in hexadecimal and a line each, before it has its name and before the manifest
//! has; the next run removes those that the manifest does not list then.

use lanesum::Digest;
use lanesum::blake3::Hash;
use lanesum_files::status::{FileId, Status};
use rustix::fs::fstat;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

/// The file in which they are noted.
#[derive(Debug)]
pub(crate) struct Pending {
    file: File,
    path: PathBuf,
}

impl Pending {
    /// The file at a path, where an earlier run may have left one.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn open(path: PathBuf) -> io::Result<Self> {
        let file = File::options().read(true).append(true).create(true).open(&path)?;
        Ok(Self { file, path })
    }

    /// The file itself, which no manifest lists.
    pub(super) fn id(&self) -> io::Result<FileId> {
        Ok(Status::from(fstat(&self.file)?).id)
    }

    /// Notes a tree. Any thread may.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn add(&self, hash: &Hash) -> io::Result<()> {
        (&self.file).write_all(format!("{}\n", hash.to_hex()).as_bytes())
    }

    /// Calls `found` with all that an earlier run has noted. A line that is cut off is of a
    /// tree that did not get its name.
    ///
    /// # Errors
    ///
    /// The system's, and those of `found`.
    pub(super) fn earlier(&self, mut found: impl FnMut(&Digest) -> io::Result<()>) -> io::Result<()> {
        let mut lines = BufReader::new(File::open(&self.path)?);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            if let Some(digest) = line.strip_suffix(b"\n").and_then(lanesum_files::manifest::hex) {
                found(&digest)?;
            }
            line.clear();
        }
        Ok(())
    }

    /// Brings it to the disk.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Nothing of it is needed any more.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn clear(&self) -> io::Result<()> {
        self.file.set_len(0)
    }
}

impl Drop for Pending {
    /// Leaves it for the next run, if anything is noted.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            // What stays is looked at again, and leads to nothing.
            fs::remove_file(&self.path).unwrap_or(());
        }
    }
}
