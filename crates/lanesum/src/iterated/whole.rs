//! Whole messages for the scheduler.

use super::{Iterated, copy_short};
use crate::digest::Output;
use crate::feed::{Feed, TAIL_ROOM};
use crate::few::Few;
use crate::isa::{LINE, prefetch};
use crate::kernel::{Column, Rows, StateWord, States};
use crate::lanes::Word;
use crate::scheduler::{Messages, Run};

/// Messages, and where their digests go.
pub(crate) struct Whole<'o, 'a, H, O> {
    /// The hash.
    pub(crate) hash: H,
    /// The messages.
    pub(crate) messages: &'o [&'a [u8]],
    /// Where their digests go.
    pub(crate) output: &'o mut O,
}

impl<'a, H: Iterated, O: Output> Messages<'a> for Whole<'_, 'a, H, O> {
    fn len(&self) -> usize {
        self.messages.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        self.hash.blocks(self.messages[message].len())
    }

    #[inline]
    fn start(&self) -> Option<&[u64]> {
        Some(self.hash.init())
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, _: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let (bytes, block) = (self.messages[message], self.hash.block_len());
        let (body, rest) = bytes.split_at(bytes.len() - bytes.len() % block);
        let tail_blocks = self.hash.write_tail(rest, bytes.len() as u64, tail);
        // A message taken up again may be in its tail already.
        match body.get(at * block..) {
            Some(body) => Run { body, tail_blocks },
            None => {
                tail.copy_within(block.., 0);
                Run { body: &[], tail_blocks: tail_blocks - 1 }
            }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.hash.write_digest(|w| state.word(w), self.output.digest_mut(message));
    }

    fn give_whole(&mut self, which: &[usize], next: &[usize], feed: &mut Feed<'a>) -> bool {
        self.hash.give(&Group { messages: self.messages, which, next }, feed);
        true
    }

    #[inline(always)]
    fn bytes(&self, message: usize) -> Option<&'a [u8]> {
        Some(self.messages[message])
    }

    #[inline(always)]
    fn pad_copy(&self, message: usize, blocks: &mut [u8]) {
        self.output.expect(message);
        let len = self.messages[message].len();
        self.hash.pad(len, len as u64, blocks);
    }

    fn end_whole(&mut self, which: &[usize], first: usize, states: &mut States) -> bool {
        self.hash.end(which, first, states, self.output);
        true
    }
}

impl<'a, H: Iterated, O: Output> Few<'a> for Whole<'_, 'a, H, O> {
    type Word = H::Word;

    #[inline(always)]
    fn begin(&self, _: usize, put: &mut dyn FnMut(&[H::Word])) {
        put(self.hash.start().as_ref());
    }

    #[inline(always)]
    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's,
    {
        [self.messages[message], &[]]
    }

    #[inline]
    fn end_few(&mut self, message: usize, state: &[H::Word]) {
        self.hash.write_digest(|w| state[w].widen(), self.output.digest_mut(message));
    }
}

/// Messages that begin together.
pub(crate) struct Group<'g, 'a> {
    /// All messages.
    pub(crate) messages: &'g [&'a [u8]],
    /// Those of the group. None has more blocks than the first.
    pub(crate) which: &'g [usize],
    /// Those of the next group, which are to be prefetched.
    pub(crate) next: &'g [usize],
}

