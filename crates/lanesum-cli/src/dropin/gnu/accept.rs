//! Which lines of a manifest a command takes for good.
//!
//! Two things that GNU's commands take are not good here. `MD5-64 (a)` has them
//! compare the first 64 bits of a digest and say OK: here the length of a tag is the
//! digest's. And `BLAKE2b-0x80` counts its bits as C counts: here they are decimal.

mod digest;
mod tag;

use super::tool::{TYPES, Type};
use crate::dropin::hash::Hash;
use digest::Read;
use lanesum::Digest;
use lanesum_files::manifest::Rules;

/// Lines of one kind, or of any.
#[derive(Clone, Debug)]
pub(super) struct Accept {
    /// Without it only a tag tells what a digest is.
    only: Option<Type>,
    /// Whether the command is `cksum`, which reads base64 too.
    cksum: bool,
    /// What a line is expected to be: what the last tag said.
    expected: String,
}

/// What a line says of its digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Of {
    pub(super) hash: Hash,
    /// Whether a file can have it: none has what is written with stray bits.
    pub(super) possible: bool,
}

impl Accept {
    /// Lines of a command that has one hash.
    pub(super) fn of(kind: Type) -> Self {
        Self { only: Some(kind), cksum: false, expected: kind.label() }
    }

    /// Lines of `cksum`, with its `--algorithm`.
    pub(super) fn of_cksum(only: Option<Type>) -> Self {
        let expected = only.map_or("CRC".to_owned(), Type::label);
        Self { only, cksum: true, expected }
    }

    /// What lines are called in a message about one that is not good.
    pub(super) fn expected(&self) -> &str {
        &self.expected
    }

    /// Takes note of how a line begins: lines are called by the last tag that one
    /// began with, good or not.
    pub(super) fn note(&mut self, line: &[u8]) {
        if self.only.is_some() || line.starts_with(b"#") {
            return;
        }
        if let Some(kind) = tag::kind_of(line) {
            self.expected = kind.label();
        }
    }

    fn of_hash(hash: Hash, read: Read) -> (Of, Digest) {
        (Of { hash, possible: read.possible }, read.digest)
    }
}

impl Rules for Accept {
    type Algorithm = Of;

    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Of, Digest)> {
        let hash = match self.only {
            // Those that know one length read no length.
            Some(Type::One(hash)) if !self.cksum => Some(hash).filter(|hash| tag == hash.tag().as_bytes())?,
            Some(kind) => tag::hash(kind, tag)?,
            None => TYPES.iter().find_map(|&(_, kind)| tag::hash(kind, tag))?,
        };
        let read = digest::of_len(digest, hash.digest_len(), self.cksum)?;
        Some(Self::of_hash(hash, read))
    }

    fn untagged(&mut self, digest: &[u8]) -> Option<(Of, Digest)> {
        let kind = self.only?;
        // A tag of another kind that could be a digest in base64: SHA1.
        if TYPES.iter().any(|&(_, kind)| tag::hash(kind, digest).is_some()) {
            return None;
        }
        let read = match kind {
            Type::One(hash) => digest::of_len(digest, hash.digest_len(), self.cksum)?,
            Type::Blake2b | Type::Sha2 | Type::Sha3 => digest::of_any_len(digest, self.cksum)?,
        };
        Some(Self::of_hash(kind.of_len(read.digest.as_bytes().len())?, read))
    }

    /// A NUL ends a name, as it does in C.
    fn name(&self, mut name: Vec<u8>) -> Option<Vec<u8>> {
        if let Some(end) = name.iter().position(|&b| b == 0) {
            name.truncate(end);
        }
        Some(name)
    }

    /// GNU's commands ask for a line that is long enough: those that know digests of
    /// several lengths ask for the shortest.
    fn may_lack_name(&self) -> bool {
        self.cksum || self.only == Some(Type::Blake2b)
    }
}
