//! Finds the files that a manifest lists more than once.
//!
//! Of each line 36 bytes are kept: hashes of the name (128 bits) and of the digest (64),
//! under keys that nobody knows beforehand, of what the digest is, and the number of the
//! line. Up to 58,000 lines are sorted in memory, 2 MiB; more are spilled to a temporary
//! file as sorted runs, and merged in the end. So any number of lines takes a few MiB.

use super::Of;
use crate::sorted::Sorter;
use lanesum::Digest;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;

/// How many contradictions are told one by one.
const TOLD: usize = 10;

/// Where the parts of a record begin.
const OF: usize = 16;
const DIGEST: usize = 20;
const LINE: usize = 28;
const LEN: usize = 36;

/// What was found.
#[derive(Debug, Default)]
pub struct Repeats {
    /// How many lines say what an earlier line says.
    pub repeated: u64,
    /// The first two lines that say the same.
    pub first: Option<(u64, u64)>,
    /// How many files have digests that cannot all be right.
    pub contradictions: u64,
    /// Two lines that contradict each other, for each of the first such files.
    pub pairs: Vec<(u64, u64)>,
    /// Why nothing was looked for.
    pub error: Option<io::Error>,
}

/// The lines of a manifest so far.
pub(super) struct Seen {
    keys: [RandomState; 3],
    records: Sorter,
    /// The functions that were named.
    tags: Vec<String>,
    error: Option<io::Error>,
}

impl Seen {
    pub(super) fn new() -> Self {
        let keys = [(); 3].map(|()| RandomState::new());
        Self { keys, records: Sorter::default(), tags: Vec::new(), error: None }
    }

    /// Adds what a line says. `choice` is how many functions a digest that is not named may
    /// be of at first sight.
    pub(super) fn add(&mut self, name: &[u8], of: &Of, digest: &Digest, choice: u8, line: u64) {
        if self.error.is_some() {
            return;
        }
        let name = plain(name);
        let mut record = [0; LEN];
        record[..8].copy_from_slice(&self.keys[0].hash_one(&name).to_be_bytes());
        record[8..OF].copy_from_slice(&self.keys[1].hash_one(&name).to_be_bytes());
        record[OF..DIGEST].copy_from_slice(&self.of(of, digest, choice));
        record[DIGEST..LINE].copy_from_slice(&self.keys[2].hash_one(digest).to_be_bytes());
        record[LINE..].copy_from_slice(&line.to_be_bytes());
        self.error = self.records.add(&record).err();
    }

    /// What tells digests that may be compared with each other: how many of one file may
    /// differ, and of what they are.
    fn of(&mut self, of: &Of, digest: &Digest, choice: u8) -> [u8; 4] {
        let Of::Function(function) = of else { return [choice, 0, 0, digest.as_bytes().len() as u8] };
        let tag = function.tag();
        let known = self.tags.iter().position(|known| *known == tag);
        let index = known.unwrap_or_else(|| {
            self.tags.push(tag.into_owned());
            self.tags.len() - 1
        });
        let [high, low] = (index as u16).to_be_bytes();
        [1, 1, high, low]
    }

    /// What there is to say of all lines.
    pub(super) fn finish(self) -> Repeats {
        let mut repeats = Repeats::default();
        if let Err(error) = self.scan(&mut repeats) {
            repeats = Repeats { error: Some(error), ..Repeats::default() };
        }
        repeats.pairs.sort_unstable();
        repeats
    }

    fn scan(self, repeats: &mut Repeats) -> io::Result<()> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut group = Group::default();
        self.records.sorted()?.for_each(|record| group.add(&record, repeats));
        Ok(())
    }
}

/// The records of one file and one function.
#[derive(Default)]
struct Group {
    /// The first record of the last digest.
    record: Vec<u8>,
    /// The line of the first digest.
    first: u64,
    /// How many digests came.
    digests: u8,
}

impl Group {
    fn add(&mut self, record: &[u8], repeats: &mut Repeats) {
        let line = line(record);
        let same = |end: usize| self.record.get(..end) == Some(&record[..end]);
        if same(LINE) {
            repeats.repeated += 1;
            let pair = (self::line(&self.record), line);
            // The earliest second line is told.
            if repeats.first.is_none_or(|(_, second)| line < second) {
                repeats.first = Some(pair);
            }
            return;
        }
        if !same(DIGEST) {
            (self.digests, self.first) = (0, line);
        }
        self.digests = self.digests.saturating_add(1);
        self.record.clear();
        self.record.extend_from_slice(record);
        // Once for each file.
        if u16::from(self.digests) == u16::from(record[OF]) + 1 {
            repeats.contradictions += 1;
            repeats.pairs.push((self.first.min(line), self.first.max(line)));
            // The earliest are told.
            if repeats.pairs.len() > 2 * TOLD {
                repeats.pairs.sort_unstable();
                repeats.pairs.truncate(TOLD);
            }
        }
    }
}

fn line(record: &[u8]) -> u64 {
    u64::from_be_bytes(record[LINE..].try_into().expect("a record ends with the number of its line"))
}

/// A name without parts that mean nothing.
fn plain(name: &[u8]) -> Vec<u8> {
    let root: &[u8] = if name.starts_with(b"/") { b"/" } else { b"" };
    let parts = name.split(|&b| b == b'/').filter(|part| !matches!(part, [] | [b'.']));
    [root, &parts.collect::<Vec<_>>().join(&b'/')].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum::Algorithm;

    fn digest(n: u64) -> Digest {
        lanesum::hash(Algorithm::Sha256, &n.to_le_bytes())
    }

    /// In memory, and in many runs of a temporary file.
    #[test]
    fn found() {
        for lines in [100, 400_000] {
            let mut seen = Seen::new();
            let sha256 = Of::Function(Algorithm::Sha256.into());
            let blake3 = Of::Function(Algorithm::Blake3.into());
            for line in 1..=lines {
                seen.add(format!("d/{line}").as_bytes(), &sha256, &digest(line), 1, line);
            }
            let mut at = lines;
            let mut add = |name: &str, of: &Of, n: u64, choice| {
                at += 1;
                seen.add(name.as_bytes(), of, &digest(n), choice, at);
            };
            add("./d//7", &sha256, 7, 1);
            add("d/7", &sha256, 7, 1);
            add("d/8", &sha256, 7, 1);
            add("d/8", &sha256, 6, 1);
            add("d/9", &blake3, 1, 1);
            add("/d/9", &sha256, 1, 1);
            // Two may be of two functions, and three are not.
            add("x", &Of::Unnamed, 1, 2);
            add("x", &Of::Unnamed, 2, 2);
            add("y", &Of::Unnamed, 1, 2);
            add("y", &Of::Unnamed, 2, 2);
            add("y", &Of::Unnamed, 3, 2);
            let repeats = seen.finish();
            assert_eq!((repeats.repeated, repeats.contradictions), (2, 2), "{repeats:?}");
            assert_eq!(repeats.first, Some((7, lines + 1)));
            assert_eq!(repeats.pairs.len(), 2);
            assert!(repeats.pairs[0].0 == 8 || repeats.pairs[0].1 <= lines + 4, "{repeats:?}");
            assert!(repeats.pairs[1].0 > lines + 8, "{repeats:?}");
            assert!(repeats.error.is_none());
        }
    }
}
