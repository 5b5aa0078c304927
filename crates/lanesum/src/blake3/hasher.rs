//! One message in pieces.

use super::gathered::Gathered;
use super::join::{Join, Serial};
use super::subtree::{Subtree, SubtreeError};
use super::tree::{WIDE, children, subtree};
use super::{CHUNK_LEN, CV_LEN, Hash, KEY_LEN, Mode, Node, OutputReader};
use crate::wipe::{reserve, wipe_on_drop};
use alloc::vec::Vec;
use core::fmt;

/// Hashes one message that comes in pieces.
///
/// Small pieces are gathered until the lanes are full, up to 32 KiB, so that
/// they are hashed as fast as large ones, but for the copy. Where the hash is asked for after
/// each few of them, whole chunks are not gathered, for each answer would hash them again.
///
/// ```
/// use lanesum::blake3::{Hasher, hash};
///
/// let mut hasher = Hasher::new();
/// hasher.update(b"a").update(b"bc");
/// assert_eq!(hasher.finalize(), hash(b"abc"));
/// ```
#[derive(Clone)]
pub struct Hasher {
    mode: Mode,
    /// The chaining values of the subtrees so far, from the left: each has
    /// twice the chunks of the next, or more, but for the last two, which may
    /// still be halves of the root. One is never alone where nothing follows.
    stack: Vec<[u8; CV_LEN]>,
    /// What follows them. Where it is not empty, the subtrees are merged as far
    /// as their sizes go.
    held: Gathered,
    /// Bytes in the subtrees.
    done: u64,
}

wipe_on_drop!([] Hasher { mode, stack, held });

impl Hasher {
    /// For [`hash`](super::hash).
    pub fn new() -> Self {
        Self::with_mode(Mode::HASH)
    }

    /// For [`keyed_hash`](super::keyed_hash).
    pub fn new_keyed(key: &[u8; KEY_LEN]) -> Self {
        Self::with_mode(Mode::keyed(key))
    }

    /// For [`derive_key`](super::derive_key): the message is the key material.
    pub fn new_derive_key(context: impl AsRef<[u8]>) -> Self {
        Self::with_mode(Mode::derive_key(context))
    }

    /// For a hash, a keyed hash or a derived key, as the mode says.
    pub fn with_mode(mode: Mode) -> Self {
        Self { mode, stack: Vec::new(), held: Gathered::new(), done: 0 }
    }

