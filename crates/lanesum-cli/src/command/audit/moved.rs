//! Where files come from that are not listed.
//!
//! Their digests are sorted, beyond some number of them on the disk, and so are those of the
//! files that the manifest lists and that have one of these digests: both are then merged.
//! Memory does not grow with what is new. Of what is missing it has a bit for each file that
//! is listed; the names are read once more.

mod filter;
mod long;

use super::missing::Missing;
use crate::ledger::{Group, Kept, LedgerError, Merge, Tree, spilling};
use filter::Filter;
use lanesum_files::function::Value;
use lanesum_files::sorted::{Sorted, Sorter};
use lanesum_files::walk::Rules;
use long::Long;
use std::iter::Peekable;
use std::sync::Arc;

/// Where a new file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file that is missing.
    Moved { from: Vec<u8> },
    /// A file that is still there.
    Duplicate { of: Vec<u8> },
}

/// Files that are not listed.
pub(super) struct News {
    /// A [`key`] and the number of a file.
    digests: Sorter,
    /// The number of a file, [`NAME`] and its name; and [`MOVED`] or [`DUPLICATE`] with the
    /// index and the name of a file that is listed.
    files: Sorter,
    seen: Filter,
    long: Long,
    count: u64,
}

/// A number of eight bytes, of which the greater ones sort behind.
const NUMBER: usize = 8;

/// What a record of [`News::files`] says, in the order of their worth.
const NAME: u8 = 0;
const MOVED: u8 = 1;
const DUPLICATE: u8 = 2;

