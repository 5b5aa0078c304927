//! What a manifest says of a file, and how it is held against a reading.

use super::candidates::Candidates;
use crate::engine::Reading;
use crate::function::{Function, Value};
use lanesum::Digest;
use std::ffi::OsStr;
use std::slice;
use std::sync::Arc;

/// What a manifest says of a file.
#[derive(Debug)]
pub struct Expected {
    /// What the digests may be of.
    pub of: Candidates,
    /// The digests: one for each function that the line names; one, where it names none.
    pub digests: Vec<Digest>,
    /// How many bytes the file has.
    pub size: Option<u64>,
    /// The manifest.
    pub manifest: Arc<OsStr>,
    /// Which line of it, from 1 on.
    pub line: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Whether the file is what the manifest says.
    pub matched: bool,
    /// The functions whose digests matched; if not all did, the first whose did not. None
    /// where the line names none and none matched.
    pub functions: &'a [Function],
    /// The digest in the manifest of the first of these.
    pub expected: &'a Digest,
    /// The digest of the file by the first of these.
    pub found: Option<&'a Value>,
}

impl Expected {
    /// The digest in the manifest, of several the first.
    pub fn digest(&self) -> &Digest {
        &self.digests[0]
    }

    /// Whether a reading settles it. If not, [`Expected::of`] asks for something else.
    pub fn settles(&mut self, reading: &Reading) -> bool {
        let found = match &self.of {
            Candidates::Each(_) => true,
            of => of.have(&self.digests[0], &reading.digests),
        };
        found || !self.of.ask_all()
    }

    /// Compares a reading with it.
    pub fn compare<'a>(&'a self, reading: &'a Reading) -> Compared<'a> {
        let sized = self.size.is_none_or(|size| size == reading.len);
        let Candidates::Each(functions) = &self.of else {
            let expected = self.digest();
            let found = self.of.found(expected, reading);
            return Compared {
                matched: sized && found.is_some_and(|(_, value)| value == expected),
                functions: found.map_or(&[], |(function, _)| slice::from_ref(function)),
                expected,
                found: found.map(|(_, value)| value),
            };
        };
        let other = reading.digests.iter().zip(&self.digests).position(|(value, digest)| value != digest);
        let which = other.unwrap_or(0);
        Compared {
            matched: sized && other.is_none(),
            functions: if other.is_some() { slice::from_ref(&functions[which]) } else { functions },
            expected: &self.digests[which],
            found: reading.digests.get(which),
        }
    }
}
