//! Collects the digests of a line.

use super::{Listed, Said};
use crate::manifest::{Known, Of, Rules, of_tag};
use lanesum::Digest;

/// The digests of a line so far.
pub(super) struct Digests<'a> {
    known: &'a Known,
    found: Vec<(Of, Digest)>,
    unsupported: Option<String>,
    malformed: bool,
}

impl<'a> Digests<'a> {
    pub(super) fn new(known: &'a Known) -> Self {
        Self { known, found: Vec::new(), unsupported: None, malformed: false }
    }

    /// Adds what the line says of an algorithm. `read` reads the digest.
    pub(super) fn add(&mut self, name: &str, read: impl FnOnce() -> Option<Digest>) {
        let Some(function) = self.known.function(name) else {
            // Another than all lines are to be of is passed over.
            if of_tag(name).is_none() {
                self.unsupported.get_or_insert_with(|| name.to_owned());
            }
            return;
        };
        match read() {
            Some(digest) if digest.as_bytes().len() == function.output_len() => {
                self.found.push((Of::Function(function), digest));
            }
            _ => self.malformed = true,
        }
    }

    /// What the line says of the file.
    pub(super) fn of(self, name: Vec<u8>, size: Option<u64>) -> Said {
        match (self.malformed, self.known.name(name)) {
            (false, Some(name)) if !self.found.is_empty() => {
                Said::Entry(Listed { name, size, digests: self.found })
            }
            (false, Some(_)) => self.unsupported.map_or(Said::Malformed, Said::Unsupported),
            _ => Said::Malformed,
        }
    }
}
