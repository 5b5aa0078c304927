//! A compression function over the lanes of a vector.

use super::ahead::{Ahead, Room};
use super::staged::{self, Stage};
use super::states::{ROW, StateWord};
use super::{Compress, Form, Shape, States, check_dealt};
use crate::feed::{AHEAD, Feed, Next, Stretch};
use crate::kernel::compression::Compression;
use crate::lanes::{MAX_LANES, Vector, Word};
use crate::token::Token;
use core::marker::PhantomData;
use core::num::NonZero;
use core::ops::Range;

/// `C` over `V`. Its token says that this CPU can run it.
pub(crate) struct Lanes<C, V: Vector> {
    isa: V::Token,
    compression: PhantomData<fn() -> C>,
}

impl<C, V: Vector> Lanes<C, V> {
    pub(crate) fn new(isa: V::Token) -> Self {
        Self { isa, compression: PhantomData }
    }

    /// The token.
    #[inline(always)]
    pub(crate) fn isa(&self) -> V::Token {
        self.isa
    }
}

impl<C, V> Compress for Lanes<C, V>
where
    C: Compression,
    C::Word: StateWord,
    V: Vector<Word = C::Word>,
{
    fn kernel(&self) -> Shape {
        let form = match (V::PAIRED, V::ABREAST) {
            (false, _) => Form::Plain,
            (true, false) => Form::Paired,
            (true, true) => Form::Abreast,
        };
        Shape::new(V::Token::ISA, V::SETS, form, V::LANES)
    }

    fn compress(&self, states: &mut States, feed: &mut Feed<'_>, lanes: Range<usize>, blocks: usize) {
        let (first, stride) = (lanes.start, feed.stride());
        let live = lanes.len();
        feed.stretches(lanes, V::LANES, blocks, |stretch| {
            let rows = &mut C::Word::rows(states).as_flattened_mut()[first..];
            let long = stretch.blocks.get() >= staged::LEAST && stride == C::BLOCK;
            if long && staged::collide::<C, V>(&stretch.from[..live]) {
                // SAFETY: the feed says so: every lane can be read for so many blocks.
                return unsafe { colliding::<C, V>(self.isa, rows, &stretch) };
            }
            // SAFETY: the feed says so: every lane can be read for so many blocks.
            unsafe { run::<C, V>(self.isa, rows, ROW, &stretch, stride) }
        });
    }

    fn compress_dealt(&self, states: &mut [u64], bytes: &[u8], stride: usize, blocks: usize) {
        let mut rows = C::filled([C::Word::ZERO; MAX_LANES]);
        let size = Size { lanes: V::LANES, block: C::BLOCK };
        deal(rows.as_mut(), size, states, bytes, stride, blocks, &|rows, from, blocks| {
            // SAFETY: `deal` checks the length: block `b` of lane `i` is at `i` blocks and `b`
            // strides. Lanes past the last read what the first does.
            unsafe {
                let stretch = Stretch { from, offset: 0, blocks, next: Next::NONE };
                run::<C, V>(self.isa, rows, MAX_LANES, &stretch, stride);
            }
        });
    }
}

/// How much a kernel takes at once.
struct Size {
    lanes: usize,
    /// Bytes in a block.
    block: usize,
}

/// The loop over so many blocks of what is at the pointers, with the rows of the states.
type Run<'r, W> = dyn Fn(&mut [W], &[*const u8; MAX_LANES], NonZero<usize>) + 'r;

/// [`Compress::compress_dealt`] around the loop over blocks, compiled once for each width
/// of words and not for each kernel. `rows` is room for the states.
fn deal<W: StateWord>(
    rows: &mut [[W; MAX_LANES]],
    size: Size,
    states: &mut [u64],
    bytes: &[u8],
    stride: usize,
    blocks: usize,
    run: &Run<'_, W>,
) {
    let Some(blocks) = NonZero::new(blocks) else { return };
    if states.is_empty() {
        return;
    }
    let lanes = states.len() / rows.len();
    assert!(lanes <= size.lanes && states.len() == lanes * rows.len());
    check_dealt(lanes, size.block, bytes, stride, blocks);
    let mut from = [bytes.as_ptr(); MAX_LANES];
    for (i, words) in states.chunks_exact(rows.len()).enumerate() {
        from[i] = bytes[i * size.block..].as_ptr();
        for (row, &word) in rows.iter_mut().zip(words) {
            row[i] = W::truncate(word);
        }
    }
    run(rows.as_flattened_mut(), &from, blocks);
    for (i, words) in states.chunks_exact_mut(rows.len()).enumerate() {
        for (row, word) in rows.iter().zip(words) {
            *word = row[i].widen();
        }
    }
}

