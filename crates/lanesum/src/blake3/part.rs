//! Parts of one message, hashed in any order, on any thread.

use super::join::Serial;
use super::tree::children;
use super::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Hasher, Mode};

/// A whole subtree of a message: 2^n chunks, at a multiple of their length.
#[derive(Clone, Copy)]
pub struct Part {
    /// The chaining values of its two children: they may be those of the root.
    children: [u8; BLOCK_LEN],
    offset: u64,
    len: usize,
}

impl Part {
    /// Hashes the bytes of a message from `offset` on, in the mode of the
    /// [`Hasher`] that it is for. None where they are not two or more chunks,
    /// as many as a power of two, at a multiple of their length.
    pub fn new(mode: &Mode, offset: u64, bytes: &[u8]) -> Option<Self> {
        let len = bytes.len();
        let whole = len >= 2 * CHUNK_LEN && len.is_power_of_two() && offset.is_multiple_of(len as u64);
        whole.then(|| {
            let children = children::<Serial>(mode, bytes, offset / CHUNK_LEN as u64);
            Self { children, offset, len }
        })
    }
}

impl Hasher {
    /// Adds a part of the message. Says whether it is the next one: otherwise
    /// it is not added.
    pub fn add_part(&mut self, part: &Part) -> bool {
        let next = part.offset == self.count() && self.is_whole();
        if next {
            let (halves, _) = part.children.as_chunks::<CV_LEN>();
            self.push(part.len / 2, halves[0]);
            self.push(part.len / 2, halves[1]);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blake3::hash;
    use alloc::vec::Vec;

    /// Messages that end in every way after a number of parts.
    #[test]
    fn parts_and_a_rest() {
        const LEN: usize = 4 * CHUNK_LEN;
        let message: Vec<u8> = (0..9 * LEN + 77).map(|i| ((i * i) >> 8) as u8 ^ i as u8).collect();
        for parts in 0..=9 {
            for rest in [0, 1, 77, CHUNK_LEN, 2 * CHUNK_LEN + 1, LEN - 1] {
                let message = &message[..(parts * LEN + rest).min(message.len())];
                let mut hasher = Hasher::new();
                let (whole, rest) = message.split_at(parts * LEN);
                for (i, bytes) in whole.chunks(LEN).enumerate() {
                    let part = Part::new(&Mode::HASH, (i * LEN) as u64, bytes).unwrap();
                    assert!(hasher.add_part(&part));
                    assert!(!hasher.add_part(&part), "it is no longer the next");
                }
                hasher.update(rest);
                assert_eq!(hasher.finalize(), hash(message), "{parts} parts and {}", rest.len());
            }
        }
    }

    #[test]
    fn no_parts() {
        let bytes = [0; 6 * CHUNK_LEN];
        for (offset, len) in
            [(0, CHUNK_LEN), (0, 3 * CHUNK_LEN), (0, 2 * CHUNK_LEN + 1), (1024, 2048), (1, 2048)]
        {
            assert!(Part::new(&Mode::HASH, offset, &bytes[..len]).is_none(), "{len} at {offset}");
        }
        let part = Part::new(&Mode::HASH, 0, &bytes[..2048]).unwrap();
        assert!(!Hasher::new().update(b"x").add_part(&part));
    }
}
