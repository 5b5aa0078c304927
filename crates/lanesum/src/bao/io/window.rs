//! Parents that are read together.

use super::positioned_io::ReadAt;
use crate::reading::{at_most, fill};
use core::mem;
use std::io;

/// Bytes that are read where a parent is to be read, which is 64: to ask a file for them costs as
/// much. The left child of a parent lies right behind it, so a walk down to any place finds half
/// of the parents in what was read for the one before.
pub(in crate::bao) const LEN: usize = 512;

/// What was read where a parent is, for those that a walk comes to next.
///
/// It is forgotten with each piece that is no parent: whoever waits between two reads, until more
/// of the encoding is there, gets what is there then. That piece may begin in it, so who reads
/// on in a combined encoding does not have to seek.
#[derive(Debug)]
pub(super) struct Window {
    bytes: [u8; LEN],
    /// Where they are in the input.
    start: u64,
    len: usize,
}

impl Window {
    /// Nothing.
    pub(super) fn new() -> Self {
        Self { bytes: [0; LEN], start: 0, len: 0 }
    }

    /// `len` bytes from `offset` on, up to [`LEN`], or as many as there are. A walk begins at 0, and
    /// whatever was read for the one before is old there.
    pub(super) fn read(&mut self, input: &impl ReadAt, offset: u64, len: usize) -> io::Result<&[u8]> {
        if offset == 0 || self.from(offset, self.len).len() < len {
            self.fill(input, offset, len)?;
        }
        let there = self.from(offset, self.len);
        Ok(&there[..len.min(there.len())])
    }

    /// What there is from `offset` on, of `len` bytes.
    fn from(&self, offset: u64, len: usize) -> &[u8] {
        let at = offset.checked_sub(self.start).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.bytes[..len].get(at..)).unwrap_or_default()
    }

    /// Reads as much as there is room for, but asks again for what is wanted alone: nothing else
    /// may be there, or be readable.
    fn fill(&mut self, input: &impl ReadAt, offset: u64, wanted: usize) -> io::Result<()> {
        self.len = 0;
        let mut done = match input.read_at(offset, &mut self.bytes) {
            Ok(len) => at_most(len, LEN)?,
            Err(_) => 0,
        };
        fill(&mut self.bytes[..wanted], &mut done, |done, rest| input.read_at(offset + done as u64, rest))?;
        (self.start, self.len) = (offset, done);
        Ok(())
    }

    /// What there is from `offset` on, and nothing any more.
    pub(super) fn take(&mut self, offset: u64) -> &[u8] {
        let len = mem::take(&mut self.len);
        self.from(offset, len)
    }
}
