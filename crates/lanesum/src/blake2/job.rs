//! What is to be added to a state, as the scheduler runs it.

use super::Variant;
use super::compression::Words;
use super::position::{TO_END, ending, most, open, set_end};
use crate::few::Few;
use crate::iterated::copy_short;
use crate::kernel::Column;
use crate::kernel::compression::Compression;
use crate::scheduler::{Messages, Run};
use crate::wipe::Wiped;
use core::marker::PhantomData;

/// Messages of which each is a job for a state of its own.
pub(super) trait Jobs<'a> {
    /// The hash.
    type Variant: Variant;

    /// How many messages.
    fn len(&self) -> usize;

    /// What is to be added to the state of a message. All have the same stride.
    fn job(&self, message: usize) -> Job<'_, 'a, Self::Variant>;

    /// The state before that.
    fn start(&self, message: usize) -> Words<Self::Variant>;

    /// Takes the state after it.
    fn end(&mut self, message: usize, words: &Words<Self::Variant>);
}

/// Jobs, as the scheduler sees them.
pub(super) struct Each<J>(pub(super) J);

impl<'a, J: Jobs<'a>> Messages<'a> for Each<J> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn blocks(&self, message: usize) -> usize {
        self.0.job(message).blocks()
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        if at == 0 {
            state.write(&*Wiped(self.0.start(message)));
        }
        self.0.job(message).run(at, state, tail)
    }

    fn stride(&self, block: usize) -> usize {
        if self.len() > 0 { self.0.job(0).stride } else { block }
    }

    fn end(&mut self, message: usize, state: &Column<'_>) {
        self.0.end(message, &Wiped(state.read()));
    }
}

/// Of jobs whose blocks lie one behind the other.
impl<'a, J: Jobs<'a>> Few<'a> for Each<J> {
    type Word = <J::Variant as Compression>::Word;

    fn begin(&self, message: usize, put: &mut dyn FnMut(&[Self::Word])) {
        let (job, mut words) = (self.0.job(message), Wiped(self.0.start(message)));
        set_end::<J::Variant>(&mut words.0, job.to_end(job.len()));
        put(&*words);
    }

    fn parts<'s>(&'s self, message: usize) -> [&'s [u8]; 2]
    where
        'a: 's,
    {
        let job = self.0.job(message);
        let room = job.blocks() * J::Variant::BLOCK_LEN - job.head.len();
        [job.head, &job.body[..job.body.len().min(room)]]
    }

    fn end_few(&mut self, message: usize, state: &[Self::Word]) {
        self.0.end(message, state.first_chunk().expect("a state has as many words"));
    }
}

/// Bytes to be added to a state.
///
/// Whole blocks are read where they are, the last one too. One that is not whole is
/// written to the tail, with zeros behind it.
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
    /// Whether the node is the last of its level.
    pub(super) last_node: bool,
}

impl<'a, B: Variant> Job<'_, 'a, B> {
    /// How many bytes there are.
    fn len(&self) -> usize {
        let (rounds, rest) = (self.body.len() / self.stride, self.body.len() % self.stride);
        self.head.len() + rounds * B::BLOCK_LEN + rest.min(B::BLOCK_LEN)
    }

    /// How many blocks there are to be run.
    pub(super) fn blocks(&self) -> usize {
        if self.end.is_some() { self.len().div_ceil(B::BLOCK_LEN).max(1) } else { self.len() / B::BLOCK_LEN }
    }

    /// The end of the message, where it is so many bytes further on and a run can reach it.
    fn end_in(&self, left: usize) -> Option<End> {
        self.end.filter(|_| left <= most::<B>())
    }

    /// What is to be set behind the counter there.
    fn to_end(&self, left: usize) -> [B::Word; 2] {
        self.end_in(left).map_or(open::<B>(), |end| ending::<B>(left, end.last_node))
    }

    /// Answers [`Messages::run`], for a state that has the blocks before.
    #[inline]
    pub(super) fn run(&self, at: usize, state: &mut Column<'_>, tail: &mut [u8]) -> Run<'a> {
        let done = at * B::BLOCK_LEN;
        let left = self.len() - done;
        state.write_from(TO_END, &self.to_end(left));

        if done < self.head.len() || left == 0 {
            // A block that begins with the head, at most one, so the body is at its start; or
            // that of a message of no bytes.
            let fill = self.body.len().min(B::BLOCK_LEN - self.head.len());
            write::<B>(&[self.head, &self.body[..fill]], tail);
            return Run { body: &[], tail_blocks: 1 };
        }
        let done = done - self.head.len();
        let body = &self.body[done / B::BLOCK_LEN * self.stride + done % B::BLOCK_LEN..];
        let whole = left.min(most::<B>()) / B::BLOCK_LEN;
        let rest = if self.end_in(left).is_some() { left % B::BLOCK_LEN } else { 0 };
        if rest > 0 {
            write::<B>(&[&body[whole * self.stride..][..rest]], tail);
        }
        let len = if whole > 0 { (whole - 1) * self.stride + B::BLOCK_LEN } else { 0 };
        Run { body: &body[..len], tail_blocks: (rest > 0).into() }
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
