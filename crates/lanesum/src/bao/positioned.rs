//! Encoding and verifying on all cores, by reading and writing at positions.

use super::build::Builder;
use super::check::{Reason, check_parent, halves, value};
use super::open::{Input, Opener};
use super::room::{Room, Rooms};
use super::shape::{HEADER_LEN, PARENT_LEN};
use super::walk::{RUN_LEN, Step};
use super::{Error, Format, Layout, Piece, ReadAt, Shape, Subtree, WriteAt};
use crate::blake3::{CV_LEN, Hash, Join, Node, Rayon};
use alloc::vec::Vec;
use std::io;

impl Format {
    /// Encodes a message of `len` bytes into `out` on all cores: on rayon's
    /// current thread pool. Says what the hash is.
    ///
    /// Each byte is written once, in no order. It works in less than a MiB a
    /// thread, or a few times a chunk group.
    ///
    /// # Errors
    ///
    /// [`Error::MessageTruncated`] or [`Error::MessageTooLong`] in an
    /// `io::Error` where the message has another length; those of the message
    /// and of `out`.
    pub fn par_encode_at<M: ReadAt + Sync, W: WriteAt + Sync>(
        &self,
        layout: Layout,
        message: &M,
        len: u64,
        out: &W,
    ) -> io::Result<Hash> {
        let shape = Shape::new(len, self.chunk_group())?;
        let builder = Builder { mode: self.mode(), shape, layout };
        out.write_all_at(0, &len.to_le_bytes())?;
        let root = encode::<Rayon, _, _>(&builder, &Rooms::default(), shape.root(), message, out)?;
        ends(message, len)?;
        Ok(root.hash())
    }

    /// Holds a message to its outboard encoding on all cores: on rayon's current
    /// thread pool. Says how long the message is.
    ///
    /// It works in less than a MiB a thread, or a few times a chunk group.
    ///
    /// # Errors
    ///
    /// The first [`Error`] in an `io::Error`; those of the inputs.
    pub fn par_verify_at<O: ReadAt + Sync, M: ReadAt + Sync>(
        &self,
        hash: &Hash,
        outboard: &O,
        message: &M,
    ) -> io::Result<u64> {
        let shape = self.shape_of(outboard)?;
        let opener = Opener { format: *self, shape };
        verify::<Rayon, _, _>(&opener, &Rooms::default(), shape.root(), &(*hash).into(), outboard, message)?;
        ends(message, shape.len())?;
        Ok(shape.len())
    }

    /// Decodes a combined encoding into `message` on all cores: on rayon's
    /// current thread pool. Says how long the message is.
    ///
    /// Only verified bytes are written, each once, in no order: where it fails,
    /// there may be gaps. It works in less than a MiB a thread, or a few
    /// times a chunk group.
    ///
    /// # Errors
    ///
    /// The first [`Error`] in an `io::Error`; those of the encoding and of
    /// `message`.
    pub fn par_decode_at<E: ReadAt + Sync, W: WriteAt + Sync>(
        &self,
        hash: &Hash,
        encoding: &E,
        message: &W,
    ) -> io::Result<u64> {
        let shape = self.shape_of(encoding)?;
        let opener = Opener { format: *self, shape };
        decode::<Rayon, _, _>(&opener, &Rooms::default(), shape.root(), &(*hash).into(), encoding, message)?;
        Ok(shape.len())
    }

    fn shape_of(&self, encoding: &impl ReadAt) -> io::Result<Shape> {
        let mut header = Vec::new();
        encoding.read_to(0, HEADER_LEN, &mut header)?;
        let header =
            header.try_into().map_err(|short: Vec<u8>| Error::Truncated { offset: short.len() as u64 })?;
        Ok(Shape::new(u64::from_le_bytes(header), self.chunk_group())?)
    }
}

/// Whether a message ends after `len` bytes.
fn ends(message: &impl ReadAt, len: u64) -> io::Result<()> {
    let mut more = Vec::new();
    message.read_to(len, 1, &mut more)?;
    if more.is_empty() { Ok(()) } else { Err(Error::MessageTooLong { offset: len }.into()) }
}

