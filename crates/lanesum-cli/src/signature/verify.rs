//! Whose signatures are good, and manifests that have one.

use super::{Kind, minisign, ssh};
use crate::message;
use anyhow::{Result, anyhow};
use lanesum_files::original::Original;
use minisign_verify::PublicKey;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Whose signatures are good.
pub(crate) struct Signers {
    keys: Keys,
    signer: Option<String>,
}

enum Keys {
    /// An allowed_signers file.
    Ssh(PathBuf),
    Minisign(Box<PublicKey>),
}

impl Signers {
    /// Those in a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, or that it names nobody who could be `signer`.
    pub(super) fn read(path: &Path, signer: Option<&str>) -> Result<Self> {
        let about = |what: &dyn std::fmt::Display| anyhow!("{}: {what}", message::shown(path.as_os_str()));
        let bytes = fs::read(path).map_err(|error| about(&message::reason(&error)))?;
        let keys = match std::str::from_utf8(&bytes).ok().and_then(minisign::public_key) {
            // It is one key, without a name.
            Some(_) if signer.is_some() => {
                return Err(about(
                    &"--signer is for allowed signers of ssh-keygen's: a key of minisign's has no name",
                ));
            }
            Some(key) => Keys::Minisign(Box::new(key.map_err(|error| about(&error))?)),
            None => Keys::Ssh(path.to_owned()),
        };
        Ok(Self { keys, signer: signer.map(str::to_owned) })
    }

    fn kind(&self) -> Kind {
        match self.keys {
            Keys::Ssh(_) => Kind::Ssh,
            Keys::Minisign(_) => Kind::Minisign,
        }
    }

    /// A copy of a manifest, after its signature was verified: whoever reads the copy reads
    /// what was signed. Says so, unless it is to be `quiet`.
    ///
    /// # Errors
    ///
    /// Where there is no good signature, with the reason.
    pub(crate) fn verified(&self, manifest: &OsStr, quiet: bool) -> Result<Original> {
        let shown = message::shown(manifest);
        if manifest == "-" {
            return Err(anyhow!("standard input has no signature beside it: give the manifest a name"));
        }
        let copy = copy(manifest).map_err(|error| anyhow!("{shown}: {}", message::reason(&error)))?;
        let (own, before) = (self.kind().beside(manifest), self.kind().before(manifest));
        let who = self.verify(&copy, &own).or_else(|error| match before.exists() {
            // Whoever signed it was interrupted.
            true => self.verify(&copy, &before).map_err(|_| error),
            false => Err(error),
        });
        let who = who.map_err(|error| {
            let own = message::shown(own.as_os_str());
            anyhow!("{shown}: not believed: the signature {own}: {error:#}")
        })?;
        if !quiet {
            message::say(&message::about(manifest.as_encoded_bytes(), format!("good signature: {who}")));
        }
        Ok(Original::copied(manifest.to_owned(), copy))
    }

    /// Who has signed, or what the signature says of itself.
    fn verify(&self, copy: &File, signature: &Path) -> Result<String> {
        // A clear word, rather than that of another program.
        File::open(signature).map_err(|error| anyhow!("{}", message::reason(&error)))?;
        match &self.keys {
            Keys::Ssh(allowed) => ssh::verify(allowed, self.signer.as_deref(), copy, signature),
            Keys::Minisign(key) => minisign::verify(key, copy, signature),
        }
    }
}

/// All bytes of a manifest, in a file that nobody else has.
fn copy(manifest: &OsStr) -> std::io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    std::io::copy(&mut File::open(manifest)?, &mut copy)?;
    Ok(copy)
}
