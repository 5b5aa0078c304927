//! What lines of a manifest say of one file, and how it is held against a reading.

use crate::ledger::{Group, Meta};
use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::candidates::{Candidates, Guesses};

/// All of it.
pub(super) struct Expect {
    /// For each line, the digest, what it may be of, and where that begins among all
    /// functions.
    lines: Vec<(Digest, Candidates, usize)>,
    functions: Vec<Function>,
    pub(super) meta: Option<Meta>,
    pub(super) contradicts: bool,
    /// Lines that say what another one says.
    pub(super) repeated: u64,
}

impl Expect {
    pub(super) fn new(group: Group, guesses: &mut Guesses, told: &Told) -> Self {
        let (contradicts, meta, repeated) = (group.contradicts_itself(), group.meta, group.repeated);
        let line = |(of, digest)| {
            let candidates = Candidates::new(of, &digest, guesses, told)?;
            Some((digest, candidates, 0))
        };
        let lines = group.digests.into_iter().filter_map(line).collect();
        let mut expect = Self { lines, functions: Vec::new(), meta, contradicts, repeated };
        expect.gather();
        expect
    }

    fn gather(&mut self) {
        self.functions.clear();
        for (_, candidates, start) in &mut self.lines {
            *start = self.functions.len();
            self.functions.extend_from_slice(candidates.functions());
        }
    }

    /// What the lines say it should be.
    pub(super) fn digests(&self) -> impl Iterator<Item = &Digest> {
        self.lines.iter().map(|(digest, ..)| digest)
    }

    /// What to compute.
    pub(super) fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Whether every line is right.
    pub(super) fn matches(&self, reading: &Reading) -> bool {
        !self.lines.is_empty()
            && self.lines.iter().all(|(digest, candidates, start)| {
                let end = start + candidates.functions().len();
                reading.digests.get(*start..end).is_some_and(|values| candidates.have(digest, values))
            })
    }

    /// Asks for all that may be meant. Says whether that is something else than before.
    pub(super) fn ask_all(&mut self) -> bool {
        let other =
            self.lines.iter_mut().fold(false, |other, (_, candidates, _)| candidates.ask_all() | other);
        if other {
            self.gather();
        }
        other
    }
}
