//! Parts of one message, hashed apart: on threads, in files, on machines.
//!
//! A message's tree splits at certain places only. [`left_len`] says where the
//! root does, [`max_len`] how long a part may be that starts at some offset.
//! [`Mode::subtree`] hashes a part, [`Mode::merge`] makes one part of two
//! neighbours, and [`Mode::root`] a hash of the two halves of the whole.
//! [`Hasher::push_subtree`](super::Hasher::push_subtree) takes parts in their
//! order.
//!
//! ```
//! use lanesum::blake3::subtree::left_len;
//! use lanesum::blake3::{Mode, hash};
//! use std::thread;
//!
//! let object = vec![7; 10_000_000];
//! let mode = Mode::HASH;
//! let (a, b) = object.split_at(left_len(object.len() as u64).unwrap() as usize);
//! let (left, right) = thread::scope(|scope| {
//!     let left = scope.spawn(|| mode.subtree(0, a));
//!     let right = mode.subtree(a.len() as u64, b);
//!     (left.join().unwrap(), right)
//! });
//! assert_eq!(mode.root(&left?, &right?)?, hash(&object));
//! # Ok::<(), lanesum::blake3::subtree::SubtreeError>(())
//! ```

use super::join::{Join, Serial};
use super::{CHUNK_LEN, CV_LEN, Hash, Mode, Node, OutputReader, tree};
use crate::wipe::wipe_by_hand;
use constant_time_eq::constant_time_eq_32;
use core::fmt;

const CHUNK: u64 = CHUNK_LEN as u64;

/// The hash of a part of a message, which can become a part of a larger one,
/// and what it is the hash of.
///
/// Whoever makes one of parts that others hashed trusts them: a chaining value
/// says nothing about where it comes from.
///
/// Under a key its chaining value is a secret: it is compared in constant time,
/// and `Debug` leaves it out.
#[derive(Clone, Copy)]
pub struct Subtree {
    start: u64,
    len: u64,
    chaining_value: [u8; CV_LEN],
}

wipe_by_hand!(Subtree { chaining_value });

impl Subtree {
    /// One that was hashed elsewhere.
    ///
    /// # Errors
    ///
    /// [`SubtreeError`] where no tree has a subtree of `len` bytes at byte
    /// `start`.
    pub fn new(start: u64, len: u64, chaining_value: [u8; CV_LEN]) -> Result<Self, SubtreeError> {
        check(start, len)?;
        Ok(Self { start, len, chaining_value })
    }

    /// Where in the message it starts, in bytes.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// How many bytes it covers: at least one.
    #[allow(clippy::len_without_is_empty, reason = "none is empty")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The chaining value of its top, as that of an inner node.
    pub fn chaining_value(&self) -> &[u8; CV_LEN] {
        &self.chaining_value
    }
}

impl PartialEq for Subtree {
    /// In constant time for the chaining values.
    fn eq(&self, other: &Self) -> bool {
        let same = constant_time_eq_32(&self.chaining_value, &other.chaining_value);
        (self.start, self.len) == (other.start, other.len) && same
    }
}

impl Eq for Subtree {}

impl fmt::Debug for Subtree {
    /// Where it is, not the chaining value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subtree").field("start", &self.start).field("len", &self.len).finish_non_exhaustive()
    }
}

/// The most bytes of a subtree that starts at byte `start`. `None` where there
/// is no limit, at 0, and where none starts, within a chunk.
pub fn max_len(start: u64) -> Option<u64> {
    (start != 0 && start.is_multiple_of(CHUNK)).then(|| 1 << start.trailing_zeros())
}

/// The bytes under the left child of a node over `len` bytes. `None` up to a
/// chunk, which has no children.
pub fn left_len(len: u64) -> Option<u64> {
    (len > CHUNK).then(|| CHUNK << ((len - 1) / CHUNK).ilog2())
}

/// Whether a subtree of `len` bytes can start at byte `start`.
fn check(start: u64, len: u64) -> Result<(), SubtreeError> {
    if len == 0 {
        return Err(SubtreeError::Empty);
    }
    if !start.is_multiple_of(CHUNK) {
        return Err(SubtreeError::Offset { start });
    }
    if start.checked_add(len).is_none() {
        return Err(SubtreeError::End);
    }
    match max_len(start) {
        Some(max) if len > max => Err(SubtreeError::TooLong { start, len, max }),
        _ => Ok(()),
    }
}

/// The parent of two subtrees, if the tree over both splits just between them.
fn parent(mode: &Mode, left: &Subtree, right: &Subtree) -> Result<(u64, Node), SubtreeError> {
    let len = left.len.checked_add(right.len).ok_or(SubtreeError::End)?;
    if left.start.checked_add(left.len) != Some(right.start) || left_len(len) != Some(left.len) {
        return Err(SubtreeError::NoSiblings);
    }
    check(left.start, len)?;
    Ok((len, Node::over(mode, &left.chaining_value, &right.chaining_value)))
}

