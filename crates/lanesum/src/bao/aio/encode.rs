//! Encoding into an asynchronous writer.

use crate::bao::aio::async_fill::Fill;
use crate::bao::error::Error;
use crate::bao::machine::encoder::Encoder;
use crate::bao::tree::format::{Format, Layout};
use crate::blake3::Hash;
use core::future::poll_fn;
use core::pin::Pin;
use futures_io::{AsyncRead, AsyncSeek, AsyncWrite};
use std::io::{self, SeekFrom};

impl Format {
    /// [`Format::encode_from`] with asynchronous input and output: encodes a
    /// message of known length into `out`, from its position 0 on, and says what
    /// the hash is.
    ///
    /// Where it is dropped before it is done, `out` has no encoding.
    ///
    /// ```
    /// use futures::io::Cursor;
    /// use lanesum::bao::{Format, Layout};
    ///
    /// # futures::executor::block_on(async {
    /// let message = [7; 100_000];
    /// let mut out = Cursor::new(Vec::new());
    /// let hash = Format::BAO.encode_async(Layout::Outboard, &message[..], 100_000, &mut out).await?;
    /// assert_eq!((hash, out.into_inner()), Format::BAO.outboard(&message));
    /// # Ok::<(), std::io::Error>(())
    /// # })?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::MessageTruncated`] or [`Error::MessageTooLong`] in an
    /// `io::Error` where the message has another length; those of the message
    /// and of `out`.
    pub async fn encode_async<M, W>(
        &self,
        layout: Layout,
        mut message: M,
        len: u64,
        out: W,
    ) -> io::Result<Hash>
    where
        M: AsyncRead + Unpin,
        W: AsyncWrite + AsyncSeek + Unpin,
    {
        let mut encoder = Encoder::new(*self, layout, len)?;
        let mut out = Output { out, at: None };
        let mut input = Fill::default();
        let mut done = 0;
        let hash = loop {
            let Some(len) = encoder.next_len() else { break encoder.finalize() };
            poll_fn(|cx| input.poll(&mut message, len, cx)).await?;
            let content = input.take();
            done += content.len() as u64;
            if content.len() < len {
                return Err(Error::MessageTruncated { offset: done }.into());
            }
            encoder.advance(content);
            for (offset, bytes) in encoder.parts(content) {
                out.write_all_at(offset, bytes).await?;
            }
        };
        poll_fn(|cx| input.poll(&mut message, 1, cx)).await?;
        if !input.take().is_empty() {
            return Err(Error::MessageTooLong { offset: len }.into());
        }
        poll_fn(|cx| Pin::new(&mut out.out).poll_flush(cx)).await?;
        Ok(hash.expect("an encoder that takes no more has a hash"))
    }
}

/// What is written to, and where it is, if that is known.
struct Output<W> {
    out: W,
    at: Option<u64>,
}

impl<W: AsyncWrite + AsyncSeek + Unpin> Output<W> {
    async fn write_all_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        if self.at.take() != Some(offset) {
            poll_fn(|cx| Pin::new(&mut self.out).poll_seek(cx, SeekFrom::Start(offset))).await?;
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            match poll_fn(|cx| Pin::new(&mut self.out).poll_write(cx, rest)).await {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => rest = rest.get(n..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.at = Some(offset + bytes.len() as u64);
        Ok(())
    }
}
