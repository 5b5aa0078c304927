//! Decoding, without input and output.

use crate::bao::error::Error;
use crate::bao::tree::check::{Reason, Run, check_parent, halves};
use crate::bao::tree::format::Format;
use crate::bao::tree::levels::Levels;
use crate::bao::tree::piece::Piece;
use crate::bao::tree::ranges;
use crate::bao::tree::run::End;
use crate::bao::tree::shape::{ChunkGroup, Shape};
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
#[cfg(feature = "std")]
use crate::bao::tree::walk::FIRST_RUN_LEN;
use crate::bao::tree::walk::{RUN_LEN, Step, Walk};
use crate::blake3::{CV_LEN, Hash};
use crate::wipe::Wiped;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// Verifies an encoding piece by piece.
///
/// It says which piece comes next, and is given it: bytes of the message among
/// it are verified when it says so, and are then to be given out as far as they
/// were asked for.
///
/// ```
/// use lanesum::bao::{Decoder, Format};
///
/// let (hash, encoding) = Format::BAO.encode(b"message");
/// let mut input = &encoding[..];
/// let mut decoder = Decoder::of_slice(Format::BAO, &hash, &[0..u64::MAX]);
/// let mut message = Vec::new();
/// while let Some(piece) = decoder.next_piece() {
///     let encoded = input.split_off(..piece.encoded_len()).expect("it is whole");
///     let (mut tree, mut content) = (Vec::new(), Vec::new());
///     piece.split(encoded, &mut tree, &mut content);
///     decoder.verify(&tree, &content)?;
///     for range in decoder.asked(&piece) {
///         message.extend_from_slice(&content[range]);
///     }
/// }
/// assert_eq!(message, b"message");
/// # Ok::<(), lanesum::bao::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Decoder {
    format: Wiped<Format>,
    hash: Hash,
    ranges: Vec<Range<u64>>,
    /// What whole groups the wanted chunks are rounded out to.
    round: ChunkGroup,
    state: State,
    levels: Levels,
    /// Bytes of the pieces so far.
    taken: u64,
}

#[derive(Clone)]
enum State {
    /// Bytes of the subtrees that are taken at once, at first.
    Header {
        run_len: u64,
    },
    Tree(Walk<[u8; CV_LEN]>),
    Failed,
}

/// Why a piece was not verified, and what of it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// How many bytes from the start of the piece's content are verified all
    /// the same.
    pub valid: usize,
    /// What is wrong.
    pub error: Error,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for VerifyError {}

impl Decoder {
    /// For the slice that was extracted for the same ranges of bytes, or for a
    /// combined encoding with the range of everything, `0..u64::MAX`.
    ///
    /// An empty range counts as one byte where chunks are concerned, but no
    /// byte of it is given out. A range that starts past the end counts as the
    /// last byte: that the message ends there is verified.
    pub fn of_slice(format: Format, hash: &Hash, ranges: &[Range<u64>]) -> Self {
        Self::new(format, hash, ranges, ChunkGroup::CHUNK)
    }

    /// For ranges of a whole encoding, which has no parents inside groups.
    pub fn of_encoding(format: Format, hash: &Hash, ranges: &[Range<u64>]) -> Self {
        Self::new(format, hash, ranges, format.chunk_group())
    }

    fn new(format: Format, hash: &Hash, ranges: &[Range<u64>], round: ChunkGroup) -> Self {
        Self {
            format: Wiped(format),
            hash: *hash,
            ranges: ranges.to_vec(),
            round,
            state: State::Header { run_len: RUN_LEN },
            levels: Levels::default(),
            taken: 0,
        }
    }

    /// What comes next; none when all that was asked for is verified, or
    /// something was wrong.
    pub fn next_piece(&self) -> Option<Piece> {
        match &self.state {
            State::Header { .. } => Some(Piece::HEADER),
            State::Tree(walk) => walk.peek().map(|(step, _)| Piece::new(walk.shape(), step)),
            State::Failed => None,
        }
    }

    /// Verifies the next piece: its nodes and its bytes of the message. If the
    /// input ends in it, what there is of it is given.
    ///
    /// # Errors
    ///
    /// [`VerifyError`], and there is no next piece. An [`Error::Truncated`] counts
    /// the bytes from the first piece.
    pub fn verify(&mut self, tree: &[u8], content: &[u8]) -> Result<(), VerifyError> {
        let result = self.take(tree, content);
        self.settle(tree.len() + content.len(), result)
    }

