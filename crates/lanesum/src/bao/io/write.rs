//! Encoding into a writer.

use crate::bao::error::Error;
use crate::bao::io::buffer::Buffer;
use crate::bao::io::positioned_io::{ReadAt, Seeking, WriteAt};
use crate::bao::machine::encoder::Encoder;
use crate::bao::tree::build::{Builder, join};
use crate::bao::tree::check::value;
use crate::bao::tree::format::{Format, Layout};
use crate::bao::tree::levels::Levels;
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::RUN_LEN;
use crate::blake3::{CV_LEN, Hash, Node};
use alloc::vec::Vec;
use std::io::{self, Read, Seek, Write};

impl Format {
    /// Encodes a message of known length into `out`, from its position 0 on, and
    /// says what the hash is.
    ///
    /// Each byte is written once, and straight to its place: parents after their
    /// children, which is why `out` has to seek, back by one parent for at
    /// least 256 KiB of the message. Before it succeeds, `out` has no encoding.
    /// It works in less than 2 MiB, or a few times a chunk group.
    ///
    /// # Errors
    ///
    /// [`Error::MessageTruncated`] or [`Error::MessageTooLong`] in an
    /// `io::Error` where the message has another length; those of the message
    /// and of `out`.
    pub fn encode_from(
        &self,
        layout: Layout,
        mut message: impl Read,
        len: u64,
        out: impl Write + Seek,
    ) -> io::Result<Hash> {
        let out = Seeking::new(out);
        let mut encoder = Encoder::new(*self, layout, len)?;
        let mut buffer = Buffer::default();
        let mut done = 0;
        let hash = loop {
            let len = match encoder.next_len() {
                Some(len) => len,
                None => break encoder.finalize(),
            };
            let content = buffer.read_next(&mut message, len)?;
            done += content.len() as u64;
            if content.len() < len {
                return Err(Error::MessageTruncated { offset: done }.into());
            }
            encoder.encode(content, |offset, bytes| out.write_all_at(offset, bytes))?;
        };
        if !buffer.read_next(&mut message, 1)?.is_empty() {
            return Err(Error::MessageTooLong { offset: len }.into());
        }
        out.into_inner().flush()?;
        Ok(hash.expect("an encoder that takes no more has a hash"))
    }

    /// Encodes a message of unknown length into `out`, from its position 0 on,
    /// and says what the hash is.
    ///
    /// In pre-order, what comes before the first byte of the message depends on
    /// its length. So the encoding is written in post-order, and when the end is
    /// known turned into pre-order in place, from its end. Of an outboard
    /// encoding that is the tree, and the message is never written. A combined
    /// one is moved with the bytes of the message in it: where the length can be
    /// known, [`Format::encode_from`] saves that. It works in less than 2 MiB,
    /// or a few times a chunk group.
    ///
    /// # Errors
    ///
    /// Those of the message and of `out`.
    pub fn encode_unknown(
        &self,
        layout: Layout,
        mut message: impl Read,
        out: impl Read + Write + Seek,
    ) -> io::Result<Hash> {
        let out = Seeking::new(out);
        let run_len = RUN_LEN.max(self.chunk_group().bytes() as u64) as usize;
        let mut spool = Spool { format: *self, layout, out: &out, end: 0, len: 0, tops: Vec::new() };
        let mut buffer = Buffer::default();
        let mut levels = Levels::default();
        let mut last = None;
        loop {
            let content = buffer.read_next(&mut message, run_len)?;
            if content.is_empty() && last.is_some() {
                break;
            }
            if let Some(top) = last.take() {
                spool.push(&top)?;
            }
            last = Some(spool.run(&mut levels, content)?);
            if content.len() < run_len {
                break;
            }
        }
        let mut top = last.expect("there is a first run");
        while let Some(left) = spool.tops.pop() {
            top = spool.parent(&left, &top.chaining_value())?;
        }
        let hash = Hash::from_bytes(value(&top, true));
        let shape = Shape::new(spool.len, self.chunk_group())?;
        Flip { shape, layout, out: &out, end: spool.end, buffer: Vec::new() }.subtree(shape.root())?;
        out.write_all_at(0, &shape.len().to_le_bytes())?;
        let mut out = out.into_inner();
        out.seek(io::SeekFrom::End(0))?;
        out.flush()?;
        Ok(hash)
    }
}

/// Writes runs and parents in post-order.
struct Spool<'a, W> {
    format: Format,
    layout: Layout,
    out: &'a W,
    end: u64,
    /// Bytes of the message so far.
    len: u64,
    /// The chaining values of whole subtrees, each with twice the runs of the
    /// next, or more.
    tops: Vec<[u8; CV_LEN]>,
}

impl<W: WriteAt> Spool<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all_at(self.end, bytes)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn run(&mut self, levels: &mut Levels, content: &[u8]) -> io::Result<Node> {
        let subtree = Subtree { start: self.len, len: content.len() as u64 };
        let shape = Shape::new(subtree.end(), self.format.chunk_group())?;
        let builder = Builder { mode: self.format.mode(), shape, layout: self.layout };
        let mut bytes = alloc::vec![0; self.layout.len(shape, subtree) as usize];
        let top = builder.run(levels, subtree, content, &mut bytes);
        self.write(&bytes)?;
        self.len = subtree.end();
        Ok(top)
    }

    /// Completes the parents of a whole run, now that another one follows: those
    /// of which it is the end of the right child.
    fn push(&mut self, top: &Node) -> io::Result<()> {
        let run_len = RUN_LEN.max(self.format.chunk_group().bytes() as u64);
        // As many whole subtrees as the number of runs has ones in binary.
        let whole = (self.len / run_len).count_ones() as usize;
        let mut known = top.chaining_value();
        while self.tops.len() + 1 > whole {
            let Some(left) = self.tops.pop() else { break };
            known = self.parent(&left, &known)?.chaining_value();
        }
        self.tops.push(known);
        Ok(())
    }

    fn parent(&mut self, left: &[u8; CV_LEN], right: &[u8; CV_LEN]) -> io::Result<Node> {
        let (parent, top) = join(&self.format.mode(), left, right);
        self.write(&parent)?;
        Ok(top)
    }
}

/// Turns post-order into pre-order, from the end on.
///
/// What is not yet read are the subtrees on the left of the one that is written,
/// and before that come those, its ancestors and the length: nothing is written
/// over that is not read.
struct Flip<'a, T> {
    shape: Shape,
    layout: Layout,
    out: &'a T,
    /// Of what is not yet read.
    end: u64,
    buffer: Vec<u8>,
}

impl<T: ReadAt + WriteAt> Flip<'_, T> {
    fn subtree(&mut self, subtree: Subtree) -> io::Result<()> {
        let offset = self.layout.offset(self.shape, subtree);
        debug_assert!(offset >= HEADER_LEN as u64);
        if subtree.len <= RUN_LEN || self.shape.is_leaf(subtree) {
            let len = self.layout.len(self.shape, subtree);
            self.read(len as usize)?;
            return self.out.write_all_at(offset, &self.buffer);
        }
        self.read(PARENT_LEN)?;
        let parent: [u8; PARENT_LEN] = self.buffer[..].try_into().expect("these many bytes are read");
        let (left, right) = subtree.children();
        self.subtree(right)?;
        self.subtree(left)?;
        self.out.write_all_at(offset, &parent)
    }

    fn read(&mut self, len: usize) -> io::Result<()> {
        self.end -= len as u64;
        self.buffer.clear();
        self.out.read_to(self.end, len, &mut self.buffer)?;
        // Somebody else has cut what was written.
        if self.buffer.len() < len { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}