fn encode<J: Join, M: ReadAt + Sync, W: WriteAt + Sync>(
    builder: &Builder,
    rooms: &Rooms,
    subtree: Subtree,
    message: &M,
    out: &W,
) -> io::Result<Node> {
    let offset = builder.layout.offset(builder.shape, subtree);
    if subtree.len <= RUN_LEN || builder.shape.is_leaf(subtree) {
        return rooms.with(|Room { levels, encoded, content }| {
            let content = content.read(message, subtree.start, subtree.len as usize)?;
            if (content.len() as u64) < subtree.len {
                return Err(Error::MessageTruncated { offset: subtree.start + content.len() as u64 }.into());
            }
            let encoded = encoded.get(builder.layout.len(builder.shape, subtree) as usize);
            let top = builder.part(levels, subtree, content, encoded);
            out.write_all_at(offset, encoded)?;
            Ok(top)
        });
    }
    let (left, right) = subtree.children();
    let (a, b) = J::join(
        usize::MAX,
        || encode::<J, _, _>(builder, rooms, left, message, out),
        || encode::<J, _, _>(builder, rooms, right, message, out),
    );
    let mut parent = [0; PARENT_LEN];
    parent[..CV_LEN].copy_from_slice(&value(&a?, false));
    parent[CV_LEN..].copy_from_slice(&value(&b?, false));
    out.write_all_at(offset, &parent)?;
    Ok(Node::parent(&builder.mode, &parent))
}

fn verify<J: Join, O: ReadAt + Sync, M: ReadAt + Sync>(
    opener: &Opener,
    rooms: &Rooms,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    outboard: &O,
    message: &M,
) -> io::Result<()> {
    let shape = opener.shape;
    let offset = shape.tree_offset(subtree);
    if subtree.len <= RUN_LEN || shape.is_leaf(subtree) {
        return rooms.with(|Room { levels, encoded, content }| {
            let tree = encoded.read(outboard, offset, shape.tree_len(subtree) as usize)?;
            let content = content.read(message, subtree.start, subtree.len as usize)?;
            opener.part(levels, subtree, known, Input::Apart { tree, content }).map_err(|reason| {
                let error = match reason {
                    Reason::Mismatch(error) => error,
                    Reason::ContentEnds => {
                        Error::MessageTruncated { offset: subtree.start + content.len() as u64 }
                    }
                    Reason::TreeEnds => Error::Truncated { offset: offset + tree.len() as u64 },
                };
                error.into()
            })
        });
    }
    let mut tree = Vec::new();
    outboard.read_to(offset, PARENT_LEN, &mut tree)?;
    let parent = tree.first_chunk().ok_or(Error::Truncated { offset: offset + tree.len() as u64 })?;
    check_parent(&opener.format.mode(), shape, subtree, known, parent)?;
    let (left, right) = subtree.children();
    let (left_known, right_known) = halves(parent);
    let (a, b) = J::join(
        usize::MAX,
        || verify::<J, _, _>(opener, rooms, left, left_known, outboard, message),
        || verify::<J, _, _>(opener, rooms, right, right_known, outboard, message),
    );
    a.and(b)
}

fn decode<J: Join, E: ReadAt + Sync, W: WriteAt + Sync>(
    opener: &Opener,
    rooms: &Rooms,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    encoding: &E,
    message: &W,
) -> io::Result<()> {
    let shape = opener.shape;
    let offset = shape.encoded_offset(subtree);
    if subtree.len <= RUN_LEN || shape.is_leaf(subtree) {
        return rooms.with(|Room { levels, encoded, content }| {
            let piece = Piece::new(shape, Step::Run(subtree));
            let encoded = encoded.read(encoding, offset, piece.encoded_len())?;
            let out = content.get(piece.content_len());
            let result = if encoded.len() == piece.encoded_len() {
                opener.part(levels, subtree, known, Input::Combined { encoded, out })
            } else {
                let (mut tree, mut content) = (Vec::new(), Vec::new());
                piece.split(encoded, &mut tree, &mut content);
                opener.part(levels, subtree, known, Input::Apart { tree: &tree, content: &content })
            };
            result.map_err(|reason| match reason {
                Reason::Mismatch(error) => error,
                Reason::TreeEnds | Reason::ContentEnds => {
                    Error::Truncated { offset: offset + encoded.len() as u64 }
                }
            })?;
            message.write_all_at(subtree.start, content.get(piece.content_len()))
        });
    }
    let mut encoded = Vec::new();
    encoding.read_to(offset, PARENT_LEN, &mut encoded)?;
    let parent = encoded.first_chunk().ok_or(Error::Truncated { offset: offset + encoded.len() as u64 })?;
    check_parent(&opener.format.mode(), shape, subtree, known, parent)?;
    let (left, right) = subtree.children();
    let (left_known, right_known) = halves(parent);
    let (a, b) = J::join(
        usize::MAX,
        || decode::<J, _, _>(opener, rooms, left, left_known, encoding, message),
        || decode::<J, _, _>(opener, rooms, right, right_known, encoding, message),
    );
    a.and(b)
}
