//! Encoding and verifying on all cores, by reading and writing at positions.

mod decode;
mod encode;
mod room;
mod verify;

use crate::bao::error::Error;
use crate::bao::io::positioned_io::{ReadAt, WriteAt};
use crate::bao::tree::build::Builder;
use crate::bao::tree::check::check_parent;
use crate::bao::tree::format::{Format, Layout};
use crate::bao::tree::open::Opener;
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::blake3::{CV_LEN, Hash};
use alloc::vec::Vec;
use decode::decode;
use encode::encode;
use room::Rooms;
use std::io;
use verify::verify;

impl Format {
    /// Encodes a message of `len` bytes into `out` on all cores: on rayon's
    /// current thread pool. Says what the hash is.
    ///
    /// Each byte is written once, in no order. It works in less than a MiB a
    /// thread, and under 16 MiB with any number of them.
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
        let rooms = Rooms::new(0);
        let root = encode(&builder, &rooms, rooms.at_once(), shape.root(), message, out)?;
        ends(message, len)?;
        Ok(root.hash())
    }

    /// Holds a message to its outboard encoding on all cores: on rayon's current
    /// thread pool. Says how long the message is.
    ///
    /// It works in less than a MiB a thread, and under 16 MiB with any number of
    /// them.
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
        let rooms = Rooms::new(0);
        verify(&opener, &rooms, rooms.at_once(), shape.root(), &(*hash).into(), outboard, message)?;
        ends(message, shape.len())?;
        Ok(shape.len())
    }

    /// Decodes a combined encoding into `message` on all cores: on rayon's
    /// current thread pool. Says how long the message is.
    ///
    /// Only verified bytes are written, each once, in no order: where it fails,
    /// there may be gaps. It works in less than a MiB a thread, or a chunk group,
    /// and under 16 MiB with any number of them: where groups are so large that
    /// not every thread can have one, all threads hash those that are there.
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
        // A group is held whole before it is written.
        let rooms = Rooms::new(self.chunk_group().bytes());
        decode(&opener, &rooms, rooms.at_once(), shape.root(), &(*hash).into(), encoding, message)?;
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

/// Reads a parent, and compares it with what is known of it.
fn read_parent(
    opener: &Opener,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    input: &impl ReadAt,
    offset: u64,
) -> io::Result<[u8; PARENT_LEN]> {
    let mut parent = [0; PARENT_LEN];
    let len = input.read_all_at(offset, &mut parent)?;
    if len < PARENT_LEN {
        return Err(Error::Truncated { offset: offset + len as u64 }.into());
    }
    check_parent(&opener.format.mode(), opener.shape, subtree, known, &parent)?;
    Ok(parent)
}
