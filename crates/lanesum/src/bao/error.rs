//! Why an encoding is not decoded.

use core::fmt;

/// What is wrong with an encoding, a slice or a message beside its outboard
/// encoding.
///
/// Where a node is named, it is by its first byte in the message, and for a
/// parent its depth under the root, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A parent is not what its own parent, or the hash, says.
    ParentMismatch {
        /// The first byte of the message under it.
        offset: u64,
        /// Its distance from the root.
        depth: u32,
    },
    /// A leaf, a chunk or a group of them, is not what its parent, or the hash,
    /// says.
    LeafMismatch {
        /// Its first byte in the message.
        offset: u64,
    },
    /// The encoding, the slice or the outboard encoding ends too early.
    Truncated {
        /// How many bytes it has; no more than so many, where it is read at positions and parts of
        /// it are passed over.
        offset: u64,
    },
    /// The message beside an outboard encoding ends too early.
    MessageTruncated {
        /// How many bytes it has; no more than so many, where it is read at positions and parts of
        /// it are passed over.
        offset: u64,
    },
    /// The message beside an outboard encoding goes on where it should end.
    MessageTooLong {
        /// How many bytes it should have. The last ones are verified.
        offset: u64,
    },
    /// The encoding claims to be that of 2^63 bytes or more, which no message
    /// is.
    TooLong,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ParentMismatch { offset, depth } => write!(
                f,
                "the parent at depth {depth} over the bytes from {offset} on is not what the hash says"
            ),
            Self::LeafMismatch { offset } => {
                write!(f, "the bytes of the message from {offset} on are not what the hash says")
            }
            Self::Truncated { offset } => write!(f, "the encoding ends at its byte {offset}, and should not"),
            Self::MessageTruncated { offset } => {
                write!(f, "the message ends at its byte {offset}, and should not")
            }
            Self::MessageTooLong { offset } => {
                write!(f, "the message goes on at its byte {offset}, where it should end")
            }
            Self::TooLong => f.write_str("the encoding claims a length that no message has"),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    /// `UnexpectedEof` for what ends too early, and `InvalidData` for the rest.
    fn from(error: Error) -> Self {
        use std::io::ErrorKind;
        let kind = match error {
            Error::Truncated { .. } | Error::MessageTruncated { .. } => ErrorKind::UnexpectedEof,
            _ => ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}
