//! Reading a number of bytes from an asynchronous input.

use alloc::vec::Vec;
use core::mem;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_io::AsyncRead;
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
                Ok(n) => self.len = wanted.min(self.len + n),
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
