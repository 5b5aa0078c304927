//! Verifying a whole encoding, or a whole subtree of one, in memory.

use crate::bao::tree::build::PART_LEN;
use crate::bao::tree::check::{Reason, Run, check_parent, halves};
use crate::bao::tree::format::Format;
use crate::bao::tree::levels::Levels;
use crate::bao::tree::shape::PARENT_LEN;
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::RUN_LEN;
use crate::blake3::{CV_LEN, Join};

/// Verifies whole encodings: the tree is halved down to runs, on one core or on
/// all.
pub(crate) struct Opener {
    pub(crate) format: Format,
    pub(crate) shape: Shape,
}

/// A subtree of an encoding.
pub(crate) enum Input<'a> {
    /// All of it, and room for its bytes of the message.
    Combined { encoded: &'a [u8], out: &'a mut [u8] },
    /// Of either what there is.
    Apart { tree: &'a [u8], content: &'a [u8] },
}

impl<'a> Input<'a> {
    /// The parent at the top, and the two children.
    fn halve(self, shape: Shape, left: Subtree) -> Option<(&'a [u8; PARENT_LEN], Self, Self)> {
        Some(match self {
            Self::Combined { encoded, out } => {
                let (parent, rest) = encoded.split_first_chunk()?;
                let (a, b) = rest.split_at((shape.tree_len(left) + left.len) as usize);
                let (c, d) = out.split_at_mut(left.len as usize);
                (parent, Self::Combined { encoded: a, out: c }, Self::Combined { encoded: b, out: d })
            }
            Self::Apart { tree, content } => {
                let (parent, rest) = tree.split_first_chunk()?;
                let (a, b) = rest.split_at(rest.len().min(shape.tree_len(left) as usize));
                let (c, d) = content.split_at(content.len().min(left.len as usize));
                (parent, Self::Apart { tree: a, content: c }, Self::Apart { tree: b, content: d })
            }
        })
    }
}

impl Opener {
    /// Verifies a subtree on one core or on all.
    pub(crate) fn node<J: Join>(
        &self,
        subtree: Subtree,
        known: &[u8; CV_LEN],
        input: Input<'_>,
    ) -> Result<(), Reason> {
        if subtree.len <= PART_LEN || self.shape.is_leaf(subtree) {
            return self.part(&mut Levels::default(), subtree, known, input);
        }
        let (left, right, inputs) = self.parent(subtree, known, input)?;
        let (left_known, right_known) = halves(inputs.0);
        let (a, b) = J::join(
            subtree.len as usize,
            || self.node::<J>(left, left_known, inputs.1),
            || self.node::<J>(right, right_known, inputs.2),
        );
        // What is wrong first in the encoding.
        a.and(b)
    }

    /// Verifies a subtree on this core.
    pub(crate) fn part(
        &self,
        levels: &mut Levels,
        subtree: Subtree,
        known: &[u8; CV_LEN],
        input: Input<'_>,
    ) -> Result<(), Reason> {
        if subtree.len > RUN_LEN && !self.shape.is_leaf(subtree) {
            let (left, right, inputs) = self.parent(subtree, known, input)?;
            let (left_known, right_known) = halves(inputs.0);
            self.part(levels, left, left_known, inputs.1)?;
            return self.part(levels, right, right_known, inputs.2);
        }
        let (mode, shape) = (&self.format.mode(), self.shape);
        let run = Run { mode, shape, subtree, known };
        match input {
            Input::Apart { tree, content } => run.check(levels, tree, content),
            Input::Combined { encoded, out } => run.check_encoded(levels, encoded, out),
        }
        .map_err(|wrong| wrong.reason)
    }

    #[expect(clippy::type_complexity, reason = "it is the parts that a node has")]
    fn parent<'a>(
        &self,
        subtree: Subtree,
        known: &[u8; CV_LEN],
        input: Input<'a>,
    ) -> Result<(Subtree, Subtree, (&'a [u8; PARENT_LEN], Input<'a>, Input<'a>)), Reason> {
        let (left, right) = subtree.children();
        let halves = input.halve(self.shape, left).ok_or(Reason::TreeEnds)?;
        check_parent(&self.format.mode(), self.shape, subtree, known, halves.0).map_err(Reason::Mismatch)?;
        Ok((left, right, halves))
    }
}