impl Mode {
    /// Hashes a part of a message that starts at byte `start` of it.
    ///
    /// A whole message can be hashed so too, but that makes no hash of it: up
    /// to a chunk, see [`Mode::hash`], and above see [`Mode::root`].
    ///
    /// # Errors
    ///
    /// [`SubtreeError`] where the part is empty or no subtree: `start` is
    /// within a chunk, or the part longer than [`max_len`].
    pub fn subtree(&self, start: u64, bytes: &[u8]) -> Result<Subtree, SubtreeError> {
        self.subtree_by::<Serial>(start, bytes)
    }

    /// [`Mode::subtree`] on all cores: on rayon's current thread pool.
    ///
    /// # Errors
    ///
    /// As [`Mode::subtree`].
    #[cfg(feature = "rayon")]
    pub fn par_subtree(&self, start: u64, bytes: &[u8]) -> Result<Subtree, SubtreeError> {
        self.subtree_by::<super::Rayon>(start, bytes)
    }

    fn subtree_by<J: Join>(&self, start: u64, bytes: &[u8]) -> Result<Subtree, SubtreeError> {
        let len = bytes.len() as u64;
        check(start, len)?;
        let chaining_value = tree::subtree::<J>(self, bytes, start / CHUNK).chaining_value();
        Ok(Subtree { start, len, chaining_value })
    }

    /// The subtree of two neighbours. More of the message follows, or comes
    /// before: the whole of it is [`Mode::root`].
    ///
    /// # Errors
    ///
    /// [`SubtreeError`] where the two are not the children of one node: one
    /// does not end where the other starts, or the tree over both splits
    /// elsewhere.
    pub fn merge(&self, left: &Subtree, right: &Subtree) -> Result<Subtree, SubtreeError> {
        let (len, node) = parent(self, left, right)?;
        Ok(Subtree { start: left.start, len, chaining_value: node.chaining_value() })
    }

    /// The hash of the message of which these are the two children of the
    /// root. It is that of [`Mode::hash`].
    ///
    /// # Errors
    ///
    /// [`SubtreeError`] where they are not, as for [`Mode::merge`], or the
    /// left one does not start at 0.
    pub fn root(&self, left: &Subtree, right: &Subtree) -> Result<Hash, SubtreeError> {
        Ok(self.root_node(left, right)?.hash())
    }

    /// The extended output of that message.
    ///
    /// # Errors
    ///
    /// As [`Mode::root`].
    pub fn root_xof(&self, left: &Subtree, right: &Subtree) -> Result<OutputReader, SubtreeError> {
        Ok(OutputReader::new(self.root_node(left, right)?))
    }

    fn root_node(&self, left: &Subtree, right: &Subtree) -> Result<Node, SubtreeError> {
        if left.start != 0 {
            return Err(SubtreeError::NotAtStart { start: left.start });
        }
        Ok(parent(self, left, right)?.1)
    }
}

/// Why parts of a message do not fit into its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubtreeError {
    /// A part has no bytes.
    Empty,
    /// A part does not start with a chunk.
    Offset {
        /// Where it starts.
        start: u64,
    },
    /// A part reaches into another subtree.
    TooLong {
        /// Where it starts.
        start: u64,
        /// Its bytes.
        len: u64,
        /// The most it may have.
        max: u64,
    },
    /// The message would end beyond 2^64 bytes.
    End,
    /// Two parts are not the children of one node.
    NoSiblings,
    /// The left child of a root does not start the message.
    NotAtStart {
        /// Where it starts.
        start: u64,
    },
    /// A part that a [`Hasher`](super::Hasher) takes starts the message.
    AtStart,
    /// It is not the next one.
    NotNext {
        /// Where it starts.
        start: u64,
        /// Where the message so far ends.
        end: u64,
    },
    /// It could only be the last one.
    NotWhole {
        /// Its bytes.
        len: u64,
    },
}

impl fmt::Display for SubtreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a part of a message has at least a byte"),
            Self::Offset { start } => {
                write!(f, "a part of a message starts at a multiple of {CHUNK} bytes, not at {start}")
            }
            Self::TooLong { start, len, max } => write!(
                f,
                "a part of a message that starts at byte {start} has at most {max} bytes, not {len}"
            ),
            Self::End => f.write_str("a message has less than 2^64 bytes"),
            Self::NoSiblings => f.write_str("the two parts are not the two children of one node"),
            Self::NotAtStart { start } => {
                write!(f, "the left part of a whole message starts at byte 0, not at {start}")
            }
            Self::AtStart => f.write_str(
                "the first part of a message cannot be added as a subtree, for it may be all of it",
            ),
            Self::NotNext { start, end } => {
                write!(f, "the next part of the message starts at byte {end}, not at {start}")
            }
            Self::NotWhole { len } => {
                write!(f, "a part that others may follow has 2^n chunks of {CHUNK} bytes, not {len} bytes")
            }
        }
    }
}

impl core::error::Error for SubtreeError {}
