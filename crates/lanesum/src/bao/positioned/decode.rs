//! Decoding on all cores.

use super::read_parent;
use super::room::Rooms;
use crate::bao::error::Error;
use crate::bao::io::positioned_io::{ReadAt, WriteAt};
use crate::bao::tree::check::{Reason, check_leaf, halves};
use crate::bao::tree::open::{Input, Opener};
use crate::bao::tree::piece::Piece;
use crate::bao::tree::shape::Subtree;
use crate::bao::tree::walk::Step;
use crate::blake3::tree::subtree as hash_subtree;
use crate::blake3::{CV_LEN, Rayon, Serial};
use alloc::vec::Vec;
use std::io;

/// Decodes a subtree, of which `at_once` parts may be worked on at a time.
pub(super) fn decode(
    opener: &Opener,
    rooms: &Rooms,
    at_once: usize,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    encoding: &(impl ReadAt + Sync),
    message: &(impl WriteAt + Sync),
) -> io::Result<()> {
    let shape = opener.shape;
    let offset = shape.encoded_offset(subtree);
    if shape.is_leaf(subtree) {
        return rooms.with(|room| {
            let leaf = room.encoded.read(encoding, offset, subtree.len as usize)?;
            if (leaf.len() as u64) < subtree.len {
                return Err(Error::Truncated { offset: offset + leaf.len() as u64 }.into());
            }
            let (mode, first) = (&opener.format.mode(), subtree.chunks().start);
            // A thread that waits for others may take up another part, in a
            // second room. Where parts are counted, that is one of them.
            let node = if rooms.are_counted() {
                hash_subtree::<Rayon>(mode, leaf, first)
            } else {
                hash_subtree::<Serial>(mode, leaf, first)
            };
            check_leaf(shape, subtree, known, &node)?;
            message.write_all_at(subtree.start, leaf)
        });
    }
    if subtree.len <= rooms.run_len() {
        return rooms.with(|room| {
            let piece = Piece::new(shape, Step::Run(subtree));
            let encoded = room.encoded.read(encoding, offset, piece.encoded_len())?;
            let out = room.content.get(piece.content_len());
            let result = if encoded.len() == piece.encoded_len() {
                opener.part(&mut room.levels, subtree, known, Input::Combined { encoded, out })
            } else {
                let (mut tree, mut content) = (Vec::new(), Vec::new());
                piece.split(encoded, &mut tree, &mut content);
                let input = Input::Apart { tree: &tree, content: &content };
                opener.part(&mut room.levels, subtree, known, input)
            };
            result.map_err(|reason| match reason {
                Reason::Mismatch(error) => error,
                Reason::TreeEnds | Reason::ContentEnds => {
                    Error::Truncated { offset: offset + encoded.len() as u64 }
                }
            })?;
            message.write_all_at(subtree.start, room.content.get(piece.content_len()))
        });
    }
    let parent = read_parent(opener, subtree, known, encoding, offset)?;
    let (left, right) = subtree.children();
    let (left_known, right_known) = halves(&parent);
    rooms.both(
        at_once,
        (left, right),
        |at_once| decode(opener, rooms, at_once, left, left_known, encoding, message),
        |at_once| decode(opener, rooms, at_once, right, right_known, encoding, message),
    )?;
    Ok(())
}
