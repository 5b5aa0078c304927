//! Kernels that are not lanes: one message, or a few interleaved instruction
//! by instruction.

use super::StateWords;
use super::states::StateWord;
use super::{Compress, CompressOne, Dealt, Form, Shape, States};
use crate::feed::Feed;
use crate::isa::Has;
use crate::isa::portable::Portable;
use crate::kernel::compression::{Array, Compression, spread};
use crate::lanes::{Side, Vector, Word};
use crate::token::Token;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

/// `N` messages at once, on an ISA whose token this is.
pub(crate) trait Interleaved<C: Compression, const N: usize>: Token {
    /// What it does otherwise than others on the ISA.
    const FORM: Form = Form::Plain;

    /// Adds `blocks` blocks to each of the states, whose words are in the
    /// order of [`Compression::State`].
    ///
    /// # Safety
    ///
    /// `blocks` whole blocks must be readable at each pointer.
    unsafe fn compress(self, states: &mut [C::State<C::Word>; N], from: [*const u8; N], blocks: usize);
}

/// `N` messages at once, by `T`.
pub(crate) struct Narrow<C, T, const N: usize> {
    isa: T,
    compression: PhantomData<fn() -> C>,
}

impl<C, T, const N: usize> Narrow<C, T, N> {
    pub(crate) fn new(isa: T) -> Self {
        Self { isa, compression: PhantomData }
    }

    /// The token.
    #[inline]
    pub(crate) fn isa(&self) -> T
    where
        T: Copy,
    {
        self.isa
    }

    /// Name and width.
    pub(crate) fn shape(&self) -> Shape
    where
        C: Compression,
        T: Interleaved<C, N>,
    {
        Shape::new(T::ISA, N, T::FORM, N)
    }
}

impl<C, T, const N: usize> Compress for Narrow<C, T, N>
where
    C: Compression,
    C::Word: StateWord,
    T: Interleaved<C, N>,
{
    fn kernel(&self) -> Shape {
        self.shape()
    }

    fn compress(&self, states: &mut States, feed: &mut Feed<'_>, lanes: Range<usize>, blocks: usize) {
        let stride = feed.stride();
        // SAFETY: every lane can be read for so many blocks.
        walk::<C, N>(states, feed, lanes, blocks, &|own, from, blocks| unsafe {
            apart(self.isa, own, from, stride, blocks);
        });
    }

    fn compress_dealt(&self, states: StateWords<'_>, dealt: Dealt<'_>) {
        // SAFETY: every lane can be read for so many blocks.
        deal::<C, N>(C::Word::words(states), dealt, &|own, from, blocks| unsafe {
            apart(self.isa, own, from, dealt.stride, blocks);
        });
    }
}

/// Adds so many blocks at the pointers to the states. They can be read there.
type Run<'r, C, const N: usize> =
    dyn Fn(&mut [<C as Compression>::State<<C as Compression>::Word>; N], [*const u8; N], usize) + 'r;

/// [`Compress::compress`] around what adds blocks, compiled once for each hash and not for each of
/// its kernels.
#[inline(never)]
fn walk<C: Compression<Word: StateWord>, const N: usize>(
    states: &mut States,
    feed: &mut Feed<'_>,
    lanes: Range<usize>,
    blocks: usize,
    run: &Run<'_, C, N>,
) {
    let (stride, first, live) = (feed.stride(), lanes.start, lanes.len());
    feed.stretches(lanes, N, blocks, |stretch| {
        let mut own = [<C::State<_>>::filled(C::Word::ZERO); N];
        let rows = &mut C::Word::rows(states)[..own[0].as_ref().len()];
        for (i, state) in own.iter_mut().enumerate() {
            for (word, row) in state.as_mut().iter_mut().zip(rows.iter()) {
                *word = row[first + i];
            }
        }
        let mut at = [core::ptr::null(); N];
        for i in 0..N {
            at[i] = stretch.from[i].wrapping_add(stretch.offset);
        }
        stretch.next.fetch(stretch.blocks.get(), C::BLOCK, stride);
        run(&mut own, at, stretch.blocks.get());
        for (i, state) in own.iter().enumerate().take(live) {
            for (&word, row) in state.as_ref().iter().zip(rows.iter_mut()) {
                row[first + i] = word;
            }
        }
    });
}

