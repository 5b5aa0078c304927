//! A first look at a manifest: what it says of itself, and the order of its files.
//!
//! Nothing else can begin before it ends, so all threads do it: each looks through a part of
//! the lines, and what they found is put together in the order of the parts.

use super::about::About;
use super::sum::Sum;
use crate::progress::Total;
use lanesum::Digest;
use lanesum_files::format::Said;
use lanesum_files::lock::lock;
use lanesum_files::manifest::entries::{Line, Lines, Skimmed};
use lanesum_files::manifest::{Meta, Of};
use lanesum_files::threads;
use lanesum_files::walk::order;
use rustix::io::Errno;
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

/// A part of less bytes is not worth a thread.
const LEAST: u64 = 1 << 20;

/// How many parts there are for each thread: one that the system keeps waiting has less to do.
const EACH: usize = 4;

/// So many lines are looked at before the rest is split: they say how the others are read.
const FIRST: usize = 64;

/// What a first look says.
pub(crate) struct Survey<F> {
    /// How many files it lists.
    pub(crate) files: u64,
    /// With their bytes, where it says those of each.
    pub(crate) total: Option<Total>,
    /// Whether each came behind the one before in the order of a walk.
    pub(crate) sorted: bool,
    /// What was gathered of their digests.
    pub(crate) found: F,
}

/// What is gathered of digests.
pub(crate) trait Found: Default + Send {
    /// Takes those of a line that is not like the one before: of the same function, as far as
    /// lines say.
    fn add(&mut self, digests: &[(Of, Digest)]);

    /// Takes what was gathered of later lines.
    fn append(&mut self, later: Self);
}

/// Nothing.
impl Found for () {
    fn add(&mut self, _: &[(Of, Digest)]) {}

    fn append(&mut self, (): ()) {}
}

/// What a part of the lines says.
struct Part<F> {
    sum: Sum,
    /// The first file, and its size, if there is one that says it.
    first: Option<(Vec<u8>, Option<u64>)>,
    last: Vec<u8>,
    sorted: bool,
    about: About,
    found: F,
}

/// Looks through all `lines` that are left, by up to so many threads. Also says what they say
/// that list no file.
///
/// # Errors
///
/// The system's.
pub(super) fn survey<F: Found>(lines: &mut Lines, threads: usize) -> Result<(Survey<F>, About), Errno> {
    let mut all = Part::default();
    let ended = all.look(lines, FIRST)?;
    let parts = if threads > 1 && !ended { lines.split(EACH * threads, LEAST, Meta::is_one) } else { None };
    match parts {
        Some(parts) => {
            for part in side_by_side(parts, threads) {
                all.append(part?);
            }
        }
        None => drop(all.look(lines, usize::MAX)?),
    }
    let Part { sum, sorted, about, found, .. } = all;
    Ok((Survey { files: sum.files, total: sum.total(), sorted, found }, about))
}