    /// Verifies the next piece as a combined encoding or a slice has it, and adds
    /// the verified ones of its bytes of the message to `content`. If the input
    /// ends in it, what there is of it is given. It is [`Piece::split`] and
    /// [`Decoder::verify`] in one, and its nodes are not copied.
    ///
    /// ```
    /// use lanesum::bao::{Decoder, Format};
    ///
    /// let (hash, encoding) = Format::BAO.encode(b"message");
    /// let mut input = &encoding[..];
    /// let mut decoder = Decoder::of_slice(Format::BAO, &hash, &[0..u64::MAX]);
    /// let mut message = Vec::new();
    /// while let Some(piece) = decoder.next_piece() {
    ///     let encoded = input.split_off(..piece.encoded_len()).expect("it is whole");
    ///     decoder.verify_encoded(encoded, &mut message)?;
    /// }
    /// assert_eq!(message, b"message");
    /// # Ok::<(), lanesum::bao::VerifyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`VerifyError`], as [`Decoder::verify`].
    pub fn verify_encoded(&mut self, encoded: &[u8], content: &mut Vec<u8>) -> Result<(), VerifyError> {
        let start = content.len();
        let result = self.take_encoded(encoded, content);
        if let Err((valid, _)) = result {
            content.truncate(start + valid);
        }
        self.settle(encoded.len(), result)
    }

    /// Counts the bytes of a piece, and fails where it is wrong.
    fn settle(&mut self, len: usize, result: Result<(), (usize, Reason)>) -> Result<(), VerifyError> {
        self.taken += len as u64;
        result.map_err(|(valid, reason)| {
            self.state = State::Failed;
            let error = match reason {
                Reason::Mismatch(error) => error,
                Reason::TreeEnds | Reason::ContentEnds => Error::Truncated { offset: self.taken },
            };
            VerifyError { valid, error }
        })
    }

    fn take_encoded(&mut self, encoded: &[u8], content: &mut Vec<u8>) -> Result<(), (usize, Reason)> {
        let Some(piece) = self.next_piece() else { return self.take(encoded, &[]) };
        if piece.content_len() == 0 {
            return self.take(encoded, &[]);
        }
        if encoded.len() == piece.encoded_len()
            && let State::Tree(walk) = &mut self.state
            && let Some((Step::Run(subtree), known)) = walk.peek()
        {
            let (mode, shape) = (&self.format.mode(), walk.shape());
            let run = Run { mode, shape, subtree, known };
            let start = content.len();
            content.reserve(piece.content_len());
            run.check_encoded(&mut self.levels, encoded, End(content, start))
                .map_err(|wrong| (wrong.valid, wrong.reason))?;
            walk.skip();
            return Ok(());
        }
        let (start, mut tree) = (content.len(), Vec::new());
        piece.split(encoded, &mut tree, content);
        self.take(&tree, &content[start..])
    }

    fn take(&mut self, tree: &[u8], content: &[u8]) -> Result<(), (usize, Reason)> {
        let mode = &self.format.mode();
        let walk = match &mut self.state {
            &mut State::Header { run_len } => {
                let header: &[u8; HEADER_LEN] = tree.try_into().map_err(|_| (0, Reason::TreeEnds))?;
                let shape = Shape::new(u64::from_le_bytes(*header), self.format.chunk_group())
                    .map_err(|error| (0, Reason::Mismatch(error)))?;
                let chunks = ranges::chunks(&self.ranges, shape, self.round);
                self.ranges = ranges::bytes(&self.ranges);
                self.state = State::Tree(Walk::with_runs(shape, chunks, self.hash.into(), run_len));
                return Ok(());
            }
            State::Tree(walk) => walk,
            State::Failed => return Err((0, Reason::TreeEnds)),
        };
        let shape = walk.shape();
        match walk.peek() {
            None => {}
            Some((Step::Parent(subtree), known)) => {
                let parent: &[u8; PARENT_LEN] = tree.try_into().map_err(|_| (0, Reason::TreeEnds))?;
                check_parent(mode, shape, subtree, known, parent)
                    .map_err(|error| (0, Reason::Mismatch(error)))?;
                let (left, right) = halves(parent);
                walk.descend(*left, *right);
            }
            Some((Step::Run(subtree), known)) => {
                Run { mode, shape, subtree, known }
                    .check(&mut self.levels, tree, content)
                    .map_err(|wrong| (wrong.valid, wrong.reason))?;
                walk.skip();
            }
        }
        Ok(())
    }

    /// Takes little at first, before the header is taken: for somebody who may stop anywhere.
    #[cfg(feature = "std")]
    pub(crate) fn bit_by_bit(mut self) -> Self {
        if let State::Header { run_len } = &mut self.state {
            *run_len = FIRST_RUN_LEN;
        }
        self
    }

    /// At least so many bytes are wanted next. The next piece may be a larger one then.
    #[cfg(feature = "std")]
    pub(crate) fn expect(&mut self, bytes: u64) {
        if let State::Tree(walk) = &mut self.state {
            walk.expect(bytes);
        }
    }

    /// The parts of a piece's content that were asked for.
    pub fn asked(&self, piece: &Piece) -> impl Iterator<Item = Range<usize>> {
        let content = piece.content();
        let start = content.start;
        ranges::overlaps(&self.ranges, content)
            .map(move |range| (range.start - start) as usize..(range.end - start) as usize)
    }

    /// The length of the message: what the encoding claims, and not to be told
    /// before the last byte is verified.
    #[cfg(feature = "std")]
    pub(crate) fn claimed_len(&self) -> Option<u64> {
        match &self.state {
            State::Tree(walk) => Some(walk.shape().len()),
            _ => None,
        }
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder")
            .field("format", &self.format)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}
