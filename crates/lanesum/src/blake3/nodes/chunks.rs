//! Chunks side by side, of one message or of many.

use super::leaves::{Ends, Leaves};
use super::{LANES, Soon, chaining_value, keyed, last, store};
use crate::blake3::compression::{Blake3, CHUNK_START};
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode};
use crate::feed::AHEAD;
use crate::isa::copy::Copier;
use crate::isa::prefetch_later;
use crate::kernel::ahead::{Ahead, Room};
use crate::kernel::compression::Compression;
use crate::lanes::{Vector, each_lane};
use crate::token::Token;
use crate::wipe::wipe_on_drop;

/// Room for the last blocks that have to be padded, one a lane.
pub(crate) struct Tails([[u8; BLOCK_LEN]; LANES]);

// They are the ends of messages: of key material, where a key is derived.
wipe_on_drop!([] Tails { 0 });

impl Tails {
    /// Zeros.
    pub(crate) const fn new() -> Self {
        Self([[0; BLOCK_LEN]; LANES])
    }

    /// The last blocks of some chunks. Compiled once, and not for each kernel.
    #[inline(never)]
    fn fill(&mut self, chunks: &[&[u8]]) {
        let lines = self.0.iter_mut().map(<[u8; BLOCK_LEN]>::as_mut_slice);
        Copier::detect().copy_each(chunks.iter().map(|chunk| last_block(chunk)), lines);
    }
}

/// Whether a kernel takes so many nodes that lie behind each other at once: up to `LANES`, or
/// groups of that many.
#[inline(always)]
pub(super) fn is_taken(nodes: usize) -> bool {
    (1..=LANES).contains(&nodes) || nodes.is_multiple_of(LANES) && nodes > 0
}

/// What idle lanes read.
pub(super) static IDLE: [u8; CHUNK_LEN] = [0; CHUNK_LEN];

/// Where the lanes are.
struct Lanes<'e> {
    /// How many groups of `LANES` whole chunks come before, which end where these begin.
    groups: usize,
    /// Block `b` of lane `i` is at `from[i]` and `b` blocks; that of the group before is as
    /// many chunks before it as a group has.
    ///
    /// Invariant: up to the lane's last block, if that is whole, it can be read
    /// there; if it is not, it is `tails[i - tail]`.
    from: [*const u8; LANES],
    tails: &'e [[u8; BLOCK_LEN]],
    /// The first lane that has a tail.
    tail: usize,
    /// The lanes that have one, a bit each: all whose last block is not whole.
    padded: u32,
    ends: &'e Ends,
}

impl<'e> Lanes<'e> {
    /// All idle.
    #[inline(always)]
    fn new(ends: &'e Ends, padded: u32, tail: usize, tails: &'e [[u8; BLOCK_LEN]]) -> Self {
        Self { groups: 0, from: [IDLE.as_ptr(); LANES], tails, tail, padded, ends }
    }

    /// How many chunks after a group's the lanes' own come, and the ends of the group's.
    #[inline(always)]
    fn group(&self, group: usize) -> (usize, &'e Ends) {
        let behind = LANES * (self.groups - group);
        (behind, if behind > 0 { &Ends::WHOLE } else { self.ends })
    }

    /// Turns the lanes of a set to where their block `b` is: to their tails, or
    /// to nothing where they have ended.
    #[inline(always)]
    fn turn(&mut self, set: u32, b: usize) {
        let turning = set & self.padded & self.ends.ending[b];
        if turning == u32::MAX && self.tail == 0 {
            // All at once, without a branch.
            for (from, tail) in self.from.iter_mut().zip(self.tails) {
                *from = tail.as_ptr().wrapping_sub(b * BLOCK_LEN);
            }
        } else {
            each_lane(turning, |i| {
                self.from[i] = self.tails[i - self.tail].as_ptr().wrapping_sub(b * BLOCK_LEN);
            });
        }
        if b > 0 {
            each_lane(set & self.ends.ending[b - 1], |i| self.from[i] = IDLE.as_ptr());
        }
    }
}

/// What is prefetched behind the chunks.
struct Following<'f> {
    /// Bytes from the end of a chunk to the one that the lane gets next; 0 where that is not
    /// known.
    skip: usize,
    /// The chunks of another call, which come to the second level: with 32 chunks out of
    /// memory, each of a kibibyte anywhere, the first blocks took as long as all the rest.
    later: &'f [&'f [u8]],
    /// What else.
    soon: Soon,
}

