//! What a manifest says.

use crate::command::candidates::Candidates;
use lanesum::Digest;
use std::ffi::OsStr;
use std::sync::Arc;

/// What a manifest says of a file.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) of: Candidates,
    pub(super) digest: Digest,
    pub(super) manifest: Arc<OsStr>,
    pub(super) line: u64,
}
