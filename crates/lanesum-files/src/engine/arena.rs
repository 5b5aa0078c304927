//! Where the pieces of all of a worker's files are read to.

use crate::aligned::{Aligned, LINE};
use std::ops::Range;

/// No piece is longer: past this a longer one saves nothing.
pub(super) const MAX_PIECE: usize = 256 << 10;

/// Pieces are multiples of this, but for the last of a file, so that no
/// algorithm is left with part of a block.
pub(super) const BLOCK: usize = 1 << 10;

/// A piece of memory that is shared out anew in every round.
///
/// Pieces begin an odd number of lines apart. Were they multiples of 4 KiB
/// apart, the lanes that read them side by side would all fall into one set of
/// the level 1 cache.
pub(super) struct Arena {
    bytes: Aligned,
    /// Where the last piece that was given begins.
    last: usize,
    /// Where the next piece begins.
    next: usize,
    /// The most bytes in a piece.
    piece: usize,
}

impl Arena {
    /// Of `len` bytes.
    pub(super) fn new(len: usize) -> Self {
        Self { bytes: Aligned::new(len), last: 0, next: 0, piece: len }
    }

    /// Begins a round in which up to `files` want a piece.
    pub(super) fn share(&mut self, files: usize) {
        let room = self.bytes.len() / files.max(1) - 2 * LINE;
        self.next = 0;
        self.piece = (room - room % BLOCK).min(MAX_PIECE);
    }

    /// Room for up to `want` bytes.
    pub(super) fn piece(&mut self, want: u64) -> Range<usize> {
        let len = usize::try_from(want).map_or(self.piece, |want| want.min(self.piece));
        let start = self.next;
        self.last = start;
        self.next += (len.div_ceil(LINE) | 1) * LINE;
        start..start + len
    }

    /// Has the next piece begin where this one did, if none was given since.
    pub(super) fn give_back(&mut self, piece: &Range<usize>) {
        if piece.start == self.last {
            self.next = self.last;
        }
    }

    /// All of it, where nothing else needs a piece.
    pub(super) fn all(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// As much of it as the longest piece has.
    pub(super) fn largest(&mut self) -> &mut [u8] {
        let all = self.all();
        let len = all.len().min(MAX_PIECE);
        &mut all[..len]
    }

    pub(super) fn bytes(&self, piece: &Range<usize>) -> &[u8] {
        &self.bytes[piece.clone()]
    }

    pub(super) fn bytes_mut(&mut self, piece: &Range<usize>) -> &mut [u8] {
        &mut self.bytes[piece.clone()]
    }
}
