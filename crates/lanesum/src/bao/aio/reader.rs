//! Decoding as an asynchronous reader.

use crate::bao::aio::source::{AsyncRandom, AsyncSource, AsyncStream};
use crate::bao::io::reading::Reading;
use crate::bao::machine::decoder::Decoder;
use crate::bao::tree::format::Format;
use crate::blake3::Hash;
use core::future::poll_fn;
use core::ops::Range;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_io::AsyncRead;
use std::io;

/// Reads the verified bytes of an encoding, as it arrives.
///
/// It promises what [`Reader`](crate::bao::Reader) does: no byte is read from it that
/// is not verified, and its end is verified like a byte. Up to 256 KiB, or a chunk
/// group, are verified at a time, in some 60 microseconds. It works in less than
/// 2 MiB, or a few times a chunk group.
///
/// ```
/// use futures::io::AsyncReadExt;
/// use lanesum::bao::{AsyncReader, AsyncStreamApart, Format};
///
/// # futures::executor::block_on(async {
/// let (hash, encoding) = Format::BAO.encode(b"message");
/// let mut message = Vec::new();
/// AsyncReader::new(Format::BAO, &hash, &encoding[..]).read_to_end(&mut message).await?;
/// assert_eq!(message, b"message");
///
/// let (hash, outboard) = Format::BAO.outboard(b"message");
/// let source = AsyncStreamApart::new(&outboard[..], &message[..]);
/// AsyncReader::of_source(Format::BAO, &hash, source).verify().await?;
/// # Ok::<(), std::io::Error>(())
/// # })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AsyncReader<S> {
    source: S,
    reading: Reading,
}

impl<R: AsyncRead + Unpin> AsyncReader<AsyncStream<R>> {
    /// Of a combined encoding, all of it. No byte after its last one is read.
    pub fn new(format: Format, hash: &Hash, encoding: R) -> Self {
        Self::of_slice(format, hash, encoding, &[const { 0..u64::MAX }])
    }

    /// Of the slice made for ranges of bytes, which it gives in ascending order.
    /// No byte after its last one is read.
    pub fn of_slice(format: Format, hash: &Hash, slice: R, ranges: &[Range<u64>]) -> Self {
        Self::with(AsyncStream::new(slice), Decoder::of_slice(format, hash, ranges))
    }
}

impl<S: AsyncSource> AsyncReader<S> {
    /// Of any source, everything, from the first byte on.
    pub fn of_source(format: Format, hash: &Hash, source: S) -> Self {
        Self::with(source, Decoder::of_encoding(format, hash, &[const { 0..u64::MAX }]))
    }

    /// Of a whole encoding, ranges of bytes, which it gives in ascending order.
    pub fn of_ranges(format: Format, hash: &Hash, source: S, ranges: &[Range<u64>]) -> Self
    where
        S: AsyncRandom,
    {
        Self::with(source, Decoder::of_encoding(format, hash, ranges))
    }

    fn with(source: S, decoder: Decoder) -> Self {
        Self { source, reading: Reading::new(decoder) }
    }

    /// The source, which is at any position.
    pub fn into_source(self) -> S {
        self.source
    }

    /// Verifies what is not yet read, without giving it out.
    ///
    /// # Errors
    ///
    /// As reading: [`Error`](crate::bao::Error) in an `io::Error`, and those of the
    /// input.
    pub async fn verify(&mut self) -> io::Result<()> {
        self.reading.pass();
        while poll_fn(|cx| self.poll_advance(cx)).await? {
            self.reading.pass();
        }
        Ok(())
    }

    /// Verifies the next piece, when it is there. Says whether there was one.
    fn poll_advance(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        let Some(piece) = self.reading.next()? else { return Poll::Ready(Ok(false)) };
        let (tree, content) = self.reading.room();
        let ended = ready!(self.source.poll_read(&piece, tree, content, cx))?;
        self.reading.verify(&piece, ended);
        Poll::Ready(Ok(true))
    }
}

impl<S: AsyncSource + Unpin> AsyncRead for AsyncReader<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        if buffer.is_empty() {
            return Poll::Ready(Ok(0));
        }
        loop {
            if let Some((len, _)) = self.reading.give(buffer) {
                return Poll::Ready(Ok(len));
            }
            if !ready!(self.poll_advance(cx))? {
                return Poll::Ready(Ok(0));
            }
        }
    }
}
