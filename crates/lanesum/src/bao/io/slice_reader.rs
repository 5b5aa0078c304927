//! Making slices as a reader.

use crate::bao::io::slicing::{Slicing, Wanted};
use crate::bao::io::source::Random;
use crate::bao::tree::format::Format;
use core::ops::Range;
use std::io::{self, Read};

/// Reads the slice for ranges of bytes, which is made as it is read, from a
/// whole encoding. Nothing is verified: who receives the slice does that.
///
/// ```
/// use lanesum::bao::{Apart, Format, SliceReader};
/// use std::io::Read;
///
/// let message = [7; 5000];
/// let (_, outboard) = Format::BAO.outboard(&message);
/// let source = Apart::new(&outboard[..], &message[..]);
/// let mut slice = Vec::new();
/// SliceReader::new(Format::BAO, source, &[1024..2048]).read_to_end(&mut slice)?;
/// assert_eq!(slice, Format::BAO.slice_outboard(&outboard, &message, &[1024..2048])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SliceReader<S> {
    source: S,
    slicing: Slicing,
}

impl<S: Random> SliceReader<S> {
    /// The slice for `ranges` of the bytes of the message.
    pub fn new(format: Format, source: S, ranges: &[Range<u64>]) -> Self {
        Self { source, slicing: Slicing::new(format, ranges) }
    }

    /// Makes the next piece. Says whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        let Some(wanted) = self.slicing.wanted() else { return Ok(false) };
        let ended = match wanted {
            Wanted::Hashed(piece, content) => self.source.read_hashed(&piece, content),
            Wanted::Encoded(piece, encoded) => self.source.read_encoded(&piece, encoded),
        };
        self.slicing.made(ended)?;
        Ok(true)
    }
}

impl<S: Random> Read for SliceReader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(len) = self.slicing.give(buffer) {
                return Ok(len);
            }
            if buffer.is_empty() || !self.advance()? {
                return Ok(0);
            }
        }
    }
}
