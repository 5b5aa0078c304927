//! Bytes that are written over again and again, without zeros between.

use super::positioned_io::ReadAt;
use crate::reading::fill;
use alloc::vec::Vec;
use std::io::{self, Read};

/// Where the bytes begin. Files are read from places that are multiples of this, and the system
/// copies their pages. Where what it copies to is a few bytes further in its page than what it
/// copies from, as it is behind the head that an allocator puts before large vectors, `rep movsb`
/// takes four times as long (AMD Zen 3).
const LINE: usize = 64;

/// Room for what is read next.
#[derive(Debug, Default)]
pub(in crate::bao) struct Buffer(Vec<u8>);

impl Buffer {
    /// Any `len` bytes.
    pub(in crate::bao) fn get(&mut self, len: usize) -> &mut [u8] {
        let room = len + LINE;
        if self.0.len() < room {
            // A vector that grows takes twice as much.
            self.0.reserve_exact(room - self.0.len());
            self.0.resize(room, 0);
        }
        let start = self.0.as_ptr().align_offset(LINE).min(LINE);
        &mut self.0[start..][..len]
    }

    /// `len` bytes of an input from `offset` on, or as many as there are.
    #[cfg(feature = "rayon")]
    pub(in crate::bao) fn read(&mut self, input: &impl ReadAt, offset: u64, len: usize) -> io::Result<&[u8]> {
        self.read_after(&[], input, offset, len)
    }

    /// `len` bytes of an input from `offset` on, or as many as there are, where the first of them were
    /// read before.
    pub(in crate::bao) fn read_after(
        &mut self,
        first: &[u8],
        input: &impl ReadAt,
        offset: u64,
        len: usize,
    ) -> io::Result<&[u8]> {
        let buffer = self.get(len);
        let (before, rest) = buffer.split_at_mut(first.len().min(len));
        before.copy_from_slice(&first[..before.len()]);
        let done = input.read_all_at(offset + before.len() as u64, rest)?;
        let len = before.len() + done.min(rest.len());
        Ok(&buffer[..len])
    }

    /// The next `len` bytes of an input, or as many as there are.
    pub(in crate::bao) fn read_next(&mut self, input: &mut impl Read, len: usize) -> io::Result<&[u8]> {
        let buffer = self.get(len);
        let mut done = 0;
        fill(buffer, &mut done, |_, rest| input.read(rest))?;
        Ok(&buffer[..done])
    }
}
