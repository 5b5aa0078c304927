//! Making slices as a reader.

use super::extractor::pieces;
use super::{Error, Extractor, Format, Piece, Random};
use alloc::vec::Vec;
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
    format: Format,
    source: S,
    ranges: Vec<Range<u64>>,
    /// After the length.
    pieces: Option<Extractor>,
    /// The piece that could not be made.
    again: Option<Piece>,
    /// What is hashed for a parent.
    content: Vec<u8>,
    /// The piece that is given out, and how far.
    encoded: Vec<u8>,
    given: usize,
}

impl<S: Random> SliceReader<S> {
    /// The slice for `ranges` of the bytes of the message.
    pub fn new(format: Format, source: S, ranges: &[Range<u64>]) -> Self {
        Self {
            format,
            source,
            ranges: ranges.to_vec(),
            pieces: None,
            again: None,
            content: Vec::new(),
            encoded: Vec::new(),
            given: 0,
        }
    }

    /// Makes the next piece. Says whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        let next = match &mut self.pieces {
            None => Some(Piece::HEADER),
            Some(pieces) => self.again.take().or_else(|| pieces.next()),
        };
        let Some(piece) = next else { return Ok(false) };
        let error = match self.make(&piece) {
            Ok(None) => return Ok(true),
            Ok(Some(ended)) => ended.into(),
            Err(error) => error,
        };
        // Nothing of it is given out.
        self.encoded.clear();
        self.again = self.pieces.is_some().then_some(piece);
        Err(error)
    }

    fn make(&mut self, piece: &Piece) -> io::Result<Option<Error>> {
        self.content.clear();
        self.encoded.clear();
        self.given = 0;
        if let Some(hashed) = piece.hashed() {
            let ended = self.source.read_hashed(piece, &mut self.content)?;
            if ended.is_none() {
                self.encoded.extend(self.format.parent(&self.content, hashed.start));
            }
            return Ok(ended);
        }
        let ended = self.source.read_encoded(piece, &mut self.encoded)?;
        if ended.is_none() && self.pieces.is_none() {
            self.pieces = Some(pieces(self.format, &self.encoded, &self.ranges)?);
        }
        Ok(ended)
    }
}

impl<S: Random> Read for SliceReader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.encoded.len() {
            if buffer.is_empty() || !self.advance()? {
                return Ok(0);
            }
        }
        let len = buffer.len().min(self.encoded.len() - self.given);
        buffer[..len].copy_from_slice(&self.encoded[self.given..self.given + len]);
        self.given += len;
        Ok(len)
    }
}
