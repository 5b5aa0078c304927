//! Of what a digest in a manifest may be.
//!
//! A line that names no algorithm is of the one that the name of its manifest means, or of
//! the most common one with digests of its length; of 32 bytes, of SHA-256 or of BLAKE3.
//! Where that does not match, the file is read again with every algorithm that has such
//! digests; where the manifest's name means one, only with the most common ones, for all
//! of them take ten times as long, and the file is more likely damaged. From the first
//! match on the one that did is tried first. So what is found does not depend on which file
//! was read before, but for checksums: any file has some checksum's digest sooner, the more
//! of them are tried, so once one has matched no other is.

use crate::engine::Reading;
use crate::function::{Function, Told, Value};
use crate::manifest::{Of, guess};
use lanesum::Digest;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is computed of a file to compare it.
#[derive(Debug)]
pub enum Candidates {
    /// The function that the line names.
    Function(Function),
    /// All functions that the line names, of which each has a digest in it.
    Each(Vec<Function>),
    /// A range of those that the digests of one length may be of.
    Unnamed(Range<usize>, Arc<Unnamed>),
}

/// What digests of one length in one manifest may be of.
#[derive(Debug)]
pub struct Unnamed {
    len: usize,
    /// All that are tried.
    functions: Vec<Function>,
    /// How many are tried at first.
    likely: usize,
    /// How many that would be, whatever the manifest is called.
    evident: usize,
    /// Whether its name means the first one.
    named: bool,
    /// Which it has turned out to be: 0 as long as it has not, 1 for the first.
    taken: AtomicUsize,
}

/// What the digests of one manifest may be of, by their lengths.
#[derive(Debug, Default)]
pub struct Guesses {
    /// What the manifest is called.
    manifest: OsString,
    lengths: Vec<Arc<Unnamed>>,
}

impl Guesses {
    /// For a manifest of this name, with no digests yet.
    pub fn of(manifest: &OsStr) -> Self {
        Self { manifest: manifest.to_owned(), lengths: Vec::new() }
    }

    /// What a digest of `len` bytes may be of. None where no function with such digests
    /// takes what it is told.
    pub fn of_len(&mut self, len: usize, told: &Told) -> Option<Arc<Unnamed>> {
        if let Some(known) = self.lengths.iter().find(|unnamed| unnamed.len == len) {
            return Some(known.clone());
        }
        let (algorithms, evident) = guess::in_order(len);
        let tell = |algorithm: lanesum::Algorithm| told.tell(lanesum::Function::new(algorithm));
        let first = algorithms[..evident.min(algorithms.len())].iter().filter_map(|&a| tell(a)).count();
        let mut functions: Vec<_> = algorithms.into_iter().filter_map(tell).collect();
        if functions.is_empty() {
            return None;
        }
        let (evident, taken) = (first.max(1), AtomicUsize::new(0));
        let named = guess::by_name(&self.manifest, &mut functions, evident);
        let likely = if named { 1 } else { evident };
        let unnamed = Arc::new(Unnamed { len, functions, likely, evident, named, taken });
        self.lengths.push(unnamed.clone());
        Some(unnamed)
    }

    /// What a digest of `len` bytes may be of, where [`Self::of_len`] was asked before.
    pub fn get(&self, len: usize) -> Option<&Unnamed> {
        self.lengths.iter().find(|unnamed| unnamed.len == len).map(|unnamed| &**unnamed)
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<Unnamed>] {
        &self.lengths
    }
}

impl Unnamed {
    /// What it has turned out to be, if a reader could not have known.
    pub fn surprise(&self) -> Option<&Function> {
        match self.taken.load(Ordering::Relaxed) {
            0 => None,
            taken => self.functions.get(taken - 1).filter(|_| taken > self.evident && !self.named),
        }
    }

    /// All that was tried, if nothing matched.
    pub fn tried(&self) -> Option<&[Function]> {
        (self.taken.load(Ordering::Relaxed) == 0).then_some(&self.functions)
    }

    /// How many bytes the digests have.
    #[allow(clippy::len_without_is_empty, reason = "no digest is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many functions it may be at first sight, whatever the manifest is called.
    pub fn evident(&self) -> usize {
        self.evident
    }

    /// The functions that are tried first, as a range of all.
    pub fn likely(&self) -> Range<usize> {
        match self.taken.load(Ordering::Relaxed) {
            0 => 0..self.likely,
            taken => taken - 1..taken,
        }
    }

    /// The functions that are tried where those did not match.
    pub fn others(&self) -> Range<usize> {
        match self.taken.load(Ordering::Relaxed) {
            // It may have turned out meanwhile.
            taken if taken > 0 && !self.is_cryptographic() => taken - 1..taken,
            _ => 0..self.functions.len(),
        }
    }

    /// The functions of a range.
    pub fn functions(&self, range: &Range<usize>) -> &[Function] {
        &self.functions[range.clone()]
    }

    /// Whether one of the values, which the functions of a range have given, is the digest.
    pub fn have(&self, range: &Range<usize>, digest: &Digest, values: &[Value]) -> bool {
        let Some(found) = values.iter().position(|value| value == digest) else { return false };
        let taken = range.start + found + 1;
        // All threads read it, for each file: it is written only where it changes.
        if self.taken.load(Ordering::Relaxed) != taken {
            self.taken.store(taken, Ordering::Relaxed);
        }
        true
    }

    fn is_cryptographic(&self) -> bool {
        self.functions.iter().filter_map(Function::algorithm).all(|a| a.is_cryptographic())
    }
}

impl Candidates {
    /// What the `digest` of a line may be of. None where no function with such digests
    /// takes what it is told.
    pub fn new(of: Of, digest: &Digest, guesses: &mut Guesses, told: &Told) -> Option<Self> {
        Some(match of {
            Of::Function(function) => Self::Function(function),
            Of::Unnamed => {
                let unnamed = guesses.of_len(digest.as_bytes().len(), told)?;
                Self::Unnamed(unnamed.likely(), unnamed)
            }
        })
    }

    /// What to compute.
    pub fn functions(&self) -> &[Function] {
        match self {
            Self::Function(function) => slice::from_ref(function),
            Self::Each(functions) => functions,
            Self::Unnamed(range, unnamed) => unnamed.functions(range),
        }
    }

    /// Asks for all that may be meant. Says whether that is something else than before.
    pub fn ask_all(&mut self) -> bool {
        let Self::Unnamed(range, unnamed) = self else { return false };
        let all = unnamed.others();
        let other = *range != all;
        *range = all;
        other
    }

    /// Whether the values that were computed have the digest.
    pub fn have(&self, digest: &Digest, values: &[Value]) -> bool {
        match self {
            Self::Unnamed(range, unnamed) => unnamed.have(range, digest, values),
            Self::Function(_) | Self::Each(_) => values.iter().any(|value| value == digest),
        }
    }

    /// What was found; what was looked for, where the line names it; or nothing.
    pub fn found<'a>(&'a self, digest: &Digest, reading: &'a Reading) -> Option<(&'a Function, &'a Value)> {
        let found = match (reading.digests.iter().position(|value| value == digest), self) {
            (Some(found), _) => found,
            (None, Self::Function(_) | Self::Each(_)) => 0,
            (None, Self::Unnamed(..)) => return None,
        };
        Some((&self.functions()[found], &reading.digests[found]))
    }

    /// What the line names.
    pub fn named(&self) -> Option<&Function> {
        match self {
            Self::Function(function) => Some(function),
            Self::Each(functions) => functions.first(),
            Self::Unnamed(..) => None,
        }
    }
}
