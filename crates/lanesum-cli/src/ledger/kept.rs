//! A manifest, and how it is read, however often.

use super::cursor::{Cursor, LedgerError};
use lanesum_files::format::Format;
use lanesum_files::manifest::Known;
use lanesum_files::original::Original;
use std::ffi::OsStr;

/// What is known of a manifest before its files are read one by one.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) original: Original,
    /// Which functions are good in it.
    pub(crate) known: Known,
    /// The format, where its first line is not to tell.
    pub(crate) format: Option<&'static Format>,
    /// Whether its files are in the order of a walk.
    pub(crate) sorted: bool,
}

impl Kept {
    /// What it is called.
    pub(crate) fn name(&self) -> &OsStr {
        self.original.name()
    }

    /// Opens it at its beginning.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(&self) -> Result<Cursor, LedgerError> {
        Cursor::open(&self.original, self.known.clone(), self.format)
    }
}
