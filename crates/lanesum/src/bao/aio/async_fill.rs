//! Reading a number of bytes from an asynchronous input.

use crate::bao::io::window;
use crate::reading::at_most;
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
        self.poll_some(input, wanted, wanted, cx)
    }

    /// Reads until there are `wanted` bytes, and up to `most` with the last of them. Where that is an
    /// error, `wanted` are asked for alone: nothing else may be there, or be readable.
    fn poll_some(
        &mut self,
        input: &mut (impl AsyncRead + Unpin),
        wanted: usize,
        mut most: usize,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if self.buffer.len() < most {
            // A vector that grows takes twice as much.
            self.buffer.reserve_exact(most - self.buffer.len());
            self.buffer.resize(most, 0);
        }
        while self.len < wanted {
            match ready!(Pin::new(&mut *input).poll_read(cx, &mut self.buffer[self.len..most])) {
                Ok(0) => break,
                Ok(n) => self.len += at_most(n, most - self.len)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) if most > wanted => most = wanted,
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

/// Bytes at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) offset: u64,
    pub(crate) len: usize,
    /// Whether it is parents alone: what lies behind them is read with them then, as a
    /// [`Window`](crate::bao::io::window) has it.
    pub(crate) is_tree: bool,
}

/// What is read so far at a position.
#[derive(Debug)]
pub(crate) struct FillAt<R> {
    input: R,
    /// Where it is, if that is known.
    at: Option<u64>,
    fill: Fill,
    /// Where what is filled begins.
    start: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The input is where what is filled ends, unless all of it is there.
    Filling,
    /// What is filled was taken, or the first bytes of it.
    Taken,
    /// It was, and what follows is not to be taken.
    Over,
}

impl<R: AsyncRead + AsyncSeek + Unpin> FillAt<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, at: None, fill: Fill::default(), start: 0, state: State::Over }
    }

    /// Reads until a part is there, or as much of it as there is. Until it is taken, this is what is
    /// asked for.
    pub(crate) fn poll(&mut self, part: Part, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Part { offset, len, is_tree } = part;
        if len == 0 {
            return Poll::Ready(Ok(()));
        }
        if self.state != State::Filling {
            self.keep_from(offset);
            let end = offset + self.fill.len as u64;
            if self.fill.len < len && self.at != Some(end) {
                self.at = None;
                ready!(Pin::new(&mut self.input).poll_seek(cx, io::SeekFrom::Start(end)))?;
            }
            self.state = State::Filling;
        }
        let most = if is_tree { len.max(window::LEN) } else { len };
        ready!(self.fill.poll_some(&mut self.input, len, most, cx))?;
        self.at = Some(offset + self.fill.len as u64);
        Poll::Ready(Ok(()))
    }

    /// Keeps what was read behind what was taken, from `offset` on. A walk begins at 0, and
    /// whatever was read for the one before is old there.
    fn keep_from(&mut self, offset: u64) {
        let fill = &mut self.fill;
        let from = offset.checked_sub(self.start).and_then(|from| usize::try_from(from).ok());
        match from.filter(|&from| self.state == State::Taken && offset > 0 && from <= fill.len) {
            Some(from) => {
                fill.buffer.copy_within(from..fill.len, 0);
                fill.len -= from;
            }
            None => fill.len = 0,
        }
        self.start = offset;
    }

    /// The bytes of the part that was asked for, or those that there are.
    pub(crate) fn take(&mut self, part: Part) -> &[u8] {
        self.state = if part.is_tree { State::Taken } else { State::Over };
        &self.fill.buffer[..part.len.min(self.fill.len)]
    }
}
