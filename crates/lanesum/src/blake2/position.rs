//! The words of a state behind the chaining value: where in its message it is.
//!
//! | word  | what it has |
//! |-------|-------------|
//! | 8, 9  | the counter of the bytes so far, low word first |
//! | 10    | `-n` where the message ends `n` bytes further on: the compression function knows its last block by it, and how long that is |
//! | 11    | all ones where the node is the last of its level, and zeros where it is not |
//!
//! So a kernel runs a message to its end without a stop before the last block.

use super::Variant;
use super::compression::Words;
use crate::kernel::StateWord;
use crate::lanes::{Word, vectors};
use crate::wipe::Wiped;

/// Where the counter is.
const COUNTER: usize = 8;

/// Where it is said how far the end is; behind that, whether the node is the last of its level.
pub(super) const TO_END: usize = 10;

/// The most bytes that a run may have: word 10 tells no more from an end. Whole blocks.
pub(super) const fn most<B: Variant>() -> usize {
    let bits = if B::MAX_LEN < usize::BITS as usize { B::MAX_LEN } else { usize::BITS as usize };
    (1 << (bits - 1)) - B::BLOCK_LEN
}

/// How many bytes the blocks so far had.
pub(super) fn count<B: Variant>(words: &Words<B>) -> u128 {
    u128::from(words[COUNTER].widen()) | u128::from(words[COUNTER + 1].widen()) << B::MAX_LEN
}

/// What is to be set from word 10 on before blocks that others follow: at most [`most`] bytes.
pub(super) fn open<B: Variant>() -> [B::Word; 2] {
    [B::Word::truncate(1 << (B::MAX_LEN - 1)), B::Word::ZERO]
}

/// What is to be set from word 10 on where the message has so many bytes more, at most [`most`],
/// and a block of none where it has none.
#[inline]
pub(super) fn ending<B: Variant>(bytes: usize, last_node: bool) -> [B::Word; 2] {
    [(bytes as u64).wrapping_neg(), if last_node { u64::MAX } else { 0 }].map(B::Word::truncate)
}

/// Sets it: what [`open`] says, or [`ending`].
#[inline]
pub(super) fn set_end<B: Variant>(words: &mut Words<B>, end: [B::Word; 2]) {
    words[TO_END..].copy_from_slice(&end);
}

/// Adds blocks that others follow.
pub(super) fn add_blocks<B: Variant>(words: &mut Words<B>, blocks: &[u8]) {
    let one = B::kernels().one();
    for blocks in blocks.chunks(most::<B>()) {
        set_end::<B>(words, open::<B>());
        one.compress_one(B::Word::state(words), blocks);
    }
}

/// Adds the end of a message, of at most [`most`] bytes: all of it, to the state before its first
/// byte, or what was held.
#[inline(always)]
pub(super) fn add_end<B: Variant>(words: &mut Words<B>, end: &[u8], last_node: bool) {
    set_end::<B>(words, ending::<B>(end.len(), last_node));
    let (body, rest) = end.split_at(end.len() - end.len() % B::BLOCK_LEN);
    let one = B::kernels().one();
    if !body.is_empty() {
        one.compress_one(B::Word::state(words), body);
        if rest.is_empty() {
            return;
        }
    }
    // No bytes are a block, too.
    let mut last = |block: &[u8]| one.compress_one(B::Word::state(words), block);
    // Of sixteen bytes.
    match B::BLOCK_LEN {
        128 => last(Wiped(vectors::<8>(rest, 0, 0)).as_flattened()),
        _ => last(Wiped(vectors::<4>(rest, 0, 0)).as_flattened()),
    }
}
