//! Whole messages for the scheduler.

use super::{MerkleDamgard, WordFormat, pad};
use crate::digest::Output;
use crate::feed::{Feed, TAIL_BLOCKS};
use crate::isa::prefetch;
use crate::kernel::{Column, Rows, StateWord, States};
use crate::lanes::MAX_LANES;
use crate::scheduler::{Messages, Run};

/// Messages, and where their digests go.
pub(crate) struct Whole<'h, 'a, O> {
    /// The hash.
    pub(crate) hash: &'h MerkleDamgard,
    /// The messages.
    pub(crate) messages: &'h [&'a [u8]],
    /// Where their digests go.
    pub(crate) output: &'h mut O,
}

impl<'a, O: Output> Messages<'a> for Whole<'_, 'a, O> {
    fn len(&self) -> usize {
        self.messages.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        self.hash.blocks(self.messages[message].len())
    }

    #[inline]
    fn start(&self) -> Option<&'static [u64]> {
        Some(self.hash.init)
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, _: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let bytes = self.messages[message];
        let whole = bytes.len() - bytes.len() % self.hash.block_len();
        let (body, rest) = bytes.split_at(whole);
        let tail_blocks = self.hash.pad(rest, bytes.len() as u64, tail);
        // A message taken up again may be in its tail already.
        match body.get(at * self.hash.block_len()..) {
            Some(body) => Run { body, tail_blocks },
            None => {
                tail.copy_within(self.hash.block_len().., 0);
                Run { body: &[], tail_blocks: tail_blocks - 1 }
            }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.hash.write_digest(|w| state.word(w), self.output.digest_mut(message));
    }

    fn give_whole(&mut self, messages: &[usize], next: &[usize], feed: &mut Feed<'a>) -> bool {
        match self.hash.word {
            WordFormat::Little32 => self.give_each::<64>(messages, next, feed, u64::to_le_bytes),
            WordFormat::Big32 => self.give_each::<64>(messages, next, feed, u64::to_be_bytes),
            WordFormat::Big64 => self.give_each::<128>(messages, next, feed, u64::to_be_bytes),
        }
        true
    }

    fn end_whole(&mut self, messages: &[usize], first: usize, states: &mut States) -> bool {
        match self.hash.word {
            WordFormat::Little32 => self.end_each(messages, first, u32::rows(states), u32::to_le_bytes),
            WordFormat::Big32 => self.end_each(messages, first, u32::rows(states), u32::to_be_bytes),
            WordFormat::Big64 => self.end_each(messages, first, u64::rows(states), u64::to_be_bytes),
        }
        true
    }
}

impl<'a, O: Output> Whole<'_, 'a, O> {
    /// Gives each lane from 0 on a message, in blocks of a constant length, and
    /// prefetches the next ones. No message has more blocks than the first.
    #[inline(always)]
    fn give_each<const BLOCK: usize>(
        &self,
        messages: &[usize],
        next: &[usize],
        feed: &mut Feed<'a>,
        bytes: impl Fn(u64) -> [u8; 8] + Copy,
    ) {
        let len = self.messages[messages[0]].len();
        let lines = len.div_ceil(64).min(NEAR);
        // Whole blocks, all as many, have all the same tail.
        if len.is_multiple_of(BLOCK) && len > 0 && messages.iter().all(|&i| self.messages[i].len() == len) {
            let tail_blocks = pad::<BLOCK>(&[], len as u64, feed.one_tail_mut(), bytes);
            let bodies = messages.iter().map(|&i| self.messages[i]);
            feed.give_alike(bodies, len, tail_blocks);
            return next.iter().for_each(|&i| prefetch_ends(self.messages[i], lines));
        }
        let tails = feed.tails_mut(messages.len()).chunks_exact_mut(TAIL_BLOCKS * BLOCK);
        let mut tail_blocks = [0; MAX_LANES];
        let mut next = next.iter();
        let mut in_place = 0;
        for ((&message, tail), tail_blocks) in messages.iter().zip(tails).zip(&mut tail_blocks) {
            if let Some(&next) = next.next() {
                prefetch_ends(self.messages[next], lines);
            }
            let message = self.messages[message];
            let (body, rest) = message.split_at(message.len() / BLOCK * BLOCK);
            *tail_blocks = pad::<BLOCK>(rest, message.len() as u64, tail, bytes);
            in_place |= body.len();
        }
        let tail_blocks = &tail_blocks[..messages.len()];
        if in_place == 0 && tail_blocks.iter().all(|&blocks| blocks == tail_blocks[0]) {
            return feed.give_tails(messages.len(), tail_blocks[0]);
        }
        for (lane, (&message, &tail_blocks)) in messages.iter().zip(tail_blocks).enumerate() {
            let message = self.messages[message];
            let body = &message[..message.len() / BLOCK * BLOCK];
            feed.give(lane, body, tail_blocks, body.len() / BLOCK + tail_blocks);
        }
    }

    /// Writes the digests of messages, out of the lanes from `first` on.
    #[inline(always)]
    fn end_each<W: StateWord, const BYTES: usize>(
        &mut self,
        messages: &[usize],
        first: usize,
        rows: &Rows<W>,
        bytes: impl Fn(W) -> [u8; BYTES],
    ) {
        for (lane, &message) in (first..).zip(messages) {
            let (words, rest) = self.output.digest_mut(message).as_chunks_mut();
            for (word, row) in words.iter_mut().zip(rows) {
                *word = bytes(row[lane]);
            }
            // SHA-512/224 ends within a word.
            if let (false, Some(row)) = (rest.is_empty(), rows.get(words.len())) {
                rest.copy_from_slice(&bytes(row[lane])[..rest.len()]);
            }
        }
    }
}

/// How many lines of a message are prefetched before its lane begins.
const NEAR: usize = 4;

/// Prefetches the first lines of a message, behind which the kernel prefetches
/// itself, and the last one, which is padded. No branch depends on the message:
/// lengths are hard to predict.
#[inline(always)]
fn prefetch_ends(message: &[u8], lines: usize) {
    let near = |at: usize| prefetch(message.as_ptr().wrapping_add(at.min(message.len())));
    for line in 0..lines {
        near(64 * line);
    }
    near(message.len());
}
