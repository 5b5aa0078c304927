//! Where the pieces of an encoding come from.

use crate::bao::error::Error;
use crate::bao::io::buffer::Buffer;
use crate::bao::io::positioned_io::ReadAt;
use crate::bao::io::window::Window;
use crate::bao::tree::piece::Piece;
use crate::reading::fill;
use alloc::vec::Vec;
use std::io::{self, Read};

/// Where the pieces come from, in order.
pub trait Source {
    /// Fills `tree` and `content`, which are empty, with a piece's nodes and its
    /// bytes of the message. Where the input ends before, they have less, and it
    /// says how it ended.
    ///
    /// # Errors
    ///
    /// Those of the input. It may be asked for the same piece again.
    fn read(&mut self, piece: &Piece, tree: &mut Vec<u8>, content: &mut Vec<u8>)
    -> io::Result<Option<Error>>;
}

/// A source that has a whole encoding, and any piece of it in any order.
pub trait Random: Source {
    /// Fills `content`, which is empty, with the bytes under a parent inside a
    /// group ([`Piece::hashed`]), as [`Source::read`] does.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn read_hashed(&mut self, piece: &Piece, content: &mut Vec<u8>) -> io::Result<Option<Error>>;

    /// Fills `encoded`, which is empty, with a piece as a slice has it. Where the
    /// input ends before, it says how, and `encoded` has any bytes.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn read_encoded(&mut self, piece: &Piece, encoded: &mut Vec<u8>) -> io::Result<Option<Error>> {
        let (mut tree, mut content) = (Vec::new(), Vec::new());
        let ended = self.read(piece, &mut tree, &mut content)?;
        if ended.is_none() {
            piece.join(&tree, &content, encoded);
        }
        Ok(ended)
    }
}

/// A combined encoding or a slice, as it comes.
#[derive(Debug)]
pub struct Stream<R> {
    input: R,
    /// Room for the next piece, and how much of that is read.
    buffer: Vec<u8>,
    filled: usize,
    /// Bytes before it.
    before: u64,
}

impl<R: Read> Stream<R> {
    /// From its first byte on. No byte after its last one is read.
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), filled: 0, before: 0 }
    }

    /// What it was made of.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// The next `len` bytes, or as many as there are. After an error it has those
    /// that came before it.
    fn fill(&mut self, len: usize) -> io::Result<&[u8]> {
        if self.buffer.len() < len {
            self.buffer.reserve_exact(len - self.buffer.len());
            self.buffer.resize(len, 0);
        }
        fill(&mut self.buffer[..len], &mut self.filled, |_, rest| self.input.read(rest))?;
        Ok(self.filled())
    }

    fn filled(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    fn pass(&mut self) -> u64 {
        self.before += self.filled as u64;
        self.filled = 0;
        self.before
    }
}

impl<R: Read> Source for Stream<R> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        let len = piece.encoded_len();
        let encoded = self.fill(len)?;
        let short = encoded.len() < len;
        piece.split(encoded, tree, content);
        let offset = self.pass();
        Ok(short.then_some(Error::Truncated { offset }))
    }
}

/// An outboard encoding and the message, as they come.
#[derive(Debug)]
pub struct StreamApart<O, M> {
    outboard: Stream<O>,
    message: Stream<M>,
}

impl<O: Read, M: Read> StreamApart<O, M> {
    /// From the first byte of each on. No byte after their last ones is read.
    pub fn new(outboard: O, message: M) -> Self {
        Self { outboard: Stream::new(outboard), message: Stream::new(message) }
    }
}

impl<O: Read, M: Read> Source for StreamApart<O, M> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        // Both, before either is passed: an error of the second leaves the first.
        self.outboard.fill(piece.tree_len())?;
        content.extend_from_slice(self.message.fill(piece.content_len())?);
        tree.extend_from_slice(self.outboard.filled());
        let (outboard, message) = (self.outboard.pass(), self.message.pass());
        Ok(ended(piece, tree, outboard, content, message))
    }
}

/// How a piece is truncated: by what is missing first.
pub(crate) fn ended(
    piece: &Piece,
    tree: &[u8],
    tree_end: u64,
    content: &[u8],
    content_end: u64,
) -> Option<Error> {
    piece.missing(tree.len(), content.len()).map(|is_content| {
        if is_content {
            Error::MessageTruncated { offset: content_end }
        } else {
            Error::Truncated { offset: tree_end }
        }
    })
}

