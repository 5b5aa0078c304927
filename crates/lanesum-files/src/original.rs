//! A manifest as it is read: the file of its name, or a copy of that which was verified
//! before, and which nobody else can change.

use crate::records::Origin;
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::sync::Arc;

/// A manifest, and where its bytes are.
#[derive(Clone, Debug)]
pub struct Original {
    name: OsString,
    copy: Option<Arc<File>>,
}

impl Original {
    /// The manifest of this name, of which the bytes of `copy` are read, however often.
    pub fn copied(name: OsString, copy: File) -> Self {
        Self { name, copy: Some(Arc::new(copy)) }
    }

    /// What it is called; `-` is standard input.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// Opens it at its beginning.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn open(&self) -> Result<Origin, Errno> {
        match &self.copy {
            Some(copy) => Ok(Origin::Copy(copy.clone(), 0..u64::MAX)),
            None => Origin::open(&self.name),
        }
    }
}

impl From<OsString> for Original {
    fn from(name: OsString) -> Self {
        Self { name, copy: None }
    }
}
