//! Which parts of a file are not as they were.

use super::{GROUP, Outboards, hash};
use lanesum::Digest;
use lanesum::bao::ReadAt;
use lanesum::blake3::subtree::{Subtree, left_len};
use lanesum::blake3::{Hash, Mode, OUT_LEN as CV_LEN};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Bytes of a parent in a tree.
const PARENT: u64 = 64;

/// What is known of a file that is not as it was.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Bad {
    /// Bytes that are other ones, or gone: whole groups, those that touch as one.
    pub(crate) ranges: Vec<Range<u64>>,
    /// Of these nobody knows: the tree itself is damaged.
    pub(crate) unknown: Vec<Range<u64>>,
    /// How many bytes there are behind those that there were.
    pub(crate) more: u64,
}

impl fmt::Display for Bad {
    /// `bytes 16384-32768, 65536-81920; unknown 0-16384; 5 more`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |ranges: &[Range<u64>]| {
            let ranges = ranges.iter().map(|range| format!("{}-{}", range.start, range.end));
            ranges.collect::<Vec<_>>().join(", ")
        };
        let mut parts = Vec::new();
        if !self.ranges.is_empty() {
            parts.push(format!("bytes {}", list(&self.ranges)));
        }
        if !self.unknown.is_empty() {
            parts.push(format!("its hash tree is damaged for bytes {}", list(&self.unknown)));
        }
        if self.more > 0 {
            parts.push(format!("{} bytes more than there were", self.more));
        }
        f.write_str(&parts.join("; "))
    }
}

impl Outboards {
    /// Those in a directory that is there, for a file whose tree is looked up.
    ///
    /// # Errors
    ///
    /// Why it cannot be used, or that the function has no trees.
    pub(crate) fn existing(path: &Path, function: Function) -> anyhow::Result<Self> {
        Self::open(path, &[function], false)
    }

    /// What of a file is not as its digest says. None where there is no tree of it.
    ///
    /// # Errors
    ///
    /// Those of reading the file and its tree.
    pub(crate) fn bad(&self, input: &Input, digest: &Digest) -> io::Result<Option<Bad>> {
        let Some(hash) = hash(digest.as_bytes()) else { return Ok(None) };
        let tree = match File::open(self.place(&hash)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            tree => tree?,
        };
        let mut bad = Bad::default();
        let file = File::from(input.open()?);
        let now = file.metadata()?.len();
        let Some(len) = self.len_of(&tree)? else {
            bad.unknown.push(0..now);
            return Ok(Some(bad));
        };
        bad.more = now.saturating_sub(len);
        let mut search = Search { mode: self.mode(), tree: &tree, file: &file, group: Vec::new(), bad };
        search.node(0..len, 8, &Known::Root(hash))?;
        Ok(Some(search.bad))
    }
}

/// What is known of a subtree.
enum Known {
    Root(Hash),
    Value([u8; CV_LEN]),
}

struct Search<'a> {
    mode: Mode,
    tree: &'a File,
    file: &'a File,
    group: Vec<u8>,
    bad: Bad,
}

impl Search<'_> {
    /// Looks through a subtree, whose own parent is at `offset` of the tree.
    fn node(&mut self, bytes: Range<u64>, offset: u64, known: &Known) -> io::Result<()> {
        let len = bytes.end - bytes.start;
        let Some(left) = left_len(len).filter(|_| len > GROUP) else { return self.leaf(bytes, known) };
        let mut parent = [0; PARENT as usize];
        let whole = self.tree.read_all_at(offset, &mut parent)? == parent.len();
        let (a, b) = parent.split_at(CV_LEN);
        let value = |half: &[u8]| half.try_into().unwrap_or([0; CV_LEN]);
        let (a, b) = (value(a), value(b));
        if !whole || !self.holds(&bytes, left, (a, b), known) {
            push(&mut self.bad.unknown, bytes);
            return Ok(());
        }
        let middle = bytes.start + left;
        let offset = offset + PARENT;
        self.node(bytes.start..middle, offset, &Known::Value(a))?;
        // A subtree has a parent less than it has groups.
        let parents = left.div_ceil(GROUP) - 1;
        self.node(middle..bytes.end, offset + parents * PARENT, &Known::Value(b))
    }

    /// Whether two halves are what is known of them together.
    fn holds(
        &self,
        bytes: &Range<u64>,
        left: u64,
        (a, b): ([u8; CV_LEN], [u8; CV_LEN]),
        known: &Known,
    ) -> bool {
        let len = bytes.end - bytes.start;
        let halves = Subtree::new(bytes.start, left, a)
            .and_then(|a| Ok((a, Subtree::new(bytes.start + left, len - left, b)?)));
        let Ok((a, b)) = halves else { return false };
        match known {
            Known::Root(hash) => self.mode.root(&a, &b).is_ok_and(|root| root == *hash),
            Known::Value(value) => {
                self.mode.merge(&a, &b).is_ok_and(|merged| merged.chaining_value() == value)
            }
        }
    }

    /// Holds a group to its hash.
    fn leaf(&mut self, bytes: Range<u64>, known: &Known) -> io::Result<()> {
        self.group.resize((bytes.end - bytes.start) as usize, 0);
        let read = self.file.read_all_at(bytes.start, &mut self.group)?;
        let good = read == self.group.len()
            && match known {
                Known::Root(hash) => self.mode.hash(&self.group) == *hash,
                Known::Value(value) => {
                    let found = self.mode.subtree(bytes.start, &self.group);
                    found.is_ok_and(|found| found.chaining_value() == value)
                }
            };
        if !good {
            push(&mut self.bad.ranges, bytes);
        }
        Ok(())
    }
}

/// Puts a range behind others, which it may go on.
fn push(ranges: &mut Vec<Range<u64>>, bytes: Range<u64>) {
    match ranges.last_mut() {
        Some(last) if last.end == bytes.start => last.end = bytes.end,
        _ => ranges.push(bytes),
    }
}
