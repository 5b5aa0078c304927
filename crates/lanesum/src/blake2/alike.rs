//! Many messages with the same parameters, of which nothing but the bytes differs.

use super::compression::{STATE, Words};
use super::job::{End, Job};
use super::position::{TO_END, add_blocks, ending, set_end};
use super::state::write_digest;
use super::{Params, Variant};
use crate::batch::{Batch, Way, in_lanes};
use crate::digest::Output;
use crate::family::Family;
use crate::feed::Feed;
use crate::few::{self, Few};
use crate::iterated::{Group, copy_short, end};
use crate::kernel::{Column, States};
use crate::lanes::Word;
use crate::scheduler::{Messages, Run};
use crate::wipe::Wiped;
use core::marker::PhantomData;

/// How many blocks a message has: one of no bytes has one.
#[inline]
pub(super) fn blocks<B: Variant>(message: &[u8]) -> usize {
    message.len().div_ceil(B::BLOCK_LEN).max(1)
}

/// Writes the digests of many messages.
pub(super) fn hash_each<B: Variant>(params: &Params<B>, messages: &[&[u8]], output: &mut impl Output) {
    let blocks = messages.iter().map(|message| blocks::<B>(message));
    match Way::of(B::kernels(), Batch::Whole, blocks) {
        // A key's block is added once for all where they run side by side.
        Way::OneByOne if params.key_block().is_empty() => params.one_by_one(messages, output),
        Way::Few => few::run(B::kernels(), B::kernels().plan(), &mut Alike::new(params, messages, output)),
        _ => in_lanes(B::kernels(), &mut Alike::new(params, messages, output)),
    }
}

/// Whole messages, and where their digests go.
pub(super) struct Alike<'o, 'a, B, O> {
    params: &'o Params<B>,
    messages: &'o [&'a [u8]],
    output: &'o mut O,
    /// The state before a message's first byte: the key's block is in it already. Behind
    /// a message of no bytes that block is the last one, and another.
    start: Wiped<[u64; STATE]>,
}

impl<'o, 'a, B: Variant, O: Output> Alike<'o, 'a, B, O> {
    pub(super) fn new(params: &'o Params<B>, messages: &'o [&'a [u8]], output: &'o mut O) -> Self {
        let mut start = Wiped(params.start());
        add_blocks::<B>(&mut start.0, params.key_block());
        set_end::<B>(&mut start.0, ending::<B>(0, params.last_node));
        Self { params, messages, output, start: Wiped(start.map(Word::widen)) }
    }

    /// The state before the first block of a message: where it has no bytes, the key's.
    fn first(&self, message: usize) -> Words<B> {
        let (len, key) = (self.messages[message].len(), self.params.key_block());
        let (mut words, end) = match len {
            0 if !key.is_empty() => (self.params.start(), key.len()),
            _ => (self.start.map(B::Word::truncate), len),
        };
        set_end::<B>(&mut words, ending::<B>(end, self.params.last_node));
        words
    }

    /// What is to be added to the state before the message's first byte, or, where there are
    /// none, before the key.
    #[inline]
    fn job(&self, message: usize) -> Job<'o, 'a, B> {
        let body = self.messages[message];
        let head = if body.is_empty() { self.params.key_block() } else { &[] };
        let end = Some(End { last_node: self.params.last_node });
        Job { head, body, stride: B::BLOCK_LEN, end, variant: PhantomData }
    }
}

impl<'a, B: Variant, O: Output> Messages<'a> for Alike<'_, 'a, B, O> {
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
        write_digest::<B>(&state.read(), self.output.digest_mut(message));
    }

    fn begin_whole(&self, which: &[usize], states: &mut States) {
        let key = self.params.key_block();
        let len = |&message: &usize| self.messages[message].len();
        states.write_row(TO_END, which.iter().map(|message| ending::<B>(len(message), false)[0].widen()));
        if !key.is_empty() {
            for (lane, &message) in which.iter().enumerate().filter(|(_, message)| len(message) == 0) {
                states.column(lane).write(&self.first(message));
            }
        }
    }

    fn give_whole(&mut self, which: &[usize], next: &[usize], feed: &mut Feed<'a>) -> bool {
        let key = self.params.key_block();
        let tail_blocks = |len: usize| usize::from(len == 0 || !len.is_multiple_of(B::BLOCK_LEN));
        Group { messages: self.messages, which, next }.give(
            B::BLOCK_LEN,
            feed,
            tail_blocks,
            |_, len, blocks| {
                if len == 0 {
                    copy_short(key, blocks);
                }
            },
        );
        true
    }

    #[inline(always)]
    fn bytes(&self, message: usize) -> Option<&'a [u8]> {
        Some(self.messages[message])
    }

    #[inline(always)]
    fn pad_copy(&self, message: usize, blocks: &mut [u8]) {
        self.output.expect(message);
        if self.messages[message].is_empty() {
            copy_short(self.params.key_block(), blocks);
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

impl<'a, B: Variant, O: Output> Few<'a> for Alike<'_, 'a, B, O> {
    type Word = B::Word;

    #[inline(always)]
    fn begin(&self, message: usize, put: &mut dyn FnMut(&[B::Word])) {
        put(&self.first(message));
    }

    #[inline(always)]
    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's,
    {
        [self.messages[message], &[]]
    }

    #[inline]
    fn end_few(&mut self, message: usize, state: &[B::Word]) {
        let words = state.first_chunk().expect("a state has as many words");
        write_digest::<B>(words, self.output.digest_mut(message));
    }
}
