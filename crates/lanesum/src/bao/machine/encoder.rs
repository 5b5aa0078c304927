//! Encoding, without input and output.

use crate::bao::tree::build::{Builder, join};
use crate::bao::tree::check::value;
use crate::bao::tree::format::{Format, Layout};
use crate::bao::tree::levels::Levels;
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::RUN_LEN;
use crate::blake3::{CV_LEN, Hash, Node};
use crate::wipe::Wiped;
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
    format: Wiped<Format>,
    layout: Layout,
    shape: Shape,
    /// The parents of the next subtree, and the chaining value of their left
    /// child where that is not where the next subtree lies.
    parents: Vec<(Subtree, Option<[u8; CV_LEN]>)>,
    next: Result<Subtree, Hash>,
    levels: Levels,
    /// What the last bytes gave, and where it belongs.
    done: Vec<(u64, Part)>,
    /// The run among it.
    buffer: Vec<u8>,
}

/// A part of an encoding.
#[derive(Clone, Copy)]
enum Part {
    Header([u8; HEADER_LEN]),
    /// The bytes of the message, as they are.
    Content,
    /// The first bytes of the buffer.
    Run(usize),
    Parent([u8; PARENT_LEN]),
}

impl Encoder {
    /// For a message of `len` bytes.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`](crate::bao::Error::TooLong) from 2^63 on.
    pub fn new(format: Format, layout: Layout, len: u64) -> Result<Self, crate::bao::Error> {
        let shape = Shape::new(len, format.chunk_group())?;
        let mut encoder = Self {
            format: Wiped(format),
            layout,
            shape,
            parents: Vec::new(),
            next: Ok(shape.root()),
            levels: Levels::default(),
            done: Vec::new(),
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
        self.advance(content);
        self.parts(content).try_for_each(|(offset, bytes)| put(offset, bytes))
    }

    /// Encodes the next bytes, and holds what that gives: its parts.
    pub(crate) fn advance(&mut self, content: &[u8]) {
        assert_eq!(self.next_len(), Some(content.len()), "these many bytes come next");
        let Ok(subtree) = self.next else { return };
        let Self { shape, layout, .. } = *self;
        let builder = Builder { mode: self.format.mode(), shape, layout };
        self.done.clear();
        if subtree.start == 0 {
            self.done.push((0, Part::Header(shape.len().to_le_bytes())));
        }
        let (run, top) = if layout == Layout::Combined && shape.is_leaf(subtree) {
            // It is what it is in the message.
            (Part::Content, self.levels.hash(&builder.mode, content, subtree.chunks().start))
        } else {
            let len = layout.len(shape, subtree) as usize;
            if self.buffer.len() < len {
                self.buffer.resize(len, 0);
            }
            let out = &mut self.buffer[..len];
            (Part::Run(len), builder.run(&mut self.levels, subtree, content, out))
        };
        self.done.push((layout.offset(shape, subtree), run));
        self.ascend(subtree, &top);
    }

    /// What the last bytes gave, and where in the encoding it belongs.
    pub(crate) fn parts<'a>(&'a self, content: &'a [u8]) -> impl Iterator<Item = (u64, &'a [u8])> {
        let parts = self.done.iter().map(move |(offset, part)| {
            let bytes = match part {
                Part::Header(header) => &header[..],
                Part::Content => content,
                Part::Run(len) => &self.buffer[..*len],
                Part::Parent(parent) => &parent[..],
            };
            (*offset, bytes)
        });
        parts.filter(|(_, bytes)| !bytes.is_empty())
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
    fn ascend(&mut self, subtree: Subtree, top: &Node) {
        let mut known = value(top, self.shape.is_root(subtree));
        while let Some((subtree, left)) = self.parents.pop() {
            let Some(left) = left else {
                self.parents.push((subtree, Some(known)));
                self.descend(subtree.children().1);
                return;
            };
            let (parent, top) = join(&self.format.mode(), &left, &known);
            self.done.push((self.layout.offset(self.shape, subtree), Part::Parent(parent)));
            known = value(&top, self.shape.is_root(subtree));
        }
        self.next = Err(Hash::from_bytes(known));
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
