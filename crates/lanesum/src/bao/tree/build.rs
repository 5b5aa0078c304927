//! Encoding a message in memory: the tree is halved down to runs, on one core or
//! on all, and each subtree written where it belongs.

use crate::bao::tree::check::value;
use crate::bao::tree::format::{Format, Layout};
use crate::bao::tree::levels::Levels;
use crate::bao::tree::run::Joined;
use crate::bao::tree::shape::{HEADER_LEN, PARENT_LEN};
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::RUN_LEN;
use crate::blake3::{CV_LEN, Hash, Join, Mode, Node, Serial};
use alloc::vec;
use alloc::vec::Vec;

/// Bytes of the message that are not cut for another thread: several runs, which
/// share what they work in.
pub(crate) const PART_LEN: u64 = 4 * RUN_LEN;

impl Format {
    /// The hash of a message and its combined encoding.
    pub fn encode(&self, message: &[u8]) -> (Hash, Vec<u8>) {
        let mut out = Vec::new();
        (self.encode_to(Layout::Combined, message, &mut out), out)
    }

    /// The hash of a message and its outboard encoding.
    pub fn outboard(&self, message: &[u8]) -> (Hash, Vec<u8>) {
        let mut out = Vec::new();
        (self.encode_to(Layout::Outboard, message, &mut out), out)
    }

    /// The hash of a message, and an encoding, which takes the place of what is
    /// in `out`. Where much is encoded, its room is used again; what is in it need
    /// not be cleared, and best is not, for the room would be filled with zeros.
    pub fn encode_to(&self, layout: Layout, message: &[u8], out: &mut Vec<u8>) -> Hash {
        self.build::<Serial>(layout, message, out)
    }

    /// The hash of a message, and an encoding, which fills `out`: for whoever has room of his own.
    /// None where that is not just as long as the encoding.
    pub fn encode_into(&self, layout: Layout, message: &[u8], out: &mut [u8]) -> Option<Hash> {
        let tree = self.builder(layout, message);
        (out.len() == tree.len()).then(|| tree.write::<Serial>(message, out))
    }

    /// [`Format::encode`] on all cores: on rayon's current thread pool.
    #[cfg(feature = "rayon")]
    pub fn par_encode(&self, message: &[u8]) -> (Hash, Vec<u8>) {
        let mut out = Vec::new();
        (self.par_encode_to(Layout::Combined, message, &mut out), out)
    }

    /// [`Format::outboard`] on all cores: on rayon's current thread pool.
    #[cfg(feature = "rayon")]
    pub fn par_outboard(&self, message: &[u8]) -> (Hash, Vec<u8>) {
        let mut out = Vec::new();
        (self.par_encode_to(Layout::Outboard, message, &mut out), out)
    }

    /// [`Format::encode_to`] on all cores: on rayon's current thread pool.
    #[cfg(feature = "rayon")]
    pub fn par_encode_to(&self, layout: Layout, message: &[u8], out: &mut Vec<u8>) -> Hash {
        self.build::<crate::blake3::Rayon>(layout, message, out)
    }

    fn build<J: Join>(&self, layout: Layout, message: &[u8], out: &mut Vec<u8>) -> Hash {
        let tree = self.builder(layout, message);
        set_len(out, tree.len());
        tree.write::<J>(message, out)
    }

    fn builder(&self, layout: Layout, message: &[u8]) -> Builder {
        let shape = Shape::new(message.len() as u64, self.chunk_group());
        let shape = shape.expect("no slice is longer than isize::MAX");
        Builder { mode: self.mode(), shape, layout }
    }
}

/// Makes a vector that long, of any bytes. New memory is asked for as zeros,
/// which costs nothing before it is written.
pub(crate) fn set_len(bytes: &mut Vec<u8>, len: usize) {
    if bytes.capacity() < len {
        *bytes = vec![0; len];
    } else {
        bytes.resize(len, 0);
    }
}

