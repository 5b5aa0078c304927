//! Reading a number of bytes from an asynchronous input.

use crate::bao::io::positioned_io::at_most;
use alloc::vec::Vec;
use core::mem;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_io::{AsyncRead, AsyncSeek};
use std::io;

/// What is read so far: it is kept while the input is not ready.
#[derive(Debug, Default)]
pub(crate) struct Fill {
    buffer: Vec<u8>,
    len: usize,
}

impl Fill {
    /// Reads until there are `wanted` bytes; fewer only where the input ends.
    pub(crate) fn poll(
        &mut self,
        input: &mut (impl AsyncRead + Unpin),
        wanted: usize,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if self.buffer.len() < wanted {
            // A vector that grows takes twice as much.
            self.buffer.reserve_exact(wanted - self.buffer.len());
            self.buffer.resize(wanted, 0);
        }
        while self.len < wanted {
            match ready!(Pin::new(&mut *input).poll_read(cx, &mut self.buffer[self.len..wanted])) {
                Ok(0) => break,
                Ok(n) => self.len += at_most(n, wanted - self.len)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        Poll::Ready(Ok(()))
    }

    /// These bytes, to begin anew.
    pub(crate) fn take(&mut self) -> &[u8] {
        &self.buffer[..mem::take(&mut self.len)]
    }
}

/// What is read so far at a position.
#[derive(Debug)]
pub(crate) struct FillAt<R> {
    input: R,
    /// Where it is, if that is known.
    at: Option<u64>,
    fill: Fill,
    /// Whether it is where what is filled begins, or further.
    there: bool,
}

impl<R: AsyncRead + AsyncSeek + Unpin> FillAt<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, at: None, fill: Fill::default(), there: false }
    }

    /// Reads until there are `wanted` bytes from `offset` on; fewer only where
    /// the input ends. Until they are taken, these are what is asked for.
    pub(crate) fn poll(&mut self, offset: u64, wanted: usize, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if wanted == 0 {
            return Poll::Ready(Ok(()));
        }
        if !self.there {
            if self.at.take() != Some(offset) {
                ready!(Pin::new(&mut self.input).poll_seek(cx, io::SeekFrom::Start(offset)))?;
            }
            self.there = true;
        }
        ready!(self.fill.poll(&mut self.input, wanted, cx))?;
        self.at = Some(offset + self.fill.len as u64);
        Poll::Ready(Ok(()))
    }

    /// These bytes, to begin anew.
    pub(crate) fn take(&mut self) -> &[u8] {
        self.there = false;
        self.fill.take()
    }
}
