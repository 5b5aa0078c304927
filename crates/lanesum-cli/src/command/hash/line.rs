//! What `lanesum hash` puts out for a file.

use crate::json::{self, Path};
use crate::message::{self, unlistable};
use lanesum_files::engine::{ReadError, Reading};
use lanesum_files::function::{self, Function};
use lanesum_files::manifest::Form;
use lanesum_files::records::are_read;
use serde::Serialize;
use serde_json::{Map, Value};

/// Lines for a file, and a message if something is wrong with it; or lines for several.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) text: Vec<u8>,
    /// How many files it has the digests of.
    pub(super) files: u64,
    pub(super) message: Option<Vec<u8>>,
    pub(super) outcome: Outcome,
}

/// What a line says of the whole, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// All is as it should be.
    #[default]
    Good,
    /// Something was asked for that cannot be had, but no file is missing.
    Failed,
    /// A file is missing, which a message names.
    Missing,
    /// Files are missing that nobody can name: those in a directory, or in a list
    /// of names, that could not be read to its end.
    Lost,
}

/// A file in JSON.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    path: Path<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mtime: Option<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    digests: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Line {
    /// For a file whose digests the text has.
    pub(super) fn of(text: Vec<u8>) -> Self {
        Self { text, files: 1, ..Self::default() }
    }

    /// Takes in the line behind it. Gives it back where there is more to say than text.
    pub(super) fn join(&mut self, next: Self) -> Option<Self> {
        let is_text = |line: &Self| line.outcome == Outcome::Good && line.message.is_none();
        if !is_text(self) || !is_text(&next) {
            return Some(next);
        }
        self.text.extend_from_slice(&next.text);
        self.files += next.files;
        None
    }

    /// For a file that has digests.
    pub(super) fn digests(
        name: &[u8],
        functions: &[Function],
        reading: &Reading,
        forms: &[Form],
        zero: bool,
    ) -> Self {
        let mut text = Vec::with_capacity(functions.len() * (name.len() + 72));
        for ((function, digest), form) in functions.iter().zip(&reading.digests).zip(forms) {
            form.line(|| function.tag(), digest, name, zero, &mut text);
        }
        Self::of(text)
    }

    /// With a name that was quoted for a terminal: it is not escaped as well.
    pub(super) fn quoted(name: &[u8], functions: &[Function], reading: &Reading, forms: &[Form]) -> Self {
        let mut text = Vec::new();
        for ((function, digest), form) in functions.iter().zip(&reading.digests).zip(forms) {
            form.line(|| function.tag(), digest, name, true, &mut text);
            text.pop();
            text.push(b'\n');
        }
        Self::of(text)
    }

    /// The same in JSON.
    pub(super) fn json(name: &[u8], functions: &[Function], reading: &Reading) -> Self {
        let digest = |(function, digest): (&Function, &function::Value)| {
            (function.name().into_owned(), Value::String(digest.to_string()))
        };
        let record = Record {
            path: Path::of(name),
            size: Some(reading.len),
            mtime: reading.modified.and_then(json::time),
            digests: functions.iter().zip(&reading.digests).map(digest).collect(),
            error: None,
        };
        Self::of(json::line(&record))
    }

    /// Unless one of its lines, which end so, is longer than what is read of a line: then the
    /// file is missing, as one is whose name a format cannot hold.
    pub(super) fn readable(self, name: &[u8], end: u8) -> Self {
        if are_read(&self.text, end) {
            return self;
        }
        let message = self.message.unwrap_or_else(|| message::about(name, unlistable()));
        Self { message: Some(message), outcome: self.outcome.max(Outcome::Missing), ..Self::default() }
    }

    /// For a file that could not be read.
    pub(super) fn unread(name: &[u8], error: &ReadError, json: bool) -> Self {
        let record = || Record {
            path: Path::of(name),
            size: None,
            mtime: None,
            digests: Map::new(),
            error: Some(error.to_string()),
        };
        let text = if json { json::line(&record()) } else { Vec::new() };
        let outcome = match error {
            // A manifest cannot list itself.
            ReadError::Output => Outcome::Failed,
            _ => Outcome::Missing,
        };
        Self { text, message: Some(message::about(name, error)), outcome, files: 0 }
    }

    /// For an output that was never finished.
    pub(super) fn left_behind(name: &[u8]) -> Self {
        let what = "left out: a killed lanesum was writing it; you may remove it";
        Self { message: Some(message::about(name, what)), ..Self::default() }
    }
}