/// The loop over blocks that lie behind each other, for lanes that collide in the cache: each
/// line is prefetched shortly before it is read, where it is read at once, and copied first
/// where it is not, unless it is read in place on this CPU.
///
/// # Safety
///
/// Each lane can be read for the stretch's blocks.
#[cold]
#[inline(never)]
unsafe fn colliding<C, V>(isa: V::Token, rows: &mut [C::Word], stretch: &Stretch<'_>)
where
    C: Compression,
    V: Vector<Word = C::Word>,
{
    if C::reads_lane_by_lane::<V>() {
        let from = &staged::soon(&stretch.from[..V::LANES], C::BLOCK);
        let next = Next { from, at: 0, offset: stretch.offset.wrapping_add(C::BLOCK) };
        // SAFETY: the caller's.
        return unsafe { run::<C, V>(isa, rows, ROW, &Stretch { next, ..*stretch }, C::BLOCK) };
    }
    if staged::in_place() {
        // SAFETY: the caller's.
        return unsafe { run::<C, V>(isa, rows, ROW, stretch, C::BLOCK) };
    }
    let blocks = stretch.blocks.get();
    let mut stage = Stage::new(V::LANES, C::BLOCK);
    let mut done = 0;
    while let Some(n) = NonZero::new((blocks - done).min(staged::BLOCKS)) {
        let at = stretch.offset.wrapping_add(done * C::BLOCK);
        // SAFETY: the caller's, for the next `n` of its blocks; then the stage has them.
        unsafe {
            let from = &stage.copy::<C, V>(isa, &stretch.from[..V::LANES], at, n.get());
            let staged = Stretch { from, offset: 0, blocks: n, next: Next::NONE };
            run::<C, V>(isa, rows, ROW, &staged, C::BLOCK);
        }
        done += n.get();
    }
}

/// The loop over blocks, the same for every algorithm and ISA. Word `w` of
/// lane `i` is `rows[w * pitch + i]`.
///
/// There is a block, for the first one is loaded before any is counted. The
/// loop is never inlined, so that a kernel has one of it.
///
/// # Safety
///
/// Each lane can be read for the stretch's blocks, which lie `stride` bytes apart. Where
/// what is next is reached, there is a pointer to that for each lane.
#[inline(never)]
unsafe fn run<C, V>(isa: V::Token, rows: &mut [C::Word], pitch: usize, stretch: &Stretch<'_>, stride: usize)
where
    C: Compression,
    V: Vector<Word = C::Word>,
{
    const { assert!(V::LANES <= MAX_LANES) }
    let &Stretch { from, offset, blocks, next } = stretch;
    let blocks = blocks.get();
    isa.vectorize(
        #[inline(always)]
        || {
            let mut s = C::filled(V::splat(isa, C::Word::ZERO));
            for (w, v) in s.as_mut().iter_mut().enumerate() {
                *v = V::load(isa, &rows[w * pitch..][..V::LANES]);
            }
            let mut room = Room::<C, V>::new();
            // SAFETY: the caller's.
            let mut m = unsafe { Ahead::<C, V>::new(isa, &mut room, from, offset) };
            for block in 0..blocks {
                let ahead = |blocks: usize| offset.wrapping_add((block + blocks) * stride);
                let following = (block + 1 < blocks).then(|| ahead(1));
                // SAFETY: the caller's.
                unsafe {
                    if block >= next.at {
                        let at = next.offset + (block - next.at) * stride;
                        m.expect(from, following, next.from, Some(at));
                    } else if following.is_some() {
                        m.expect(from, following, from, Some(ahead(AHEAD)));
                    }
                }
                s = C::compress(isa, s, &mut m);
                m.turn();
            }
            for (w, v) in s.as_ref().iter().enumerate() {
                v.store(&mut rows[w * pitch..][..V::LANES]);
            }
        },
    )
}
