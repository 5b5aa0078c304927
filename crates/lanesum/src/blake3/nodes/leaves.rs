//! Chunks that lie anywhere, gathered until a kernel takes them: laid out by
//! lanes as it reads them, so that little is left to do when it runs.

use super::{LANES, last};
use crate::blake3::compression::{CHUNK_END, ROOT};
use crate::blake3::{BLOCK_LEN, CHUNK_LEN};

/// Blocks in a whole chunk.
pub(crate) const BLOCKS: usize = CHUNK_LEN / BLOCK_LEN;

/// A chunk that lies anywhere.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a> {
    /// All of it.
    pub(crate) bytes: &'a [u8],
    /// Its number.
    pub(crate) counter: u64,
    /// `ROOT` where it is the whole message, or 0.
    pub(crate) root: u32,
}

/// Chunks that lie anywhere, each in a lane of its own.
pub(crate) struct Leaves<'a> {
    bytes: [&'a [u8]; LANES],
    ends: Ends,
}

/// What kernels have to know of the chunks in some lanes besides where they are.
pub(super) struct Ends {
    /// Lanes that have a chunk.
    pub(super) live: usize,
    /// The lanes that end with block `b`, a bit each.
    pub(super) ending: [u32; BLOCKS],
    /// Bytes in each lane's last block, and the flags that only it has.
    pub(super) lens: [u32; LANES],
    pub(super) flags: [u32; LANES],
    /// Each one's number.
    pub(super) counters: [u64; LANES],
}

impl Ends {
    /// No lane has a chunk. A function, for the constant would be copied out of memory.
    #[inline(always)]
    pub(super) const fn none() -> Self {
        Self {
            live: 0,
            ending: [0; BLOCKS],
            lens: [BLOCK_LEN as u32; LANES],
            flags: [CHUNK_END; LANES],
            counters: [0; LANES],
        }
    }

    /// Whole chunks in all lanes, whose numbers are not said.
    pub(super) const WHOLE: Self = {
        let mut ends = Self::none();
        ends.live = LANES;
        ends.ending[BLOCKS - 1] = u32::MAX;
        ends
    };

    /// Whole chunks of a message, from number `first` on, where there were none, and a last one
    /// of `len` bytes behind them. In place: without link-time optimisation a value that was
    /// returned was copied, which took a fortieth of the time of 8 KiB.
    #[inline(always)]
    pub(super) fn fill(&mut self, whole: usize, len: usize, first: u64) {
        for (i, counter) in self.counters.iter_mut().enumerate() {
            *counter = first.wrapping_add(i as u64);
        }
        self.live = whole;
        self.ending[BLOCKS - 1] = (1 << whole) - 1;
        self.push(len, self.counters[whole], 0);
    }

    /// Adds a chunk of `len` bytes.
    #[inline(always)]
    fn push(&mut self, len: usize, counter: u64, root: u32) {
        let (i, end) = (self.live, last(len));
        assert!(i < LANES && end < BLOCKS, "too many, or longer than a chunk");
        self.ending[end] |= 1 << i;
        self.lens[i] = (len - end * BLOCK_LEN) as u32;
        self.flags[i] = CHUNK_END | root;
        self.counters[i] = counter;
        self.live = i + 1;
    }

    /// Blocks of the longest of some lanes.
    #[inline(always)]
    pub(super) fn steps(&self, lanes: u32) -> usize {
        self.ending.iter().rposition(|&ending| ending & lanes != 0).map_or(0, |last| last + 1)
    }

    /// How many blocks of some lanes come before the first in which one of them ends, or turns to
    /// a last block that is `padded`.
    #[inline(always)]
    pub(super) fn plain(&self, lanes: u32, padded: u32) -> usize {
        let end = self.ending.iter().position(|&ending| ending & lanes != 0).unwrap_or(0);
        let turns = self.ending[end] & lanes & padded != 0;
        end.saturating_sub(usize::from(turns))
    }

