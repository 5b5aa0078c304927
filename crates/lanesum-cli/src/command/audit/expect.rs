//! What lines of a manifest say of one file, and how it is held against a reading.

use crate::ledger::{Group, Meta};
use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::candidates::{Candidates, Guesses};

/// All of it.
pub(super) struct Expect {
    /// For each line, the digest, and what it may be of.
    lines: Vec<(Digest, Candidates)>,
    /// What to compute for all lines, where they are several.
    functions: Vec<Function>,
    /// How many bytes the file has, where a line says that.
    size: Option<u64>,
    pub(super) meta: Option<Meta>,
    pub(super) contradicts: bool,
    /// Whether the last reading was what every line says.
    pub(super) matched: bool,
    /// Lines that say what another one says.
    pub(super) repeated: u64,
}

impl Expect {
    pub(super) fn new(group: Group, guesses: &mut Guesses, told: &Told) -> Self {
        let contradicts = group.contradicts_itself();
        let Group { digests, meta, size, repeated, .. } = group;
        let line = |(of, digest)| {
            let candidates = Candidates::new(of, &digest, guesses, told)?;
            Some((digest, candidates))
        };
        let lines = digests.into_iter().filter_map(line).collect();
        let mut expect =
            Self { lines, functions: Vec::new(), size, meta, contradicts, matched: false, repeated };
        expect.gather();
        expect
    }

    fn gather(&mut self) {
        if let [_, _, ..] = self.lines[..] {
            self.functions.clear();
            for (_, candidates) in &self.lines {
                self.functions.extend_from_slice(candidates.functions());
            }
        }
    }

    /// What the lines say it should be.
    pub(super) fn digests(&self) -> impl Iterator<Item = &Digest> {
        self.lines.iter().map(|(digest, ..)| digest)
    }

    /// What to compute.
    pub(super) fn functions(&self) -> &[Function] {
        match &self.lines[..] {
            [(_, candidates)] => candidates.functions(),
            _ => &self.functions,
        }
    }

    /// Holds a reading against every line. Says whether all are right.
    pub(super) fn compare(&mut self, reading: &Reading) -> bool {
        let mut rest = &reading.digests[..];
        self.matched = !self.lines.is_empty()
            && self.size.is_none_or(|size| size == reading.len)
            && self.lines.iter().all(|(digest, candidates)| {
                let Some((own, behind)) = rest.split_at_checked(candidates.functions().len()) else {
                    return false;
                };
                rest = behind;
                candidates.have(digest, own)
            });
        self.matched
    }

    /// Asks for all that may be meant. Says whether that is something else than before.
    pub(super) fn ask_all(&mut self) -> bool {
        let other = self.lines.iter_mut().fold(false, |other, (_, candidates)| candidates.ask_all() | other);
        if other {
            self.gather();
        }
        other
    }
}
