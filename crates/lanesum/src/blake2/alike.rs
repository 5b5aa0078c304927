//! Many messages with the same parameters, of which nothing but the bytes differs.

use super::compression::Words;
use super::counter::{COUNTER, last_block};
use super::job::{End, Job};
use super::many::run;
use super::state::chaining_value;
use super::{Params, Variant};
use crate::digest::Output;
use crate::feed::Feed;
use crate::iterated::{end, prefetch_end};
use crate::kernel::{Column, States};
use crate::scheduler::{Messages, Run};
use crate::wipe::Wiped;
use core::marker::PhantomData;

/// How many blocks a message has: one of no bytes has one.
#[inline]
pub(super) fn blocks<B: Variant>(message: &[u8]) -> usize {
    message.len().div_ceil(B::BLOCK_LEN).max(1)
}

/// Writes the digests of many messages.
pub(super) fn hash_each<B: Variant>(params: &Params<B>, messages: &[&[u8]], output: &mut dyn Output) {
    run::<B>(&mut Alike::new(params, messages, output));
}

/// Whole messages, and where their digests go.
pub(super) struct Alike<'o, 'a, B> {
    params: &'o Params<B>,
    messages: &'o [&'a [u8]],
    output: &'o mut dyn Output,
    /// The state before a message's first byte: the key's block is in it already. Behind
    /// a message of no bytes that block is the last one, and another.
    start: Wiped<Words>,
}

impl<'o, 'a, B: Variant> Alike<'o, 'a, B> {
    pub(super) fn new(params: &'o Params<B>, messages: &'o [&'a [u8]], output: &'o mut dyn Output) -> Self {
        let mut start = Wiped(params.start());
        let key = params.key_block();
        if !key.is_empty() {
            B::kernels().one().compress_one(&mut start.0, key);
        }
        Self { params, messages, output, start }
    }

    /// What is to be added to the state before the message's first byte, or, where there are
    /// none, before the key.
    #[inline]
    fn job(&self, message: usize) -> Job<'o, 'a, B> {
        let (body, key) = (self.messages[message], self.params.key_block());
        let (head, before) = if body.is_empty() { (key, 0) } else { (&[][..], key.len() as u128) };
        let end = Some(End { before, last_node: self.params.last_node });
        Job { head, body, stride: B::BLOCK_LEN, end, variant: PhantomData }
    }
}

impl<'a, B: Variant> Messages<'a> for Alike<'_, 'a, B> {
    fn len(&self) -> usize {
        self.messages.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        blocks::<B>(self.messages[message])
    }

    #[inline]
    fn start(&self) -> Option<&[u64]> {
        Some(&*self.start)
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let job = self.job(message);
        if !job.head.is_empty() {
            state.write(&self.params.start());
        }
        job.run(at, state, tail)
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        let digest = self.output.digest_mut(message);
        digest.copy_from_slice(&chaining_value::<B>(&state.read())[..digest.len()]);
    }

    fn give_whole(
        &mut self,
        which: &[usize],
        next: &[usize],
        feed: &mut Feed<'a>,
        states: &mut States,
    ) -> bool {
        let least = which.last().map_or(0, |&message| self.blocks(message));
        let mut next = next.iter().map(|&i| self.messages[i]);
        feed.follow(next.clone().map(<[u8]>::as_ptr), least);
        for (lane, &message) in which.iter().enumerate() {
            if let Some(next) = next.next() {
                prefetch_end(next);
            }
            let run = self.run(message, 0, &mut states.column(lane), feed.tail_mut(lane));
            feed.mark(lane, run.mark);
            feed.give(lane, run.body, run.tail_blocks, run.body.len() / B::BLOCK_LEN + run.tail_blocks);
        }
        true
    }

    /// None where there is a key: its block is the last one of a message of no bytes, which
    /// has another start.
    #[inline(always)]
    fn bytes(&self, message: usize) -> Option<&'a [u8]> {
        self.params.key_block().is_empty().then(|| self.messages[message])
    }

    #[inline(always)]
    fn pad_copy(&self, message: usize, _: &mut [u8]) {
        self.output.expect(message);
    }

    fn marks(&self) -> bool {
        true
    }

    fn mark_whole(&self, which: &[usize], first: usize, states: &mut States) {
        let end = |len: usize| last_block::<B>(len as u128, self.params.last_node);
        let (lanes, [_, _, flags @ ..]) = (first..first + which.len(), end(0));
        states.fill_from(lanes.clone(), COUNTER + 2, &flags);
        for (lane, &message) in lanes.zip(which) {
            let [low, high, ..] = end(self.messages[message].len());
            states.column(lane).write_from(COUNTER, &[low, high]);
        }
    }

    fn end_whole(&mut self, which: &[usize], first: usize, states: &mut States) -> bool {
        match states {
            States::W32(rows) => end(which, first, rows, u32::to_le_bytes, self.output),
            States::W64(rows) => end(which, first, rows, u64::to_le_bytes, self.output),
        }
        true
    }
}