    /// Adds a piece to the message.
    #[inline]
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        // Where bytes are held already there is nothing to merge.
        if !self.held.push_within(piece, self.room()) {
            self.add::<Serial>(piece);
        }
        self
    }

    /// Holds a piece of a few bytes of a short message: says whether it did.
    #[inline(always)]
    pub(super) fn hold_few(&mut self, piece: &[u8]) -> bool {
        self.held.push_few(piece)
    }

    /// Adds a piece to the message, on all cores: on rayon's current thread pool. It
    /// is faster than [`Hasher::update`] where the piece has a MiB or more.
    #[cfg(feature = "rayon")]
    pub fn par_update(&mut self, piece: &[u8]) -> &mut Self {
        self.add::<super::join::Rayon>(piece);
        self
    }

    /// Adds all that a reader has to the message. It asks for 8 KiB first, and for 128 KiB at a
    /// time of a long message, where [`std::io::copy`] asks for 8 KiB each time. 40 KiB of it
    /// are on the stack.
    ///
    /// # Errors
    ///
    /// What the reader says, but for [`Interrupted`](std::io::ErrorKind::Interrupted), where it is
    /// asked again. What it had given before is in the message then.
    #[cfg(feature = "std")]
    pub fn update_reader(&mut self, reader: impl std::io::Read) -> std::io::Result<&mut Self> {
        crate::reading::each_piece(reader, |piece| _ = self.update(piece))?;
        Ok(self)
    }

    /// Adds a part of the message that was hashed apart, in the same mode: a
    /// whole subtree, 2<sup>n</sup> chunks at a multiple of their length. Any
    /// piece and any subtree may follow.
    ///
    /// The message has to begin with a piece: were a subtree all of it, there
    /// would be no root, which is another node than a subtree's top.
    ///
    /// ```
    /// use lanesum::blake3::{Hasher, Mode, hash};
    ///
    /// let message = vec![7; 5 << 20];
    /// let (first, others) = message.split_at(1 << 20);
    /// let mut hasher = Hasher::new();
    /// hasher.update(first);
    /// for (i, part) in (1..).zip(others.chunks(1 << 20)) {
    ///     // On whatever thread.
    ///     let subtree = Mode::HASH.subtree(i << 20, part)?;
    ///     hasher.push_subtree(&subtree)?;
    /// }
    /// assert_eq!(hasher.finalize(), hash(&message));
    /// # Ok::<(), lanesum::blake3::subtree::SubtreeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SubtreeError`], and nothing is added, where the subtree is not the next
    /// part of the message, starts it, or is not whole.
    pub fn push_subtree(&mut self, part: &Subtree) -> Result<&mut Self, SubtreeError> {
        let (start, len, end) = (part.start(), part.len(), self.message_len());
        if start == 0 {
            return Err(SubtreeError::AtStart);
        }
        if start != end {
            return Err(SubtreeError::NotNext { start, end });
        }
        if len < CHUNK_LEN as u64 || !len.is_power_of_two() {
            return Err(SubtreeError::NotWhole { len });
        }
        // A subtree starts with a chunk, so what is held are whole ones.
        self.push_held::<Serial>(self.held.len());
        self.push(len, *part.chaining_value());
        Ok(self)
    }

    /// The hash of the message so far. More pieces may follow.
    pub fn finalize(&self) -> Hash {
        self.held.ask();
        if self.done == 0 {
            // All of it: a short one without what a node costs.
            return self.mode.hash(self.held.bytes());
        }
        self.root().hash()
    }

    /// The extended output of the message so far: as many bytes as one likes,
    /// of which the first 32 are the hash.
    pub fn finalize_xof(&self) -> OutputReader {
        self.held.ask();
        OutputReader::new(self.root())
    }

    /// Begins a new message, in the same mode and with the same key.
    pub fn reset(&mut self) -> &mut Self {
        self.stack.clear();
        self.held.clear();
        self.done = 0;
        self
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        self.done + self.held.len() as u64
    }

    fn add<J: Join>(&mut self, mut piece: &[u8]) {
        let hashed = self.held.hashed_too_often();
        if hashed > 0 {
            self.push_held::<J>(hashed);
            self.merge();
        }
        while !(self.held.is_empty() && self.room() == WIDE) {
            let (fill, after) = piece.split_at(piece.len().min(self.room() - self.held.len()));
            self.hold(fill);
            piece = after;
            if piece.is_empty() {
                return;
            }
            // More follows: this is not the root.
            self.push_held::<J>(self.held.len());
        }
        while piece.len() >= WIDE {
            let (bytes, after) = piece.split_at(self.largest(piece.len()));
            // The last subtree may be the root: its halves are kept.
            let halves = children::<J>(&self.mode, bytes, self.done / CHUNK_LEN as u64);
            let (halves, _) = halves.as_chunks();
            self.push(bytes.len() as u64 / 2, halves[0]);
            self.push(bytes.len() as u64 / 2, halves[1]);
            piece = after;
        }
        self.hold(piece);
    }

    /// How much can be held: it has to be one subtree.
    fn room(&self) -> usize {
        self.largest(WIDE)
    }

    /// The bytes of the largest whole subtree that can come next.
    fn largest(&self, len: usize) -> usize {
        let largest = 1 << len.ilog2();
        // It must lie at a multiple of its own size.
        match self.done.trailing_zeros() {
            aligned if aligned < usize::BITS => largest.min(1 << aligned),
            _ => largest,
        }
    }

    fn hold(&mut self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        self.merge();
        self.held.push(piece, WIDE);
    }

    /// Adds the first bytes of what is held, which are whole chunks that are not the last.
    fn push_held<J: Join>(&mut self, bytes: usize) {
        let mut at = 0;
        while at < bytes {
            let len = self.largest(bytes - at);
            let bytes = &self.held.bytes()[at..at + len];
            let top = subtree::<J>(&self.mode, bytes, self.done / CHUNK_LEN as u64);
            self.push(len as u64, top.chaining_value());
            at += len;
        }
        self.held.drop_first(bytes);
    }

    /// Adds a subtree of `len` bytes.
    fn push(&mut self, len: u64, cv: [u8; CV_LEN]) {
        self.merge();
        reserve(&mut self.stack, 1);
        self.stack.push(cv);
        self.done += len;
    }

    /// Merges the last subtrees, now that more follows: whole ones of a size
    /// are children of one parent. What is left are the ones of the number of
    /// chunks in binary.
    fn merge(&mut self) {
        let left = (self.done / CHUNK_LEN as u64).count_ones() as usize;
        while self.stack.len() > left {
            let right = self.stack.pop().expect("there are more than some");
            let left = self.stack.pop().expect("they came in halves");
            self.stack.push(Node::over(&self.mode, &left, &right).chaining_value());
        }
    }

    fn root(&self) -> Node {
        let mut rest = &self.stack[..];
        let mut node = if self.held.is_empty() && !rest.is_empty() {
            let (halves, [left, right]) = rest.split_last_chunk().expect("one is never alone");
            rest = halves;
            Node::over(&self.mode, left, right)
        } else {
            subtree::<Serial>(&self.mode, self.held.bytes(), self.done / CHUNK_LEN as u64)
        };
        for left in rest.iter().rev() {
            node = Node::over(&self.mode, left, &node.chaining_value());
        }
        node
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Hasher {
    /// The mode and the length; not the key, nor the state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("mode", &self.mode)
            .field("message_len", &self.message_len())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    /// [`Hasher::update`]: never an error, and never less than all.
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