/// The encoding of a whole message, or of any whole subtree of one.
#[derive(Clone, Copy)]
pub(crate) struct Builder {
    pub(crate) mode: Mode,
    pub(crate) shape: Shape,
    pub(crate) layout: Layout,
}

impl Builder {
    /// How long the encoding is.
    fn len(&self) -> usize {
        HEADER_LEN + self.layout.len(self.shape, self.shape.root()) as usize
    }

    /// Writes it. Says what the hash is.
    fn write<J: Join>(&self, message: &[u8], out: &mut [u8]) -> Hash {
        let (header, rest) = out.split_at_mut(HEADER_LEN);
        header.copy_from_slice(&self.shape.len().to_le_bytes());
        self.build::<J>(self.shape.root(), message, rest).hash()
    }

    /// Writes a subtree, as long as `out` is. Says what its top is.
    pub(crate) fn build<J: Join>(&self, subtree: Subtree, content: &[u8], out: &mut [u8]) -> Node {
        if subtree.len <= PART_LEN || self.shape.is_leaf(subtree) {
            return self.part(&mut Levels::default(), subtree, content, out);
        }
        let halves = Halves::new(self, subtree, content, out);
        let (left, right) = J::join(
            content.len(),
            || self.build::<J>(halves.left, halves.left_content, halves.left_out).chaining_value(),
            || self.build::<J>(halves.right, halves.right_content, halves.right_out).chaining_value(),
        );
        let (parent, top) = join(&self.mode, &left, &right);
        *halves.parent = parent;
        top
    }

    /// Writes a subtree on this core.
    pub(crate) fn part(&self, levels: &mut Levels, subtree: Subtree, content: &[u8], out: &mut [u8]) -> Node {
        if subtree.len <= RUN_LEN || self.shape.is_leaf(subtree) {
            return self.run(levels, subtree, content, out);
        }
        let halves = Halves::new(self, subtree, content, out);
        let left = self.part(levels, halves.left, halves.left_content, halves.left_out);
        let right = self.part(levels, halves.right, halves.right_content, halves.right_out);
        let (parent, top) = join(&self.mode, &value(&left, false), &value(&right, false));
        *halves.parent = parent;
        top
    }
}

impl Builder {
    /// Writes a run, or a group.
    pub(crate) fn run(&self, levels: &mut Levels, subtree: Subtree, content: &[u8], out: &mut [u8]) -> Node {
        let (shape, first) = (self.shape, subtree.chunks().start);
        let top = match self.layout {
            Layout::Combined => levels.hash(&self.mode, Joined::new(shape, subtree, content, out), first),
            Layout::Outboard => levels.hash(&self.mode, content, first),
        };
        let leaves = shape.leaves(subtree) as usize;
        levels.write(shape.group(), leaves, self.layout.between(shape), out);
        top
    }
}

/// A subtree's content and room for its encoding, cut at its children.
struct Halves<'a> {
    left: Subtree,
    right: Subtree,
    left_content: &'a [u8],
    right_content: &'a [u8],
    parent: &'a mut [u8; PARENT_LEN],
    left_out: &'a mut [u8],
    right_out: &'a mut [u8],
}

impl<'a> Halves<'a> {
    fn new(builder: &Builder, subtree: Subtree, content: &'a [u8], out: &'a mut [u8]) -> Self {
        let (left, right) = subtree.children();
        let (left_content, right_content) = content.split_at(left.len as usize);
        let (parent, out) = out.split_first_chunk_mut().expect("there is room for a parent");
        let (left_out, right_out) = out.split_at_mut(builder.layout.len(builder.shape, left) as usize);
        Self { left, right, left_content, right_content, parent, left_out, right_out }
    }
}

/// A parent, and what is hashed of it.
pub(crate) fn join(mode: &Mode, left: &[u8; CV_LEN], right: &[u8; CV_LEN]) -> ([u8; PARENT_LEN], Node) {
    let node = Node::over(mode, left, right);
    (node.block, node)
}