/// [`Compress::compress_dealt`] around what adds blocks, compiled once for each hash.
#[inline(never)]
fn deal<C: Compression, const N: usize>(states: &mut [C::Word], dealt: Dealt<'_>, run: &Run<'_, C, N>) {
    let mut own = [<C::State<_>>::filled(C::Word::ZERO); N];
    let words = own[0].as_ref().len();
    let lanes = states.len() / words;
    let Some((blocks, from)) = dealt.begin(lanes, C::BLOCK) else { return };
    assert!(states.len() == lanes * words, "part of a state");
    for (own, words) in own.iter_mut().zip(states.chunks_exact(words)) {
        own.as_mut().copy_from_slice(words);
    }
    run(&mut own, from, blocks.get());
    for (own, words) in own.iter().zip(states.chunks_exact_mut(words)) {
        words.copy_from_slice(own.as_ref());
    }
}

/// Adds blocks that lie `stride` bytes apart.
///
/// # Safety
///
/// Each lane can be read there for `blocks` blocks.
#[inline]
unsafe fn apart<C: Compression, T: Interleaved<C, N>, const N: usize>(
    isa: T,
    states: &mut [C::State<C::Word>; N],
    from: [*const u8; N],
    stride: usize,
    blocks: usize,
) {
    if stride == C::BLOCK {
        // SAFETY: the caller's.
        return unsafe { isa.compress(states, from, blocks) };
    }
    for block in 0..blocks {
        // SAFETY: the caller's, for one block.
        unsafe { isa.compress(states, from.map(|from| from.wrapping_add(block * stride)), 1) }
    }
}

impl<C, T> CompressOne for Narrow<C, T, 1>
where
    C: Compression,
    C::Word: StateWord,
    T: Interleaved<C, 1>,
{
    #[inline]
    fn compress_one(&self, state: StateWords<'_>, blocks: &[u8]) {
        let state = Array::first_of(C::Word::words(state)).expect("as many words as a state has");
        assert!(blocks.len().is_multiple_of(C::BLOCK));
        if !blocks.is_empty() {
            let states = core::array::from_mut(state);
            // SAFETY: the slice holds that many blocks.
            unsafe { self.isa.compress(states, [blocks.as_ptr()], blocks.len() / C::BLOCK) }
        }
    }
}

/// Plain Rust.
impl<C: Compression, const N: usize> Interleaved<C, N> for Portable
where
    Portable: Has<C::Word>,
{
    #[inline(never)]
    unsafe fn compress(self, states: &mut [C::State<C::Word>; N], from: [*const u8; N], blocks: usize) {
        // SAFETY: the caller's.
        unsafe { plain::<C, N>(states, from, blocks) }
    }
}

/// Plain Rust: the lanes of one word, side by side, compiled with the instructions
/// that the caller has.
///
/// # Safety
///
/// [`Interleaved::compress`]'s.
#[inline(always)]
pub(crate) unsafe fn plain<C: Compression, const N: usize>(
    states: &mut [C::State<C::Word>; N],
    from: [*const u8; N],
    blocks: usize,
) where
    Portable: Has<C::Word>,
{
    type One<C> = <Portable as Has<<C as Compression>::Word>>::Vector;
    type Set<C, const N: usize> = Side<One<C>, N>;
    let mut s = <C::State<_>>::filled(Set::<C, N>::splat(Portable, C::Word::ZERO));
    for (w, v) in s.as_mut().iter_mut().enumerate() {
        let mut words = [C::Word::ZERO; N];
        for i in 0..N {
            words[i] = states[i].as_ref()[w];
        }
        *v = Side::load(Portable, &words);
    }
    for block in 0..blocks {
        let mut m = MaybeUninit::<C::Words<Set<C, N>>>::uninit();
        // SAFETY: the caller's: every pointer can be read for that many blocks.
        let mut m = unsafe {
            let to = spread::<C, _>(m.as_mut_ptr());
            Side::load_block(Portable, &from, block * C::BLOCK, C::BYTE_ORDER, to);
            m.assume_init()
        };
        // The compiler's analysis of loops takes a minute for the chain of sums
        // from one block to the next, unless it cannot see that there is one.
        for v in s.as_mut() {
            *v = v.pin();
        }
        s = C::compress(Portable, s, &mut m);
    }
    for (w, v) in s.as_ref().iter().enumerate() {
        let mut words = [C::Word::ZERO; N];
        v.store(&mut words);
        for i in 0..N {
            states[i].as_mut()[w] = words[i];
        }
    }
}