    /// The lanes whose last block is not whole, a bit each.
    #[inline(always)]
    pub(super) fn padded(&self) -> u32 {
        let mut lanes = 0;
        for i in 0..LANES {
            lanes |= u32::from(self.lens[i] < BLOCK_LEN as u32) << i;
        }
        lanes & self.all()
    }

    /// The lanes that have a chunk, a bit each.
    #[inline(always)]
    pub(super) fn all(&self) -> u32 {
        u32::MAX >> (LANES - self.live)
    }
}

impl<'a> Leaves<'a> {
    /// No leaves.
    pub(crate) const fn new() -> Self {
        Self { bytes: [&[]; LANES], ends: Ends::none() }
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.ends.live
    }

    /// How many blocks the longest has.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.ends.steps(u32::MAX)
    }

    /// Adds one.
    ///
    /// # Panics
    ///
    /// Where there are `LANES` already, or it is longer than a chunk.
    #[inline(always)]
    pub(crate) fn push(&mut self, leaf: Leaf<'a>) {
        let i = self.ends.live;
        self.ends.push(leaf.bytes.len(), leaf.counter, leaf.root);
        self.bytes[i] = leaf.bytes;
    }

    /// Whole messages, in place of what was there, if each is one chunk and all
    /// have as many blocks. Says whether it is so.
    ///
    /// # Panics
    ///
    /// Where there are none, or more than `LANES`.
    #[inline]
    #[must_use]
    pub(crate) fn fill(&mut self, messages: &[&'a [u8]]) -> bool {
        let n = messages.len();
        // Where lengths differ, the first and the last are likely to.
        if last(messages[0].len()) != last(messages[n - 1].len()) {
            return false;
        }
        self.bytes[..n].copy_from_slice(messages);
        self.seal(n)
    }

    /// Writes whole message `i`, which counts once it is sealed.
    #[inline(always)]
    pub(crate) fn put(&mut self, i: usize, message: &'a [u8]) {
        self.bytes[i] = message;
    }

    /// Makes whole messages that were written all that there is, if each is one chunk and all
    /// have as many blocks. Says whether it is so.
    ///
    /// # Panics
    ///
    /// Where they are more than `LANES`.
    #[inline]
    #[must_use]
    pub(crate) fn seal(&mut self, n: usize) -> bool {
        self.clear();
        let messages = &self.bytes[..n];
        let end = messages.first().map_or(0, |message| last(message.len()));
        // A last block has 1 to 64 bytes, or none too where it is the first: with `more`, what is
        // so is below a power of two, and nothing else is. SSE2 has all that for two lengths at
        // once, and no comparison of 64 bits.
        let (more, power) = if end > 0 { (usize::MAX, BLOCK_LEN) } else { (BLOCK_LEN - 1, 2 * BLOCK_LEN) };
        let mut over = 0;
        for (len, message) in self.ends.lens[..n].iter_mut().zip(messages) {
            let in_last = message.len().wrapping_sub(end * BLOCK_LEN);
            over |= in_last.wrapping_add(more) & !(power - 1);
            *len = in_last as u32;
        }
        let even = over == 0 && end < BLOCKS;
        if even && n > 0 {
            (self.ends.counters, self.ends.flags) = ([0; LANES], [CHUNK_END | ROOT; LANES]);
            self.ends.ending[end] = u32::MAX >> (LANES - n);
            self.ends.live = n;
        }
        even
    }

    /// Leaf `i`.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Leaf<'a> {
        Leaf { bytes: self.bytes()[i], counter: self.ends.counters[i], root: self.ends.flags[i] & ROOT }
    }

    /// Whether leaf `i` is the whole message.
    #[inline(always)]
    pub(crate) fn is_root(&self, i: usize) -> bool {
        self.ends.flags[i] & ROOT != 0
    }

    /// Removes all.
    #[inline]
    pub(crate) fn clear(&mut self) {
        (self.ends.live, self.ends.ending) = (0, [0; BLOCKS]);
    }

    /// All of them.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[&'a [u8]] {
        &self.bytes[..self.ends.live]
    }

    #[inline(always)]
    pub(super) fn ends(&self) -> &Ends {
        &self.ends
    }
}
