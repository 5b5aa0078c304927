//! What goes wrong with a file that Bao reads, in the words of two commands.

use crate::message;
use lanesum::bao;
use std::ffi::OsStr;
use std::io;

/// An error in reading a file, or in what was read.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct FileError {
    /// With the name of the file.
    message: String,
    reason: String,
}

impl FileError {
    pub(crate) fn new(name: &OsStr, error: &io::Error) -> Self {
        let reason = match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(bao::Error::Truncated { .. } | bao::Error::MessageTruncated { .. }) => {
                "failed to fill whole buffer".to_owned()
            }
            Some(_) => "hash mismatch".to_owned(),
            None => error.to_string(),
        };
        let message = format!("{}: {}", message::shown(name), message::reason(error));
        Self { message, reason }
    }

    /// The reason in the words of the `bao` command, which names no file.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }
}