impl News {
    /// None yet.
    ///
    /// # Errors
    ///
    /// Why there is no temporary file.
    pub(super) fn open() -> Result<Self, LedgerError> {
        let (digests, files) = (Sorter::open().map_err(spilling)?, Sorter::open().map_err(spilling)?);
        Ok(Self { digests, files, seen: Filter::default(), long: Long::default(), count: 0 })
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// The system's, where there is no room in a temporary file.
    pub(super) fn add(&mut self, name: &[u8], digests: &[Value]) -> Result<(), LedgerError> {
        let number = self.count.to_be_bytes();
        let name = self.long.short(self.count, name);
        self.files.add(&[&number, &[NAME][..], name].concat()).map_err(spilling)?;
        for digest in digests {
            // No line has a longer one.
            if let Value::Digest(digest) = digest {
                self.seen.add(digest.as_bytes());
                self.digests.add(&[&key(digest.as_bytes()), &number[..]].concat()).map_err(spilling)?;
            }
        }
        self.count += 1;
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Finds the origin of each, as far as there is one: the first that is missing of those
    /// that no file before it has, and else the first that is there.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn origins(mut self, manifest: &Kept, missing: &Missing) -> Result<Origins, LedgerError> {
        let (mut listed, mut from) = (Sorter::default(), Long::default());
        each(manifest, |group| {
            for (_, digest) in &group.digests {
                if self.seen.may_have(digest.as_bytes()) {
                    let (kind, index) = (missing.has(group.index).into(), group.index.to_be_bytes());
                    let name = from.short(group.index, &group.name);
                    let record = [&key(digest.as_bytes()), &[kind][..], &index, name].concat();
                    listed.add(&record).map_err(spilling)?;
                }
            }
            Ok::<_, LedgerError>(())
        })?;
        let mut listed = listed.sorted().map_err(spilling)?.peekable();
        let (mut of, mut first) = (Vec::new(), None);
        for record in self.digests.sorted().map_err(spilling)? {
            let (digest, number) = record.split_at(record.len() - NUMBER);
            if of != digest {
                of = digest.to_vec();
                while listed.next_if(|listed| key_in(listed) < digest).is_some() {}
                let mut there =
                    || listed.next_if(|listed| key_in(listed) == digest && listed[digest.len()] == 0);
                first = there();
                while there().is_some() {}
            }
            let missing = listed.next_if(|listed| key_in(listed) == digest);
            for (what, origin) in [(MOVED, &missing), (DUPLICATE, &first)] {
                if let Some(origin) = origin {
                    let file = [number, &[what], &origin[digest.len() + 1..]].concat();
                    self.files.add(&file).map_err(spilling)?;
                }
            }
        }
        let files = self.files.sorted().map_err(spilling)?.peekable();
        Ok(Origins { files, long: self.long, from })
    }
}

/// New files in their order, each with its origin.
pub(super) struct Origins {
    files: Peekable<Sorted>,
    long: Long,
    from: Long,
}

impl Origins {
    /// The next file. One from which it was moved is no longer missing, and none where it was
    /// not: no two files are moved from one.
    pub(super) fn next(&mut self, missing: &mut Missing) -> Option<(Vec<u8>, Option<Origin>)> {
        let file = self.files.next()?;
        let (number, name) = (&file[..NUMBER], &file[NUMBER + 1..]);
        let mut origin = None;
        while let Some(record) = self.files.next_if(|record| record.starts_with(number)) {
            let (index, name) = record[NUMBER + 1..].split_at(NUMBER);
            let from = || self.from.whole(index, name);
            origin = origin.or_else(|| match record[NUMBER] {
                MOVED => missing.remove(be(index)).then(|| Origin::Moved { from: from() }),
                _ => Some(Origin::Duplicate { of: from() }),
            });
        }
        Some((self.long.whole(number, name), origin))
    }
}

/// Takes all files that a manifest lists, in the same order, and with the same numbers, as
/// when it was held against the tree.
pub(super) fn each<E: From<LedgerError>>(
    manifest: &Kept,
    mut take: impl FnMut(&Group) -> Result<(), E>,
) -> Result<(), E> {
    let nothing = Tree::new(Vec::new(), Arc::new(Rules::default()));
    let mut merge = Merge::new(nothing, Some((manifest.open()?, manifest.sorted)))?;
    while merge.next()?.is_some() {
        take(&merge.group)?;
    }
    Ok(())
}

/// A digest with its length: none is the beginning of another.
fn key(digest: &[u8]) -> Vec<u8> {
    [&[digest.len() as u8], digest].concat()
}

/// The key at the beginning of a record.
fn key_in(record: &[u8]) -> &[u8] {
    &record[..=usize::from(record[0])]
}

fn be(number: &[u8]) -> u64 {
    number.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum::Digest;
    use lanesum_files::manifest::Known;
    use lanesum_files::original::Original;
    use std::collections::{HashMap, HashSet};
    use std::io::Write;

    const LISTED: u64 = 40_000;
    const NEW: u64 = 60_000;

    /// Some names are longer than a record may be.
    fn name(i: u64) -> String {
        if i % 17_000 == 5 { format!("{i:06}/{}", "long/".repeat(15_000)) } else { format!("{i:06}") }
    }

    fn digest(content: u64) -> Digest {
        Digest::from_bytes(&content.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes().repeat(4)).unwrap()
    }

    /// More files than are kept in memory, of which many have the same digest: the origins are
    /// those that are found where all is in memory.
    #[test]
    fn origins() {
        let mut text = Vec::new();
        for i in 0..LISTED {
            writeln!(text, "{}  {}", digest(i % 9000), name(i)).unwrap();
        }
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&text).unwrap();
        let original = Original::copied("M".into(), file);
        let manifest = Kept { original, known: Known::default(), format: None, sorted: true };
        let is_missing = |i: u64| i.is_multiple_of(3) && i % 9000 < 5000;
        let (mut missing, mut news) = (Missing::default(), News::open().unwrap());
        (0..LISTED).filter(|&i| is_missing(i)).for_each(|i| missing.add(i));
        for i in 0..NEW {
            // Nothing has the second digest, and several of the first are nowhere else.
            let digests = [digest(i % 11_000).into(), digest(i + 1_000_000).into()];
            news.add(name(i).as_bytes(), &digests).unwrap();
        }
        let mut found = news.origins(&manifest, &missing).unwrap();
        let (mut there, mut gone, mut moved) = (HashMap::new(), HashMap::<_, Vec<_>>::new(), HashSet::new());
        for i in 0..LISTED {
            match is_missing(i) {
                true => gone.entry(i % 9000).or_default().push(i),
                false => drop(there.entry(i % 9000).or_insert(i)),
            }
        }
        for (i, nth) in (0..NEW).map(|i| (i, usize::try_from(i / 11_000).unwrap())) {
            let content = i % 11_000;
            let from = gone.get(&content).and_then(|gone| gone.get(nth)).copied();
            let of = there.get(&content).copied();
            let expected = from.map(|from| Origin::Moved { from: name(from).into() });
            let expected = expected.or(of.map(|of| Origin::Duplicate { of: name(of).into() }));
            moved.extend(from);
            assert!(found.next(&mut missing) == Some((name(i).into(), expected)), "{i}");
        }
        assert_eq!(found.next(&mut missing), None);
        let mut index = 0;
        each(&manifest, |group| {
            assert_eq!((group.index, &group.name), (index, &name(index).into()));
            assert_eq!(missing.has(index), is_missing(index) && !moved.contains(&index));
            index += 1;
            Ok::<_, LedgerError>(())
        })
        .unwrap();
        assert_eq!(index, LISTED);
    }

    /// Lines about a missing file that contradict each other make two files come from it: one
    /// only does.
    #[test]
    fn from_one_file() {
        let mut file = tempfile::tempfile().unwrap();
        writeln!(file, "{}  a\n{}  a\n{}  b", digest(1), digest(2), digest(2)).unwrap();
        let original = Original::copied("M".into(), file);
        let manifest = Kept { original, known: Known::default(), format: None, sorted: true };
        let (mut missing, mut news) = (Missing::default(), News::open().unwrap());
        missing.add(0);
        for content in [1, 2, 3] {
            news.add(content.to_string().as_bytes(), &[digest(content).into()]).unwrap();
        }
        let mut found = news.origins(&manifest, &missing).unwrap();
        let expected = [
            ("1", Some(Origin::Moved { from: b"a".to_vec() })),
            ("2", Some(Origin::Duplicate { of: b"b".to_vec() })),
            ("3", None),
        ];
        for (name, origin) in expected {
            assert_eq!(found.next(&mut missing), Some((name.into(), origin)));
        }
        assert!(found.next(&mut missing).is_none() && missing.is_empty());
    }
}
