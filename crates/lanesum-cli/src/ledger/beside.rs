//! What an update keeps beside its manifest until that is complete.

use lanesum_files::status::{FileId, Status};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What was read by a run: that of this number, from 1 on.
pub(crate) fn journal(manifest: &Path, run: u64) -> PathBuf {
    beside(manifest, &format!("resume-{run}"))
}

/// The hash trees that no manifest may list.
pub(crate) fn trees(manifest: &Path) -> PathBuf {
    beside(manifest, "trees")
}

/// The files that an update has left beside a manifest, or is writing: none of those that the
/// manifest lists.
pub(crate) fn files(manifest: &Path) -> impl Iterator<Item = FileId> {
    let id = |path: PathBuf| rustix::fs::lstat(path).ok().map(|stat| Status::from(stat).id);
    let journals = (1..).map_while(move |run| id(journal(manifest, run)));
    journals.chain(id(trees(manifest)))
}

/// `.lanesum-NAME.END`.
fn beside(manifest: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(".lanesum-");
    name.push(manifest.file_name().unwrap_or_default());
    name.push(format!(".{end}"));
    manifest.with_file_name(name)
}
