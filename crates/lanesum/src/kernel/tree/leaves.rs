//! Chunks side by side, of one message or of many.

use super::super::ahead::{Ahead, PREFETCH, Room};
use super::{LANES, Soon, chaining_value, keyed, last, store};
use crate::algorithm::blake3::{Blake3, CHUNK_END, CHUNK_START};
use crate::algorithm::compression::Compression;
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode};
use crate::isa::Token;
use crate::lanes::Vector;

/// Blocks in a whole chunk.
const BLOCKS: usize = CHUNK_LEN / BLOCK_LEN;

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

/// Room for the last blocks that have to be padded, one a lane.
pub(crate) struct Tails([[u8; BLOCK_LEN]; LANES]);

impl Tails {
    /// Zeros.
    pub(crate) const fn new() -> Self {
        Self([[0; BLOCK_LEN]; LANES])
    }
}

/// What idle lanes read.
pub(super) static IDLE: [u8; CHUNK_LEN] = [0; CHUNK_LEN];

/// A chunk in each of some lanes.
struct Lanes<'t> {
    /// Block `b` of lane `i` is at `from[i]` and `b` blocks.
    ///
    /// Invariant: up to the lane's last block, if that is whole, it can be read
    /// there; if it is not, it is `tails[i - tail]`.
    from: [*const u8; LANES],
    tails: &'t mut [[u8; BLOCK_LEN]],
    /// The first lane that has a tail.
    tail: usize,
    /// The lanes that end with block `b`, a bit each.
    ending: [u64; BLOCKS],
    /// Those of them whose last block is in their tail.
    padded: [u64; BLOCKS],
    /// Lanes that have a chunk.
    live: usize,
    /// Blocks of the longest.
    steps: usize,
    /// Bytes in each lane's last block, and the flags that only it has.
    lens: [u32; LANES],
    ends: [u32; LANES],
    counters: [[u32; LANES]; 2],
    /// Bytes from a chunk to the one that the lane gets next, where that is
    /// known.
    next: Option<usize>,
    /// What else to prefetch.
    soon: Soon,
}

impl<'t> Lanes<'t> {
    #[inline(always)]
    fn new(live: usize, tails: &'t mut [[u8; BLOCK_LEN]]) -> Self {
        Self {
            from: [IDLE.as_ptr(); LANES],
            tail: live - tails.len(),
            tails,
            ending: [0; BLOCKS],
            padded: [0; BLOCKS],
            live,
            steps: 0,
            lens: [BLOCK_LEN as u32; LANES],
            ends: [CHUNK_END; LANES],
            counters: [[0; LANES]; 2],
            next: None,
            soon: Soon::NOTHING,
        }
    }

    /// Gives the lanes from `first` on chunks that lie anywhere.
    #[inline(always)]
    fn give<'a>(&mut self, first: usize, chunks: impl Iterator<Item = &'a [u8]>) {
        let (mut block, mut ending, mut padded) = (0, 0, 0);
        for (i, bytes) in (first..self.live).zip(chunks) {
            let own = last(bytes);
            if own != block {
                self.end(block, ending, padded);
                (block, ending, padded) = (own, 0, 0);
            }
            self.from[i] = bytes.as_ptr();
            let rest = &bytes[own * BLOCK_LEN..];
            if rest.len() < BLOCK_LEN {
                let tail = &mut self.tails[i - self.tail];
                *tail = [0; BLOCK_LEN];
                tail[..rest.len()].copy_from_slice(rest);
                self.lens[i] = rest.len() as u32;
                padded |= 1 << i;
            }
            ending |= 1 << i;
        }
        self.end(block, ending, padded);
    }

    /// Lanes end with block `last`.
    #[inline(always)]
    fn end(&mut self, last: usize, ending: u64, padded: u64) {
        assert!(last < BLOCKS, "longer than a chunk");
        self.ending[last] |= ending;
        self.padded[last] |= padded;
        if ending != 0 {
            self.steps = self.steps.max(last + 1);
        }
    }

    /// Turns the lanes to where their block `b` is: to their tails, or to
    /// nothing where they have ended.
    #[inline(always)]
    fn turn(&mut self, b: usize) {
        let mut turning = self.padded[b];
        while turning != 0 {
            let i = turning.trailing_zeros() as usize;
            self.from[i] = self.tails[i - self.tail].as_ptr().wrapping_sub(b * BLOCK_LEN);
            turning &= turning - 1;
        }
        let mut ended = if b == 0 { 0 } else { self.ending[b - 1] };
        while ended != 0 {
            self.from[ended.trailing_zeros() as usize] = IDLE.as_ptr();
            ended &= ended - 1;
        }
    }
}

