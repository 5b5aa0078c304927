//! The outboard encoding of a part of a message, hashed apart: on a machine that has
//! no more than that part.

use crate::bao::tree::build::{Builder, set_len};
use crate::bao::tree::format::{Format, Layout};
use crate::bao::tree::shape::{self, Shape};
use crate::blake3::Join;
use crate::blake3::subtree::{Subtree, SubtreeError};
use alloc::vec::Vec;

impl Format {
    /// Hashes a part of a message as [`Mode::subtree`](crate::blake3::Mode::subtree)
    /// does, and puts the parents below its top, and the top, into `out`: just the bytes
    /// that the outboard encoding of the whole message has for this part, one behind the
    /// other. A part that is not larger than a group has none.
    ///
    /// The outboard encoding of the whole is its length, then in pre-order the parents
    /// above the parts, each followed by what lies below it.
    ///
    /// ```
    /// use lanesum::bao::{ChunkGroup, Format};
    ///
    /// let message = vec![7; 100_000];
    /// let format = Format::BAO.with_chunk_group(ChunkGroup::KIB_16);
    /// let (hash, whole) = format.outboard(&message);
    /// let (mut left, mut right) = (Vec::new(), Vec::new());
    /// let a = format.subtree_outboard(0, &message[..1 << 16], &mut left)?;
    /// let b = format.subtree_outboard(1 << 16, &message[1 << 16..], &mut right)?;
    /// let top = [a.chaining_value().as_slice(), b.chaining_value()].concat();
    /// assert_eq!(whole, [&100_000u64.to_le_bytes(), &top[..], &left, &right].concat());
    /// assert_eq!(hash, format.mode().root(&a, &b)?);
    /// # Ok::<(), lanesum::blake3::subtree::SubtreeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SubtreeError`] where the part is empty or not a subtree, as for
    /// [`Mode::subtree`](crate::blake3::Mode::subtree).
    pub fn subtree_outboard(
        &self,
        start: u64,
        bytes: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Subtree, SubtreeError> {
        self.subtree_by::<crate::blake3::Serial>(start, bytes, out)
    }

    /// [`Format::subtree_outboard`] on all cores: on rayon's current thread pool.
    ///
    /// # Errors
    ///
    /// As [`Format::subtree_outboard`].
    #[cfg(feature = "rayon")]
    pub fn par_subtree_outboard(
        &self,
        start: u64,
        bytes: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Subtree, SubtreeError> {
        self.subtree_by::<crate::blake3::Rayon>(start, bytes, out)
    }

    fn subtree_by<J: Join>(
        &self,
        start: u64,
        bytes: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Subtree, SubtreeError> {
        let len = bytes.len() as u64;
        // Whether there is such a part is known before it is hashed.
        Subtree::new(start, len, [0; 32])?;
        let shape = Shape::new(len, self.chunk_group()).expect("no slice is longer than isize::MAX");
        let part = shape::Subtree { start, len };
        let tree = Builder { mode: self.mode(), shape, layout: Layout::Outboard };
        set_len(out, Layout::Outboard.len(shape, part) as usize);
        let top = tree.build::<J>(part, bytes, out).chaining_value();
        Subtree::new(start, len, top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bao::ChunkGroup;
    use crate::blake3::Mode;

    /// What the parts have, under the parents of the whole.
    fn join(parts: &[(Subtree, Vec<u8>)], mode: Mode, out: &mut Vec<u8>) -> Subtree {
        let len: u64 = parts.iter().map(|(part, _)| part.len()).sum();
        if let [(part, tree)] = parts {
            out.extend(tree);
            return *part;
        }
        let left = crate::blake3::subtree::left_len(len).expect("more than a part");
        let mut end = 0;
        let cut = parts.iter().position(|(part, _)| {
            end += part.len();
            end > left
        });
        let (left, right) = parts.split_at(cut.expect("a right part"));
        let place = out.len();
        out.extend([0; 64]);
        let (a, b) = (join(left, mode, out), join(right, mode, out));
        out[place..][..32].copy_from_slice(a.chaining_value());
        out[place + 32..][..32].copy_from_slice(b.chaining_value());
        mode.merge(&a, &b).expect("neighbours")
    }

    #[test]
    fn parts_of_a_message_make_its_outboard_encoding() {
        let message: Vec<u8> = (0..300_001u32).map(|i| (i % 251) as u8).collect();
        for (log, part) in [(0, 1024), (0, 1 << 16), (2, 1 << 14), (4, 1 << 14), (4, 1 << 16)] {
            for len in [part + 1, 2 * part, 3 * part - 1, 4 * part + 1024, 300_001] {
                let message = &message[..len.min(300_001)];
                for mode in [Mode::HASH, Mode::keyed(&[7; 32])] {
                    let group = ChunkGroup::from_log(log).expect("a small one");
                    let format = Format::BAO.with_mode(mode).with_chunk_group(group);
                    let parts: Vec<_> = message
                        .chunks(part)
                        .enumerate()
                        .map(|(i, bytes)| {
                            let (start, mut tree) = ((i * part) as u64, Vec::new());
                            let top = format.subtree_outboard(start, bytes, &mut tree).expect("a part");
                            assert_eq!(top, mode.subtree(start, bytes).expect("a part"));
                            (top, tree)
                        })
                        .collect();
                    let mut out = (message.len() as u64).to_le_bytes().to_vec();
                    join(&parts, mode, &mut out);
                    assert_eq!(out, format.outboard(message).1, "{log} {part} {}", message.len());
                }
            }
        }
    }

    #[test]
    fn not_a_part() {
        let mut out = Vec::new();
        let refused = |start, len| Format::BAO.subtree_outboard(start, &[0; 4096][..len], &mut Vec::new());
        assert_eq!(refused(0, 0), Err(SubtreeError::Empty));
        assert_eq!(refused(1, 1), Err(SubtreeError::Offset { start: 1 }));
        assert_eq!(refused(1024, 2048), Err(SubtreeError::TooLong { start: 1024, len: 2048, max: 1024 }));
        assert!(Format::BAO.subtree_outboard(2048, &[0; 2048], &mut out).is_ok());
        assert_eq!(out.len(), 64);
    }
}
