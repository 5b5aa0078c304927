//! A manifest as it is read: the file of its name, or a copy of that which was verified
//! before, and which nobody else can change.

use crate::records::Origin;
use rustix::fs::{FileType, fstat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
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

    /// The manifest of this name, to be read more than once: of a pipe, or standard input, a
    /// copy in a temporary file.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn again(name: OsString) -> io::Result<Self> {
        let from = match Origin::open(&name)? {
            Origin::File(file) => file,
            _ => crate::standard::stdin()?.try_clone_to_owned()?,
        };
        if name != "-" && FileType::from_raw_mode(fstat(&from)?.st_mode) == FileType::RegularFile {
            return Ok(name.into());
        }
        let mut copy = tempfile::tempfile()?;
        let mut buffer = vec![0; 64 << 10];
        loop {
            match rustix::io::read(&from, &mut *buffer) {
                Ok(0) => return Ok(Self::copied(name, copy)),
                Ok(n) => copy.write_all(&buffer[..n])?,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => crate::wait::readable(&from)?,
                Err(errno) => return Err(errno.into()),
            }
        }
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