/// A chunk's last block, whole or not.
#[inline(always)]
fn last_block(chunk: &[u8]) -> &[u8] {
    &chunk[last(chunk.len()) * BLOCK_LEN..]
}

/// The chaining values of a message's chunks. More of them follow, as far as
/// prefetching goes.
pub(super) fn of_message<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    input: &[u8],
    first: u64,
    soon: Soon,
    out: &mut [u8],
) {
    let n = input.len().div_ceil(CHUNK_LEN);
    assert!(is_taken(n) && out.len() == CV_LEN * n);
    let groups = (n - 1) / LANES;
    let (input, n) = (&input[groups * LANES * CHUNK_LEN..], n - groups * LANES);
    let first = first.wrapping_add((groups * LANES) as u64);
    let end = &input[CHUNK_LEN * (n - 1)..];
    let mut ends = Ends::none();
    ends.fill(n - 1, end.len(), first);
    let mut tail = [0; BLOCK_LEN];
    let is_padded = !end.len().is_multiple_of(BLOCK_LEN);
    if is_padded {
        Copier::detect().copy(last_block(end), &mut tail);
    }
    let padded = u32::from(is_padded) << (n - 1);
    let mut lanes = Lanes::new(&ends, padded, n - 1, core::slice::from_ref(&tail));
    lanes.groups = groups;
    for i in 0..n {
        lanes.from[i] = input.as_ptr().wrapping_add(CHUNK_LEN * i);
    }
    let following = Following { skip: (V::LANES - 1) * CHUNK_LEN, later: &[], soon };
    // SAFETY: the chunks are whole, but for the last, whose tail is its last block; where
    // there are groups before, each lane has a chunk in all of them.
    unsafe { run::<V>(isa, mode, &mut lanes, following, out) }
}

/// The chaining values of chunks that lie anywhere.
pub(super) fn gathered<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    leaves: &Leaves<'_>,
    later: &[&[u8]],
    soon: Soon,
    tails: &mut Tails,
    out: &mut [u8],
) {
    let (chunks, ends) = (leaves.bytes(), leaves.ends());
    assert!(!chunks.is_empty() && out.len() == CV_LEN * chunks.len());
    let mut padded = ends.padded();
    if padded != 0 {
        padded = ends.all();
        tails.fill(chunks);
    }
    let mut lanes = Lanes::new(ends, padded, 0, &tails.0);
    for (from, chunk) in lanes.from.iter_mut().zip(chunks) {
        *from = chunk.as_ptr();
    }
    // SAFETY: each last block that is not whole is in its tail.
    unsafe { run::<V>(isa, mode, &mut lanes, Following { skip: 0, later, soon }, out) }
}

