//! A compression function over the lanes of a vector.

use super::states::{ROW, StateWord};
use super::{Compress, Kernel, MAX_LANES, STATE_WORDS, States, Words, check_dealt};
use crate::algorithm::compression::{Block, Compression};
use crate::feed::Feed;
use crate::isa::{Token, prefetch};
use crate::lanes::{Vector, Word};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

/// `C` over `V`. Its token says that this CPU can run it.
pub(super) struct Lanes<C, V: Vector> {
    isa: V::Token,
    sets: usize,
    cost: u32,
    compression: PhantomData<fn() -> C>,
}

impl<C, V: Vector> Lanes<C, V> {
    /// `V` is `sets` vectors side by side.
    pub(super) fn new(isa: V::Token, sets: usize, cost: u32) -> Self {
        Self { isa, sets, cost, compression: PhantomData }
    }

    /// The token.
    #[inline(always)]
    pub(super) fn isa(&self) -> V::Token {
        self.isa
    }
}

impl<C, V> Compress for Lanes<C, V>
where
    C: Compression,
    C::Word: StateWord,
    V: Vector<Word = C::Word>,
{
    fn kernel(&self) -> Kernel {
        Kernel { isa: V::Token::ISA, sets: self.sets, lanes: V::LANES, cost: self.cost }
    }

    fn compress(&self, states: &mut States, feed: &mut Feed<'_>, lanes: Range<usize>, blocks: usize) {
        let (first, stride) = (lanes.start, feed.stride());
        let rows = &mut C::Word::rows(states).as_flattened_mut()[first..];
        feed.stretches(lanes, V::LANES, blocks, |from, offset, n| {
            // SAFETY: the feed says so: every lane can be read for `n` blocks.
            unsafe { run::<C, V>(self.isa, rows, ROW, from, offset, stride, n) }
        });
    }

    fn compress_dealt(&self, states: &mut [Words], bytes: &[u8], stride: usize, blocks: usize) {
        if states.is_empty() || blocks == 0 {
            return;
        }
        assert!(states.len() <= V::LANES);
        check_dealt(states.len(), C::BLOCK, bytes, stride, blocks);
        let mut from = [bytes.as_ptr(); MAX_LANES];
        let mut rows = [[C::Word::ZERO; MAX_LANES]; STATE_WORDS];
        for (i, words) in states.iter().enumerate() {
            from[i] = bytes[i * C::BLOCK..].as_ptr();
            for (row, &word) in rows.iter_mut().zip(words) {
                row[i] = C::Word::truncate(word);
            }
        }
        // SAFETY: the length is checked: block `b` of lane `i` is at `i` blocks and `b`
        // strides. Lanes past the last read what the first does.
        unsafe { run::<C, V>(self.isa, rows.as_flattened_mut(), MAX_LANES, &from, 0, stride, blocks) }
        for (i, words) in states.iter_mut().enumerate() {
            for (row, word) in rows.iter().zip(words) {
                *word = row[i].widen();
            }
        }
    }
}

/// The loop over blocks, the same for every algorithm and ISA. Word `w` of
/// lane `i` is `rows[w * pitch + i]`, and its block `b` is at `from[i]` and
/// `offset + b * stride` bytes.
///
/// It is never inlined, so that a kernel has one of it.
///
/// # Safety
///
/// Each lane can be read for `blocks` blocks.
#[inline(never)]
unsafe fn run<C, V>(
    isa: V::Token,
    rows: &mut [C::Word],
    pitch: usize,
    from: &[*const u8; MAX_LANES],
    offset: usize,
    stride: usize,
    blocks: usize,
) where
    C: Compression,
    V: Vector<Word = C::Word>,
{
    const { assert!(V::LANES <= MAX_LANES) }
    isa.vectorize(
        #[inline(always)]
        || {
            let mut s = C::filled(V::splat(isa, C::Word::ZERO));
            for (w, v) in s.as_mut().iter_mut().enumerate() {
                *v = V::load(isa, &rows[w * pitch..][..V::LANES]);
            }
            let mut words = [MaybeUninit::uninit(); 2];
            let [now, next] = &mut words;
            let (mut now, mut next) = (now.as_mut_ptr(), next.as_mut_ptr());
            for part in 0..V::PARTS {
                // SAFETY: the caller's.
                unsafe { V::load_part(isa, from, offset, C::BYTE_ORDER, part, now) };
            }
            for block in 1..=blocks {
                let at = offset.wrapping_add(block * stride);
                let more = block < blocks;
                let mut both = Blocks::<C, V> {
                    isa,
                    now,
                    next,
                    from,
                    at,
                    stride,
                    more,
                    loaded: 0,
                    compression: PhantomData,
                };
                s = C::compress(isa, s, &mut both);
                // What the rounds did not.
                for i in both.loaded..16 {
                    both.load_ahead(i);
                }
                (now, next) = (next, now);
            }
            for (w, v) in s.as_ref().iter().enumerate() {
                v.store(&mut rows[w * pitch..][..V::LANES]);
            }
        },
    )
}

/// The block of each lane that the rounds work on, and the next one.
///
/// To load blocks and transpose them to vectors of words takes a quarter as
/// long as MD5's rounds, whose every step waits for the one before: done
/// between the rounds, it costs hardly more than nothing.
///
/// The words lie in memory: two sets of lanes have more of them than there are
/// registers, and an instruction takes one from there as well.
struct Blocks<'f, C, V: Vector> {
    isa: V::Token,
    /// Valid for reads and writes. Invariant: holds the words.
    now: *mut [V; 16],
    /// Valid for reads and writes.
    next: *mut [V; 16],
    from: &'f [*const u8; MAX_LANES],
    /// Where the next block is.
    ///
    /// Invariant: if there are more, it is readable there in every lane.
    at: usize,
    /// From one block to the next.
    stride: usize,
    more: bool,
    /// How many sixteenths of the next block are loaded.
    loaded: usize,
    compression: PhantomData<fn() -> C>,
}

/// How many blocks ahead of the next one the lanes are prefetched. The CPU's
/// own prefetching loses count of that many lanes: without, 64 messages out of
/// memory run at a third of the speed. Two blocks are too few for that, and
/// eight begin to push each other out of the first level.
const PREFETCH: usize = 3;

impl<C: Compression, V: Vector> Block<V> for Blocks<'_, C, V> {
    #[inline(always)]
    fn word(&self, i: usize) -> V {
        // SAFETY: the pointer is valid, and the words are there.
        unsafe { (*self.now)[i] }
    }

    #[inline(always)]
    fn set(&mut self, i: usize, word: V) {
        // SAFETY: the pointer is valid.
        unsafe { (*self.now)[i] = word }
    }

    #[inline(always)]
    fn load_ahead(&mut self, i: usize) {
        debug_assert!(self.loaded == i, "in order");
        self.loaded = i + 1;
        if !self.more {
            return;
        }
        for lane in V::LANES * i / 16..V::LANES * (i + 1) / 16 {
            for line in 0..C::BLOCK / 64 {
                prefetch(
                    self.from[lane].wrapping_add(self.at).wrapping_add(PREFETCH * self.stride + 64 * line),
                );
            }
        }
        for part in V::PARTS * i / 16..V::PARTS * (i + 1) / 16 {
            // SAFETY: there is a next block, and the pointer is valid.
            unsafe { V::load_part(self.isa, self.from, self.at, C::BYTE_ORDER, part, self.next) };
        }
    }
}
