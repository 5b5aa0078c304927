//! Signing what is about to take its place.

use super::{Kind, minisign, ssh};
use crate::message;
use crate::output::{Output, Sync};
use anyhow::{Context, Result, anyhow};
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

/// A key to sign with.
#[derive(Debug)]
pub(crate) struct Signer {
    key: PathBuf,
    kind: Kind,
}

/// A signature that has not its place yet.
pub(crate) struct Pending {
    from: PathBuf,
    to: PathBuf,
}

impl Signer {
    /// Signs with the key in this file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub(super) fn new(key: &Path) -> Result<Self> {
        let mut begin = Vec::new();
        let read = File::open(key).and_then(|file| file.take(256).read_to_end(&mut begin));
        read.map_err(|error| anyhow!("{}: {}", message::shown(key.as_os_str()), message::reason(&error)))?;
        let kind = if begin.starts_with(minisign::BEGINNING) { Kind::Minisign } else { Kind::Ssh };
        Ok(Self { key: key.to_owned(), kind })
    }

    /// Signs a manifest that is complete, but not in its place, and puts the signature
    /// beside it, under the name that it has until then.
    ///
    /// # Errors
    ///
    /// Where it cannot be signed, or the signature not be written.
    pub(crate) fn sign(&self, mut file: &File, manifest: &Path) -> Result<Pending> {
        let name = manifest.as_os_str();
        let mut sign = || {
            file.rewind()?;
            match self.kind {
                Kind::Ssh => ssh::sign(&self.key, file),
                Kind::Minisign => minisign::sign(&self.key, file, manifest),
            }
        };
        let signature = sign().with_context(|| format!("{}: not signed", message::shown(name)))?;
        let (from, to) = (self.kind.before(name), self.kind.beside(name));
        let mut output = Output::file(&from, Sync::Always)?;
        output.write(&signature)?;
        output.finish()?;
        Ok(Pending { from, to })
    }
}

impl Pending {
    /// Gives the signature its name, once the manifest has its own.
    ///
    /// # Errors
    ///
    /// The system's. The signature is good under the name that it has, too.
    pub(crate) fn finish(self) -> Result<()> {
        fs::rename(&self.from, &self.to)
            .map_err(|error| anyhow!("{}: {}", message::shown(self.to.as_os_str()), message::reason(&error)))
    }
}
