//! Sorted runs of names in a temporary file, and their merge.
//!
//! A name is stored as its length in two bytes, the code of its kind in one, and
//! its bytes.

use super::names::{self, Names};
use super::spill::{Mapping, Spill};
use rustix::fs::FileType;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// How many runs are merged at once. More than these are merged to fewer first.
const FAN_IN: usize = 64;

/// How many bytes of each run are to be in memory while it is merged: a multiple
/// of all sizes of pages, and what Linux maps around a page that is read.
const WINDOW: usize = 64 << 10;

/// Runs that are being written.
pub(crate) struct Runs {
    spill: Spill,
    /// Where each of them is.
    runs: Vec<Range<usize>>,
}

impl Runs {
    /// None yet.
    ///
    /// # Errors
    ///
    /// Why there is no temporary file.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { spill: Spill::new()?, runs: Vec::new() })
    }

    /// Whether there is none yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Sorts names, writes them as a run, and leaves none of them.
    ///
    /// # Errors
    ///
    /// The system's: there may be no room for them.
    pub(crate) fn add(&mut self, names: &mut Names) -> io::Result<()> {
        names.sort();
        self.run(|spill| names.iter().try_for_each(|(name, kind)| put(spill, name, kind)))?;
        names.clear();
        Ok(())
    }

    fn run(&mut self, write: impl FnOnce(&mut Spill) -> io::Result<()>) -> io::Result<()> {
        let start = self.spill.len();
        write(&mut self.spill)?;
        self.runs.push(start..self.spill.len());
        Ok(())
    }

    /// The names of all runs, in order.
    ///
    /// # Errors
    ///
    /// The system's: the last bytes have no room, or the file cannot be mapped.
    pub(crate) fn merge(self) -> io::Result<Merge> {
        let Self { spill, mut runs } = self;
        let mut mapping = Arc::new(spill.map()?);
        while runs.len() > FAN_IN {
            let mut fewer = Self::new()?;
            let mut name = Vec::new();
            for group in runs.chunks(FAN_IN) {
                let mut merge = Merge::of(&mapping, group);
                fewer.run(|spill| {
                    while let Some(kind) = merge.take(&mut name) {
                        put(spill, &name, kind)?;
                        name.clear();
                    }
                    Ok(())
                })?;
            }
            mapping = Arc::new(fewer.spill.map()?);
            runs = fewer.runs;
        }
        Ok(Merge::of(&mapping, &runs))
    }
}

fn put(spill: &mut Spill, name: &[u8], kind: u8) -> io::Result<()> {
    let [low, high] = (name.len() as u16).to_le_bytes();
    spill.write(&[low, high, kind])?;
    spill.write(name)
}

/// Sorted runs that are read side by side.
pub(crate) struct Merge {
    mapping: Arc<Mapping>,
    /// The runs that have names left. The one with the smallest is first.
    heads: BinaryHeap<Head>,
    /// The name that came last.
    last: Vec<u8>,
}

/// The next name of a run, and the rest of it.
struct Head {
    name: Vec<u8>,
    kind: u8,
    rest: Range<usize>,
}

impl Merge {
    fn of(mapping: &Arc<Mapping>, runs: &[Range<usize>]) -> Self {
        let begin = |run: &Range<usize>| {
            let mut head = Head { name: Vec::new(), kind: 0, rest: run.clone() };
            head.step(mapping).then_some(head)
        };
        let heads = runs.iter().filter_map(begin).collect();
        Self { mapping: mapping.clone(), heads, last: Vec::new() }
    }

    /// Takes the next name, puts it behind `path`, and says its kind.
    pub(crate) fn next(&mut self, path: &mut Vec<u8>) -> Option<FileType> {
        self.take(path).map(names::kind)
    }

    /// Takes the next name, puts it behind `path`, and says the code of its kind.
    fn take(&mut self, path: &mut Vec<u8>) -> Option<u8> {
        loop {
            let mut head = self.heads.peek_mut()?;
            let kind = head.kind;
            // No name is empty, so the first one is new.
            let new = head.name != self.last;
            if new {
                path.extend_from_slice(&head.name);
                self.last.clone_from(&head.name);
            }
            if !head.step(&self.mapping) {
                PeekMut::pop(head);
            }
            if new {
                return Some(kind);
            }
        }
    }

    /// How many bytes of the file are in memory, about.
    pub(crate) fn resident(&self) -> usize {
        self.heads.len() * WINDOW
    }
}

impl Head {
    /// Goes on to the next name. Says whether there is one.
    fn step(&mut self, mapping: &Mapping) -> bool {
        let from = self.rest.start;
        let [low, high, kind, rest @ ..] = &mapping.bytes()[self.rest.clone()] else { return false };
        let len = usize::from(u16::from_le_bytes([*low, *high]));
        self.kind = *kind;
        self.name.clear();
        self.name.extend_from_slice(&rest[..len]);
        self.rest.start += 3 + len;
        // What was read is not needed again.
        let (first, next) = (from - from % WINDOW, self.rest.start - self.rest.start % WINDOW);
        if first < next {
            mapping.release(first..next);
        }
        true
    }
}

/// The smallest name is the greatest of the heap.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.name.cmp(&self.name)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}
