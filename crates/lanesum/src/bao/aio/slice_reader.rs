//! Making slices as an asynchronous reader.

use crate::bao::aio::source::AsyncRandom;
use crate::bao::io::slicing::{Slicing, Wanted};
use crate::bao::tree::format::Format;
use core::ops::Range;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_io::AsyncRead;
use std::io;

/// [`SliceReader`](crate::bao::SliceReader) with asynchronous input: reads the slice
/// for ranges of bytes, which is made as it is read, from a whole encoding.
/// Nothing is verified: who receives the slice does that.
///
/// ```
/// use futures::io::{AsyncReadExt, Cursor};
/// use lanesum::bao::{AsyncApart, AsyncSliceReader, Format};
///
/// # futures::executor::block_on(async {
/// let message = [7; 5000];
/// let (_, outboard) = Format::BAO.outboard(&message);
/// let source = AsyncApart::new(Cursor::new(&outboard), Cursor::new(&message));
/// let mut slice = Vec::new();
/// AsyncSliceReader::new(Format::BAO, source, &[1024..2048]).read_to_end(&mut slice).await?;
/// assert_eq!(slice, Format::BAO.slice_outboard(&outboard, &message, &[1024..2048])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AsyncSliceReader<S> {
    source: S,
    slicing: Slicing,
}

impl<S: AsyncRandom> AsyncSliceReader<S> {
    /// The slice for `ranges` of the bytes of the message.
    pub fn new(format: Format, source: S, ranges: &[Range<u64>]) -> Self {
        Self { source, slicing: Slicing::new(format, ranges) }
    }

    /// Makes the next piece, when it is there. Says whether there is one.
    fn poll_advance(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        let Some(wanted) = self.slicing.wanted() else { return Poll::Ready(Ok(false)) };
        let ended = ready!(match wanted {
            Wanted::Hashed(piece, content) => self.source.poll_hashed(&piece, content, cx),
            Wanted::Encoded(piece, encoded) => self.source.poll_encoded(&piece, encoded, cx),
        });
        self.slicing.made(ended)?;
        Poll::Ready(Ok(true))
    }
}

impl<S: AsyncRandom + Unpin> AsyncRead for AsyncSliceReader<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            if let Some(len) = self.slicing.give(buffer) {
                return Poll::Ready(Ok(len));
            }
            if buffer.is_empty() || !ready!(self.poll_advance(cx))? {
                return Poll::Ready(Ok(0));
            }
        }
    }
}
