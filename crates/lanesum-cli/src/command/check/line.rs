//! What `lanesum check` puts out for a line of a manifest.

use super::trust::Strength;
use crate::json::{self, Path};
use crate::message;
use crate::terminal::Shown;
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::function::Function;
use lanesum_files::manifest::expected::Expected;
use lanesum_files::manifest::lines::called;
use lanesum_files::manifest::listed::Note;
use lanesum_files::records::TOO_LONG;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// What came of a line.
#[derive(Debug)]
pub(super) enum Line {
    Matched(Vec<u8>),
    Mismatched(Vec<u8>),
    Unread {
        text: Vec<u8>,
        message: Vec<u8>,
        /// Whether it is a pipe, a device or a file of the system.
        special: bool,
    },
    /// The digest is as it was, but worth too little.
    Weak(Vec<u8>),
    /// A link leads out of the directory that names are relative to.
    LeadsOut {
        name: Vec<u8>,
        expected: Expected,
    },
    /// It does not exist, and need not.
    Passed,
    /// No file was read for it.
    Note(Note),
}

/// What is to be put out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) quiet: bool,
    pub(super) status: bool,
    pub(super) warn: bool,
    pub(super) verbose: bool,
    pub(super) json: bool,
    pub(super) names: Shown,
    pub(super) strength: Strength,
    /// Whether there is a key.
    pub(super) key: bool,
}

/// A line of a manifest in JSON.
#[derive(Default, Serialize)]
struct Record<'a> {
    manifest: Cow<'a, str>,
    line: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    path: Option<Path<'a>>,
    /// None where no line says, and no digest matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<Option<Cow<'a, str>>>,
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
        let compared = expected.compare(reading);
        let matched = compared.matched;
        // Of several digests the strongest counts.
        let weak = matched && !compared.functions.iter().any(|of| self.strength.has(of, self.key));
        let hidden = self.status || matched && self.quiet && !weak;
        let status = match (matched, weak) {
            (true, false) => ("ok", "OK"),
            (true, true) => ("weak", "WEAK"),
            (false, _) => ("failed", "FAILED"),
        };
        let text = if hidden {
            Vec::new()
        } else if self.json {
            json::line(&Record {
                algorithm: Some(compared.functions.first().map(Function::name)),
                expected: Some(compared.expected.to_string()),
                digest: compared.found.map(ToString::to_string),
                ..record(file, expected, status.0)
            })
        } else {
            self.names.result(file, status.1)
        };
        match (matched, weak) {
            (true, false) => Line::Matched(text),
            (true, true) => Line::Weak(text),
            (false, _) => Line::Mismatched(text),
        }
    }

    /// For a file that could not be read.
    pub(super) fn unread(self, file: &[u8], expected: &Expected, error: &ReadError) -> Line {
        let text = if self.status {
            Vec::new()
        } else if self.json {
            json::line(&Record { error: Some(error.to_string()), ..record(file, expected, "unreadable") })
        } else {
            self.names.result(file, "FAILED open or read")
        };
        let special = matches!(error, ReadError::Special);
        Line::Unread { text, message: message::about(file, error), special }
    }

    /// For a file that is not to be read.
    pub(super) fn refused(self, name: &[u8], expected: &Expected) -> Vec<u8> {
        match (self.status, self.json) {
            (true, _) => Vec::new(),
            (_, true) => json::line(&record(name, expected, "refused")),
            _ => self.names.result(name, "REFUSED"),
        }
    }

    /// For a line that is not an entry: its own line, if there is to be one.
    pub(super) fn other(
        self,
        manifest: &OsStr,
        line: u64,
        status: &str,
        tag: Option<&str>,
    ) -> Option<Vec<u8>> {
        (self.json && !self.status).then(|| {
            let manifest = manifest.to_string_lossy();
            let algorithm = tag.map(|tag| Some(tag.into()));
            json::line(&Record { manifest, line, status, algorithm, ..Record::default() })
        })
    }

    /// For a malformed line: its own line, if there is to be one.
    pub(super) fn malformed(self, manifest: &OsStr, line: u64, too_long: bool) -> Option<Vec<u8>> {
        (self.json && !self.status).then(|| {
            let error = too_long.then(|| format!("a line {TOO_LONG}"));
            let manifest = manifest.to_string_lossy();
            json::line(&Record { manifest, line, status: "malformed", error, ..Record::default() })
        })
    }

    /// The message about a malformed line. One that is too long is a failure, of which it is
    /// always said where.
    pub(super) fn warning(self, manifest: &OsStr, line: u64, too_long: bool) -> Option<Vec<u8>> {
        let (said, what) = match too_long {
            true => (!self.status, format!("{line}: a line {TOO_LONG}")),
            false => (self.warn, format!("{line}: improperly formatted checksum line")),
        };
        said.then(|| message::about(called(manifest).as_bytes(), what))
    }
}

fn record<'a>(file: &'a [u8], expected: &'a Expected, status: &'a str) -> Record<'a> {
    Record {
        manifest: expected.manifest.to_string_lossy(),
        line: expected.line,
        path: Some(Path::of(file)),
        algorithm: Some(expected.of.named().map(|function| function.name())),
        status,
        expected: Some(expected.digest().to_string()),
        ..Record::default()
    }
}
