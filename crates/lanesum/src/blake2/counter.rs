//! The words of a state behind the chaining value: the counter of bytes, in
//! two words, and the two finalization flags.

use super::Variant;
use super::compression::Words;

/// Where the counter is.
pub(super) const COUNTER: usize = 8;

/// How many bytes the blocks so far had.
pub(super) fn count<B: Variant>(words: &Words) -> u128 {
    u128::from(words[COUNTER]) | u128::from(words[COUNTER + 1]) << B::MAX_LEN
}

/// What is to be set before the last block, from the counter on, for a message
/// of `total` bytes: the flags, and a counter that the block, however short it
/// is, makes the total.
pub(super) fn last_block<B: Variant>(total: u128, last_node: bool) -> [u64; 4] {
    let before = total.wrapping_sub(B::BLOCK_LEN as u128);
    [before as u64, (before >> B::MAX_LEN) as u64, u64::MAX, if last_node { u64::MAX } else { 0 }]
}

/// Sets it in a state.
pub(super) fn set_last_block<B: Variant>(words: &mut Words, total: u128, last_node: bool) {
    words[COUNTER..].copy_from_slice(&last_block::<B>(total, last_node));
}