/// A combined encoding, read at positions. Up to 512 bytes are read where a parent is.
#[derive(Debug)]
pub struct Combined<E> {
    encoding: E,
    buffer: Buffer,
    parents: Window,
}

impl<E: ReadAt> Combined<E> {
    /// Of what has the whole encoding.
    pub fn new(encoding: E) -> Self {
        Self { encoding, buffer: Buffer::default(), parents: Window::new() }
    }

    /// A piece, or as much of it as there is.
    fn encoded(&mut self, piece: &Piece) -> io::Result<&[u8]> {
        let (offset, len) = (piece.encoded_offset(), piece.encoded_len());
        if piece.content_len() > 0 {
            return self.buffer.read_after(self.parents.take(offset), &self.encoding, offset, len);
        }
        self.parents.read(&self.encoding, offset, len)
    }
}

/// Adds `len` bytes from `offset` on, or as many as there are, the first of which were read before.
fn add(first: &[u8], input: &impl ReadAt, offset: u64, len: usize, to: &mut Vec<u8>) -> io::Result<()> {
    let first = &first[..first.len().min(len)];
    to.extend_from_slice(first);
    let rest = len - first.len();
    if rest > 0 { input.read_to(offset + first.len() as u64, rest, to) } else { Ok(()) }
}

/// How a combined encoding is truncated of which this much was read from `offset` on.
fn short(offset: u64, read: &[u8], len: usize) -> Option<Error> {
    (read.len() < len).then_some(Error::Truncated { offset: offset + read.len() as u64 })
}

impl<E: ReadAt> Source for Combined<E> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        let encoded = self.encoded(piece)?;
        piece.split(encoded, tree, content);
        Ok(short(piece.encoded_offset(), encoded, piece.encoded_len()))
    }
}

impl<E: ReadAt> Random for Combined<E> {
    fn read_hashed(&mut self, piece: &Piece, content: &mut Vec<u8>) -> io::Result<Option<Error>> {
        let len = piece.hashed().map_or(0, |bytes| (bytes.end - bytes.start) as usize);
        let offset = piece.encoded_offset();
        self.encoding.read_to(offset, len, content)?;
        Ok(short(offset, content, len))
    }

    fn read_encoded(&mut self, piece: &Piece, encoded: &mut Vec<u8>) -> io::Result<Option<Error>> {
        let (offset, len) = (piece.encoded_offset(), piece.encoded_len());
        if piece.content_len() > 0 {
            add(self.parents.take(offset), &self.encoding, offset, len, encoded)?;
        } else {
            encoded.extend_from_slice(self.encoded(piece)?);
        }
        Ok(short(offset, encoded, len))
    }
}

/// An outboard encoding and the message, read at positions. Up to 512 bytes of the encoding are
/// read where a parent is.
#[derive(Debug)]
pub struct Apart<O, M> {
    outboard: O,
    message: M,
    parents: Window,
}

impl<O: ReadAt, M: ReadAt> Apart<O, M> {
    /// Of what has the whole encoding, and what has the message.
    pub fn new(outboard: O, message: M) -> Self {
        Self { outboard, message, parents: Window::new() }
    }

    /// Adds the nodes of a piece, or as many as there are.
    fn nodes(&mut self, piece: &Piece, tree: &mut Vec<u8>) -> io::Result<()> {
        let (offset, len) = (piece.tree_offset(), piece.tree_len());
        if piece.content_len() > 0 {
            return add(self.parents.take(offset), &self.outboard, offset, len, tree);
        }
        tree.extend_from_slice(self.parents.read(&self.outboard, offset, len)?);
        Ok(())
    }
}

impl<O: ReadAt, M: ReadAt> Source for Apart<O, M> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        let (tree_start, content_start) = (piece.tree_offset(), piece.content().start);
        self.nodes(piece, tree)?;
        self.message.read_to(content_start, piece.content_len(), content)?;
        let (tree_end, content_end) = (tree_start + tree.len() as u64, content_start + content.len() as u64);
        Ok(ended(piece, tree, tree_end, content, content_end))
    }
}

impl<O: ReadAt, M: ReadAt> Random for Apart<O, M> {
    fn read_hashed(&mut self, piece: &Piece, content: &mut Vec<u8>) -> io::Result<Option<Error>> {
        let bytes = piece.hashed().unwrap_or_default();
        let len = (bytes.end - bytes.start) as usize;
        self.message.read_to(bytes.start, len, content)?;
        let end = bytes.start + content.len() as u64;
        Ok((content.len() < len).then_some(Error::MessageTruncated { offset: end }))
    }
}