/// Set after set of lanes; the blocks of one are loaded while the last ones of
/// the set before are hashed. Never inlined, so that a kernel has one of it.
///
/// # Safety
///
/// The lanes' invariant, and that each of them has an end.
#[inline(never)]
unsafe fn run<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    lanes: &mut Lanes<'_>,
    following: Following<'_>,
    out: &mut [u8],
) {
    const { assert!(V::LANES <= LANES && LANES.is_multiple_of(V::LANES)) }
    isa.vectorize(
        #[inline(always)]
        || {
            let live = lanes.ends.all();
            let set_from = |first: usize| live & (u32::MAX >> (LANES - V::LANES)) << first;
            // Where a group is, from where the lanes are.
            let place = |behind: usize| (behind * CHUNK_LEN).wrapping_neg();
            let (mut behind, mut ends) = lanes.group(0);
            if behind == 0 {
                lanes.turn(set_from(0), 0);
            }
            let mut room = Room::<Blake3, V>::new();
            // SAFETY: the lanes' invariant.
            let mut m = unsafe { Ahead::<Blake3, V>::new(isa, &mut room, &lanes.from, place(behind)) };
            let mut stepped = 0;
            for (set, out) in out.chunks_mut(CV_LEN * V::LANES).enumerate() {
                let first = set * V::LANES % LANES;
                let after = first + V::LANES;
                if first == 0 {
                    (behind, ends) = lanes.group(set * V::LANES / LANES);
                }
                let all = set_from(first);
                let steps = ends.steps(all);
                // The groups before have neither tails nor idle lanes.
                let plain = ends.plain(all, if behind == 0 { lanes.padded } else { 0 });
                let lens = &ends.lens[first..after];
                let flags = &ends.flags[first..after];
                let mut s = keyed::<V>(isa, &mode.key);
                [s[8], s[9]] = counters(isa, &lanes.ends.counters[first..after], behind);
                s[10] = V::splat(isa, BLOCK_LEN as u32);
                s[11] = V::splat(isa, mode.flags | CHUNK_START);
                for block in 0..steps {
                    let mut ending = 0;
                    // The lane from which on the next blocks are loaded, and where there.
                    let behind_this = (first, (block + 1) * BLOCK_LEN);
                    let mut next = Some(behind_this);
                    if block >= plain {
                        ending = all & ends.ending[block];
                        if ending == all {
                            s[10] = V::load(isa, lens);
                            s[11] = s[11] | V::load(isa, flags);
                        } else if ending != 0 {
                            let mask = mask::<V>(isa, ending >> first);
                            s[10] = mask.select(V::load(isa, lens), s[10]);
                            s[11] = s[11] | (mask & V::load(isa, flags));
                        }
                        let mut turn = |set, block| {
                            if behind == 0 {
                                lanes.turn(set, block);
                            }
                        };
                        if block + 1 < steps {
                            turn(all, block + 1);
                        } else if after < ends.live {
                            turn(set_from(after), 0);
                            next = Some((after, 0));
                        } else if behind > 0 {
                            if behind == LANES {
                                lanes.turn(set_from(0), 0);
                            }
                            next = Some((0, LANES * CHUNK_LEN));
                        } else {
                            next = None;
                        }
                    }
                    let (lane, at) = next.unwrap_or(behind_this);
                    // Behind the chunk, the lane's next one.
                    let over = at < CHUNK_LEN && at + (AHEAD - 1) * BLOCK_LEN >= CHUNK_LEN;
                    let prefetch = at + if over { following.skip } else { 0 };
                    let place = place(behind);
                    let prefetch = place.wrapping_add(prefetch + (AHEAD - 1) * BLOCK_LEN);
                    if following.skip == 0 && steps > AHEAD {
                        let line = block * BLOCK_LEN;
                        if after < ends.live {
                            let from = &lanes.from[after..after + V::LANES];
                            from.iter().for_each(|from| prefetch_later(from.wrapping_add(line)));
                        } else {
                            let later = following.later.iter().take(V::LANES);
                            later.for_each(|chunk| prefetch_later(chunk.as_ptr().wrapping_add(line)));
                        }
                    }
                    m.bring(following.soon.after::<V>(stepped));
                    stepped += 1;
                    let from = &lanes.from[lane..lane + V::LANES];
                    // SAFETY: the lanes' invariant.
                    unsafe { m.expect(from, next.map(|_| place.wrapping_add(at)), from, Some(prefetch)) };
                    s = Blake3::compress(isa, s, &mut m);
                    m.turn();
                    if ending == all {
                        store(chaining_value(&s), out);
                    } else if ending != 0 {
                        store_some(chaining_value(&s), ending >> first, out);
                        s[10] = V::splat(isa, BLOCK_LEN as u32);
                    }
                }
            }
        },
    )
}

/// Writes the chaining values of the lanes whose bits are set.
#[inline(always)]
fn store_some<V: Vector<Word = u32>>(cv: [V; 8], lanes: u32, out: &mut [u8]) {
    let mut all = [[0; CV_LEN]; LANES];
    store(cv, &mut all.as_flattened_mut()[..CV_LEN * V::LANES]);
    each_lane(lanes, |i| out[CV_LEN * i..][..CV_LEN].copy_from_slice(&all[i]));
}

/// The low and the high words of the numbers of chunks that come so many before the lanes'.
#[inline(always)]
fn counters<V: Vector<Word = u32>>(isa: V::Token, counters: &[u64], before: usize) -> [V; 2] {
    let mut words = [[0; LANES]; 2];
    for i in 0..V::LANES {
        let counter = counters[i].wrapping_sub(before as u64);
        words[0][i] = counter as u32;
        words[1][i] = (counter >> 32) as u32;
    }
    [V::load(isa, &words[0][..V::LANES]), V::load(isa, &words[1][..V::LANES])]
}

/// All ones in the lanes whose bits are set.
#[inline(always)]
fn mask<V: Vector<Word = u32>>(isa: V::Token, bits: u32) -> V {
    let mut words = [0; LANES];
    for i in 0..V::LANES {
        words[i] = 0u32.wrapping_sub((bits >> i) & 1);
    }
    V::load(isa, &words[..V::LANES])
}
