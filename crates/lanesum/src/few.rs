//! A few short messages, whole, in pieces or at their ends, side by side without a scheduler.
//!
//! What the scheduler begins with, rows for the states and what each lane reads next, takes as long
//! as some twenty blocks of one message. Here, messages are copied one behind the other and padded
//! where they are, and kernels take their blocks at fixed distances. Those with the most blocks come
//! first, so that what still runs are the first ones.

#[allow(unsafe_code, reason = "holds what was never written")]
mod room;

use crate::host;
use crate::kernel::{Dealt, Kernels, Layout, Plan, StateWord};
use crate::lanes::Word;
use crate::scheduler::Messages;
use room::Room;

/// The most messages.
const MOST: usize = 32;

/// Bytes for all of them: of more blocks, what the scheduler begins with is a small part.
const ROOM: usize = 16384;

/// Words for their states: of BLAKE2 as many as there are messages, of SHA-3 23.
const WORDS: usize = 12 * MOST;

/// Messages that are few and short.
pub(crate) trait Few<'a>: Messages<'a> {
    /// A word of their states.
    type Word: StateWord;

    /// Puts the state before a message's first block, behind whose words others may follow.
    fn begin(&self, message: usize, put: &mut dyn FnMut(&[Self::Word]));

    /// The bytes that a message's blocks begin with, in two parts: [`Messages::pad_copy`] ends them.
    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's;

    /// Takes the state after a message's last block. One that has no block has no end.
    fn end_few(&mut self, message: usize, state: &[Self::Word]);
}

/// Whether so many messages are few and short, of which the longest has so many blocks.
#[inline]
pub(crate) fn are_few(layout: Layout, messages: usize, longest: u64) -> bool {
    messages <= MOST
        && messages * layout.words() <= WORDS
        && longest.saturating_mul((messages * layout.block_len()) as u64) <= ROOM as u64
}

/// Runs messages that [`are_few`], on the kernels of a plan.
pub(crate) fn run<'a, M: Few<'a> + ?Sized>(kernels: &Kernels, plan: &Plan, messages: &mut M) {
    Order::of(messages).run(kernels, plan, messages);
}

/// The order of a few messages: those with the most blocks first. Those without one are left out.
struct Order {
    len: usize,
    /// Which they are.
    messages: [u8; MOST],
    /// The blocks of each.
    blocks: [u16; MOST],
}

impl Order {
    #[inline]
    fn of<'a>(messages: &(impl Few<'a> + ?Sized)) -> Self {
        let mut order = Self { len: 0, messages: [0; MOST], blocks: [0; MOST] };
        for i in 0..messages.len() {
            let blocks = messages.blocks(i) as u16;
            let mut at = order.len;
            order.len += usize::from(blocks > 0);
            while at > 0 && order.blocks[at - 1] < blocks {
                (order.messages[at], order.blocks[at]) = (order.messages[at - 1], order.blocks[at - 1]);
                at -= 1;
            }
            (order.messages[at], order.blocks[at]) = (i as u8, blocks);
        }
        order
    }

    /// Runs them.
    fn run<'a, M: Few<'a> + ?Sized>(&self, kernels: &Kernels, plan: &Plan, messages: &mut M) {
        let (block, words) = (kernels.layout().block_len(), kernels.layout().words());
        let order = &self.messages[..self.len];
        let pitch = usize::from(self.blocks[0]) * block;
        let (mut bytes, mut states) = (Room::<u8, ROOM>::new(), Room::<M::Word, WORDS>::new());
        for (&message, &blocks) in order.iter().zip(&self.blocks) {
            let message = usize::from(message);
            let copy = bytes.push(messages.parts(message), pitch, 0);
            messages.pad_copy(message, &mut copy[..usize::from(blocks) * block]);
            messages.begin(message, &mut |state| {
                states.push([&state[..words], &[]], words, M::Word::ZERO);
            });
        }
        let mut first = 0;
        while first < self.len {
            let left = self.len - first;
            let lanes = left.min(kernels.list[plan.kernel(left)].kernel().lanes());
            let states = &mut states.items_mut()[first * words..][..lanes * words];
            let (mut live, mut done) = (lanes, 0);
            while live > 0 {
                let blocks = usize::from(self.blocks[first + live - 1]) - done;
                host::spend(|| u64::from(plan.cost(live)) * blocks as u64);
                let bytes = &bytes.items_mut()[first * pitch + done * block..];
                let dealt = Dealt { bytes, lane: pitch, stride: block, blocks };
                kernels.compress_dealt(plan, &mut states[..live * words], dealt);
                done += blocks;
                while live > 0 && usize::from(self.blocks[first + live - 1]) == done {
                    live -= 1;
                }
            }
            first += lanes;
        }
        for (&message, state) in order.iter().zip(states.items_mut().chunks_exact(words)) {
            messages.end_few(message.into(), state);
        }
    }
}

/// Messages in groups that are few and short, up to one that is too long.
#[cfg(test)]
pub(crate) fn fitting<T>(
    layout: Layout,
    mut messages: &[T],
    blocks: impl Fn(&T) -> usize,
) -> impl Iterator<Item = &[T]> {
    core::iter::from_fn(move || {
        let mut longest = 0;
        let fits = |(i, message): &(usize, &T)| {
            longest = longest.max(blocks(message) as u64);
            are_few(layout, i + 1, longest)
        };
        let count = messages.iter().enumerate().take_while(fits).count();
        let (few, others) = messages.split_at(count);
        messages = others;
        (count > 0).then_some(few)
    })
}
