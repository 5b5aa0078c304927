//! Removing the trees of files that left their manifest, or are other ones now.
//!
//! Only what an update wrote is removed: a file under the name that a digest of the old
//! manifest leads to, and of just the length that the size at its beginning asks for. A tree
//! whose digest the new manifest still has stays, whichever file that is of; so does every
//! tree that the old manifest did not list, which may be another manifest's.

use super::{Outboards, hash};
use lanesum::Digest;
use lanesum::blake3::Hash;
use lanesum_files::sorted::Sorter;
use std::fs::{self, File};
use std::io;
use std::sync::Arc;

/// Bytes of a digest with a tree.
const LEN: usize = 32;

/// The trees that may have to go.
pub(crate) struct Prune {
    outboards: Arc<Outboards>,
    /// Digests: those that are gone have a 0 behind them, those that are listed a 1.
    digests: Sorter,
    any: bool,
}

impl Prune {
    pub(crate) fn new(outboards: Arc<Outboards>) -> Self {
        Self { outboards, digests: Sorter::default(), any: false }
    }

    /// Told what the old manifest has of a file that is gone or another one.
    ///
    /// # Errors
    ///
    /// Where there is no room for a temporary file.
    pub(crate) fn gone<'d>(&mut self, digests: impl IntoIterator<Item = &'d Digest>) -> io::Result<()> {
        for digest in digests {
            if hash(digest.as_bytes()).is_some_and(|hash| self.outboards.is_tree(&hash)) {
                self.any = true;
                self.digests.add(&[digest.as_bytes(), &[0]].concat())?;
            }
        }
        Ok(())
    }

    /// Whether any tree may have to go.
    pub(crate) fn is_needed(&self) -> bool {
        self.any
    }

    /// Told what the new manifest has.
    ///
    /// # Errors
    ///
    /// Where there is no room for a temporary file.
    pub(crate) fn listed(&mut self, digest: &Digest) -> io::Result<()> {
        match digest.as_bytes().len() {
            LEN => self.digests.add(&[digest.as_bytes(), &[1]].concat()),
            _ => Ok(()),
        }
    }

    /// Removes the trees that are gone and not listed. Says how many.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn finish(self) -> io::Result<u64> {
        let mut removed = 0;
        let mut digests = self.digests.sorted()?.peekable();
        while let Some(record) = digests.next() {
            let (digest, kind) = record.split_at(LEN);
            let stays = kind != [0] || digests.peek().is_some_and(|next| next.starts_with(digest));
            let Some(hash) = hash(digest).filter(|_| !stays) else { continue };
            // Another update may have been here, or it is another file by now.
            if self.outboards.is_tree(&hash) {
                fs::remove_file(self.outboards.place(&hash))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

impl Outboards {
    /// Whether there is a file at the place of a tree that looks like one.
    fn is_tree(&self, hash: &Hash) -> bool {
        let place = self.place(hash);
        let looks_so = || -> io::Result<bool> {
            Ok(fs::symlink_metadata(&place)?.is_file() && self.len_of(&File::open(&place)?)?.is_some())
        };
        looks_so().unwrap_or(false)
    }
}
