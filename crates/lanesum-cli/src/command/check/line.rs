//! What `lanesum check` puts out for a line of a manifest.

use super::expected::{Expected, called};
use crate::json::{self, Path};
use crate::message;
use crate::terminal::Shown;
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::function::Function;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

/// What came of a line, or the end of a manifest.
#[derive(Debug)]
pub(super) enum Line {
    Matched(Vec<u8>),
    Mismatched(Vec<u8>),
    Unread {
        text: Vec<u8>,
        message: Vec<u8>,
    },
    /// It does not exist, and need not.
    Passed,
    Malformed {
        manifest: Arc<OsStr>,
        line: u64,
    },
    End {
        manifest: Arc<OsStr>,
        malformed: u64,
        entries: u64,
    },
    /// A manifest that cannot be read, or not to its end.
    Unreadable(Vec<u8>),
}

/// What is to be put out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) quiet: bool,
    pub(super) status: bool,
    pub(super) warn: bool,
    pub(super) json: bool,
    pub(super) names: Shown,
}

/// A line of a manifest in JSON.
#[derive(Default, Serialize)]
struct Record<'a> {
    manifest: &'a str,
    line: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    path: Option<Path<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<Cow<'a, str>>,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Style {
    /// For a file that was read.
    pub(super) fn compared(self, file: &[u8], expected: &Expected, reading: &Reading) -> Line {
        let (function, digest) = expected.of.found(&expected.digest, reading);
        let matched = *digest == expected.digest;
        let hidden = self.status || matched && self.quiet;
        let text = if hidden {
            Vec::new()
        } else if self.json {
            let status = if matched { "ok" } else { "failed" };
            record(file, expected, function, status, Some(digest.to_string()), None)
        } else {
            self.names.result(file, if matched { "OK" } else { "FAILED" })
        };
        if matched { Line::Matched(text) } else { Line::Mismatched(text) }
    }

    /// For a file that could not be read.
    pub(super) fn unread(self, file: &[u8], expected: &Expected, error: &ReadError) -> Line {
        let text = if self.status {
            Vec::new()
        } else if self.json {
            record(file, expected, &expected.of.functions()[0], "unreadable", None, Some(error.to_string()))
        } else {
            self.names.result(file, "FAILED open or read")
        };
        Line::Unread { text, message: message::about(file, error) }
    }

    /// For a malformed line: its own line, if there is to be one.
    pub(super) fn malformed(self, manifest: &OsStr, line: u64) -> Option<Vec<u8>> {
        (self.json && !self.status).then(|| {
            let manifest = &manifest.to_string_lossy();
            json::line(&Record { manifest, line, status: "malformed", ..Record::default() })
        })
    }

    /// And the message about it.
    pub(super) fn warning(self, manifest: &OsStr, line: u64) -> Option<Vec<u8>> {
        let what = format!("{line}: improperly formatted checksum line");
        self.warn.then(|| message::about(called(manifest).as_bytes(), what))
    }
}

fn record(
    file: &[u8],
    expected: &Expected,
    function: &Function,
    status: &str,
    digest: Option<String>,
    error: Option<String>,
) -> Vec<u8> {
    json::line(&Record {
        manifest: &expected.manifest.to_string_lossy(),
        line: expected.line,
        path: Some(Path::of(file)),
        algorithm: Some(function.name()),
        status,
        expected: Some(expected.digest.to_string()),
        digest,
        error,
    })
}
