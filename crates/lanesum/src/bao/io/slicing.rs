//! What readers of slices do between reads, whatever they read from.

use crate::bao::error::Error;
use crate::bao::machine::extractor::Extractor;
use crate::bao::machine::extractor::pieces;
use crate::bao::tree::format::Format;
use crate::bao::tree::piece::Piece;
use crate::wipe::Wiped;
use alloc::vec::Vec;
use core::ops::Range;

/// The pieces of a slice, one after the other.
#[derive(Debug)]
pub(crate) struct Slicing {
    format: Wiped<Format>,
    ranges: Vec<Range<u64>>,
    /// After the length.
    pieces: Option<Extractor>,
    /// The piece that is being made.
    next: Option<Piece>,
    /// The piece that is given out, and how far.
    encoded: Vec<u8>,
    given: usize,
    /// What is hashed for a parent.
    content: Vec<u8>,
}

/// What is to be read for a piece: all of it, or what is hashed for it.
pub(crate) enum Wanted<'a> {
    Encoded(Piece, &'a mut Vec<u8>),
    Hashed(Piece, &'a mut Vec<u8>),
}

impl Slicing {
    pub(crate) fn new(format: Format, ranges: &[Range<u64>]) -> Self {
        Self {
            format: Wiped(format),
            ranges: ranges.to_vec(),
            pieces: None,
            next: Some(Piece::HEADER),
            encoded: Vec::new(),
            given: 0,
            content: Vec::new(),
        }
    }

    /// What is to be read next, into nothing; none at the end. It stays that until
    /// it is made.
    pub(crate) fn wanted(&mut self) -> Option<Wanted<'_>> {
        if self.next.is_none() {
            self.next = self.pieces.as_mut().and_then(Iterator::next);
        }
        let piece = self.next?;
        self.encoded.clear();
        self.given = 0;
        Some(if piece.hashed().is_some() {
            self.content.clear();
            Wanted::Hashed(piece, &mut self.content)
        } else {
            Wanted::Encoded(piece, &mut self.encoded)
        })
    }

    /// Takes what was read, and how that ended. Nothing is given out of a piece
    /// that is not all there.
    pub(crate) fn made<E: From<Error>>(&mut self, ended: Result<Option<Error>, E>) -> Result<(), E> {
        let made = match ended {
            Ok(None) => self.make(),
            Ok(Some(ended)) => Err(ended),
            Err(error) => {
                self.encoded.clear();
                return Err(error);
            }
        };
        match made {
            Ok(()) => self.next = None,
            Err(_) => self.encoded.clear(),
        }
        made.map_err(E::from)
    }

    fn make(&mut self) -> Result<(), Error> {
        if let Some(hashed) = self.next.and_then(|piece| piece.hashed()) {
            self.encoded.extend(self.format.parent(&self.content, hashed.start));
        }
        if self.pieces.is_none() {
            self.pieces = Some(pieces(*self.format, &self.encoded, &self.ranges)?);
        }
        Ok(())
    }

    /// Gives out the next bytes. Says how many; none where a piece is to be made
    /// before.
    pub(crate) fn give(&mut self, buffer: &mut [u8]) -> Option<usize> {
        let rest = self.encoded.get(self.given..).filter(|rest| !rest.is_empty())?;
        let len = buffer.len().min(rest.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.given += len;
        Some(len)
    }
}
