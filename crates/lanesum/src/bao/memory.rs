//! Decoding, verifying and slicing what is in memory.

use crate::bao::error::Error;
use crate::bao::machine::decoder::Decoder;
use crate::bao::machine::extractor::{gather, pieces};
use crate::bao::tree::build::set_len;
use crate::bao::tree::check::Reason;
use crate::bao::tree::format::Format;
use crate::bao::tree::open::{Input, Opener};
use crate::bao::tree::ranges::bytes;
use crate::bao::tree::shape::Shape;
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::blake3::{CHUNK_LEN, Hash, Join, Serial};
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

impl Format {
    /// The message of a combined encoding. What follows the encoding is not
    /// read.
    ///
    /// # Errors
    ///
    /// The first thing in the encoding that is wrong.
    pub fn decode(&self, hash: &Hash, encoding: &[u8]) -> Result<Vec<u8>, Error> {
        let mut message = Vec::new();
        self.decode_to(hash, encoding, &mut message)?;
        Ok(message)
    }

    /// [`Format::decode`], which takes the place of what is in `message`. Where
    /// much is decoded, its room is used again; what is in it need not be cleared,
    /// and best is not, for the room would be filled with zeros.
    ///
    /// # Errors
    ///
    /// Those of [`Format::decode`]; `message` is empty then.
    pub fn decode_to(&self, hash: &Hash, encoding: &[u8], message: &mut Vec<u8>) -> Result<(), Error> {
        self.open::<Serial>(hash, encoding, message)
    }

    /// [`Format::decode`] on all cores: on rayon's current thread pool.
    ///
    /// # Errors
    ///
    /// Those of [`Format::decode`].
    #[cfg(feature = "rayon")]
    pub fn par_decode(&self, hash: &Hash, encoding: &[u8]) -> Result<Vec<u8>, Error> {
        let mut message = Vec::new();
        self.par_decode_to(hash, encoding, &mut message)?;
        Ok(message)
    }

    /// [`Format::decode_to`] on all cores: on rayon's current thread pool.
    ///
    /// # Errors
    ///
    /// Those of [`Format::decode_to`].
    #[cfg(feature = "rayon")]
    pub fn par_decode_to(&self, hash: &Hash, encoding: &[u8], message: &mut Vec<u8>) -> Result<(), Error> {
        self.open::<crate::blake3::Rayon>(hash, encoding, message)
    }

