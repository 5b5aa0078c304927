//! Of what a digest in a manifest may be.
//!
//! A line that names no algorithm, with a digest of 32 bytes, is of SHA-256 or
//! of BLAKE3. Both are computed until one of them matches; from then on that one
//! is tried first, and the file read again with both where it does not match. So
//! what is found does not depend on which file was read before.

use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::{Function, Value};
use lanesum_files::manifest::{EITHER, Of};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is computed of a file to compare it.
#[derive(Debug)]
pub(super) enum Candidates {
    Function(Function),
    /// One or both of `EITHER`.
    Either(&'static [Function], Arc<Guess>),
}

/// Which of `EITHER` a manifest has turned out to be of: 0 as long as it has
/// not, 1 for the first.
#[derive(Debug, Default)]
pub(super) struct Guess(AtomicUsize);

impl Candidates {
    pub(super) fn new(of: Of, guess: &Arc<Guess>) -> Self {
        match of {
            Of::Function(function) => Self::Function(function),
            Of::Either => {
                let likely = match guess.0.load(Ordering::Relaxed) {
                    0 => &EITHER[..],
                    known => slice::from_ref(&EITHER[known - 1]),
                };
                Self::Either(likely, guess.clone())
            }
        }
    }

    /// What to compute.
    pub(super) fn functions(&self) -> &[Function] {
        match self {
            Self::Function(function) => slice::from_ref(function),
            Self::Either(functions, _) => functions,
        }
    }

    /// Asks for all that may be meant. Says whether that is more than before.
    pub(super) fn ask_all(&mut self) -> bool {
        match self {
            Self::Either(functions, _) if functions.len() < EITHER.len() => {
                *functions = &EITHER;
                true
            }
            _ => false,
        }
    }

    /// Whether the reading has the digest.
    pub(super) fn have(&self, digest: &Digest, reading: &Reading) -> bool {
        let found = reading.digests.iter().position(|value| value == digest);
        if let (Some(found), Self::Either([_, _], guess)) = (found, self) {
            guess.0.store(found + 1, Ordering::Relaxed);
        }
        found.is_some()
    }

    /// What was found, or the first that was looked for.
    pub(super) fn found<'a>(&'a self, digest: &Digest, reading: &'a Reading) -> (&'a Function, &'a Value) {
        let found = reading.digests.iter().position(|value| value == digest).unwrap_or(0);
        (&self.functions()[found], &reading.digests[found])
    }
}
