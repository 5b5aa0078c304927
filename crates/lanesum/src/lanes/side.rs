//! Several sets of lanes side by side.

use super::{ByteOrder, Spread, Vector, Word, parts};
use crate::kernel::Form;
use core::mem::MaybeUninit;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// `K` vectors side by side. Their operations do not wait on each other, which
/// hides the latency of a chain of dependent steps.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Side<V, const K: usize>([V; K]);

/// The most vectors side by side.
const MOST: usize = 4;

/// `each!(x, y => e)`: `e` of each set's vectors. Written out, for a loop for
/// every operation of a compression function takes the compiler minutes. The room for the results
/// holds nothing first: a copy of `x` is as much to compile as the operation.
macro_rules! each {
    ($($x:ident),* => $e:expr) => {{
        const { assert!(0 < K && K <= MOST) }
        let mut out = MaybeUninit::<[V; K]>::uninit();
        let to = out.as_mut_ptr().cast::<V>();
        each!(@ to 0 [$($x),*] $e);
        each!(@ to 1 [$($x),*] $e);
        each!(@ to 2 [$($x),*] $e);
        each!(@ to 3 [$($x),*] $e);
        // SAFETY: there are no more sets than `MOST`, and each is written.
        Side(unsafe { out.assume_init() })
    }};
    (@ $to:ident $i:literal [$($x:ident),*] $e:expr) => {
        if $i < K {
            $(let $x = $x.0[$i];)*
            // SAFETY: it is one of `K`.
            unsafe { $to.wrapping_add($i).write($e) };
        }
    };
}

macro_rules! operator {
    ($($trait:ident::$op:ident = $symbol:tt;)*) => {
        $(impl<V: Vector, const K: usize> $trait for Side<V, K> {
            type Output = Self;
            #[inline]
            fn $op(self, y: Self) -> Self {
                let x = self;
                each!(x, y => x $symbol y)
            }
        })*
    };
}

operator! {
    Add::add = +;
    Sub::sub = -;
    BitAnd::bitand = &;
    BitOr::bitor = |;
    BitXor::bitxor = ^;
}

impl<V: Vector, const K: usize> Not for Side<V, K> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        let x = self;
        each!(x => !x)
    }
}

impl<V: Copy, const K: usize> Spread<Side<V, K>> {
    /// Where the words of set `i` go.
    #[inline(always)]
    fn set(self, i: usize) -> Spread<V> {
        let first = self.first.cast::<V>().wrapping_add(i);
        Spread { first, pitch: K * self.pitch, words: self.words }
    }
}

impl<V: Vector, const K: usize> Vector for Side<V, K> {
    type Token = V::Token;
    type Word = V::Word;
    const LANES: usize = K * V::LANES;
    const SETS: usize = K * V::SETS;
    const FORM: Form = V::FORM;

    #[inline(always)]
    fn splat(isa: V::Token, x: V::Word) -> Self {
        Side([V::splat(isa, x); K])
    }

    #[inline(always)]
    fn load(isa: V::Token, words: &[V::Word]) -> Self {
        let mut out = [V::splat(isa, V::Word::ZERO); K];
        for i in 0..K {
            out[i] = V::load(isa, &words[i * V::LANES..(i + 1) * V::LANES]);
        }
        Side(out)
    }

    #[inline(always)]
    fn store(self, words: &mut [V::Word]) {
        for i in 0..K {
            self.0[i].store(&mut words[i * V::LANES..(i + 1) * V::LANES]);
        }
    }

    const PART: Option<usize> = V::PART;

    #[inline(always)]
    unsafe fn load_block(isa: V::Token, lanes: &[*const u8], at: usize, order: ByteOrder, to: Spread<Self>) {
        for i in 0..K {
            let lanes = &lanes[i * V::LANES..(i + 1) * V::LANES];
            // SAFETY: the caller's, for this set of the lanes.
            unsafe { V::load_block(isa, lanes, at, order, to.set(i)) }
        }
    }

    #[inline(always)]
    unsafe fn load_part(
        isa: V::Token,
        lanes: &[*const u8],
        at: usize,
        order: ByteOrder,
        part: usize,
        to: Spread<Self>,
    ) {
        // In the order of the lanes: neighbours that are copied are stored to one line, and a line
        // that is read in parts is still in the cache for the next one, where lanes collide. A set
        // that is known to be one of these costs no check, and leaves the rounds inline.
        let parts = parts::<V>(to.words);
        let (own, i) = (part % parts, part / parts % K);
        let lanes = &lanes[i * V::LANES..(i + 1) * V::LANES];
        // SAFETY: the caller's, for this set of the lanes: its parts come in order, too.
        unsafe { V::load_part(isa, lanes, at, order, own, to.set(i)) }
    }

    #[inline(always)]
    fn store_columns<const N: usize>(words: [Self; N], out: &mut [u8]) {
        let part = out.len() / K;
        for i in 0..K {
            let mut own = [words[0].0[i]; N];
            for w in 1..N {
                own[w] = words[w].0[i];
            }
            V::store_columns(own, &mut out[i * part..(i + 1) * part]);
        }
    }

    #[inline(always)]
    fn pin(self) -> Self {
        let x = self;
        each!(x => x.pin())
    }

    #[inline]
    fn rotl(self, n: u32) -> Self {
        let x = self;
        each!(x => x.rotl(n))
    }

    #[inline]
    fn shr(self, n: u32) -> Self {
        let x = self;
        each!(x => x.shr(n))
    }

    #[inline]
    fn swap_bytes(self) -> Self {
        let x = self;
        each!(x => x.swap_bytes())
    }

    // LLVM left choices of several sets out of kernels, where it was free to.
    #[inline(always)]
    fn select(self, y: Self, z: Self) -> Self {
        let x = self;
        each!(x, y, z => x.select(y, z))
    }

    #[inline(always)]
    fn xor_and_not(self, y: Self, z: Self) -> Self {
        let x = self;
        each!(x, y, z => x.xor_and_not(y, z))
    }

    #[inline(always)]
    fn add_select(self, mask: Self, y: Self, z: Self) -> Self {
        let x = self;
        each!(x, mask, y, z => x.add_select(mask, y, z))
    }

    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        let x = self;
        each!(x, y, z => x.majority(y, z))
    }
}
