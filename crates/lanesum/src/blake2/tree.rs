//! One message in pieces, for BLAKE2bp and BLAKE2sp.

use super::compression::{STATE, Words};
use super::leaves::{self, round};
use super::position::{add_end, ending, open, set_end};
use super::state::{digest, write_digest};
use super::{TreeParams, Variant};
use crate::digest::Digest;
use crate::lanes::Word;
use crate::wipe::wipe_on_drop;
use core::fmt;

/// The most leaves.
const MAX_LEAVES: usize = 8;

/// Two rounds, of either hash.
const TWO_ROUNDS: usize = 1024;

/// Bytes in the leaves' chaining values together, of either hash: what the root
/// is the hash of.
pub(super) const ROOT_LEN: usize = 256;

/// BLAKE2bp or BLAKE2sp of a message that comes in pieces.
///
/// Large pieces make the best of it: what does not make a whole round, a block
/// for each leaf, is copied.
#[derive(Clone)]
pub struct TreeState<B: Variant> {
    /// The leaves' states.
    pub(super) leaves: [Words<B>; MAX_LEAVES],
    /// What is not in them yet. The last block of a leaf is another one than
    /// those before: it is held until there is more of that leaf.
    held: [u8; TWO_ROUNDS],
    held_len: u16,
    /// Bytes in the message.
    count: u128,
    params: TreeParams<B>,
}

wipe_on_drop!([B: Variant] TreeState<B> { leaves, held });

impl<B: Variant> TreeState<B> {
    /// For a new message.
    pub fn new(params: &TreeParams<B>) -> Self {
        let mut leaves = [[Word::ZERO; STATE]; MAX_LEAVES];
        for (i, leaf) in leaves[..B::LEAVES].iter_mut().enumerate() {
            *leaf = params.leaf(i);
        }
        let mut state = Self { leaves, held: [0; TWO_ROUNDS], held_len: 0, count: 0, params: params.clone() };
        let key = params.key_block();
        if !key.is_empty() {
            // A block for each leaf.
            for _ in 0..B::LEAVES {
                state.hold(key);
            }
        }
        state
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        self.add(piece, leaves::add::<B>);
        self
    }

    /// Adds a piece to the message, on all cores: on rayon's current thread pool.
    ///
    /// It is faster than [`TreeState::update`] where there are as many cores as leaves, four or eight, or half
    /// as many: the leaves of one message share the lanes of one core at no
    /// cost. Small pieces stay on this core.
    #[cfg(feature = "rayon")]
    pub fn par_update(&mut self, piece: &[u8]) -> &mut Self {
        self.add(piece, leaves::par_add::<B>);
        self
    }

    /// The digest of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Digest {
        let held = &self.held[..self.held_len.into()];
        let mut leaves = self.leaves;
        for first in [0, round::<B>()] {
            // In the first round each leaf has a block, if only an empty one.
            let blocks = held.len().saturating_sub(first).div_ceil(B::BLOCK_LEN);
            let live = if first == 0 { B::LEAVES } else { blocks };
            let mut blocks = [0; TWO_ROUNDS / 2];
            for i in 0..live {
                let start = held.len().min(first + i * B::BLOCK_LEN);
                let block = &held[start..held.len().min(start + B::BLOCK_LEN)];
                blocks[i * B::BLOCK_LEN..][..block.len()].copy_from_slice(block);
                let ends = start + round::<B>() >= held.len();
                let end = if ends { ending::<B>(block.len(), i == B::LEAVES - 1) } else { open::<B>() };
                set_end::<B>(&mut leaves[i], end);
            }
            leaves::run::<B>(&mut leaves[..live], &blocks, 1);
        }
        let mut bytes = [0; ROOT_LEN];
        for (bytes, leaf) in bytes.chunks_exact_mut(B::MAX_LEN).zip(&leaves) {
            write_digest::<B>(leaf, bytes);
        }
        let mut root = self.params.root();
        add_end::<B>(&mut root, &bytes, true);
        digest::<B>(&root, self.params.len())
    }

    /// Begins a new message, with the same parameters.
    pub fn reset(&mut self) -> &mut Self {
        *self = Self::new(&self.params);
        self
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        self.count as u64
    }

    fn add(&mut self, piece: &[u8], run: impl Fn(&mut [Words<B>], &[u8], usize)) {
        let (body, rest) = self.begin(piece, &run);
        run(&mut self.leaves[..B::LEAVES], body, body.len() / round::<B>());
        self.hold(rest);
    }

    /// Runs the rounds that begin with what is held. Gives back the piece's own
    /// whole rounds, and what is to be held then.
    pub(super) fn begin<'a>(
        &mut self,
        piece: &'a [u8],
        run: impl Fn(&mut [Words<B>], &[u8], usize),
    ) -> (&'a [u8], &'a [u8]) {
        self.count = self.count.wrapping_add(piece.len() as u128);
        let (round, held) = (round::<B>(), usize::from(self.held_len));
        // After each round there has to be a byte of the last leaf.
        let mut rounds = (held + piece.len()).saturating_sub(round - B::BLOCK_LEN + 1) / round;
        let mut piece = piece;
        if rounds > 0 && held > 0 {
            let begun = rounds.min(held.div_ceil(round));
            let len = begun * round;
            let (fill, after) = piece.split_at(len.saturating_sub(held));
            self.hold(fill);
            run(&mut self.leaves[..B::LEAVES], &self.held[..len], begun);
            self.held.copy_within(len.., 0);
            self.held_len -= len as u16;
            rounds -= begun;
            piece = after;
        }
        piece.split_at(rounds * round)
    }

    /// Holds more.
    pub(super) fn hold(&mut self, bytes: &[u8]) {
        self.held[self.held_len.into()..][..bytes.len()].copy_from_slice(bytes);
        self.held_len += bytes.len() as u16;
    }
}

impl<B: Variant> Default for TreeState<B> {
    /// For a message without a key.
    fn default() -> Self {
        Self::new(&TreeParams::new())
    }
}

impl<B: Variant> fmt::Debug for TreeState<B> {
    /// The length; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeState")
            .field("variant", &B::TREE_NAME)
            .field("message_len", &self.count)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl<B: Variant> std::io::Write for TreeState<B> {
    /// [`TreeState::update`]: never an error, and never less than all.
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
