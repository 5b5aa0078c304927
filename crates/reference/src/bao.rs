//! Bao, the format of the `bao` crate 0.13 (its docs/spec.md), with leaves of up to 2^n chunks.
//!
//! An encoding is the length as 8 bytes, little-endian, and the tree in pre-order: a parent is the
//! two chaining values of its children, a leaf is its bytes. A slice leaves out what lies outside
//! the wanted ranges, an outboard encoding leaves out the leaves.
//!
//! With n = 0 a leaf is a chunk, which is `bao`. With n > 0 a subtree of up to 2^n chunks is a leaf
//! where it is wanted whole; where it is wanted in part, its parents are given down to the chunks,
//! so that no unwanted byte is. This is what `bao-tree` answers, after a length.

use crate::blake3::{self, CHUNK_LEN, Mode, Node};
use std::ops::Range;

const EVERYTHING: Range<u64> = 0..u64::MAX;

/// What the two sides agree on.
#[derive(Clone, Copy, Debug)]
pub struct Bao {
    /// [`Mode::HASH`], or a keyed one.
    pub mode: Mode,
    /// n of the 2^n chunks in a leaf, at most 53.
    pub chunk_group: u32,
}

/// Why nothing is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input ends before the encoding does.
    Truncated,
    /// A parent is not what the hash says; `offset` is that of its first byte in the message.
    ParentMismatch {
        /// In bytes.
        offset: u64,
    },
    /// A leaf is not what the hash says; `offset` is that of its first byte in the message.
    LeafMismatch {
        /// In bytes.
        offset: u64,
    },
}

impl Bao {
    /// The hash, under which all of the encodings are decoded.
    pub fn hash(&self, message: &[u8]) -> [u8; 32] {
        blake3::subtree(self.mode, message, 0).root_hash()
    }

    /// The combined encoding.
    pub fn encode(&self, message: &[u8]) -> Vec<u8> {
        self.slice(message, &[EVERYTHING])
    }

    /// The outboard encoding.
    pub fn outboard(&self, message: &[u8]) -> Vec<u8> {
        let mut out = (message.len() as u64).to_le_bytes().to_vec();
        let wanted = chunk_ranges(&[EVERYTHING], message.len() as u64);
        self.write(message, 0, &wanted, false, &mut out);
        out
    }

    /// The chunks that hold the bytes of any of `ranges`. An empty range counts as one byte, and
    /// one that starts past the end as the last byte; no range at all is the length alone.
    pub fn slice(&self, message: &[u8], ranges: &[Range<u64>]) -> Vec<u8> {
        let mut out = (message.len() as u64).to_le_bytes().to_vec();
        let wanted = chunk_ranges(ranges, message.len() as u64);
        self.write(message, 0, &wanted, true, &mut out);
        out
    }

    /// Everything that a combined encoding holds.
    pub fn decode(&self, hash: &[u8; 32], encoding: &[u8]) -> Result<Vec<u8>, Error> {
        self.decode_slice(hash, encoding, &[EVERYTHING])
    }

    /// The message, held to its outboard encoding.
    pub fn decode_outboard(
        &self,
        hash: &[u8; 32],
        message: &[u8],
        outboard: &[u8],
    ) -> Result<Vec<u8>, Error> {
        self.read(Input { tree: outboard, message: Some(message) }, hash, &[EVERYTHING])
    }

    /// The bytes of `ranges`, in ascending order, from the slice made for the same ranges.
    pub fn decode_slice(
        &self,
        hash: &[u8; 32],
        slice: &[u8],
        ranges: &[Range<u64>],
    ) -> Result<Vec<u8>, Error> {
        self.read(Input { tree: slice, message: None }, hash, ranges)
    }

    fn is_leaf(&self, len: u64, chunks: Range<u64>, wanted: &[Range<u64>]) -> bool {
        let whole = wanted.iter().any(|w| w.start <= chunks.start && chunks.end <= w.end);
        len <= CHUNK_LEN as u64 || (whole && len <= (CHUNK_LEN as u64) << self.chunk_group)
    }

    /// Appends the tree over `message`, whose first chunk is number `first`.
    fn write(&self, message: &[u8], first: u64, wanted: &[Range<u64>], leaves: bool, out: &mut Vec<u8>) {
        let len = message.len() as u64;
        let chunks = first..first + count_chunks(len);
        if !overlaps(&chunks, wanted) {
            return;
        }
        if self.is_leaf(len, chunks, wanted) {
            if leaves {
                out.extend(message);
            }
            return;
        }
        let (left, right) = message.split_at(blake3::left_len(len) as usize);
        let middle = first + count_chunks(left.len() as u64);
        out.extend(blake3::subtree(self.mode, left, first).chaining_value());
        out.extend(blake3::subtree(self.mode, right, middle).chaining_value());
        self.write(left, first, wanted, leaves, out);
        self.write(right, middle, wanted, leaves, out);
    }

