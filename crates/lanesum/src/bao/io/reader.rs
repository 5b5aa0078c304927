//! Decoding as a reader.

use crate::bao::error::Error;
use crate::bao::io::reading::Reading;
use crate::bao::io::source::{Random, Source, Stream};
use crate::bao::machine::decoder::Decoder;
use crate::bao::tree::format::Format;
use crate::bao::tree::piece::Piece;
use crate::blake3::Hash;
use crate::wipe::Wiped;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;
use std::io::{self, Read, Seek, SeekFrom};

const EVERYTHING: Range<u64> = 0..u64::MAX;

/// Reads the verified bytes of an encoding.
///
/// No byte is read from it that is not verified, and it ends, or fails, where
/// the next byte is wrong or missing: what was read before is true. Its end is
/// that of the message, or of the ranges, and verified like a byte. It works in
/// less than 2 MiB, or a few times a chunk group.
///
/// ```
/// use lanesum::bao::{Format, Reader};
/// use std::io::Read;
///
/// let (hash, encoding) = Format::BAO.encode(b"message");
/// let mut message = Vec::new();
/// Reader::new(Format::BAO, &hash, &encoding[..]).read_to_end(&mut message)?;
/// assert_eq!(message, b"message");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    format: Wiped<Format>,
    hash: Hash,
    source: S,
    reading: Reading,
    /// Where the next byte is in the message, after one was read.
    position: u64,
}

impl<R: Read> Reader<Stream<R>> {
    /// Of a combined encoding, all of it.
    pub fn new(format: Format, hash: &Hash, encoding: R) -> Self {
        Self::of_slice(format, hash, encoding, &[EVERYTHING])
    }

    /// Of the slice made for ranges of bytes, which it gives in ascending order.
    pub fn of_slice(format: Format, hash: &Hash, slice: R, ranges: &[Range<u64>]) -> Self {
        Self::with(format, hash, Stream::new(slice), Decoder::of_slice(format, hash, ranges))
    }
}

impl<S: Source> Reader<S> {
    /// Of any source, everything, from the first byte on.
    pub fn of_source(format: Format, hash: &Hash, source: S) -> Self {
        Self::with(format, hash, source, Decoder::of_encoding(format, hash, &[EVERYTHING]))
    }

    fn with(format: Format, hash: &Hash, source: S, decoder: Decoder) -> Self {
        Self { format: Wiped(format), hash: *hash, source, reading: Reading::new(decoder), position: 0 }
    }

    /// The source, which is at any position.
    pub fn into_source(self) -> S {
        self.source
    }

    /// Verifies what is not yet read, without giving it out.
    ///
    /// # Errors
    ///
    /// As reading: [`Error`] in an `io::Error`, and those of the input.
    pub fn verify(&mut self) -> io::Result<()> {
        self.reading.pass();
        while self.advance()? {
            self.reading.pass();
        }
        Ok(())
    }

    /// Verifies the next piece. Says whether there was one.
    fn advance(&mut self) -> io::Result<bool> {
        let Some(piece) = self.reading.next()? else { return Ok(false) };
        let (tree, content) = self.reading.room();
        let ended = self.source.read(&piece, tree, content)?;
        self.reading.verify(&piece, ended);
        Ok(true)
    }
}

impl<S: Source> Read for Reader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some((len, end)) = self.reading.give(buffer) {
                self.position = end;
                return Ok(len);
            }
            self.reading.expect(buffer.len());
            if !self.advance()? {
                return Ok(0);
            }
        }
    }
}

impl<S: Random> Reader<S> {
    /// Of a whole encoding, ranges of bytes, which it gives in ascending order.
    pub fn of_ranges(format: Format, hash: &Hash, source: S, ranges: &[Range<u64>]) -> Self {
        Self::with(format, hash, source, Decoder::of_encoding(format, hash, ranges))
    }

    /// The length of the message, after its last byte is verified.
    ///
    /// # Errors
    ///
    /// As reading: [`Error`] in an `io::Error`, and those of the input.
    pub fn message_len(&mut self) -> io::Result<u64> {
        let end = u64::MAX..u64::MAX;
        let mut last = Reader::of_ranges(*self.format, &self.hash, Borrowed(&mut self.source), &[end]);
        last.verify()?;
        Ok(last.reading.decoder().claimed_len().unwrap_or_default())
    }
}

/// Seeks in the message. After that, all of it from there on is read, whatever
/// the ranges were. At first 2 KiB or a chunk group are taken from the source, or as
/// much as is asked for, and then twice as much as before, each time.
///
/// Where it ends is verified before it is told: from the end it is in seeking,
/// and past the end in reading on.
impl<S: Random> Seek for Reader<S> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (base, offset) = match to {
            SeekFrom::Start(position) => (position, 0),
            SeekFrom::Current(offset) => (self.position, offset),
            SeekFrom::End(offset) => (self.message_len()?, offset),
        };
        let position = base.checked_add_signed(offset).ok_or(io::ErrorKind::InvalidInput)?;
        let rest = position..u64::MAX;
        self.reading.restart(Decoder::of_encoding(*self.format, &self.hash, slice::from_ref(&rest)));
        self.position = position;
        Ok(position)
    }
}

struct Borrowed<'a, S>(&'a mut S);

impl<S: Source> Source for Borrowed<'_, S> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        self.0.read(piece, tree, content)
    }
}

impl<S: Random> Random for Borrowed<'_, S> {
    fn read_hashed(&mut self, piece: &Piece, content: &mut Vec<u8>) -> io::Result<Option<Error>> {
        self.0.read_hashed(piece, content)
    }
}
