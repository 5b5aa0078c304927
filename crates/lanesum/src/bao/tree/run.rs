//! The bytes of a run on their way through the hash: taken out of an encoding
//! before, or put into one after, a few chunks at a time, so that they are near.

use crate::bao::tree::levels::Content;
use crate::bao::tree::shape::Shape;
use crate::bao::tree::shape::{PARENT_LEN, Subtree, parents_before};
use crate::blake3::nodes::Soon;
use alloc::vec::Vec;
use core::ops::Range;

/// Where the bytes of a run lie in its encoding, from the first on.
struct Places {
    /// Bytes, a power of two.
    group: usize,
    leaves: usize,
    /// The next byte, in the run and in its encoding.
    at: usize,
    encoded: usize,
}

impl Places {
    fn new(shape: Shape, run: Subtree) -> Self {
        Self { group: shape.group().bytes(), leaves: shape.leaves(run) as usize, at: 0, encoded: 0 }
    }

    /// The next bytes before `end` that are not parted by parents: where they are
    /// in the encoding, and in the run.
    #[inline]
    fn next(&mut self, end: usize) -> Option<(Range<usize>, Range<usize>)> {
        if self.at >= end {
            return None;
        }
        let into = self.at & (self.group - 1);
        if into == 0 {
            let leaf = self.at >> self.group.trailing_zeros();
            self.encoded += PARENT_LEN * parents_before(leaf, self.leaves) as usize;
        }
        let len = (end - self.at).min(self.group - into);
        let places = (self.encoded..self.encoded + len, self.at..self.at + len);
        (self.encoded, self.at) = (places.0.end, places.1.end);
        Some(places)
    }
}

/// The bytes of a message, put into an encoding when they are hashed.
pub(crate) struct Joined<'a> {
    content: &'a [u8],
    encoded: &'a mut [u8],
    places: Places,
}

impl<'a> Joined<'a> {
    /// `encoded` is as long as the run's encoding.
    pub(crate) fn new(shape: Shape, run: Subtree, content: &'a [u8], encoded: &'a mut [u8]) -> Self {
        Self { content, encoded, places: Places::new(shape, run) }
    }
}

impl Content for Joined<'_> {
    fn len(&self) -> usize {
        self.content.len()
    }

    fn chunks(&mut self, bytes: Range<usize>) -> (&[u8], Soon) {
        let encoded = self.encoded.as_ptr().wrapping_add(self.places.encoded);
        (&self.content[bytes], Soon([None, Some(encoded)]))
    }

    fn hashed(&mut self, bytes: Range<usize>) {
        while let Some((to, from)) = self.places.next(bytes.end) {
            self.encoded[to].copy_from_slice(&self.content[from]);
        }
    }
}

/// The bytes of a message, taken out of an encoding before they are hashed.
///
/// In the encoding they lie 8 bytes off the lines of the cache, and hashed there
/// they take longer than copied and hashed.
pub(crate) struct Parted<'a, O> {
    len: usize,
    encoded: &'a [u8],
    out: O,
    places: Places,
}

impl<'a, O: Out> Parted<'a, O> {
    /// `encoded` is a run's encoding.
    pub(crate) fn new(shape: Shape, run: Subtree, encoded: &'a [u8], out: O) -> Self {
        // A run is small.
        Self { len: run.len as usize, encoded, out, places: Places::new(shape, run) }
    }
}

impl<O: Out> Content for Parted<'_, O> {
    fn len(&self) -> usize {
        self.len
    }

    fn chunks(&mut self, bytes: Range<usize>) -> (&[u8], Soon) {
        while let Some((from, to)) = self.places.next(bytes.end) {
            self.out.put(to.start, &self.encoded[from]);
        }
        let encoded = self.encoded.as_ptr().wrapping_add(self.places.encoded);
        let bytes = self.out.get(bytes);
        (bytes, Soon([Some(encoded), Some(bytes.as_ptr_range().end)]))
    }
}

/// Where the bytes of a run go.
pub(crate) trait Out {
    /// Puts the next bytes there.
    fn put(&mut self, at: usize, bytes: &[u8]);

    /// What was put there.
    fn get(&self, bytes: Range<usize>) -> &[u8];
}

impl Out for &mut [u8] {
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn get(&self, bytes: Range<usize>) -> &[u8] {
        &self[bytes]
    }
}

/// A vector, from a place on: it is as long as what was put there.
pub(crate) struct End<'a>(pub(crate) &'a mut Vec<u8>, pub(crate) usize);

impl Out for End<'_> {
    fn put(&mut self, _: usize, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn get(&self, bytes: Range<usize>) -> &[u8] {
        &self.0[self.1 + bytes.start..self.1 + bytes.end]
    }
}
