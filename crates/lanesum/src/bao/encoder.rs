//! Encoding, without input and output.

use super::check::value;
use super::levels::Levels;
use super::shape::PARENT_LEN;
use super::walk::RUN_LEN;
use super::{Format, Layout, Shape, Subtree};
use crate::blake3::{CV_LEN, Hash, Node};
use alloc::vec::Vec;
use core::fmt;

/// Encodes a message whose length is known, piece by piece, in pre-order.
///
/// It asks for the next bytes of the message, and puts out, each at its place in
/// the encoding: the length, the nodes and bytes of a whole subtree one after the
/// other, and each parent above those as soon as its children are known, which
/// lie after it.
#[derive(Clone)]
pub struct Encoder {
    format: Format,
    layout: Layout,
    shape: Shape,
    /// The parents of the next subtree, and the chaining value of their left
    /// child where that is not where the next subtree lies.
    parents: Vec<(Subtree, Option<[u8; CV_LEN]>)>,
    next: Result<Subtree, Hash>,
    started: bool,
    levels: Levels,
    buffer: Vec<u8>,
}

impl Encoder {
    /// For a message of `len` bytes.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`](super::Error::TooLong) from 2^63 on.
    pub fn new(format: Format, layout: Layout, len: u64) -> Result<Self, super::Error> {
        let shape = Shape::new(len, format.chunk_group())?;
        let mut encoder = Self {
            format,
            layout,
            shape,
            parents: Vec::new(),
            next: Ok(shape.root()),
            started: false,
            levels: Levels::default(),
            buffer: Vec::new(),
        };
        encoder.descend(shape.root());
        Ok(encoder)
    }

    /// How many bytes of the message come next, up to 256 KiB or a group; none
    /// when the encoding is complete. For the empty message, 0 bytes come next.
    pub fn next_len(&self) -> Option<usize> {
        self.next.ok().map(|subtree| subtree.len as usize)
    }

    /// Encodes the next bytes. Calls `put` with bytes of the encoding, and where
    /// they belong in it.
    ///
    /// # Errors
    ///
    /// Those of `put`, after which the encoder is of no more use.
    ///
    /// # Panics
    ///
    /// Where these are not as many as come next.
    pub fn encode<E>(
        &mut self,
        content: &[u8],
        mut put: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        assert_eq!(self.next_len(), Some(content.len()), "these many bytes come next");
        let Ok(subtree) = self.next else { return Ok(()) };
        if !self.started {
            self.started = true;
            put(0, &self.shape.len().to_le_bytes())?;
        }
        let top = self.levels.hash(&self.format.mode(), content, subtree.chunks().start);
        let len = match self.layout {
            Layout::Combined => self.shape.tree_len(subtree) as usize + content.len(),
            Layout::Outboard => self.shape.tree_len(subtree) as usize,
        };
        if self.buffer.len() < len {
            self.buffer.resize(len, 0);
        }
        let out = &mut self.buffer[..len];
        match self.layout {
            Layout::Combined => self.levels.write_combined(self.shape.group(), content, out),
            Layout::Outboard => {
                self.levels.write_tree(self.shape.group(), self.shape.leaves(subtree) as usize, out);
            }
        }
        if !out.is_empty() {
            put(self.layout.offset(self.shape, subtree), out)?;
        }
        self.ascend(subtree, &top, put)
    }

    /// The hash, when the encoding is complete.
    pub fn finalize(&self) -> Option<Hash> {
        self.next.err()
    }

    fn descend(&mut self, mut subtree: Subtree) {
        while subtree.len > RUN_LEN.max(self.shape.group().bytes() as u64) {
            self.parents.push((subtree, None));
            subtree = subtree.children().0;
        }
        self.next = Ok(subtree);
    }

    /// Completes the parents whose right child this is the end of.
    fn ascend<E>(
        &mut self,
        subtree: Subtree,
        top: &Node,
        mut put: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut known = value(top, self.shape.is_root(subtree));
        while let Some((subtree, left)) = self.parents.pop() {
            let Some(left) = left else {
                self.parents.push((subtree, Some(known)));
                self.descend(subtree.children().1);
                return Ok(());
            };
            let mut parent = [0; PARENT_LEN];
            parent[..CV_LEN].copy_from_slice(&left);
            parent[CV_LEN..].copy_from_slice(&known);
            put(self.layout.offset(self.shape, subtree), &parent)?;
            known = value(&Node::parent(&self.format.mode(), &parent), self.shape.is_root(subtree));
        }
        self.next = Err(Hash::from_bytes(known));
        Ok(())
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("format", &self.format)
            .field("layout", &self.layout)
            .field("len", &self.shape.len())
            .finish_non_exhaustive()
    }
}
