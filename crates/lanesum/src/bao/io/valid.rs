//! What of a message is there: the ranges that are as the hash says, so that a
//! download goes on from what it has.

use crate::bao::error::Error;
use crate::bao::io::source::Random;
use crate::bao::tree::check::{Run, check_leaf, check_parent, halves};
use crate::bao::tree::format::Format;
use crate::bao::tree::levels::Levels;
use crate::bao::tree::piece::Piece;
use crate::bao::tree::ranges;
use crate::bao::tree::shape::HEADER_LEN;
use crate::bao::tree::shape::{Shape, Subtree};
use crate::bao::tree::walk::{Step, Walk};
use crate::blake3::tree::subtree as hash_subtree;
use crate::blake3::{CV_LEN, Hash, Serial};
use alloc::vec::Vec;
use core::ops::Range;
use std::io;

impl Format {
    /// The ranges of bytes, ascending and apart, that are as the hash says,
    /// among the chunk groups that hold `ranges` of a partial encoding, or of a
    /// partial message beside its outboard encoding.
    ///
    /// What is wrong or missing is not in them: a leaf, or all that lies under a
    /// parent.
    ///
    /// # Errors
    ///
    /// Where the encoding has no length, [`Error`] in an `io::Error`; those of
    /// the input.
    pub fn valid_ranges(
        &self,
        hash: &Hash,
        mut source: impl Random,
        ranges: &[Range<u64>],
    ) -> io::Result<Vec<Range<u64>>> {
        let (mut tree, mut content) = (Vec::new(), Vec::new());
        if let Some(ended) = source.read(&Piece::HEADER, &mut tree, &mut content)? {
            return Err(ended.into());
        }
        let header = tree.first_chunk::<HEADER_LEN>().ok_or(Error::Truncated { offset: 0 })?;
        let shape = Shape::new(u64::from_le_bytes(*header), self.chunk_group())?;
        let wanted = ranges::chunks(ranges, shape, self.chunk_group());
        let mut walk = Walk::new(shape, wanted, (*hash).into());
        let mut levels = Levels::default();
        let mode = self.mode();
        let mut valid = Valid(Vec::new());
        while let Some((step, known)) = walk.peek() {
            tree.clear();
            content.clear();
            source.read(&Piece::new(shape, step), &mut tree, &mut content)?;
            match step {
                Step::Parent(subtree) => match tree.first_chunk() {
                    Some(parent) if check_parent(&mode, shape, subtree, known, parent).is_ok() => {
                        let (left, right) = halves(parent);
                        walk.descend(*left, *right);
                    }
                    _ => walk.skip(),
                },
                Step::Run(subtree) => {
                    let run = Run { mode: &mode, shape, subtree, known };
                    if run.check(&mut levels, &tree, &content).is_ok() {
                        valid.push(subtree);
                    } else {
                        Partial { run, tree: &tree, content: &content }.survey(subtree, known, &mut valid);
                    }
                    walk.skip();
                }
            }
        }
        Ok(valid.0)
    }
}

struct Valid(Vec<Range<u64>>);

impl Valid {
    fn push(&mut self, subtree: Subtree) {
        match self.0.last_mut() {
            Some(last) if last.end == subtree.start => last.end = subtree.end(),
            _ if subtree.len > 0 => self.0.push(subtree.start..subtree.end()),
            _ => {}
        }
    }
}

/// A run in which something is wrong or missing.
struct Partial<'a> {
    run: Run<'a>,
    tree: &'a [u8],
    content: &'a [u8],
}

impl Partial<'_> {
    fn survey(&self, subtree: Subtree, known: &[u8; CV_LEN], valid: &mut Valid) {
        let (run, shape) = (self.run, self.run.shape);
        if shape.is_leaf(subtree) {
            let start = (subtree.start - run.subtree.start) as usize;
            let leaf = self.content.get(start..start + subtree.len as usize);
            let Some(leaf) = leaf else { return };
            let node = hash_subtree::<Serial>(run.mode, leaf, subtree.chunks().start);
            if check_leaf(shape, subtree, known, &node).is_ok() {
                valid.push(subtree);
            }
            return;
        }
        let offset = shape.tree_offset(subtree) - shape.tree_offset(run.subtree);
        let Some(parent) = self.tree.get(offset as usize..).and_then(|rest| rest.first_chunk()) else {
            return;
        };
        if check_parent(run.mode, shape, subtree, known, parent).is_ok() {
            let (left, right) = subtree.children();
            let (left_known, right_known) = halves(parent);
            self.survey(left, left_known, valid);
            self.survey(right, right_known, valid);
        }
    }
}
