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
pub(crate) trait Interleave<const N: usize> {
    /// The vector of blocks.
    type Vector: Blocks;

    /// The states of all lanes.
    type States;

    /// Fewer bytes than these in half of the lanes, or fewer, are not worth the books.
    const WORTH: usize;

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

/// The digests of messages of any lengths, `N` at once. Says of how many: those behind them are too few
/// for lanes.
#[inline(always)]
pub(crate) fn run<H: Interleave<N>, const N: usize>(
    hash: &H,
    messages: &[&[u8]],
    digests: &mut [[u8; 16]],
) -> usize {
    let are_few = |messages: &[&[u8]]| {
        let bytes = || messages.iter().map(|message| message.len()).sum::<usize>();
        messages.is_empty() || messages.len() <= N / 2 && bytes() < H::WORTH
    };
    if are_few(messages) {
        return 0;
    }
    let done = in_step(hash, messages, digests);
    let (rest, digests) = (&messages[done..], &mut digests[done..]);
    if are_few(rest) {
        return done;
    }
    Ragged::new(hash, rest).run(hash, digests);
    messages.len()
}

/// The whole blocks of a message, and the rest.
#[inline(always)]
pub(crate) fn split(message: &[u8]) -> (&[Block], &[u8]) {
    (message.as_chunks::<16>().0.as_chunks::<4>().0, &message[message.len() - message.len() % 64..])
}

/// The digests of the first messages, as far as each `N` of them have one
/// length: such lanes need no books. Says how many those are.
#[inline(always)]
fn in_step<H: Interleave<N>, const N: usize>(
    hash: &H,
    messages: &[&[u8]],
    digests: &mut [[u8; 16]],
) -> usize {
    let mut states = hash.start();
    let mut tails: [Tail; N] = [[[[0; 16]; 4]; 5]; N];
    let mut lens = [0; N];
    let mut out = [[0; 16]; N];
    let mut next = 0;
    while let Some(together) = messages[next..].first_chunk::<N>() {
        if together.iter().any(|message| message.len() != together[0].len()) {
            break;
        }
        let mut rows: [&[Block]; N] = [&[]; N];
        let mut last: [&[Block]; N] = [&[]; N];
        let mut tails = tails.iter_mut();
        for i in 0..N {
            let (blocks, rest) = split(together[i]);
            hash.restart(&mut states, i);
            rows[i] = blocks;
            if let Some(tail) = tails.next() {
                last[i] = hash.tail(rest, tail);
            }
            lens[i] = together[i].len() as u64;
        }
        hash.absorb(&mut states, &rows, rows[0].len());
        if !last[0].is_empty() {
            hash.absorb(&mut states, &last, last[0].len());
        }
        hash.finish(&states, &[true; N], &lens, &mut out);
        digests[next..][..N].copy_from_slice(&out);
        next += N;
    }
    next
}

/// Messages of any lengths in `N` lanes.
struct Ragged<'a, S, const N: usize> {
    messages: &'a [&'a [u8]],
    /// The first message that no lane has had.
    next: usize,
    states: S,
    lanes: [Lane<'a>; N],
    tails: [Tail; N],
    /// The lengths of the lanes' messages.
    lens: [u64; N],
}

/// What a lane is at.
#[derive(Clone, Copy)]
struct Lane<'a> {
    /// Its message's place; none where it has none.
    message: Option<usize>,
    /// The message's whole blocks. Its tail lies in `tails`.
    blocks: &'a [Block],
    in_tail: bool,
    /// The next block, of the whole ones or of the tail, and how many are left.
    at: usize,
    left: usize,
}

impl<'a, S, const N: usize> Ragged<'a, S, N> {
    #[inline(always)]
    fn new<H: Interleave<N, States = S>>(hash: &H, messages: &'a [&'a [u8]]) -> Self {
        let idle = Lane { message: None, blocks: &[], in_tail: true, at: 0, left: 0 };
        Self {
            messages,
            next: 0,
            states: hash.start(),
            lanes: [idle; N],
            tails: [[[[0; 16]; 4]; 5]; N],
            lens: [0; N],
        }
    }

    #[inline(always)]
    fn run<H: Interleave<N, States = S>>(&mut self, hash: &H, digests: &mut [[u8; 16]]) {
        while self.fill(hash) {
            let steps = self.steps();
            if steps > 0 {
                self.absorb(hash, steps);
            }
            self.finish(hash, digests);
        }
    }

    /// Gives every lane that has no blocks left its tail, or the next message.
    /// Says whether any lane has a message.
    #[inline(always)]
    fn fill<H: Interleave<N, States = S>>(&mut self, hash: &H) -> bool {
        let mut live = false;
        for i in 0..N {
            let lane = &mut self.lanes[i];
            if lane.message.is_none() && self.next < self.messages.len() {
                let message = self.messages[self.next];
                let (blocks, _) = split(message);
                *lane = Lane { message: Some(self.next), blocks, in_tail: false, at: 0, left: blocks.len() };
                self.lens[i] = message.len() as u64;
                hash.restart(&mut self.states, i);
                self.next += 1;
            }
            if let Some(message) = lane.message {
                if lane.left == 0 && !lane.in_tail {
                    let (_, rest) = split(self.messages[message]);
                    let tail = hash.tail(rest, &mut self.tails[i]);
                    (lane.in_tail, lane.at, lane.left) = (true, 0, tail.len());
                }
                live = true;
            }
        }
        live
    }

    /// How many blocks every lane that has a message has.
    #[inline(always)]
    fn steps(&self) -> usize {
        let mut steps = usize::MAX;
        for i in 0..N {
            if self.lanes[i].message.is_some() {
                steps = steps.min(self.lanes[i].left);
            }
        }
        steps
    }

    /// Adds `steps` blocks to every lane. Those that have no message read what
    /// another one does.
    #[inline(always)]
    fn absorb<H: Interleave<N, States = S>>(&mut self, hash: &H, steps: usize) {
        let mut busy = 0;
        for i in 0..N {
            if self.lanes[i].message.is_some() {
                busy = i;
            }
        }
        let mut from: [&[Block]; N] = [&[]; N];
        for i in 0..N {
            let read = if self.lanes[i].message.is_some() { i } else { busy };
            let lane = &self.lanes[read];
            let blocks = if lane.in_tail { &self.tails[read][..] } else { lane.blocks };
            from[i] = &blocks[lane.at..][..steps];
        }
        hash.absorb(&mut self.states, &from, steps);
        for i in 0..N {
            let lane = &mut self.lanes[i];
            if lane.message.is_some() {
                lane.at += steps;
                lane.left -= steps;
            }
        }
    }

    /// Writes the digests of the messages that have ended.
    #[inline(always)]
    fn finish<H: Interleave<N, States = S>>(&mut self, hash: &H, digests: &mut [[u8; 16]]) {
        let mut ended = [false; N];
        let mut any = false;
        for i in 0..N {
            let lane = &self.lanes[i];
            ended[i] = lane.message.is_some() && lane.in_tail && lane.left == 0;
            any |= ended[i];
        }
        if !any {
            return;
        }
        let mut out = [[0; 16]; N];
        hash.finish(&self.states, &ended, &self.lens, &mut out);
        for i in 0..N {
            if ended[i]
                && let Some(message) = self.lanes[i].message.take()
            {
                digests[message] = out[i];
            }
        }
    }
}
