//! What lines of a manifest say of one file, and how it is held against a reading.
//!
//! Most files have one line. What is made of it holds no memory of its own and counts no
//! references: it is made while all other threads wait for it.

use crate::ledger::Group;
use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::{Function, Value};
use lanesum_files::manifest::candidates::Guesses;
use lanesum_files::manifest::{Meta, Of};
use std::ops::Range;
use std::slice;

/// All of it.
pub(super) struct Expect {
    lines: Lines,
    /// How many bytes the file has, where a line says that.
    size: Option<u64>,
    /// The line that says what the system said of the file when it was read.
    note: Vec<u8>,
    pub(super) contradicts: bool,
    /// Whether the last reading was what every line says.
    pub(super) matched: bool,
    /// Lines that say what another one says.
    pub(super) repeated: u64,
}

enum Lines {
    One(Line),
    /// None or several, and what to compute for all of them.
    Several(Vec<Line>, Vec<Function>),
}

/// A digest, and what it may be of.
struct Line {
    digest: Digest,
    of: Candidates,
}

enum Candidates {
    Function(Function),
    /// A range of the functions with such digests.
    Unnamed(Range<usize>),
}

impl Line {
    /// None where no function with such digests takes what it is told.
    fn new((of, digest): &(Of, Digest), guesses: &Guesses) -> Option<Self> {
        let of = match of {
            Of::Function(function) => Candidates::Function(function.clone()),
            Of::Unnamed => Candidates::Unnamed(guesses.get(digest.as_bytes().len())?.likely()),
        };
        Some(Self { digest: *digest, of })
    }

    fn functions<'a>(&'a self, guesses: &'a Guesses) -> &'a [Function] {
        match &self.of {
            Candidates::Function(function) => slice::from_ref(function),
            Candidates::Unnamed(range) => {
                guesses.get(self.digest.as_bytes().len()).map_or(&[], |unnamed| unnamed.functions(range))
            }
        }
    }

    /// Whether one of the values is the digest.
    fn is_among(&self, values: &[Value], guesses: &Guesses) -> bool {
        match &self.of {
            Candidates::Function(_) => values.iter().any(|value| *value == self.digest),
            Candidates::Unnamed(range) => guesses
                .get(self.digest.as_bytes().len())
                .is_some_and(|unnamed| unnamed.have(range, &self.digest, values)),
        }
    }

    /// Asks for all that may be meant. Says whether that is something else than before.
    fn ask_all(&mut self, guesses: &Guesses) -> bool {
        let Candidates::Unnamed(range) = &mut self.of else { return false };
        let Some(unnamed) = guesses.get(self.digest.as_bytes().len()) else { return false };
        let before = std::mem::replace(range, unnamed.others());
        before != *range
    }
}

impl Lines {
    fn new(digests: &[(Of, Digest)], guesses: &Guesses) -> Self {
        match digests {
            [one] => Line::new(one, guesses).map_or(Self::several(Vec::new(), guesses), Self::One),
            several => {
                Self::several(several.iter().filter_map(|line| Line::new(line, guesses)).collect(), guesses)
            }
        }
    }

    fn several(lines: Vec<Line>, guesses: &Guesses) -> Self {
        let functions = lines.iter().flat_map(|line| line.functions(guesses)).cloned().collect();
        Self::Several(lines, functions)
    }

    fn all(&self) -> &[Line] {
        match self {
            Self::One(line) => slice::from_ref(line),
            Self::Several(lines, _) => lines,
        }
    }
}

impl Expect {
    /// Takes what there is to take of the lines.
    pub(super) fn new(group: &mut Group, guesses: &Guesses) -> Self {
        Self {
            lines: Lines::new(&group.digests, guesses),
            size: group.size,
            note: std::mem::take(&mut group.note),
            contradicts: group.contradicts_itself(),
            matched: false,
            repeated: group.repeated,
        }
    }

    /// What the system said of the file when it was read.
    pub(super) fn meta(&self) -> Option<Meta> {
        Meta::read(&self.note)
    }

    /// What the lines say it should be.
    pub(super) fn digests(&self) -> impl Iterator<Item = &Digest> {
        self.lines.all().iter().map(|line| &line.digest)
    }

    /// What to compute.
    pub(super) fn functions<'a>(&'a self, guesses: &'a Guesses) -> &'a [Function] {
        match &self.lines {
            Lines::One(line) => line.functions(guesses),
            Lines::Several(_, functions) => functions,
        }
    }

    /// Holds a reading against every line. Says whether all are right.
    pub(super) fn compare(&mut self, reading: &Reading, guesses: &Guesses) -> bool {
        let mut rest = &reading.digests[..];
        let lines = self.lines.all();
        self.matched = !lines.is_empty()
            && self.size.is_none_or(|size| size == reading.len)
            && lines.iter().all(|line| {
                let Some((own, behind)) = rest.split_at_checked(line.functions(guesses).len()) else {
                    return false;
                };
                rest = behind;
                line.is_among(own, guesses)
            });
        self.matched
    }

    /// Asks for all that may be meant. Says whether that is something else than before.
    pub(super) fn ask_all(&mut self, guesses: &Guesses) -> bool {
        match &mut self.lines {
            Lines::One(line) => line.ask_all(guesses),
            Lines::Several(lines, functions) => {
                let other = lines.iter_mut().fold(false, |other, line| line.ask_all(guesses) | other);
                functions.clear();
                lines.iter().for_each(|line| functions.extend_from_slice(line.functions(guesses)));
                other
            }
        }
    }
}
