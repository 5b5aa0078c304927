//! Blocks of a few messages at fixed distances.

use core::num::NonZero;

/// Blocks that are dealt out to lanes: block `b` of lane `i` is `i * lane + b * stride` bytes behind
/// the first.
#[derive(Clone, Copy)]
pub(crate) struct Dealt<'b> {
    /// What holds them.
    pub(crate) bytes: &'b [u8],
    /// Bytes from a lane's block to that of the next lane.
    pub(crate) lane: usize,
    /// Bytes from a lane's block to its next.
    pub(crate) stride: usize,
    /// How many blocks each lane has.
    pub(crate) blocks: usize,
}

impl<'b> Dealt<'b> {
    /// What the lanes behind the first `lanes` have.
    #[inline]
    pub(crate) fn behind(self, lanes: usize) -> Self {
        Self { bytes: &self.bytes[lanes * self.lane..], ..self }
    }

    /// How many blocks there are, and where each of so many lanes begins, those past the last where
    /// the first does. None, where there is nothing to do.
    ///
    /// # Panics
    ///
    /// Where there are fewer bytes than that many lanes have, in blocks of `block` bytes, or more
    /// lanes than `N`.
    #[inline]
    pub(super) fn begin<const N: usize>(
        &self,
        lanes: usize,
        block: usize,
    ) -> Option<(NonZero<usize>, [*const u8; N])> {
        let &Self { bytes, lane, stride, blocks } = self;
        let count = NonZero::new(blocks)?;
        let last = lanes.checked_sub(1)?.checked_mul(lane);
        let end = last
            .zip((blocks - 1).checked_mul(stride))
            .and_then(|(a, b)| a.checked_add(b)?.checked_add(block));
        assert!(lanes <= N && end.is_some_and(|end| end <= bytes.len()), "fewer bytes than are to be dealt");
        let mut from = [bytes.as_ptr(); N];
        for (i, from) in from[..lanes].iter_mut().enumerate() {
            *from = from.wrapping_add(i * lane);
        }
        Some((count, from))
    }
}
