//! BLAKE3's tree, for a guest that keeps the subtrees of a message itself.

use super::Guest;
use crate::blake3::nodes::LANES;
use crate::blake3::{self, CHUNK_LEN, CV_LEN, Mode, Node, OutputReader, Serial};

/// The mode of a BLAKE3 tree: a key, or the initialization vector, and flags.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeMode {
    pub(super) key: [u32; 8],
    pub(super) flags: u32,
}

impl TreeMode {
    fn get(&self) -> Mode {
        Mode { key: self.key, flags: self.flags }
    }

    /// The hash in this mode.
    #[inline(always)]
    pub fn function(&self) -> impl Guest {
        blake3::Told::new(self.get())
    }

    /// Hashes a message.
    pub fn hash(&self, message: &[u8]) -> [u8; 32] {
        self.get().hash(message).into()
    }

    /// The chaining values of the two children of a subtree of more than a chunk,
    /// whose first chunk is number `first`.
    pub fn children(&self, bytes: &[u8], first: u64) -> [u8; 64] {
        blake3::tree::children::<Serial>(&self.get(), bytes, first)
    }

    /// The chaining value of a subtree.
    pub fn subtree(&self, bytes: &[u8], first: u64) -> [u8; 32] {
        blake3::tree::subtree::<Serial>(&self.get(), bytes, first).chaining_value()
    }

    /// The chaining values of neighbours: subtrees of `chunks` chunks, a power of two, of
    /// which the last may be shorter. The first chunk of all is number `first`, and a
    /// multiple of `chunks`. There are as many values as there are subtrees.
    pub fn subtrees(&self, bytes: &[u8], chunks: usize, first: u64, values: &mut [u8]) {
        let (mode, each) = (self.get(), chunks * CHUNK_LEN);
        // Those of so many subtrees are found together, for one has too few chunks for all
        // lanes.
        let group = (LANES / chunks).max(1);
        let mut counter = first;
        for (bytes, values) in bytes.chunks(group * each).zip(values.chunks_mut(group * CV_LEN)) {
            if group == 1 {
                values.copy_from_slice(
                    &blake3::tree::subtree::<Serial>(&mode, bytes, counter).chaining_value(),
                );
            } else {
                let (mut level, mut above) = ([0; LANES * CV_LEN], [0; LANES * CV_LEN]);
                let (mut level, mut above) = (&mut level[..], &mut above[..]);
                let mut n = blake3::tree::chunks(&mode, bytes, counter, level);
                for _ in 0..chunks.ilog2() {
                    n = blake3::tree::parents(&mode, &level[..n * CV_LEN], above);
                    (level, above) = (above, level);
                }
                values.copy_from_slice(&level[..n * CV_LEN]);
            }
            counter = counter.wrapping_add((group * chunks) as u64);
        }
    }

    /// The chaining values of many parents, whose children's are `children`.
    pub fn parents(&self, children: &[u8], values: &mut [u8]) {
        blake3::tree::parents(&self.get(), children, values);
    }

    /// The root over subtrees, from the left, and what follows them, which starts
    /// with chunk number `first`. Where nothing follows, there are none or two or more
    /// subtrees.
    pub fn root(&self, subtrees: &[[u8; 32]], bytes: &[u8], first: u64) -> TreeRoot {
        let (mode, mut rest) = (self.get(), subtrees);
        let mut node = match (bytes, subtrees) {
            ([], [before @ .., left, right]) => {
                rest = before;
                Node::over(&mode, left, right)
            }
            _ => blake3::tree::subtree::<Serial>(&mode, bytes, first),
        };
        for left in rest.iter().rev() {
            node = Node::over(&mode, left, &node.chaining_value());
        }
        TreeRoot { cv: node.cv, block: node.block, counter: node.counter, len: node.len, flags: node.flags }
    }
}

/// A node of a BLAKE3 tree, before its last compression: mostly the root.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeRoot {
    cv: [u32; 8],
    block: [u8; 64],
    counter: u64,
    len: u32,
    flags: u32,
}

impl TreeRoot {
    fn get(&self) -> Node {
        let Self { cv, block, counter, len, flags } = *self;
        Node { cv, block, counter, len, flags }
    }

    /// Output from byte `position` on.
    pub fn output(&self, position: u64, out: &mut [u8]) {
        let mut reader = OutputReader::new(self.get());
        reader.set_position(position);
        reader.fill(out);
    }

    /// The chaining value, with the flags as they are.
    pub fn chaining_value(&self) -> [u8; 32] {
        self.get().chaining_value()
    }
}
