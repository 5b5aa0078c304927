//! Whole messages for the scheduler.

use super::{MerkleDamgard, WordFormat, pad};
use crate::digest::Output;
use crate::feed::{Feed, TAIL_BLOCKS};
use crate::kernel::{Column, Rows, StateWord, States};
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

    fn give_whole(&mut self, messages: &[usize], blocks: usize, feed: &mut Feed<'a>) -> bool {
        match self.hash.word {
            WordFormat::Little32 => self.give_each::<64>(messages, blocks, feed, u64::to_le_bytes),
            WordFormat::Big32 => self.give_each::<64>(messages, blocks, feed, u64::to_be_bytes),
            WordFormat::Big64 => self.give_each::<128>(messages, blocks, feed, u64::to_be_bytes),
        }
        true
    }

    fn end_whole(&mut self, messages: &[usize], states: &mut States) -> bool {
        match self.hash.word {
            WordFormat::Little32 => self.end_each(messages, u32::rows(states), u32::to_le_bytes),
            WordFormat::Big32 => self.end_each(messages, u32::rows(states), u32::to_be_bytes),
            WordFormat::Big64 => self.end_each(messages, u64::rows(states), u64::to_be_bytes),
        }
        true
    }
}

impl<'a, O: Output> Whole<'_, 'a, O> {
    /// Gives each lane from 0 on a message of so many blocks, of a constant
    /// length.
    #[inline(always)]
    fn give_each<const BLOCK: usize>(
        &self,
        messages: &[usize],
        blocks: usize,
        feed: &mut Feed<'a>,
        bytes: impl Fn(u64) -> [u8; 8] + Copy,
    ) {
        let split = |message: usize| {
            let message = self.messages[message];
            message.split_at(message.len() / BLOCK * BLOCK)
        };
        // Whole blocks, all as many, have all the same tail.
        let len = self.messages[messages[0]].len();
        if len.is_multiple_of(BLOCK) && len > 0 && messages.iter().all(|&i| self.messages[i].len() == len) {
            let tail_blocks = pad::<BLOCK>(&[], len as u64, feed.one_tail_mut(), bytes);
            let bodies = messages.iter().map(|&i| self.messages[i]);
            return feed.give_alike(bodies, len, tail_blocks);
        }
        let tails = feed.tails_mut(messages.len()).chunks_exact_mut(TAIL_BLOCKS * BLOCK);
        let mut in_place = 0;
        for (&message, tail) in messages.iter().zip(tails) {
            let (body, rest) = split(message);
            pad::<BLOCK>(rest, (body.len() + rest.len()) as u64, tail, bytes);
            in_place |= body.len();
        }
        if in_place == 0 {
            return feed.give_tails(messages.len(), blocks);
        }
        for (lane, &message) in messages.iter().enumerate() {
            let (body, _) = split(message);
            feed.give(lane, body, blocks - body.len() / BLOCK, blocks);
        }
    }

    /// Writes the digests of messages, out of the lanes from 0 on.
    #[inline(always)]
    fn end_each<W: StateWord, const BYTES: usize>(
        &mut self,
        messages: &[usize],
        rows: &Rows<W>,
        bytes: impl Fn(W) -> [u8; BYTES],
    ) {
        for (lane, &message) in messages.iter().enumerate() {
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
