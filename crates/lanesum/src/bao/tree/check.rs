//! Holds a subtree, its parents and its bytes, to its chaining value.

use crate::bao::error::Error;
use crate::bao::tree::equal;
use crate::bao::tree::format::Layout;
use crate::bao::tree::levels::{Content, Levels};
use crate::bao::tree::piece::Piece;
use crate::bao::tree::run::{Out, Parted};
use crate::bao::tree::shape::PARENT_LEN;
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::Step;
use crate::blake3::tree::subtree as hash_subtree;
use crate::blake3::{CV_LEN, Mode, Node, Serial};
use alloc::vec::Vec;

/// What a node is known by: to its parent, or, of the root, as the hash.
pub(crate) fn value(node: &Node, is_root: bool) -> [u8; CV_LEN] {
    if is_root { node.hash().into() } else { node.chaining_value() }
}

/// Compares a parent with what is known of it.
pub(crate) fn check_parent(
    mode: &Mode,
    shape: Shape,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    parent: &[u8; PARENT_LEN],
) -> Result<(), Error> {
    let node = Node::parent(mode, parent);
    if equal(&value(&node, shape.is_root(subtree)), known) {
        Ok(())
    } else {
        Err(Error::ParentMismatch { offset: subtree.start, depth: shape.depth(subtree) })
    }
}

/// How a subtree is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// The bytes from its start that are verified.
    pub(crate) valid: usize,
    pub(crate) reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Mismatch(Error),
    /// There are fewer nodes than it has.
    TreeEnds,
    /// There are fewer bytes than it has.
    ContentEnds,
}

/// A run, and what is known of it: to its parent, or as the hash.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) mode: &'a Mode,
    pub(crate) shape: Shape,
    pub(crate) subtree: Subtree,
    pub(crate) known: &'a [u8; CV_LEN],
}

impl Run<'_> {
    /// Checks its parents, in pre-order, and its bytes, of both as many as there
    /// are.
    pub(crate) fn check(&self, levels: &mut Levels, tree: &[u8], content: &[u8]) -> Result<(), Wrong> {
        let Self { shape, subtree, .. } = *self;
        let whole = content.len() as u64 == subtree.len && tree.len() as u64 == shape.tree_len(subtree);
        if whole && self.is(levels, content, Layout::Outboard, tree) {
            return Ok(());
        }
        self.search(tree, content)
    }

    /// Checks all of it as it is encoded. Its bytes are put to `out`.
    pub(crate) fn check_encoded(
        &self,
        levels: &mut Levels,
        encoded: &[u8],
        out: impl Out,
    ) -> Result<(), Wrong> {
        let content = Parted::new(self.shape, self.subtree, encoded, out);
        if self.is(levels, content, Layout::Combined, encoded) {
            return Ok(());
        }
        let (mut tree, mut content) = (Vec::new(), Vec::new());
        Piece::new(self.shape, Step::Run(self.subtree)).split(encoded, &mut tree, &mut content);
        self.search(&tree, &content)
    }

    /// Whether its nodes are what is known of it and what an encoding has, which
    /// is compared in one time wherever it differs.
    ///
    /// All of its nodes are hashed from the bytes, and compared with the parents:
    /// they are the same if and only if each node is, from the top to the leaves,
    /// what its parent says, for that says of each leaf what it hashes to, and so
    /// on upwards. Only if they are not is the first wrong node looked for.
    fn is(&self, levels: &mut Levels, content: impl Content, layout: Layout, encoded: &[u8]) -> bool {
        let Self { mode, shape, subtree, known } = *self;
        let top = levels.hash(mode, content, subtree.chunks().start);
        let leaves = shape.leaves(subtree) as usize;
        let are_in = levels.are_in(shape.group(), leaves, layout.between(shape), encoded);
        equal(&value(&top, shape.is_root(subtree)), known) & are_in
    }

    /// Looks for what is wrong first: it may be nothing.
    fn search(&self, tree: &[u8], content: &[u8]) -> Result<(), Wrong> {
        let mut search = Search { mode: self.mode, shape: self.shape, tree, content, valid: 0 };
        let result = search.node(self.subtree, self.known);
        result.map_err(|reason| Wrong { valid: search.valid, reason })
    }
}

/// The walk from the top, a node at a time, to the first that is wrong.
struct Search<'a> {
    mode: &'a Mode,
    shape: Shape,
    tree: &'a [u8],
    content: &'a [u8],
    valid: usize,
}

impl Search<'_> {
    fn node(&mut self, subtree: Subtree, known: &[u8; CV_LEN]) -> Result<(), Reason> {
        if self.shape.is_leaf(subtree) {
            let leaf = self.content.split_off(..subtree.len as usize).ok_or(Reason::ContentEnds)?;
            let node = hash_subtree::<Serial>(self.mode, leaf, subtree.chunks().start);
            check_leaf(self.shape, subtree, known, &node).map_err(Reason::Mismatch)?;
            self.valid += leaf.len();
            return Ok(());
        }
        let (parent, rest) = self.tree.split_first_chunk().ok_or(Reason::TreeEnds)?;
        self.tree = rest;
        check_parent(self.mode, self.shape, subtree, known, parent).map_err(Reason::Mismatch)?;
        let (left, right) = subtree.children();
        let (left_known, right_known) = halves(parent);
        self.node(left, left_known)?;
        self.node(right, right_known)
    }
}

/// Compares a leaf with what is known of it.
pub(crate) fn check_leaf(
    shape: Shape,
    subtree: Subtree,
    known: &[u8; CV_LEN],
    leaf: &Node,
) -> Result<(), Error> {
    if equal(&value(leaf, shape.is_root(subtree)), known) {
        Ok(())
    } else {
        Err(Error::LeafMismatch { offset: subtree.start })
    }
}

/// The chaining values of the children.
pub(crate) fn halves(parent: &[u8; PARENT_LEN]) -> (&[u8; CV_LEN], &[u8; CV_LEN]) {
    let (halves, _) = parent.as_chunks();
    (&halves[0], &halves[1])
}
