//! Encoding on all cores.

use super::room::{Rooms, content};
use crate::bao::io::positioned_io::{ReadAt, WriteAt};
use crate::bao::tree::build::{Builder, join};
use crate::bao::tree::check::value;
use crate::bao::tree::shape::Subtree;
use crate::blake3::Node;
use std::io;

/// Encodes a subtree, of which `at_once` parts may be worked on at a time. A
/// group that is larger than a run is hashed in parts, whose parents are not
/// written.
pub(super) fn encode(
    builder: &Builder,
    rooms: &Rooms,
    at_once: usize,
    subtree: Subtree,
    message: &(impl ReadAt + Sync),
    out: &(impl WriteAt + Sync),
) -> io::Result<Node> {
    let shape = builder.shape;
    let offset = builder.layout.offset(shape, subtree);
    if subtree.len <= rooms.run_len() {
        return rooms.with(|room| {
            let content = content(&mut room.content, message, subtree)?;
            let encoded = room.encoded.get(builder.layout.len(shape, subtree) as usize);
            let top = builder.part(&mut room.levels, subtree, content, encoded);
            out.write_all_at(offset, encoded)?;
            Ok(top)
        });
    }
    let (left, right) = subtree.children();
    let (a, b) = rooms.both(
        at_once,
        (left, right),
        |at_once| encode(builder, rooms, at_once, left, message, out),
        |at_once| encode(builder, rooms, at_once, right, message, out),
    )?;
    let (parent, top) = join(&builder.mode, &value(&a, false), &value(&b, false));
    if !shape.is_leaf(subtree) {
        out.write_all_at(offset, &parent)?;
    }
    Ok(top)
}
