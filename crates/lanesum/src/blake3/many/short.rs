//! Short messages that wait for others of as many blocks.

use super::coming::SHORT;
use crate::blake3::BLOCK_LEN;
use crate::blake3::nodes::{LANES, Leaves, last};
use alloc::boxed::Box;

/// Short messages that wait, each a whole chunk. As little as can be is done for one of them,
/// and what kernels are to know of it is found out for all lanes at once: of messages of 250
/// bytes, five nanoseconds are a tenth.
pub(super) struct Short<'a>([Option<Box<Alike<'a>>>; SHORT]);

/// Messages of as many blocks.
pub(super) struct Alike<'a> {
    len: usize,
    messages: [usize; LANES],
    leaves: Leaves<'a>,
}

impl<'a> Short<'a> {
    /// None.
    pub(super) fn new() -> Self {
        Self(Default::default())
    }

    /// Whether a message is short.
    #[inline(always)]
    pub(super) fn takes(bytes: &[u8]) -> bool {
        bytes.len() <= SHORT * BLOCK_LEN
    }

    /// Adds a message, and says which ones fill the lanes now, if any do.
    ///
    /// # Panics
    ///
    /// Where it is not short.
    #[inline(always)]
    pub(super) fn push(&mut self, message: usize, bytes: &'a [u8]) -> Option<&mut Alike<'a>> {
        let alike = self.0[last(bytes.len())].get_or_insert_with(Alike::new);
        let i = alike.len;
        alike.messages[i] = message;
        alike.leaves.put(i, bytes);
        alike.len = i + 1;
        (alike.len == LANES).then_some(alike)
    }

    /// Takes all, the longest first.
    pub(super) fn take(&mut self) -> impl Iterator<Item = (usize, &'a [u8])> {
        self.0.iter_mut().rev().flatten().flat_map(|alike| {
            let (messages, leaves) = alike.take();
            messages.iter().copied().zip(leaves.bytes().iter().copied())
        })
    }
}

impl<'a> Alike<'a> {
    fn new() -> Box<Self> {
        Box::new(Self { len: 0, messages: [0; LANES], leaves: Leaves::new() })
    }

    /// Takes all: which messages they are, and these for kernels.
    #[inline]
    pub(super) fn take(&mut self) -> (&[usize], &Leaves<'a>) {
        let n = core::mem::take(&mut self.len);
        let alike = self.leaves.seal(n);
        debug_assert!(alike, "as many blocks each");
        (&self.messages[..n], &self.leaves)
    }
}
