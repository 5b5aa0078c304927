//! Parents of many messages' trees side by side.

use super::done::Done;
use super::{CV_LEN, Mode, Value};
use crate::blake3::nodes::LANES;
use crate::blake3::of_blake3;
use crate::digest::Output;
use crate::wipe::wipe_on_drop;

/// Pairs of chaining values on their way to one, and where that goes.
pub(super) struct Pairs {
    /// `ROOT`, where these are the last ones of their messages, or 0.
    root: u32,
    len: usize,
    blocks: [[Value; 2]; LANES],
    targets: [usize; LANES],
}

wipe_on_drop!([] Pairs { blocks });

impl Pairs {
    pub(super) fn new(root: u32) -> Self {
        Self { root, len: 0, blocks: [[[0; CV_LEN]; 2]; LANES], targets: [0; LANES] }
    }

    /// Adds the pair whose first value is at `place`.
    #[inline]
    pub(super) fn add(&mut self, mode: &Mode, done: &mut Done<'_, impl Output>, place: usize, target: usize) {
        self.blocks[self.len] = [done.values[place], done.values[place + 1]];
        self.targets[self.len] = target;
        self.len += 1;
        if self.len == LANES {
            self.run(mode, done);
        }
    }

    pub(super) fn run(&mut self, mode: &Mode, done: &mut Done<'_, impl Output>) {
        let mut blocks = self.blocks[..self.len].as_flattened();
        let mut targets = &self.targets[..self.len];
        while !targets.is_empty() {
            let kernel = of_blake3().tree(targets.len());
            let n = kernel.takes(targets.len());
            let fresh = done.fresh[..n].as_flattened_mut();
            kernel.parents(mode, blocks[..2 * n].as_flattened(), self.root, fresh);
            for i in 0..n {
                done.take(self.root != 0, targets[i], i);
            }
            (blocks, targets) = (&blocks[2 * n..], &targets[n..]);
        }
        self.len = 0;
    }
}