/// Looks through parts, and says what came of each.
fn side_by_side<F: Found>(parts: Vec<Lines>, threads: usize) -> Vec<Result<Part<F>, Errno>> {
    let found: Vec<_> = parts.iter().map(|_| Mutex::new(None)).collect();
    let queue = Mutex::new(parts.into_iter().zip(&found));
    let work = || {
        loop {
            let next = lock(&queue).next();
            let Some((mut lines, found)) = next else { return };
            let mut part = Part::default();
            *lock(found) = Some(part.look(&mut lines, usize::MAX).map(|_| part));
        }
    };
    threads::scope(|scope| {
        for _ in 1..threads.min(found.len()) {
            // No thread to be had: those there are do the work.
            if threads::start(scope, |_| work()).is_err() {
                break;
            }
        }
        work();
    });
    found.into_iter().filter_map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

impl<F: Found> Default for Part<F> {
    fn default() -> Self {
        let (sum, first, last) = (Sum::default(), None, Vec::new());
        Self { sum, first, last, sorted: true, about: About::default(), found: F::default() }
    }
}

impl<F: Found> Part<F> {
    /// Looks through so many lines. Says whether there are no more.
    fn look(&mut self, lines: &mut Lines, most: usize) -> Result<bool, Errno> {
        let ended = self.look_at(lines, most)?;
        self.about.lines = lines.number();
        Ok(ended)
    }

    fn look_at(&mut self, lines: &mut Lines, most: usize) -> Result<bool, Errno> {
        let mut len = None;
        for _ in 0..most {
            let listed;
            let name = match lines.next_skimmed()? {
                None => return Ok(true),
                Some(Skimmed::Alike(alike)) => alike.name,
                Some(Skimmed::Line(Line { said: Said::Entry(entry), .. })) => {
                    self.found.add(&entry.digests);
                    listed = entry;
                    &listed.name
                }
                Some(Skimmed::Line(Line { text, said: Said::Nothing, .. })) if Meta::is_one(text) => {
                    len = Meta::len(text);
                    continue;
                }
                Some(Skimmed::Line(Line { number, text, said })) => {
                    self.about.line(number, text, said);
                    continue;
                }
            };
            self.name(name, len.take());
        }
        Ok(false)
    }

    /// Takes the name in a line, and the size that was noted before it.
    fn name(&mut self, name: &[u8], len: Option<u64>) {
        match &self.first {
            None => self.first = Some((name.to_vec(), len)),
            // Another line of the same file.
            Some(_) if self.last == name => return,
            Some(_) => self.sorted &= order::compare(&self.last, name) == Ordering::Less,
        }
        self.sum.add(len);
        self.last.clear();
        self.last.extend_from_slice(name);
    }

    /// Takes what the lines behind its own say.
    fn append(&mut self, later: Self) {
        self.about.append(later.about);
        self.found.append(later.found);
        let Some((name, len)) = later.first else { return };
        if self.first.is_none() {
            self.first = Some((name, len));
        } else if self.last == name {
            self.sum.subtract(len);
        } else {
            self.sorted &= order::compare(&self.last, &name) == Ordering::Less;
        }
        self.sorted &= later.sorted;
        self.sum.append(&later.sum);
        self.last = later.last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum_files::manifest::Known;
    use lanesum_files::original::Original;
    use lanesum_files::records::MAX_RECORD;
    use std::io::Write;

    impl Found for u64 {
        fn add(&mut self, digests: &[(Of, Digest)]) {
            *self += digests.len() as u64;
        }

        fn append(&mut self, later: Self) {
            *self += later;
        }
    }

    /// However many threads look, they find the same: of notes before lines, several lines of
    /// a file, and files out of order, wherever the manifest is split.
    #[test]
    fn parts() {
        let (md5, sha) = ("0a".repeat(16), "0b".repeat(32));
        for (every, disorder) in [(1, None), (2, None), (3, Some(20_000)), (1, Some(59_999))] {
            let mut text = "# lanesum: generation 7, 2026-11-22T18:30:00Z\n".to_owned();
            let mut too_long = None;
            for i in 0..60_000 {
                let name = if disorder == Some(i) { 0 } else { i };
                if i % every == 0 {
                    text.push_str(&format!("#= {i} 1.000000000 2.000000000 3\n"));
                }
                text.push_str(&format!("{sha}  {name:06}\n"));
                if i % 3 == 0 {
                    text.push_str(&format!("{md5}  {name:06}\nSHA256 ({name:06}) = {sha}\n"));
                }
                if i % 1000 == 0 {
                    text.push_str("nonsense\n");
                }
                // In the last part, and in one before it.
                if matches!(i, 20_000 | 55_000) {
                    too_long.get_or_insert(text.lines().count() as u64 + 1);
                    text.push_str(&format!("{}\n", "x".repeat(MAX_RECORD + 1)));
                }
            }
            let too_long = (2, too_long.unwrap());
            let mut manifest = tempfile::tempfile().unwrap();
            manifest.write_all(text.as_bytes()).unwrap();
            let manifest = Original::copied("M".into(), manifest);
            let look = |threads| {
                let mut lines = Lines::new(manifest.open().unwrap(), Known::default(), None);
                let (survey, about) = survey::<u64>(&mut lines, threads).unwrap();
                let total = survey.total.map(|total| (total.files, total.bytes));
                assert_eq!(about.too_long, too_long, "{threads}");
                (survey.files, total, survey.sorted, about.malformed, about.header.generation)
            };
            let total = (every == 1).then_some((60_000, 59_999 * 60_000 / 2));
            for threads in 1..=5 {
                assert_eq!(look(threads), (60_000, total, disorder.is_none(), 60, 7), "{threads}");
            }
            let mut lines = Lines::new(manifest.open().unwrap(), Known::default(), None);
            drop(lines.next().unwrap());
            drop(lines.next().unwrap());
            drop(lines.next().unwrap());
            assert!(lines.split(8, LEAST, Meta::is_one).is_some_and(|parts| parts.len() >= 4));
        }
    }
}
