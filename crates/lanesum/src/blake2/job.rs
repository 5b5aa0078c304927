//! What is to be added to a state, as the scheduler runs it.

use super::Variant;
use super::counter::{COUNTER, last_block};
use crate::feed::Mark;
use crate::iterated::copy_short;
use crate::kernel::Column;
use crate::scheduler::Run;
use core::marker::PhantomData;

/// Bytes to be added to a state.
///
/// The last block of a message is copied to the tail, whole or not, for the counter
/// and the flags are set before it: where a lane turns to its tail, or, where no
/// block is before that one, at once.
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

    /// Answers [`Messages::run`](crate::scheduler::Messages::run), for a state that has
    /// the blocks before.
    #[inline]
    pub(super) fn run(&self, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let left = self.blocks() - at;
        let mark = self.end.map(|End { before, last_node }| {
            let total = before + (self.head.len() + self.body_len()) as u128;
            Mark { first: COUNTER, words: last_block::<B>(total, last_node) }
        });
        if let (1, Some(mark)) = (left, &mark) {
            state.write_from(mark.first, &mark.words);
        }

        let done = at * B::BLOCK_LEN;
        if done < self.head.len() {
            // A block that begins with the head: at most one, so the body is at its start.
            let fill = self.body.len().min(B::BLOCK_LEN - self.head.len());
            write::<B>(&[self.head, &self.body[..fill]], tail);
            return Run { body: &[], tail_blocks: 1, mark: None };
        }
        let done = done - self.head.len();
        let body =
            &self.body[(done / B::BLOCK_LEN * self.stride + done % B::BLOCK_LEN).min(self.body.len())..];
        let whole = left - usize::from(mark.is_some());
        let (body, last) = match whole {
            0 => (&[][..], body),
            _ => (
                &body[..(whole - 1) * self.stride + B::BLOCK_LEN],
                body.get(whole * self.stride..).unwrap_or_default(),
            ),
        };
        if mark.is_none() {
            return Run { body, tail_blocks: 0, mark };
        }
        write::<B>(&[&last[..last.len().min(B::BLOCK_LEN)]], tail);
        Run { body, tail_blocks: 1, mark: mark.filter(|_| whole > 0) }
    }
}

/// Writes a block to the tail: the parts, and zeros.
#[inline]
fn write<B: Variant>(parts: &[&[u8]], tail: &mut [u8]) {
    let mut rest = &mut tail[..B::BLOCK_LEN];
    rest.fill(0);
    for part in parts {
        copy_short(part, rest);
        rest = &mut rest[part.len()..];
    }
}
