//! A compression function over the lanes of a vector.

use super::ahead::{Ahead, Room};
use super::staged::{self, Stage};
use super::states::{ROW, StateWord};
use super::{Compress, Dealt, Form, Shape, StateWords, States};
use crate::feed::{AHEAD, Feed, Next, Stretch};
use crate::kernel::compression::{Array, Compression};
use crate::lanes::{MAX_LANES, Vector, Word};
use crate::token::Token;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
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

    /// Name and width.
    pub(crate) fn shape(&self) -> Shape
    where
        C: Compression,
    {
        let form = if V::FORM == Form::Plain { C::FORM } else { V::FORM };
        Shape::new(V::Token::ISA, V::SETS, form, V::LANES)
    }
}

impl<C, V> Compress for Lanes<C, V>
where
    C: Compression,
    C::Word: StateWord,
    V: Vector<Word = C::Word>,
{
    fn kernel(&self) -> Shape {
        self.shape()
    }

    fn compress(&self, states: &mut States, feed: &mut Feed<'_>, lanes: Range<usize>, blocks: usize) {
        let (first, stride) = (lanes.start, feed.stride());
        let live = lanes.len();
        feed.stretches_dyn(lanes, V::LANES, blocks, &mut |stretch| {
            let rows = &mut C::Word::rows(states).as_flattened_mut()[first..];
            // A constant, so that what others do not need is not compiled for them.
            if const { staged::gain::<C, V>() } {
                let long = stretch.blocks.get() >= staged::LEAST && stride == C::BLOCK;
                if long && staged::collide(&stretch.from[..live]) {
                    // SAFETY: the feed says so: every lane can be read for so many blocks.
                    return unsafe { colliding::<C, V>(self.isa, rows, &stretch) };
                }
            }
            // SAFETY: the feed says so: every lane can be read for so many blocks.
            unsafe { run::<C, V>(self.isa, rows, ROW, &stretch, stride) }
        });
    }

    fn compress_dealt(&self, states: StateWords<'_>, dealt: Dealt<'_>) {
        deal::<C>(V::LANES, C::Word::words(states), dealt, &|rows, from, blocks| {
            // SAFETY: every lane can be read for so many blocks.
            unsafe {
                let stretch = Stretch { from, offset: 0, blocks, next: Next::NONE };
                run::<C, V>(self.isa, rows, V::LANES, &stretch, dealt.stride);
            }
        });
    }
}

/// The loop over so many blocks of what is at the pointers, with the rows of the states.
type Run<'r, W> = dyn Fn(&mut [W], &[*const u8; MAX_LANES], NonZero<usize>) + 'r;

