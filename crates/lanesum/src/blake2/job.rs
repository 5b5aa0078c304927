//! What is to be added to a state, as the scheduler runs it.

use super::Variant;
use super::compression::Words;
use super::counter::{COUNTER, last_block};
use crate::kernel::Column;
use crate::scheduler::Run;
use core::marker::PhantomData;

/// Bytes to be added to a state.
///
/// The last block of a message is a run of its own, for the counter and the
/// flags are set before it. So it ends one run, and not two blocks but one are
/// ever written to a tail.
pub(super) struct Job<'h, 'a, B> {
    /// What comes first: a key block, or what was held of earlier pieces.
    pub(super) head: &'h [u8],
    /// What follows. Of a leaf, this is the message from its first block on,
    /// and the head is a whole block or nothing.
    pub(super) body: &'a [u8],
    /// Bytes from a block of the body to the next.
    pub(super) stride: usize,
    /// How the message ends: none where more follows. Then only whole blocks
    /// are run.
    pub(super) end: Option<End>,
    pub(super) variant: PhantomData<B>,
}

/// The end of a message.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// Bytes in the message before the head.
    pub(super) before: u128,
    /// Whether the node is the last of its level.
    pub(super) last_node: bool,
}

impl<'a, B: Variant> Job<'_, 'a, B> {
    /// How many bytes of the body are this message's.
    fn body_len(&self) -> usize {
        let (rounds, rest) = (self.body.len() / self.stride, self.body.len() % self.stride);
        rounds * B::BLOCK_LEN + rest.min(B::BLOCK_LEN)
    }

    /// How many blocks there are to be run.
    pub(super) fn blocks(&self) -> usize {
        let len = self.head.len() + self.body_len();
        if self.end.is_some() { len.div_ceil(B::BLOCK_LEN).max(1) } else { len / B::BLOCK_LEN }
    }

    /// Answers [`Messages::run`](crate::scheduler::Messages::run); `start` is
    /// the state before block 0.
    pub(super) fn run(
        &self,
        at: usize,
        start: impl FnOnce() -> Words,
        state: &mut Column<'_>,
        tail: &mut [u8],
    ) -> Run<'a> {
        let blocks = self.blocks();
        if at == 0 {
            state.write(&start());
        }
        let mut left = blocks - at;
        if let Some(End { before, last_node }) = self.end {
            if left == 1 {
                let total = before + (self.head.len() + self.body_len()) as u128;
                state.write_from(COUNTER, &last_block::<B>(total, last_node));
            } else {
                left -= 1;
            }
        }

        let done = at * B::BLOCK_LEN;
        if done < self.head.len() {
            // A block that begins with the head: at most one, so the body is at its start.
            let fill = self.body.len().min(B::BLOCK_LEN - self.head.len());
            return written::<B>(&[self.head, &self.body[..fill]], tail);
        }
        let done = done - self.head.len();
        let body =
            &self.body[(done / B::BLOCK_LEN * self.stride + done % B::BLOCK_LEN).min(self.body.len())..];
        let len = (left - 1) * self.stride + B::BLOCK_LEN;
        match body.get(..len) {
            Some(body) => Run { body, tail_blocks: 0 },
            None => written::<B>(&[body], tail),
        }
    }
}

/// A block in the tail: the parts, and zeros.
fn written<'a, B: Variant>(parts: &[&[u8]], tail: &mut [u8]) -> Run<'a> {
    let mut rest = &mut tail[..B::BLOCK_LEN];
    for part in parts {
        let (start, after) = rest.split_at_mut(part.len());
        start.copy_from_slice(part);
        rest = after;
    }
    rest.fill(0);
    Run { body: &[], tail_blocks: 1 }
}
