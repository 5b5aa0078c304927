//! Decoding as an asynchronous reader.

use super::fill::Fill;
use super::given::Given;
use super::{Decoder, Error, Format};
use crate::blake3::Hash;
use core::ops::Range;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_io::AsyncRead;
use std::io;

/// Reads the verified bytes of a combined encoding or a slice, as it arrives.
///
/// It promises what [`Reader`](super::Reader) does: no byte is read from it that
/// is not verified, and its end is verified like a byte. Up to 256 KiB, or a chunk
/// group, are verified at a time, in some 60 microseconds. It works in less than
/// 2 MiB, or a few times a chunk group.
///
/// ```
/// use futures::io::AsyncReadExt;
/// use lanesum::bao::{AsyncReader, Format};
///
/// # futures::executor::block_on(async {
/// let (hash, encoding) = Format::BAO.encode(b"message");
/// let mut message = Vec::new();
/// AsyncReader::new(Format::BAO, &hash, &encoding[..]).read_to_end(&mut message).await?;
/// assert_eq!(message, b"message");
/// # Ok::<(), std::io::Error>(())
/// # })?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AsyncReader<R> {
    input: R,
    decoder: Decoder,
    next: Fill,
    given: Given,
    failed: Option<Error>,
}

impl<R: AsyncRead + Unpin> AsyncReader<R> {
    /// Of a combined encoding, all of it. No byte after its last one is read.
    pub fn new(format: Format, hash: &Hash, encoding: R) -> Self {
        Self::of_slice(format, hash, encoding, &[const { 0..u64::MAX }])
    }

    /// Of the slice made for ranges of bytes, which it gives in ascending order.
    /// No byte after its last one is read.
    pub fn of_slice(format: Format, hash: &Hash, slice: R, ranges: &[Range<u64>]) -> Self {
        let decoder = Decoder::of_slice(format, hash, ranges);
        Self { input: slice, decoder, next: Fill::default(), given: Given::default(), failed: None }
    }

    /// What it was made of.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// Verifies the next piece, when it is there. Says whether there was one.
    fn poll_advance(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if let Some(error) = self.failed {
            return Poll::Ready(Err(error.into()));
        }
        let Some(piece) = self.decoder.next_piece() else { return Poll::Ready(Ok(false)) };
        ready!(self.next.poll(&mut self.input, piece.encoded_len(), cx))?;
        let verified = self.decoder.verify_encoded(self.next.take(), self.given.clear());
        self.failed = verified.err().map(|rejected| rejected.error);
        // The verified ones only are there.
        let valid = self.given.content().len();
        self.given.ask(valid, self.decoder.asked(&piece));
        Poll::Ready(Ok(true))
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for AsyncReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        if buffer.is_empty() {
            return Poll::Ready(Ok(0));
        }
        loop {
            if let Some((len, _)) = self.given.read(buffer) {
                return Poll::Ready(Ok(len));
            }
            if !ready!(self.poll_advance(cx))? {
                return Poll::Ready(Ok(0));
            }
        }
    }
}