/// The chaining values of a message's chunks. `V::LANES` of them follow, as far
/// as prefetching goes.
pub(super) fn of_message<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    input: &[u8],
    first: u64,
    soon: Soon,
    out: &mut [u8],
) {
    const { assert!(V::LANES <= LANES) }
    let n = input.len().div_ceil(CHUNK_LEN);
    assert!(0 < n && n <= V::LANES && out.len() == CV_LEN * n);
    let mut tail = [[0; BLOCK_LEN]];
    let mut lanes = Lanes::new(n, &mut tail);
    for i in 0..V::LANES {
        let counter = first.wrapping_add(i as u64);
        lanes.counters[0][i] = counter as u32;
        lanes.counters[1][i] = (counter >> 32) as u32;
    }
    for i in 0..n - 1 {
        lanes.from[i] = input[CHUNK_LEN * i..].as_ptr();
    }
    lanes.end(BLOCKS - 1, (1 << (n - 1)) - 1, 0);
    lanes.give(n - 1, core::iter::once(&input[CHUNK_LEN * (n - 1)..]));
    lanes.next = Some(V::LANES * CHUNK_LEN);
    lanes.soon = soon;
    // SAFETY: the chunks are whole, but for the last, which was given.
    unsafe { run::<V>(isa, mode, &mut lanes, out) }
}

/// The chaining values of chunks that lie anywhere.
pub(super) fn gathered<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    leaves: &[Leaf<'_>],
    tails: &mut Tails,
    out: &mut [u8],
) {
    const { assert!(V::LANES <= LANES) }
    let n = leaves.len();
    assert!(0 < n && n <= V::LANES && out.len() == CV_LEN * n);
    let mut lanes = Lanes::new(n, &mut tails.0[..n]);
    lanes.give(0, leaves.iter().map(|leaf| leaf.bytes));
    for (i, leaf) in leaves.iter().enumerate() {
        lanes.counters[0][i] = leaf.counter as u32;
        lanes.counters[1][i] = (leaf.counter >> 32) as u32;
        lanes.ends[i] = CHUNK_END | leaf.root;
    }
    // SAFETY: each chunk was given.
    unsafe { run::<V>(isa, mode, &mut lanes, out) }
}

/// Never inlined, so that a kernel has one of it.
///
/// # Safety
///
/// The lanes' invariant, and that each of them has an end.
#[inline(never)]
unsafe fn run<V: Vector<Word = u32>>(isa: V::Token, mode: &Mode, lanes: &mut Lanes<'_>, out: &mut [u8]) {
    isa.vectorize(
        #[inline(always)]
        || {
            let mut s = keyed::<V>(isa, &mode.key);
            s[8] = V::load(isa, &lanes.counters[0][..V::LANES]);
            s[9] = V::load(isa, &lanes.counters[1][..V::LANES]);
            s[10] = V::splat(isa, BLOCK_LEN as u32);
            s[11] = V::splat(isa, mode.flags | CHUNK_START);
            let all = u64::MAX >> (64 - lanes.live);
            let mut done = chaining_value(&s);
            let mut ended = 0;

            lanes.turn(0);
            let mut room = Room::new();
            // SAFETY: the lanes' invariant.
            let mut m = unsafe { Ahead::<Blake3, V>::new(isa, &mut room, &lanes.from, 0) };
            for block in 0..lanes.steps {
                let ending = lanes.ending[block];
                if ending == all {
                    s[10] = V::load(isa, &lanes.lens[..V::LANES]);
                    s[11] = s[11] | V::load(isa, &lanes.ends[..V::LANES]);
                } else if ending != 0 {
                    let mask = mask::<V>(isa, ending);
                    s[10] = mask.select(V::load(isa, &lanes.lens[..V::LANES]), s[10]);
                    s[11] = s[11] | (mask & V::load(isa, &lanes.ends[..V::LANES]));
                }
                let next = block + 1;
                let more = next < lanes.steps;
                if more {
                    lanes.turn(next);
                }
                let at = next * BLOCK_LEN;
                let prefetch = match lanes.next {
                    // Behind the chunk, the lane's next one.
                    Some(chunk) if at + PREFETCH * BLOCK_LEN >= CHUNK_LEN => at + chunk - CHUNK_LEN,
                    _ => at,
                };
                m.bring(lanes.soon.after::<V>(block));
                // SAFETY: the lanes' invariant.
                unsafe { m.expect(&lanes.from, more.then_some(at), Some(prefetch + PREFETCH * BLOCK_LEN)) };
                s = Blake3::compress(isa, s, &mut m);
                m.turn();
                if ending == all {
                    done = chaining_value(&s);
                } else if ending != 0 {
                    let (mask, cv) = (mask::<V>(isa, ending), chaining_value(&s));
                    for i in 0..8 {
                        done[i] = mask.select(cv[i], done[i]);
                    }
                    s[10] = V::splat(isa, BLOCK_LEN as u32);
                }
                ended |= ending;
            }
            debug_assert!(ended == all, "each lane ends");
            store(done, out);
        },
    )
}

/// All ones in the lanes whose bits are set.
#[inline(always)]
fn mask<V: Vector<Word = u32>>(isa: V::Token, bits: u64) -> V {
    let mut words = [0; LANES];
    for i in 0..V::LANES {
        words[i] = 0u32.wrapping_sub((bits >> i) as u32 & 1);
    }
    V::load(isa, &words[..V::LANES])
}
