//! Removing the trees of files that left their manifest, or are other ones now.
//!
//! Only what an update wrote is removed: a file under the name that a digest of the old
//! manifest leads to, and of just the length that the size at its beginning asks for. A tree
//! whose digest the new manifest still has stays, whichever file that is of; so does every
//! tree that the old manifest did not list, which may be another manifest's, unless a run that
//! was killed has noted that it wrote it, or was to remove it.

use super::pending::Pending;
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
    /// Begins with what a run that was killed has noted.
    ///
    /// # Errors
    ///
    /// The system's, also where there is no room for a temporary file.
    pub(crate) fn new(outboards: Arc<Outboards>) -> io::Result<Self> {
        let mut prune = Self { outboards, digests: Sorter::default(), any: false };
        if let Some(pending) = &prune.outboards.clone().pending {
            pending.earlier(|digest| prune.may_go(digest).map(drop))?;
        }
        Ok(prune)
    }

    /// Told what the old manifest has of a file that is gone or another one.
    ///
    /// # Errors
    ///
    /// Where there is no room for a temporary file, or for a note.
    pub(crate) fn gone<'d>(&mut self, digests: impl IntoIterator<Item = &'d Digest>) -> io::Result<()> {
        for digest in digests {
            let Some(hash) = self.may_go(digest)? else { continue };
            if let Some(pending) = &self.outboards.pending {
                pending.add(&hash)?;
            }
        }
        Ok(())
    }

    /// Takes a digest whose tree may have to go, and says which it is, if there is one.
    fn may_go(&mut self, digest: &Digest) -> io::Result<Option<Hash>> {
        let hash = hash(digest.as_bytes()).filter(|hash| self.outboards.is_tree(hash));
        if hash.is_some() {
            self.any = true;
            self.digests.add(&[digest.as_bytes(), &[0]].concat())?;
        }
        Ok(hash)
    }

    /// The new manifest is about to take its place: from then on nothing but the notes says
    /// which trees have to go.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn before_manifest(&self) -> io::Result<()> {
        self.outboards.pending.as_ref().filter(|_| self.any).map_or(Ok(()), Pending::sync)
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
        let pending = &self.outboards.pending;
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
        pending.as_ref().map_or(Ok(()), Pending::clear)?;
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
