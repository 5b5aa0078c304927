//! What readers give out.

use alloc::vec::Vec;
use core::ops::Range;

/// The verified bytes of a piece, as far as they were asked for and are not yet
/// given out.
#[derive(Debug, Default)]
pub(crate) struct Given {
    content: Vec<u8>,
    /// The next one last.
    parts: Vec<Range<usize>>,
}

impl Given {
    /// Nothing, and room for the content of the next piece.
    pub(crate) fn clear(&mut self) -> &mut Vec<u8> {
        self.content.clear();
        self.parts.clear();
        &mut self.content
    }

    /// Leaves the first `valid` bytes of the content, and of them what is asked
    /// for.
    pub(crate) fn ask(&mut self, valid: usize, parts: impl Iterator<Item = Range<usize>>) {
        self.content.truncate(valid);
        self.parts.clear();
        let parts = parts.map(|part| part.start.min(valid)..part.end.min(valid));
        self.parts.extend(parts.filter(|part| !part.is_empty()));
        self.parts.reverse();
    }

    /// All that was read of the piece.
    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }

    /// Gives out the next bytes. Says where in the content they end; none where
    /// there are no more.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Option<(usize, usize)> {
        let part = self.parts.last_mut()?;
        let len = buffer.len().min(part.len());
        buffer[..len].copy_from_slice(&self.content[part.start..part.start + len]);
        part.start += len;
        let end = part.start;
        if part.start == part.end {
            self.parts.pop();
        }
        Some((len, end))
    }
}