    fn read(&self, input: Input, hash: &[u8; 32], ranges: &[Range<u64>]) -> Result<Vec<u8>, Error> {
        let mut decoder = Decoder { bao: *self, input, wanted: Vec::new(), leaves: Vec::new() };
        let len = u64::from_le_bytes(decoder.input.node(8)?.as_chunks().0[0]);
        decoder.wanted = chunk_ranges(ranges, len);
        decoder.read_tree(hash, len, 0, true)?;

        let mut bytes = Vec::new();
        for (offset, leaf) in decoder.leaves {
            for (i, byte) in leaf.iter().enumerate() {
                if ranges.iter().any(|range| range.contains(&(offset + i as u64))) {
                    bytes.push(*byte);
                }
            }
        }
        Ok(bytes)
    }
}

/// An encoding, or an outboard one and the message beside it, as far as it is not yet read.
struct Input<'a> {
    tree: &'a [u8],
    message: Option<&'a [u8]>,
}

impl<'a> Input<'a> {
    fn node(&mut self, len: u64) -> Result<&'a [u8], Error> {
        take(&mut self.tree, len)
    }

    fn leaf(&mut self, len: u64) -> Result<&'a [u8], Error> {
        take(self.message.as_mut().unwrap_or(&mut self.tree), len)
    }
}

fn take<'a>(input: &mut &'a [u8], len: u64) -> Result<&'a [u8], Error> {
    let len = usize::try_from(len).map_err(|_| Error::Truncated)?;
    input.split_off(..len).ok_or(Error::Truncated)
}

struct Decoder<'a> {
    bao: Bao,
    input: Input<'a>,
    /// Chunks.
    wanted: Vec<Range<u64>>,
    /// The verified leaves and their offsets in the message.
    leaves: Vec<(u64, &'a [u8])>,
}

impl Decoder<'_> {
    /// The tree over `len` bytes, whose first chunk is number `first`, if anything of it is wanted.
    fn read_tree(&mut self, hash: &[u8; 32], len: u64, first: u64, is_root: bool) -> Result<(), Error> {
        let mode = self.bao.mode;
        let offset = first * CHUNK_LEN as u64;
        let chunks = first..first + count_chunks(len);
        if !overlaps(&chunks, &self.wanted) {
            return Ok(());
        }
        if self.bao.is_leaf(len, chunks, &self.wanted) {
            let leaf = self.input.leaf(len)?;
            if value(&blake3::subtree(mode, leaf, first), is_root) != *hash {
                return Err(Error::LeafMismatch { offset });
            }
            self.leaves.push((offset, leaf));
            return Ok(());
        }
        let parent = self.input.node(64)?;
        let (left, right) = (&parent.as_chunks().0[0], &parent.as_chunks().0[1]);
        if value(&blake3::parent(mode, left, right), is_root) != *hash {
            return Err(Error::ParentMismatch { offset });
        }
        let left_len = blake3::left_len(len);
        self.read_tree(left, left_len, first, false)?;
        self.read_tree(right, len - left_len, first + count_chunks(left_len), false)
    }
}

/// The 32 bytes by which a node is known: to its parent, or as the hash.
fn value(node: &Node, is_root: bool) -> [u8; 32] {
    if is_root { node.root_hash() } else { node.chaining_value() }
}

/// The empty message has a chunk too.
fn count_chunks(len: u64) -> u64 {
    len.div_ceil(CHUNK_LEN as u64).max(1)
}

fn overlaps(chunks: &Range<u64>, wanted: &[Range<u64>]) -> bool {
    wanted.iter().any(|w| w.start < chunks.end && chunks.start < w.end)
}

/// The chunks of a message of `len` bytes that `ranges` of bytes ask for, ascending, and those
/// that touch made one.
fn chunk_ranges(ranges: &[Range<u64>], len: u64) -> Vec<Range<u64>> {
    let last = count_chunks(len) - 1;
    let chunk_of = |byte: u64| (byte / CHUNK_LEN as u64).min(last);
    let mut chunks: Vec<Range<u64>> = ranges
        .iter()
        .map(|r| chunk_of(r.start)..chunk_of(r.start.max(r.end.saturating_sub(1))) + 1)
        .collect();
    chunks.sort_by_key(|c| c.start);
    let mut merged: Vec<Range<u64>> = Vec::new();
    for c in chunks {
        match merged.last_mut() {
            Some(m) if c.start <= m.end => m.end = m.end.max(c.end),
            _ => merged.push(c),
        }
    }
    merged
}
