//! Where the pieces of an encoding come from, asynchronously.

use crate::bao::aio::async_fill::{Fill, FillAt, Part};
use crate::bao::error::Error;
use crate::bao::io::source::ended;
use crate::bao::tree::piece::Piece;
use alloc::vec::Vec;
use core::ops::Range;
use core::task::{Context, Poll, ready};
use futures_io::{AsyncRead, AsyncSeek};
use std::io;

/// [`Source`](crate::bao::Source) with asynchronous input.
pub trait AsyncSource {
    /// [`Source::read`](crate::bao::Source::read), when the piece is there. Until then
    /// it is asked for the same piece, with `tree` and `content` empty.
    ///
    /// # Errors
    ///
    /// Those of the input. It may be asked for the same piece again.
    fn poll_read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>>;
}

/// [`Random`](crate::bao::Random) with asynchronous input.
pub trait AsyncRandom: AsyncSource {
    /// [`Random::read_hashed`](crate::bao::Random::read_hashed), as
    /// [`AsyncSource::poll_read`] does.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn poll_hashed(
        &mut self,
        piece: &Piece,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>>;

    /// [`Random::read_encoded`](crate::bao::Random::read_encoded), as
    /// [`AsyncSource::poll_read`] does.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn poll_encoded(
        &mut self,
        piece: &Piece,
        encoded: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let (mut tree, mut content) = (Vec::new(), Vec::new());
        let ended = ready!(self.poll_read(piece, &mut tree, &mut content, cx))?;
        if ended.is_none() {
            piece.join(&tree, &content, encoded);
        }
        Poll::Ready(Ok(ended))
    }
}

/// A combined encoding or a slice, as it comes.
#[derive(Debug)]
pub struct AsyncStream<R> {
    input: R,
    next: Fill,
    /// Bytes before the next piece.
    before: u64,
}

impl<R: AsyncRead + Unpin> AsyncStream<R> {
    /// From its first byte on. No byte after its last one is read.
    pub fn new(input: R) -> Self {
        Self { input, next: Fill::default(), before: 0 }
    }

    /// What it was made of.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// The bytes that were read, and where they end.
    fn take(&mut self) -> (&[u8], u64) {
        let bytes = self.next.take();
        self.before += bytes.len() as u64;
        (bytes, self.before)
    }
}

impl<R: AsyncRead + Unpin> AsyncSource for AsyncStream<R> {
    fn poll_read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let len = piece.encoded_len();
        ready!(self.next.poll(&mut self.input, len, cx))?;
        let (encoded, offset) = self.take();
        piece.split(encoded, tree, content);
        Poll::Ready(Ok((encoded.len() < len).then_some(Error::Truncated { offset })))
    }
}

/// An outboard encoding and the message, as they come.
#[derive(Debug)]
pub struct AsyncStreamApart<O, M> {
    outboard: AsyncStream<O>,
    message: AsyncStream<M>,
}

impl<O: AsyncRead + Unpin, M: AsyncRead + Unpin> AsyncStreamApart<O, M> {
    /// From the first byte of each on. No byte after their last ones is read.
    pub fn new(outboard: O, message: M) -> Self {
        Self { outboard: AsyncStream::new(outboard), message: AsyncStream::new(message) }
    }
}

impl<O: AsyncRead + Unpin, M: AsyncRead + Unpin> AsyncSource for AsyncStreamApart<O, M> {
    fn poll_read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let Self { outboard, message } = self;
        // Both, before either is taken.
        ready!(outboard.next.poll(&mut outboard.input, piece.tree_len(), cx))?;
        ready!(message.next.poll(&mut message.input, piece.content_len(), cx))?;
        let ((nodes, tree_end), (bytes, content_end)) = (outboard.take(), message.take());
        tree.extend_from_slice(nodes);
        content.extend_from_slice(bytes);
        Poll::Ready(Ok(ended(piece, tree, tree_end, content, content_end)))
    }
}

/// A combined encoding, read at positions. Up to 512 bytes are read where a parent is.
#[derive(Debug)]
pub struct AsyncCombined<E> {
    encoding: FillAt<E>,
}

impl<E: AsyncRead + AsyncSeek + Unpin> AsyncCombined<E> {
    /// Of what has the whole encoding, from its position 0 on.
    pub fn new(encoding: E) -> Self {
        Self { encoding: FillAt::new(encoding) }
    }