    /// Verifies a message against its outboard encoding.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(&self, hash: &Hash, outboard: &[u8], message: &[u8]) -> Result<(), Error> {
        self.hold::<Serial>(hash, outboard, message)
    }

    /// [`Format::verify`] on all cores: on rayon's current thread pool.
    ///
    /// # Errors
    ///
    /// Those of [`Format::verify`].
    #[cfg(feature = "rayon")]
    pub fn par_verify(&self, hash: &Hash, outboard: &[u8], message: &[u8]) -> Result<(), Error> {
        self.hold::<crate::blake3::Rayon>(hash, outboard, message)
    }

    /// The slice for ranges of bytes, from a combined encoding, which is not
    /// verified.
    ///
    /// ```
    /// use lanesum::bao::Format;
    ///
    /// let message = [7; 100_000];
    /// let (hash, encoding) = Format::BAO.encode(&message);
    /// let ranges = [5000..6000, 90_000..90_001];
    /// let slice = Format::BAO.slice(&encoding, &ranges)?;
    /// assert!(slice.len() < 6000);
    /// assert_eq!(Format::BAO.decode_slice(&hash, &slice, &ranges)?, [7; 1001]);
    /// # Ok::<(), lanesum::bao::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Truncated`], [`Error::TooLong`].
    pub fn slice(&self, encoding: &[u8], ranges: &[Range<u64>]) -> Result<Vec<u8>, Error> {
        let pieces = pieces(*self, encoding, ranges)?;
        // No more than the encoding has, and parents inside its groups.
        let most = encoding.len() + encoding.len() / (CHUNK_LEN / PARENT_LEN) + PARENT_LEN;
        let len = pieces.clone().try_fold(HEADER_LEN, |len, piece| {
            let len = len + piece.encoded_len();
            (len <= most).then_some(len)
        });
        let mut out = Vec::with_capacity(len.unwrap_or_default());
        // What follows one another in the encoding is copied at once.
        let mut copy = 0..HEADER_LEN as u64;
        let copied =
            |copy: &Range<u64>| part(encoding, copy.start, copy.end - copy.start).ok_or(truncated(encoding));
        for piece in pieces {
            let offset = piece.encoded_offset();
            if let Some(hashed) = piece.hashed() {
                out.extend(copied(&copy)?);
                copy = 0..0;
                let content = copied(&(offset..offset + (hashed.end - hashed.start)))?;
                out.extend(self.parent(content, hashed.start));
                continue;
            }
            if offset != copy.end {
                out.extend(copied(&copy)?);
                copy.start = offset;
            }
            copy.end = offset + piece.encoded_len() as u64;
            // Of a tree that is not there, no more is walked.
            copied(&copy)?;
        }
        out.extend(copied(&copy)?);
        Ok(out)
    }

    /// The slice for ranges of bytes, from a message and its outboard encoding,
    /// which are not verified.
    ///
    /// # Errors
    ///
    /// [`Error::Truncated`], [`Error::MessageTruncated`], [`Error::TooLong`].
    pub fn slice_outboard(
        &self,
        outboard: &[u8],
        message: &[u8],
        ranges: &[Range<u64>],
    ) -> Result<Vec<u8>, Error> {
        let short = Error::MessageTruncated { offset: message.len() as u64 };
        let mut out = Vec::new();
        gather(*self, outboard, ranges, &mut out, |piece, out| {
            if let Some(hashed) = piece.hashed() {
                let content = part(message, hashed.start, hashed.end - hashed.start);
                out.extend(self.parent(content.ok_or(short)?, hashed.start));
            } else {
                let tree = part(outboard, piece.tree_offset(), piece.tree_len() as u64);
                let content = part(message, piece.content().start, piece.content_len() as u64);
                piece.join(tree.ok_or(truncated(outboard))?, content.ok_or(short)?, out);
            }
            Ok(())
        })?;
        Ok(out)
    }

    /// The bytes of `ranges`, in ascending order, from the slice made for the
    /// same ranges. What follows the slice is not read.
    ///
    /// # Errors
    ///
    /// The first thing in the slice that is wrong.
    pub fn decode_slice(&self, hash: &Hash, slice: &[u8], ranges: &[Range<u64>]) -> Result<Vec<u8>, Error> {
        // No more than the slice has.
        let asked =
            bytes(ranges).iter().fold(0, |sum: u64, range| sum.saturating_add(range.end - range.start));
        let mut out = Vec::with_capacity(slice.len().min(usize::try_from(asked).unwrap_or(usize::MAX)));
        self.decode_slice_to(hash, slice, ranges, &mut out).map(|()| out)
    }

    /// [`Format::decode_slice`], whose bytes take the place of what is in `out`. It asks for no
    /// more memory where there is room for as many as the slice has.
    ///
    /// # Errors
    ///
    /// Those of [`Format::decode_slice`]; what `out` has then was verified.
    pub fn decode_slice_to(
        &self,
        hash: &Hash,
        slice: &[u8],
        ranges: &[Range<u64>],
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut decoder = Decoder::of_slice(*self, hash, ranges);
        let mut rest = slice;
        out.clear();
        while let Some(piece) = decoder.next_piece() {
            let start = out.len();
            let encoded = rest.split_off(..piece.encoded_len().min(rest.len())).unwrap_or_default();
            decoder.verify_encoded(encoded, out).map_err(|rejected| rejected.error)?;
            // What was not asked for is left out.
            let mut end = start;
            for range in decoder.asked(&piece) {
                let len = range.len();
                if start + range.start != end {
                    out.copy_within(start + range.start..start + range.end, end);
                }
                end += len;
            }
            out.truncate(end);
        }
        Ok(())
    }

    fn open<J: Join>(&self, hash: &Hash, encoding: &[u8], message: &mut Vec<u8>) -> Result<(), Error> {
        let result = self.open_all::<J>(hash, encoding, message);
        if result.is_err() {
            // None of it is verified: not the end.
            message.clear();
        }
        result
    }

    fn open_all<J: Join>(&self, hash: &Hash, encoding: &[u8], message: &mut Vec<u8>) -> Result<(), Error> {
        let (shape, rest) = self.header(encoding)?;
        let root = shape.root();
        let len = shape.tree_len(root) + shape.len();
        let Some(encoded) = part(rest, 0, len) else {
            // Too short: whatever is wrong first is found piece by piece.
            *message = self.decode_slice(hash, encoding, slice::from_ref(&(0..u64::MAX)))?;
            return Ok(());
        };
        set_len(message, shape.len() as usize);
        let opener = Opener { format: *self, shape };
        let input = Input::Combined { encoded, out: message };
        opener.node::<J>(root, &(*hash).into(), input).map_err(|reason| match reason {
            Reason::Mismatch(error) => error,
            Reason::TreeEnds | Reason::ContentEnds => truncated(encoding),
        })
    }

    fn hold<J: Join>(&self, hash: &Hash, outboard: &[u8], message: &[u8]) -> Result<(), Error> {
        let (shape, rest) = self.header(outboard)?;
        let tree =
            &rest[..rest.len().min(usize::try_from(shape.tree_len(shape.root())).unwrap_or(usize::MAX))];
        let content = &message[..message.len().min(usize::try_from(shape.len()).unwrap_or(usize::MAX))];
        let opener = Opener { format: *self, shape };
        let result = opener.node::<J>(shape.root(), &(*hash).into(), Input::Apart { tree, content });
        match result {
            Ok(()) if message.len() as u64 > shape.len() => {
                Err(Error::MessageTooLong { offset: shape.len() })
            }
            Ok(()) => Ok(()),
            Err(Reason::Mismatch(error)) => Err(error),
            Err(Reason::ContentEnds) => Err(Error::MessageTruncated { offset: message.len() as u64 }),
            Err(Reason::TreeEnds) => Err(truncated(outboard)),
        }
    }

    fn header<'a>(&self, encoding: &'a [u8]) -> Result<(Shape, &'a [u8]), Error> {
        let (header, rest) = encoding.split_first_chunk::<HEADER_LEN>().ok_or(truncated(encoding))?;
        Ok((Shape::new(u64::from_le_bytes(*header), self.chunk_group())?, rest))
    }
}

fn truncated(encoding: &[u8]) -> Error {
    Error::Truncated { offset: encoding.len() as u64 }
}

/// `len` bytes from `offset` on, if there are as many: none of them are anywhere.
fn part(bytes: &[u8], offset: u64, len: u64) -> Option<&[u8]> {
    if len == 0 {
        return Some(&[]);
    }
    let offset = usize::try_from(offset).ok()?;
    let len = usize::try_from(len).ok()?;
    bytes.get(offset..offset.checked_add(len)?)
}