impl<'a> Group<'_, 'a> {
    /// The messages of the next group.
    #[inline(always)]
    fn next(&self) -> impl Iterator<Item = &'a [u8]> {
        self.next.iter().map(|&i| self.messages[i])
    }

    /// Gives each lane from 0 on a message, in blocks of `block` bytes. `tail_blocks(len)` says how
    /// many blocks a message has behind its whole ones; `pad(rest, len, blocks)` pads these, which
    /// hold the last `rest` of its bytes, and zeros.
    #[inline(always)]
    pub(crate) fn give(
        &self,
        block: usize,
        feed: &mut Feed<'a>,
        tail_blocks: impl Fn(usize) -> usize,
        pad: impl Fn(usize, u64, &mut [u8]),
    ) {
        let len = self.messages[self.which[0]].len();
        // Whole blocks, all as many, have all the same tail.
        if len.is_multiple_of(block) && len > 0 && self.which.iter().all(|&i| self.messages[i].len() == len) {
            let tail_blocks = tail_blocks(len);
            let tail = &mut feed.one_tail_mut()[..tail_blocks * block];
            tail.fill(0);
            if tail_blocks > 0 {
                pad(0, len as u64, tail);
            }
            let bodies = self.which.iter().map(|&i| self.messages[i]);
            feed.give_alike(bodies, len, tail_blocks);
            feed.follow(self.next().map(<[u8]>::as_ptr), len / block + tail_blocks);
            return self.next().for_each(|message| prefetch_end(message, 0));
        }
        let blocks = |message: &[u8]| (message.len() / block, tail_blocks(message.len()));
        let (mut in_place, mut tails) = (0, 0_u32);
        let rooms = feed.tails_mut(self.which.len()).chunks_exact_mut(TAIL_ROOM * block);
        for (&message, room) in self.which.iter().zip(rooms) {
            let message = self.messages[message];
            let (body, tail) = blocks(message);
            let rest = message.len() - body * block;
            room[block..2 * block].fill(0);
            if tail > 1 {
                room[2 * block..TAIL_ROOM * block].fill(0);
            }
            // A whole block: how long the rest is no CPU foresees, and a mispredicted branch costs
            // more than the padding.
            if body > 0 {
                room[rest..rest + block].copy_from_slice(&message[message.len() - block..]);
            } else {
                copy_short(&message[..rest], &mut room[block..]);
            }
            if tail > 0 {
                pad(rest, message.len() as u64, &mut room[block..][..tail * block]);
            }
            in_place |= body;
            tails |= 1 << tail;
        }
        let (body, tail) = blocks(self.messages[self.which[self.which.len() - 1]]);
        feed.follow(self.next().map(<[u8]>::as_ptr), body + tail);
        if in_place == 0 && tails == 1 << tail {
            return feed.give_tails(self.which.len(), tail);
        }
        let mut next = self.next();
        for (lane, &message) in self.which.iter().enumerate() {
            if let Some(next) = next.next() {
                prefetch_end(next, block);
            }
            let message = self.messages[message];
            let (body, tail) = blocks(message);
            feed.give_whole(lane, &message[..body * block], body, tail);
        }
    }
}

/// Writes the digests of messages, out of the lanes from `first` on.
#[inline(always)]
pub(crate) fn end<W: StateWord, const BYTES: usize>(
    messages: &[usize],
    first: usize,
    rows: &Rows<W>,
    bytes: impl Fn(W) -> [u8; BYTES],
    output: &mut (impl Output + ?Sized),
) {
    for (lane, &message) in (first..).zip(messages) {
        let (words, rest) = output.digest_mut(message).as_chunks_mut();
        // Four at a time: 1,024 messages of 16 bytes took 1.03 to 1.07 times as long with MD5 and
        // SHA-1 where each word was a turn of the loop (Intel Emerald Rapids).
        let (fours, few) = words.as_chunks_mut::<4>();
        let (four_rows, _) = rows.as_chunks::<4>();
        for (words, rows) in fours.iter_mut().zip(four_rows) {
            *words = rows.each_ref().map(|row| bytes(row[lane]));
        }
        for (word, row) in few.iter_mut().zip(&rows[4 * fours.len()..]) {
            *word = bytes(row[lane]);
        }
        // SHA-512/224 ends within a word.
        if let (false, Some(row)) = (rest.is_empty(), rows.get(words.len())) {
            rest.copy_from_slice(&bytes(row[lane])[..rest.len()]);
        }
    }
}

/// Prefetches the line in which a message ends, and so many bytes before it: what is copied before
/// its lane begins. The kernel prefetches the first blocks.
#[inline(always)]
fn prefetch_end(message: &[u8], before: usize) {
    let end = message.as_ptr().wrapping_add(message.len());
    for back in (0..=before).step_by(LINE) {
        prefetch(end.wrapping_sub(back));
    }
}
