//! Extended output: as many bytes as one likes, from anywhere.

use super::join::{Join, Serial};
use super::{BLOCK_LEN, Node};
use crate::blake3::of_blake3;
use crate::wipe::wipe_on_drop;
use core::fmt;

/// Reads the extended output of a message.
///
/// The output is 2^64 bytes long, and any part of it costs the same.
///
/// ```
/// use lanesum::blake3::Hasher;
///
/// let mut reader = Hasher::new().update(b"abc").finalize_xof();
/// let mut whole = [0; 100];
/// reader.fill(&mut whole);
/// let mut part = [0; 10];
/// reader.set_position(90);
/// reader.fill(&mut part);
/// assert_eq!(part, whole[90..]);
/// ```
#[derive(Clone)]
pub struct OutputReader {
    root: Node,
    /// The next block.
    counter: u64,
    /// The next byte in it.
    within: usize,
    /// The block that was made last to give a part of it, and its number.
    made: [u8; BLOCK_LEN],
    number: Option<u64>,
}

wipe_on_drop!([] OutputReader { made });

impl OutputReader {
    #[inline]
    pub(crate) fn new(root: Node) -> Self {
        Self { root, counter: 0, within: 0, made: [0; BLOCK_LEN], number: None }
    }

    /// Fills `out` with the next bytes.
    pub fn fill(&mut self, out: &mut [u8]) {
        self.go::<Serial>(out);
    }

    /// Fills `out` with the next bytes, on all cores: on rayon's current thread pool.
    /// It is faster than [`OutputReader::fill`] from a MiB or so.
    #[cfg(feature = "rayon")]
    pub fn par_fill(&mut self, out: &mut [u8]) {
        self.go::<super::join::Rayon>(out);
    }

    /// How many bytes of the output lie before the next one.
    pub fn position(&self) -> u64 {
        self.counter.wrapping_mul(BLOCK_LEN as u64).wrapping_add(self.within as u64)
    }

    /// Goes on at byte `position`.
    pub fn set_position(&mut self, position: u64) {
        self.counter = position / BLOCK_LEN as u64;
        self.within = (position % BLOCK_LEN as u64) as usize;
    }

    fn go<J: Join>(&mut self, mut out: &mut [u8]) {
        if self.within > 0 {
            let n = out.len().min(BLOCK_LEN - self.within);
            let (part, after) = out.split_at_mut(n);
            self.part(part);
            out = after;
        }
        let (blocks, rest) = out.split_at_mut(out.len() - out.len() % BLOCK_LEN);
        if !blocks.is_empty() {
            fill::<J>(&self.root, self.counter, blocks);
            self.counter = self.counter.wrapping_add((blocks.len() / BLOCK_LEN) as u64);
        }
        if !rest.is_empty() {
            self.part(rest);
        }
    }

    /// Fills a part of a block, which is made once for all parts of it that are asked for one behind
    /// the other.
    fn part(&mut self, out: &mut [u8]) {
        if self.number != Some(self.counter) {
            fill::<Serial>(&self.root, self.counter, &mut self.made);
            self.number = Some(self.counter);
        }
        out.copy_from_slice(&self.made[self.within..][..out.len()]);
        self.within += out.len();
        if self.within == BLOCK_LEN {
            self.counter = self.counter.wrapping_add(1);
            self.within = 0;
        }
    }
}

/// Whole blocks of output.
fn fill<J: Join>(root: &Node, counter: u64, out: &mut [u8]) {
    /// The most blocks that are not cut for another thread.
    const PART: usize = 1024;
    let blocks = out.len() / BLOCK_LEN;
    if blocks > PART {
        let left = blocks / 2 / PART.min(blocks / 2) * PART.min(blocks / 2);
        let (a, b) = out.split_at_mut(left * BLOCK_LEN);
        J::join(
            blocks * BLOCK_LEN,
            || fill::<J>(root, counter, a),
            || fill::<J>(root, counter.wrapping_add(left as u64), b),
        );
        return;
    }
    let mut done = 0;
    while done < blocks {
        let left = blocks - done;
        let kernel = of_blake3().tree(left);
        let end = if left < kernel.lanes() { blocks } else { blocks - left % kernel.lanes() };
        kernel.output(root, counter.wrapping_add(done as u64), &mut out[done * BLOCK_LEN..end * BLOCK_LEN]);
        done = end;
    }
}

impl fmt::Debug for OutputReader {
    /// The position, not the state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputReader").field("position", &self.position()).finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Read for OutputReader {
    /// [`OutputReader::fill`]: never an error, and never less than all.
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.fill(out);
        Ok(out.len())
    }
}

#[cfg(feature = "std")]
impl std::io::Seek for OutputReader {
    /// From the start or from here; the end, 2^64, is nothing to seek from.
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        let position = match to {
            std::io::SeekFrom::Start(position) => Some(position),
            std::io::SeekFrom::Current(offset) => self.position().checked_add_signed(offset),
            std::io::SeekFrom::End(_) => None,
        };
        let position = position.ok_or(std::io::ErrorKind::InvalidInput)?;
        self.set_position(position);
        Ok(position)
    }
}
