//! Bytes that are written over again and again, without zeros between.

use super::positioned_io::ReadAt;
use alloc::vec::Vec;
use std::io;

/// Room for what is read next.
#[derive(Debug, Default)]
pub(in crate::bao) struct Buffer(Vec<u8>);

impl Buffer {
    /// Any `len` bytes.
    pub(in crate::bao) fn get(&mut self, len: usize) -> &mut [u8] {
        if self.0.len() < len {
            // A vector that grows takes twice as much.
            self.0.reserve_exact(len - self.0.len());
            self.0.resize(len, 0);
        }
        &mut self.0[..len]
    }

    /// `len` bytes of an input from `offset` on, or as many as there are.
    pub(in crate::bao) fn read(&mut self, input: &impl ReadAt, offset: u64, len: usize) -> io::Result<&[u8]> {
        let buffer = self.get(len);
        let done = input.read_all_at(offset, buffer)?;
        Ok(&buffer[..done.min(len)])
    }
}
