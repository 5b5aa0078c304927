//! Where values go: to the messages, or to the next level of their trees.

use super::coming::Near;
use super::group::Group;
use super::{Mode, Value};
use crate::blake3::nodes::{LANES, Leaves, Tails, Tree};
use crate::blake3::of_blake3;
use crate::digest::Output;
use crate::wipe::wipe_on_drop;
use alloc::vec::Vec;

/// Where values go.
pub(super) struct Done<'o, O> {
    pub(super) output: &'o mut O,
    /// What a kernel puts out.
    pub(super) fresh: [Value; LANES],
    /// The chaining values of the messages that have several.
    pub(super) values: Vec<Value>,
}

wipe_on_drop!(['o, O] Done<'o, O> { fresh, values });

impl<O: Output> Done<'_, O> {
    /// Sends a value to a message, or to a place.
    #[inline]
    pub(super) fn take(&mut self, root: bool, target: usize, fresh: usize) {
        if root {
            self.output.put(target, &self.fresh[fresh..=fresh]);
        } else {
            self.values[target] = self.fresh[fresh];
        }
    }

    /// Runs messages that follow one another.
    pub(super) fn even(
        &mut self,
        kernel: &dyn Tree,
        mode: &Mode,
        tails: &mut Tails,
        leaves: &Leaves<'_>,
        near: Near<'_>,
        first: usize,
    ) {
        let fresh = &mut self.fresh[..leaves.len()];
        kernel.leaves(mode, leaves, near.later, near.soon, tails, fresh.as_flattened_mut());
        self.output.put(first, fresh);
    }

    /// Runs messages that fill all lanes.
    pub(super) fn alike(
        &mut self,
        mode: &Mode,
        tails: &mut Tails,
        leaves: &Leaves<'_>,
        near: Near<'_>,
        messages: &[usize],
    ) {
        let kernel = of_blake3().tree(LANES);
        kernel.leaves(mode, leaves, near.later, near.soon, tails, self.fresh.as_flattened_mut());
        for (fresh, &message) in self.fresh.iter().zip(messages) {
            self.output.put(message, core::slice::from_ref(fresh));
        }
    }

    /// Runs chunks, and empties the group.
    pub(super) fn leaves(&mut self, mode: &Mode, tails: &mut Tails, group: &mut Group<'_>, near: Near<'_>) {
        let (all, mut from) = (group.leaves.len(), 0);
        while from < all {
            let kernel = of_blake3().tree(all - from);
            let n = kernel.takes(all - from);
            if n == all {
                self.run(kernel, mode, tails, group, near);
            } else {
                self.run(kernel, mode, tails, &group.part(from..from + n), near);
            }
            from += n;
        }
        group.leaves.clear();
    }

    /// Runs all by one kernel, which takes so many.
    fn run(&mut self, kernel: &dyn Tree, mode: &Mode, tails: &mut Tails, group: &Group<'_>, near: Near<'_>) {
        let n = group.leaves.len();
        kernel.leaves(mode, &group.leaves, near.later, near.soon, tails, self.fresh[..n].as_flattened_mut());
        for i in 0..n {
            self.take(group.leaves.is_root(i), group.targets[i], i);
        }
    }
}
