//! All files of a bag, name by name: whether each is there, and what the manifests list.
//!
//! Manifests are in any order. One sort, in bounded memory, brings together what they and
//! the directory say of a name.

use lanesum::Digest;
use lanesum_files::sorted::{Sorted, Sorter};
use std::io;
use std::iter::Peekable;

/// A longer name has no room beside a digest in what is sorted.
pub(super) const MAX_NAME: usize = 60 << 10;

/// What was found, in any order. No name has a NUL or is longer than [`MAX_NAME`].
///
/// What is sorted is the name, NUL, and for an entry of a manifest its number in two bytes
/// and the digest.
#[derive(Default)]
pub(super) struct Inventory(Sorter);

/// A file, and all that was found of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) name: Vec<u8>,
    /// Whether a walk has found it.
    pub(super) there: bool,
    /// The digests, each once, and in which manifest they are, in the order of the manifests.
    pub(super) listed: Vec<(usize, Digest)>,
}

/// Every file once, in the order of the names.
pub(super) struct Files(Peekable<Sorted>);

impl Inventory {
    /// Adds a file that is there.
    ///
    /// # Errors
    ///
    /// The system's, as for all that is sorted.
    pub(super) fn add(&mut self, name: &[u8]) -> io::Result<()> {
        self.0.add(&[name, &[0]].concat())
    }

    /// Adds an entry of the manifest with this number.
    ///
    /// # Errors
    ///
    /// The system's, and that there are more manifests than two bytes can number.
    pub(super) fn list(&mut self, name: &[u8], manifest: usize, digest: &Digest) -> io::Result<()> {
        let manifest = u16::try_from(manifest).map_err(io::Error::other)?.to_be_bytes();
        self.0.add(&[name, &[0], &manifest, digest.as_bytes()].concat())
    }

    /// Puts everything in order.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn files(self) -> io::Result<Files> {
        Ok(Files(self.0.sorted()?.peekable()))
    }
}

impl Iterator for Files {
    type Item = File;

    fn next(&mut self) -> Option<File> {
        let mut first = self.0.next()?;
        let len = first.iter().position(|&b| b == 0)?;
        let mut file = File { name: Vec::new(), there: false, listed: Vec::new() };
        file.take(&first[len + 1..]);
        first.truncate(len + 1);
        while let Some(more) = self.0.next_if(|more| more.starts_with(&first)) {
            file.take(&more[len + 1..]);
        }
        first.truncate(len);
        Some(File { name: first, ..file })
    }
}

impl File {
    /// Takes what stands behind the name.
    fn take(&mut self, said: &[u8]) {
        match said.split_first_chunk() {
            None => self.there = true,
            Some((manifest, digest)) => {
                let digest = Digest::from_bytes(digest).expect("it was a digest");
                self.listed.push((u16::from_be_bytes(*manifest).into(), digest));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_name_comes_together() {
        let digest = |byte: u8| Digest::from_bytes(&[byte; 4]).unwrap();
        let mut inventory = Inventory::default();
        inventory.list(b"b", 1, &digest(0)).unwrap();
        inventory.add(b"a\x01").unwrap();
        inventory.list(b"a", 300, &digest(1)).unwrap();
        inventory.add(b"b").unwrap();
        for _ in 0..2 {
            inventory.list(b"a", 0, &digest(2)).unwrap();
        }
        inventory.list(b"a", 0, &digest(1)).unwrap();
        let file = |name: &[u8], there, listed: &[(usize, u8)]| File {
            name: name.to_vec(),
            there,
            listed: listed.iter().map(|&(manifest, byte)| (manifest, digest(byte))).collect(),
        };
        let expected = [
            file(b"a", false, &[(0, 1), (0, 2), (300, 1)]),
            file(b"a\x01", true, &[]),
            file(b"b", true, &[(1, 0)]),
        ];
        assert!(inventory.files().unwrap().eq(expected));
    }
}
