//! Hashes that the library does not have: computed one message at a time.

use lanesum::Digest;
use std::fmt::Debug;

/// One of them.
pub trait Foreign: Debug + Send + Sync {
    /// Its name in a tagged line.
    fn tag(&self) -> String;

    /// Bytes in a digest.
    fn digest_len(&self) -> usize;

    /// Begins a message.
    fn begin(&self) -> Box<dyn ForeignState>;
}

/// A message so far.
pub trait ForeignState: Send {
    /// Adds a piece.
    fn update(&mut self, piece: &[u8]);

    /// The digest.
    fn finish(&self) -> Digest;
}
