//! The formats of manifests: a row for each in [`FORMATS`], and a file for each, with
//! what reads its lines and what writes them.
//!
//! A manifest's format is told, or known by its first line that means something
//! ([`detect`]). Names that a format has no way to write are refused; those that it
//! writes in a way of its own are written so.

mod any;
mod bagit;
mod bsd;
mod digests;
mod gnu;
mod hashdeep;
mod json;
mod rclone;
mod record;
mod sfv;
mod sri;

use crate::function::{Function, Value};
use crate::manifest::{Form, Known, Of};
use lanesum::{Algorithm, Digest};

pub use any::{AnyReader, pasted};
pub use bagit::decoded as bagit_path;

/// All formats. The order is that in which a manifest's first line is tried.
pub static FORMATS: [&Format; 9] = [
    &gnu::FORMAT,
    &bsd::FORMAT,
    &hashdeep::FORMAT,
    &json::FORMAT,
    &sri::FORMAT,
    &record::FORMAT,
    &sfv::FORMAT,
    &bagit::FORMAT,
    &rclone::FORMAT,
];

/// A format.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// What its lines look like, and whose it is.
    pub about: &'static str,
    /// What it has digests of, where nobody says.
    pub algorithms: &'static [Algorithm],
    /// Why it cannot have the digests of these functions.
    pub takes: fn(&[Function]) -> Result<(), String>,
    /// How it is written.
    pub write: Write,
    /// Whether a manifest that begins with this line is in it.
    detects: fn(&[u8]) -> bool,
    /// What its comments begin with, if it has such.
    comment: Option<u8>,
    /// What reads its lines. None for those of GNU and BSD, which stand in one manifest
    /// side by side: [`manifest::Parser`](crate::manifest::Parser) reads both.
    read: Option<fn() -> Box<dyn Reader>>,
}

/// How lines are written.
#[derive(Debug)]
pub enum Write {
    /// As checksum lines, one for each digest.
    Form(Form),
    /// As JSON objects, one a line, which are the caller's.
    Json,
    /// By functions of its own.
    Lines {
        /// What stands before all lines.
        header: fn(&[Function]) -> String,
        /// Adds the line for a file.
        line: fn(&Hashed<'_>, &mut Vec<u8>) -> Result<(), Unwritable>,
    },
}

/// A file, and what was computed of it.
#[derive(Clone, Copy, Debug)]
pub struct Hashed<'a> {
    /// What it is called.
    pub name: &'a [u8],
    /// How many bytes it has.
    pub size: u64,
    /// Of what the digests are.
    pub functions: &'a [Function],
    /// The digests, one for each function.
    pub digests: &'a [Value],
}

/// A name that cannot stand in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} has no way to write a name {1}")]
pub struct Unwritable(&'static str, &'static str);

/// Reads one line after the other.
pub trait Reader: Send {
    /// Reads a line, without its end. `known` says which functions are good.
    fn line(&mut self, line: &[u8], known: &Known) -> Said;
}

/// What a line says.
#[derive(Debug)]
pub enum Said {
    /// A file.
    Entry(Listed),
    /// It is empty, a comment, or about a file without a digest.
    Nothing,
    /// None of these.
    Malformed,
    /// It is longer than [`MAX_RECORD`](crate::records::MAX_RECORD), and no comment: nobody
    /// knows what it says.
    TooLong,
    /// All digests in it are of algorithms that there are not here: one of them.
    Unsupported(String),
}

/// A file as a line lists it.
#[derive(Debug)]
pub struct Listed {
    /// What it is called.
    pub name: Vec<u8>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// Its digests, one at least.
    pub digests: Vec<(Of, Digest)>,
}

impl Format {
    /// The format of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMATS.into_iter().find(|format| format.name == name)
    }

    /// What reads its lines. None for those of GNU and BSD.
    pub fn reader(&self) -> Option<Box<dyn Reader>> {
        self.read.map(|read| read())
    }
}

/// The format of a manifest that begins with this line, which is neither empty nor a
/// comment of GNU's. None where it is in none.
///
/// A line that is one of GNU's or BSD's is taken for one, whatever else it may be:
/// BagIt's manifests and rclone's lists are told from those by their names alone.
pub fn detect(line: &[u8]) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| (format.detects)(line))
}

/// That a format has digests of one function.
fn takes_one(format: &str, functions: &[Function]) -> Result<(), String> {
    match functions {
        [_] => Ok(()),
        _ => Err(format!("{format} has one digest of a file")),
    }
}

/// That a format has digests of functions with these names.
fn takes_of(format: &str, functions: &[Function], names: &[&str]) -> Result<(), String> {
    match functions.iter().find(|function| !names.contains(&&*function.name())) {
        None => Ok(()),
        Some(other) => {
            Err(format!("{format} has no digests of {}, only of {}", other.name(), names.join(", ")))
        }
    }
}
