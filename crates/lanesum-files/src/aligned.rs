//! Room for what is read, where it is copied to fast.

use std::ops::{Deref, DerefMut};

/// Bytes in a line of the cache.
pub(crate) const LINE: usize = 64;

/// Bytes that begin with a line of the cache.
///
/// The allocator puts a head of 16 bytes before large vectors, which begin so far behind a page's
/// beginning, and files and pipes are copied from pages. Where the place of what is copied to is
/// 1 to 31 bytes behind the place of what it is copied from, each in its page, `rep movsb`, by
/// which Linux copies, takes four times as long on an AMD Zen 3.
#[derive(Default)]
pub struct Aligned {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// Of `len` zeros.
    pub fn new(len: usize) -> Self {
        let bytes = vec![0; len + LINE];
        let start = bytes.as_ptr().align_offset(LINE).min(LINE);
        Self { bytes, start, len }
    }
}

impl Deref for Aligned {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_with_a_line() {
        for len in [0, 1, 100, 64 << 10, 1 << 20] {
            let mut room = Aligned::new(len);
            assert_eq!((room.len(), room.as_ptr().addr() % LINE), (len, 0));
            room.fill(1);
            assert!(room.iter().all(|&byte| byte == 1));
        }
    }
}
