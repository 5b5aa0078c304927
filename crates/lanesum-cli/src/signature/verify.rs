//! Whose signatures are good, and manifests that have one.

use super::{Kind, minisign, ssh};
use crate::ledger::{Header, LedgerError};
use crate::message;
use anyhow::{Result, anyhow};
use lanesum_files::original::Original;
use lanesum_files::records::{Record, Records};
use minisign_verify::PublicKey;
use serde::Serialize;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Whose signatures are good.
pub(crate) struct Signers {
    keys: Keys,
    signer: Option<String>,
    /// What is older is refused.
    min_generation: Option<u64>,
}

/// A manifest whose signature is good: a copy, which nobody else can write to.
pub(crate) struct Verified {
    pub(crate) original: Original,
    pub(crate) signed: Signed,
}

/// What is known of a manifest that is signed.
#[derive(Serialize)]
pub(crate) struct Signed {
    /// Who has signed, or what the signature says of itself.
    signer: String,
    /// How often `lanesum update` has written it, and when it last did: signed with the rest.
    /// None of one that another command has written.
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "good signature: {}", self.signer)?;
        match (self.generation, &self.date) {
            (Some(generation), Some(date)) => write!(f, "; generation {generation}, {date}"),
            _ => Ok(()),
        }
    }
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
    pub(super) fn read(path: &Path, signer: Option<&str>, min_generation: Option<u64>) -> Result<Self> {
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
        Ok(Self { keys, signer: signer.map(str::to_owned), min_generation })
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
    /// Where there is no good signature, with the reason; and where the manifest is older than
    /// it may be.
    pub(crate) fn verified(&self, manifest: &OsStr, quiet: bool) -> Result<Verified> {
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
        let signer = who.map_err(|error| {
            let own = message::shown(own.as_os_str());
            anyhow!("{shown}: not believed: the signature {own}: {error:#}")
        })?;
        let original = Original::copied(manifest.to_owned(), copy);
        let header = header(&original).map_err(|error| anyhow!("{shown}: {error}"))?;
        let (generation, date) = header.map(|header| (header.generation, header.date)).unzip();
        if let Some(least) = self.min_generation.filter(|&least| generation.is_none_or(|own| own < least)) {
            let what = match (generation, &date) {
                (Some(own), Some(date)) => {
                    format!("it is of generation {own} ({date}), and --min-generation asks for {least}")
                }
                _ => "it does not say its generation, which `lanesum update` writes".to_owned(),
            };
            return Err(anyhow!("{shown}: not believed: {what}"));
        }
        let signed = Signed { signer, generation, date };
        if !quiet {
            message::say(&message::about(manifest.as_encoded_bytes(), &signed));
        }
        Ok(Verified { original, signed })
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

/// What a manifest says of itself in its first line. Nothing below it is asked: whoever
/// may add a file to a tree has a word in its lines.
fn header(manifest: &Original) -> Result<Option<Header>, LedgerError> {
    let mut records = Records::new(manifest.open()?, b'\n');
    Ok(match records.next(true)? {
        Record::Bytes(line) => Header::read(line),
        Record::TooLong(_) | Record::Later | Record::End => None,
    })
}
