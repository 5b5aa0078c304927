//! Many messages side by side, for the hashes on AES rounds.
//!
//! A block of 64 bytes takes a few cycles, so an event, a message that ends or
//! begins, must cost no more than a few either: there is no plan, as for the
//! other hashes. All lanes run as many blocks as the one that has fewest left;
//! those that have none left are finished and filled again.

use crate::isa::aes::Blocks;

/// 64 bytes, as blocks of AES.
pub(crate) type Block = [[u8; 16]; 4];

/// A hash on AES rounds, `N` messages at once.
pub(crate) trait Streams<const N: usize> {
    /// The vector of blocks.
    type Vector: Blocks;

    /// The states of all lanes.
    type States;

    /// Fresh states in all lanes.
    fn start(&self) -> Self::States;

    /// A fresh state in one lane.
    fn restart(&self, states: &mut Self::States, lane: usize);

    /// Adds `blocks` blocks to every lane.
    ///
    /// # Panics
    ///
    /// Where a lane has fewer.
    fn absorb(&self, states: &mut Self::States, from: &[&[Block]; N], blocks: usize);

    /// The blocks after the whole ones, whose rest is `rest`.
    fn tail<'t>(&self, rest: &[u8], tail: &'t mut Tail) -> &'t [Block];

    /// The digests of the lanes that have `ended`, whose messages have those
    /// lengths.
    fn finish(&self, states: &Self::States, ended: &[bool; N], lens: &[u64; N], digests: &mut [[u8; 16]; N]);
}

/// Room for the end of a message.
pub(crate) type Tail = [Block; 5];

/// A lane's message: its whole blocks, and then its tail.
#[derive(Clone, Copy)]
struct Lane<'a> {
    message: usize,
    /// What is still to be done of the whole blocks, or of the tail.
    blocks: &'a [Block],
    /// Where the message is past its whole blocks.
    in_tail: bool,
}

/// The digests of messages of any lengths, `N` at once.
#[inline(always)]
pub(crate) fn run<H: Streams<N>, const N: usize>(hash: &H, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    let mut states = hash.start();
    let mut tails: [Tail; N] = [[[[0; 16]; 4]; 5]; N];
    let mut lens = [0; N];
    let mut out = [[0; 16]; N];
    let mut ended = [false; N];
    // The lanes' bodies; a tail lies in `tails`, and is `left` blocks long.
    let mut lanes = [Lane { message: usize::MAX, blocks: &[], in_tail: true }; N];
    let mut left = [0; N];
    let mut at = [0; N];
    let mut next = 0;
    // Messages of one length need none of the lanes' books.
    while let Some(together) = messages[next..].first_chunk::<N>() {
        if together.iter().any(|message| message.len() != together[0].len()) {
            break;
        }
        let mut rows: [&[Block]; N] = [&[]; N];
        let mut last: [&[Block]; N] = [&[]; N];
        let mut tails = tails.iter_mut();
        for i in 0..N {
            let message = together[i];
            hash.restart(&mut states, i);
            rows[i] = message.as_chunks::<16>().0.as_chunks::<4>().0;
            let rest = &message[message.len() - message.len() % 64..];
            if let Some(tail) = tails.next() {
                last[i] = hash.tail(rest, tail);
            }
            lens[i] = message.len() as u64;
        }
        hash.absorb(&mut states, &rows, rows[0].len());
        if !last[0].is_empty() {
            hash.absorb(&mut states, &last, last[0].len());
        }
        hash.finish(&states, &[true; N], &lens, &mut out);
        digests[next..][..N].copy_from_slice(&out);
        next += N;
    }
    loop {
        // Fill, until every lane has blocks or there are no messages left.
        let mut live = 0;
        for i in 0..N {
            let lane = &mut lanes[i];
            if left[i] == 0 && lane.message == usize::MAX && next < messages.len() {
                let message = messages[next];
                let (blocks, _) = message.as_chunks::<16>().0.as_chunks::<4>();
                *lane = Lane { message: next, blocks, in_tail: false };
                lens[i] = message.len() as u64;
                (left[i], at[i]) = (blocks.len(), 0);
                hash.restart(&mut states, i);
                next += 1;
            }
            if left[i] == 0 && !lane.in_tail {
                let message = messages[lane.message];
                let tail = hash.tail(&message[message.len() - message.len() % 64..], &mut tails[i]);
                (left[i], at[i]) = (tail.len(), 0);
                lane.in_tail = true;
            }
            if lane.message != usize::MAX {
                live += 1;
            }
        }
        if live == 0 {
            return;
        }
        let mut steps = usize::MAX;
        let mut longest = 0;
        for i in 0..N {
            if lanes[i].message != usize::MAX {
                steps = steps.min(left[i]);
                if left[i] > left[longest] {
                    longest = i;
                }
            }
        }
        if steps > 0 {
            // Lanes without a message read what another one does.
            let mut from: [&[Block]; N] = [&[]; N];
            for i in 0..N {
                let i_or_other = if lanes[i].message == usize::MAX { longest } else { i };
                let lane = &lanes[i_or_other];
                let source = if lane.in_tail { &tails[i_or_other][..] } else { lane.blocks };
                from[i] = &source[at[i_or_other]..][..steps];
            }
            hash.absorb(&mut states, &from, steps);
        }
        let mut any = false;
        for i in 0..N {
            let lane = &lanes[i];
            if lane.message != usize::MAX {
                left[i] -= steps;
                at[i] += steps;
            }
            ended[i] = lane.message != usize::MAX && lane.in_tail && left[i] == 0;
            any |= ended[i];
        }
        if any {
            hash.finish(&states, &ended, &lens, &mut out);
            for i in 0..N {
                if ended[i] {
                    digests[lanes[i].message] = out[i];
                    lanes[i].message = usize::MAX;
                }
            }
        }
    }
}
