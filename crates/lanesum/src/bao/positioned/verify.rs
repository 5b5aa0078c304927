//! Verifying a message beside its outboard encoding on all cores.

use super::read_parent;
use super::room::{Room, Rooms, content};
use crate::bao::error::Error;
use crate::bao::io::positioned_io::ReadAt;
use crate::bao::tree::build::join;
use crate::bao::tree::check::{Reason, check_leaf, halves, value};
use crate::bao::tree::open::{Input, Opener};
use crate::bao::tree::shape::Subtree;
use crate::blake3::tree::subtree as hash_subtree;
use crate::blake3::{CV_LEN, Mode, Node, Serial};
use std::io;

/// Verifies a subtree, of which `at_once` parts may be worked on at a time.
pub(super) fn verify(
    opener: &Opener,
    rooms: &Rooms,
    at_once: usize,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    outboard: &(impl ReadAt + Sync),
    message: &(impl ReadAt + Sync),
) -> io::Result<()> {
    let shape = opener.shape;
    if shape.is_leaf(subtree) {
        let node = hash(&opener.format.mode(), rooms, at_once, subtree, message)?;
        return Ok(check_leaf(shape, subtree, known, &node)?);
    }
    let offset = shape.tree_offset(subtree);
    if subtree.len <= rooms.run_len() {
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
    let parent = read_parent(opener, subtree, known, outboard, offset)?;
    let (left, right) = subtree.children();
    let (left_known, right_known) = halves(&parent);
    rooms.both(
        at_once,
        (left, right),
        |at_once| verify(opener, rooms, at_once, left, left_known, outboard, message),
        |at_once| verify(opener, rooms, at_once, right, right_known, outboard, message),
    )?;
    Ok(())
}

/// Hashes what is a group, or lies in one: however large it is, in parts of a
/// run.
fn hash(
    mode: &Mode,
    rooms: &Rooms,
    at_once: usize,
    subtree: Subtree,
    message: &(impl ReadAt + Sync),
) -> io::Result<Node> {
    if subtree.len <= rooms.run_len() {
        return rooms.with(|room| {
            let content = content(&mut room.content, message, subtree)?;
            Ok(hash_subtree::<Serial>(mode, content, subtree.chunks().start))
        });
    }
    let (left, right) = subtree.children();
    let (a, b) = rooms.both(
        at_once,
        (left, right),
        |at_once| hash(mode, rooms, at_once, left, message),
        |at_once| hash(mode, rooms, at_once, right, message),
    )?;
    Ok(join(mode, &value(&a, false), &value(&b, false)).1)
}