/// [`Compress::compress_dealt`] around the loop over blocks of `width` lanes, compiled once for
/// each hash and not for each of its kernels.
#[inline(never)]
fn deal<C: Compression<Word: StateWord>>(
    width: usize,
    states: &mut [C::Word],
    dealt: Dealt<'_>,
    run: &Run<'_, C::Word>,
) {
    let words = <C::State<C::Word>>::LEN;
    let lanes = states.len() / words;
    let Some((blocks, from)) = dealt.begin(lanes, C::BLOCK) else { return };
    assert!(lanes <= width && states.len() == lanes * words, "part of a state");
    // So many rows of so many lanes: rows of `MAX_LANES` have up to 12 KiB, and zeros in all of them
    // would be written in each call.
    let mut room = MaybeUninit::<C::State<[C::Word; MAX_LANES]>>::uninit();
    let room = room.as_mut_ptr().cast::<C::Word>();
    let len = words * width;
    assert!(width <= MAX_LANES);
    // SAFETY: there is room for as many rows of `MAX_LANES`, and a word may be zero in all bytes.
    let rows = unsafe {
        room.write_bytes(0, len);
        core::slice::from_raw_parts_mut(room, len)
    };
    for (lane, state) in states.chunks_exact(words).enumerate() {
        for (row, &word) in rows.chunks_exact_mut(width).zip(state) {
            row[lane] = word;
        }
    }
    run(rows, &from, blocks);
    for (lane, state) in states.chunks_exact_mut(words).enumerate() {
        for (row, word) in rows.chunks_exact(width).zip(state) {
            *word = row[lane];
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
    // SAFETY: the caller's.
    unsafe {
        if staged::in_place() {
            run::<C, V>(isa, rows, ROW, stretch, C::BLOCK);
        } else {
            copied::<C, V>(isa, rows, stretch);
        }
    }
}

/// [`run`], where some blocks of each lane are copied first, and then the next ones.
///
/// # Safety
///
/// [`colliding`]'s.
unsafe fn copied<C, V>(isa: V::Token, rows: &mut [C::Word], stretch: &Stretch<'_>)
where
    C: Compression,
    V: Vector<Word = C::Word>,
{
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
            let mut s = <C::State<_>>::filled(V::splat(isa, C::Word::ZERO));
            for (w, v) in s.as_mut().iter_mut().enumerate() {
                *v = V::load(isa, &rows[w * pitch..][..V::LANES]);
            }
            let mut room = Room::<C, V>::new();
            // SAFETY: the caller's.
            let mut m = unsafe { Ahead::<C, V>::new(isa, &mut room, from, offset) };
            for block in 0..blocks {
                let ahead = |blocks: usize| offset.wrapping_add((block + blocks) * stride);
                let following = (block + 1 < blocks).then(|| ahead(1));
                let (near, prefetch) = if block >= next.at {
                    (next.from, Some(next.offset + (block - next.at) * stride))
                } else {
                    (from.as_slice(), following.map(|_| ahead(AHEAD)))
                };
                // SAFETY: the caller's.
                unsafe { m.expect(from, following, near, prefetch) };
                s = C::compress(isa, s, &mut m);
                m.turn();
            }
            for (w, v) in s.as_ref().iter().enumerate() {
                v.store(&mut rows[w * pitch..][..V::LANES]);
            }
        },
    )
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::isa::Has;
    use crate::isa::x86_64::{Avx2, Avx512};
    use crate::lanes::Side;
    use crate::merkle_damgard::{md5::Md5, sha1::Sha1, sha256::Sha256};
    use alloc::vec::Vec;

    /// Whole copies, a part of one, and lanes that read what the first does.
    fn compare<C: Compression<Word = u32>, V: Vector<Word = u32>>(isa: V::Token) {
        for blocks in [1, staged::BLOCKS, 2 * staged::BLOCKS, 2 * staged::BLOCKS + 3] {
            let len = blocks * C::BLOCK + 17;
            let bytes: Vec<u8> = (0..V::LANES * len).map(|i| (i * 7 + i / 251) as u8).collect();
            for live in [1, V::LANES - 1, V::LANES] {
                let from: [_; MAX_LANES] =
                    core::array::from_fn(|lane| bytes[if lane < live { lane * len } else { 0 }..].as_ptr());
                let blocks = NonZero::new(blocks).unwrap();
                let stretch = Stretch { from: &from, offset: 5, blocks, next: Next::NONE };
                let words = <C::State<u32>>::LEN;
                let mut in_place: Vec<u32> = (0..(words * ROW) as u32).map(|i| i * i).collect();
                let mut copied = in_place.clone();
                // SAFETY: each lane has so many blocks, 5 bytes from where it is.
                unsafe {
                    run::<C, V>(isa, &mut in_place, ROW, &stretch, C::BLOCK);
                    super::copied::<C, V>(isa, &mut copied, &stretch);
                }
                assert!(in_place == copied, "{blocks} blocks of {live} lanes");
            }
        }
    }

    fn on<T: Has<u32>>() {
        if let Some(isa) = T::detect() {
            compare::<Md5, Side<T::Vector, 2>>(isa);
            compare::<Sha1, Side<T::Vector, 2>>(isa);
            compare::<Sha256, Side<T::Vector, 2>>(isa);
        }
    }

    /// Whatever is done on this CPU where lanes collide.
    #[test]
    fn copies_are_the_lanes() {
        on::<Avx2>();
        on::<Avx512>();
    }
}
