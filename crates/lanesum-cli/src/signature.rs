//! Manifests that are signed: by `ssh-keygen`, as git signs commits, or by minisign.
//!
//! The signature stands beside the manifest, `M.sig` or `M.minisig`. Keys and passphrases
//! stay with the programs that made them: those sign. A manifest is verified before any
//! line of it is believed, and what is believed are the bytes that were verified: a copy,
//! which nobody else can write to.
//!
//! Two files cannot take their places at once. The new signature is there first, under
//! another name (`M.sig.new`), then the manifest, then the signature: whoever is
//! interrupted leaves a manifest with its signature under the one name or the other.

mod args;
mod minisign;
mod sign;
mod ssh;
mod verify;

pub(crate) use args::{SignArgs, SignersArgs};
pub(crate) use sign::{Pending, Signer};
pub(crate) use verify::{Signed, Verified};

use lanesum_files::status::{FileId, Status};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What a signature is for: one that was made for anything else is none.
const NAMESPACE: &str = "lanesum";

/// Which program's signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ssh,
    Minisign,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Ssh, Self::Minisign];

    /// Where the signature of a manifest is.
    fn beside(self, manifest: &OsStr) -> PathBuf {
        let end = match self {
            Self::Ssh => ".sig",
            Self::Minisign => ".minisig",
        };
        with_end(manifest, end)
    }

    /// Where it is until the manifest has its place.
    fn before(self, manifest: &OsStr) -> PathBuf {
        with_end(self.beside(manifest).as_os_str(), ".new")
    }
}

fn with_end(name: &OsStr, end: &str) -> PathBuf {
    let mut name = OsString::from(name);
    name.push(end);
    name.into()
}

/// Whether a manifest has a signature.
pub(crate) fn is_signed(manifest: &OsStr) -> bool {
    Kind::ALL.iter().any(|kind| kind.beside(manifest).exists())
}

/// The signatures beside a manifest, which are none of the files that it lists.
pub(crate) fn files(manifest: &OsStr) -> impl Iterator<Item = FileId> {
    let paths = Kind::ALL.into_iter().flat_map(|kind| [kind.beside(manifest), kind.before(manifest)]);
    paths.filter_map(|path| rustix::fs::lstat(path).ok()).map(|stat| Status::from(stat).id)
}