    /// A piece, or what there is of it.
    fn poll_piece(
        &mut self,
        piece: &Piece,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<(&[u8], Option<Error>)>> {
        let (offset, len) = (piece.encoded_offset(), piece.encoded_len());
        self.poll(Part { offset, len, is_tree: piece.content_len() == 0 }, cx)
    }

    fn poll(&mut self, part: Part, cx: &mut Context<'_>) -> Poll<io::Result<(&[u8], Option<Error>)>> {
        ready!(self.encoding.poll(part, cx))?;
        let bytes = self.encoding.take(part);
        let end = Error::Truncated { offset: part.offset + bytes.len() as u64 };
        Poll::Ready(Ok((bytes, (bytes.len() < part.len).then_some(end))))
    }
}

impl<E: AsyncRead + AsyncSeek + Unpin> AsyncSource for AsyncCombined<E> {
    fn poll_read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let (encoded, ended) = ready!(self.poll_piece(piece, cx))?;
        piece.split(encoded, tree, content);
        Poll::Ready(Ok(ended))
    }
}

impl<E: AsyncRead + AsyncSeek + Unpin> AsyncRandom for AsyncCombined<E> {
    fn poll_hashed(
        &mut self,
        piece: &Piece,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let len = piece.hashed().map_or(0, |bytes| (bytes.end - bytes.start) as usize);
        let part = Part { offset: piece.encoded_offset(), len, is_tree: false };
        let (bytes, ended) = ready!(self.poll(part, cx))?;
        content.extend_from_slice(bytes);
        Poll::Ready(Ok(ended))
    }

    fn poll_encoded(
        &mut self,
        piece: &Piece,
        encoded: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let (bytes, ended) = ready!(self.poll_piece(piece, cx))?;
        encoded.extend_from_slice(bytes);
        Poll::Ready(Ok(ended))
    }
}

/// An outboard encoding and the message, read at positions. Up to 512 bytes of the encoding are
/// read where a parent is.
#[derive(Debug)]
pub struct AsyncApart<O, M> {
    outboard: FillAt<O>,
    message: FillAt<M>,
}

impl<O, M> AsyncApart<O, M>
where
    O: AsyncRead + AsyncSeek + Unpin,
    M: AsyncRead + AsyncSeek + Unpin,
{
    /// Of what has the whole encoding, and what has the message, each from its
    /// position 0 on.
    pub fn new(outboard: O, message: M) -> Self {
        Self { outboard: FillAt::new(outboard), message: FillAt::new(message) }
    }
}

impl<O, M> AsyncSource for AsyncApart<O, M>
where
    O: AsyncRead + AsyncSeek + Unpin,
    M: AsyncRead + AsyncSeek + Unpin,
{
    fn poll_read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let len = piece.content_len();
        let nodes = Part { offset: piece.tree_offset(), len: piece.tree_len(), is_tree: len == 0 };
        let bytes = Part { offset: piece.content().start, len, is_tree: false };
        // Both, before either is taken.
        ready!(self.outboard.poll(nodes, cx))?;
        ready!(self.message.poll(bytes, cx))?;
        tree.extend_from_slice(self.outboard.take(nodes));
        content.extend_from_slice(self.message.take(bytes));
        let (tree_end, content_end) = (nodes.offset + tree.len() as u64, bytes.offset + content.len() as u64);
        Poll::Ready(Ok(ended(piece, tree, tree_end, content, content_end)))
    }
}

impl<O, M> AsyncRandom for AsyncApart<O, M>
where
    O: AsyncRead + AsyncSeek + Unpin,
    M: AsyncRead + AsyncSeek + Unpin,
{
    fn poll_hashed(
        &mut self,
        piece: &Piece,
        content: &mut Vec<u8>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Option<Error>>> {
        let Range { start, end } = piece.hashed().unwrap_or_default();
        let (offset, len) = (start, (end - start) as usize);
        let bytes = Part { offset, len, is_tree: false };
        ready!(self.message.poll(bytes, cx))?;
        content.extend_from_slice(self.message.take(bytes));
        let end = Error::MessageTruncated { offset: offset + content.len() as u64 };
        Poll::Ready(Ok((content.len() < len).then_some(end)))
    }
}
