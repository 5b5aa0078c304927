//! Making slices, without input and output.

use crate::bao::error::Error;
use crate::bao::tree::format::Format;
use crate::bao::tree::piece::Piece;
use crate::bao::tree::ranges;
use crate::bao::tree::shape::{ChunkGroup, Shape};
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::bao::tree::walk::{Step, Walk};
use crate::blake3::tree::children;
use crate::blake3::{CHUNK_LEN, Serial};
use alloc::vec::Vec;
use core::ops::Range;

/// Says which pieces of an encoding make up a slice.
///
/// The slice is the length and these pieces, one after the other, each as it is
/// in the encoding, but for parents inside a group, which no encoding has: they
/// are hashed from the message ([`Piece::hashed`], [`Format::parent`]).
///
/// Nothing is verified: who receives the slice does that.
#[derive(Clone, Debug)]
pub struct Extractor {
    walk: Walk<()>,
}

impl Extractor {
    /// For ranges of bytes, and an encoding that begins with `header`. No range
    /// at all is a slice that is the length alone.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] where it claims to be longer than any is.
    pub fn new(format: Format, header: [u8; HEADER_LEN], ranges: &[Range<u64>]) -> Result<Self, Error> {
        let shape = Shape::new(u64::from_le_bytes(header), format.chunk_group())?;
        let chunks = ranges::chunks(ranges, shape, ChunkGroup::CHUNK);
        Ok(Self { walk: Walk::new(shape, chunks, ()) })
    }
}

impl Iterator for Extractor {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let (step, ()) = self.walk.peek()?;
        match step {
            Step::Parent(_) => self.walk.descend((), ()),
            Step::Run(_) => self.walk.skip(),
        }
        Some(Piece::new(self.walk.shape(), step))
    }
}

impl Format {
    /// A parent inside a group, from the bytes of the message under it, of which
    /// the first is number `start`: the chaining values of its children.
    ///
    /// # Panics
    ///
    /// Where it is no parent: `content` is a chunk or less.
    pub fn parent(&self, content: &[u8], start: u64) -> [u8; PARENT_LEN] {
        assert!(content.len() > CHUNK_LEN, "a parent has more than a chunk");
        children::<Serial>(&self.mode(), content, start / CHUNK_LEN as u64)
    }
}

/// The pieces, for the fronts.
pub(crate) fn pieces(format: Format, header: &[u8], ranges: &[Range<u64>]) -> Result<Extractor, Error> {
    let header = header.first_chunk().ok_or(Error::Truncated { offset: header.len() as u64 })?;
    Extractor::new(format, *header, ranges)
}

/// A slice's pieces gathered from an encoding in memory.
pub(crate) fn gather(
    format: Format,
    header: &[u8],
    ranges: &[Range<u64>],
    out: &mut Vec<u8>,
    mut piece: impl FnMut(&Piece, &mut Vec<u8>) -> Result<(), Error>,
) -> Result<(), Error> {
    let pieces = pieces(format, header, ranges)?;
    out.extend_from_slice(&header[..HEADER_LEN]);
    for next in pieces {
        piece(&next, out)?;
    }
    Ok(())
}
