//! Blocks that are laid out by copies, not by shuffles.

use super::{ByteOrder, Spread, Vector, Word};
use core::arch::asm;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not};
use core::slice;

/// A vector whose blocks are copied to their places 8 bytes at a time, by
/// scalar instructions.
///
/// A CPU that has scalar units beside its vectors' does that for nothing: on
/// Intel's, which begin two 512-bit operations a cycle, a transpose in registers
/// takes 80 of them for sixteen lanes, and this takes 16. Words of 64 bits are in
/// their places then. Of 32-bit ones a copy holds two: those of even lanes lie
/// in one vector and those of odd lanes in the next, and where one set is read 4
/// bytes off, a select parts the words.
///
/// The copies are to be made well before [`Vector::settle`]: a vector is not
/// loaded before the pieces that it is made of have left the store buffer.
#[derive(Clone, Copy)]
pub(crate) struct Paired<V>(V);

/// Bytes in a copy.
const COPY: usize = 8;

/// The most lanes of a vector.
const MOST: usize = 16;

macro_rules! operator {
    ($($trait:ident::$op:ident = $symbol:tt;)*) => {
        $(impl<V: Vector> $trait for Paired<V> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, y: Self) -> Self {
                Self(self.0 $symbol y.0)
            }
        })*
    };
}

operator! {
    Add::add = +;
    BitAnd::bitand = &;
    BitOr::bitor = |;
    BitXor::bitxor = ^;
}

impl<V: Vector> Not for Paired<V> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<V: Vector> Paired<V> {
    /// All ones in the odd lanes.
    #[inline(always)]
    fn odd(isa: V::Token) -> V {
        const { assert!(V::LANES <= MOST) }
        let mut words = [V::Word::ZERO; MOST];
        for i in (1..V::LANES).step_by(2) {
            words[i] = V::Word::truncate(u64::MAX);
        }
        V::load(isa, &words[..V::LANES])
    }

    /// The words from an address on, one in each lane.
    ///
    /// # Safety
    ///
    /// They are readable there.
    #[inline(always)]
    unsafe fn words(isa: V::Token, from: *const V::Word) -> V {
        // SAFETY: the caller's.
        V::load(isa, unsafe { slice::from_raw_parts(from, V::LANES) })
    }
}

impl<V: Vector> Vector for Paired<V> {
    type Token = V::Token;
    type Word = V::Word;
    const LANES: usize = V::LANES;
    const PAIRED: bool = true;

    #[inline(always)]
    fn splat(isa: V::Token, x: V::Word) -> Self {
        Self(V::splat(isa, x))
    }

    #[inline(always)]
    fn load(isa: V::Token, words: &[V::Word]) -> Self {
        Self(V::load(isa, words))
    }

    #[inline(always)]
    fn store(self, words: &mut [V::Word]) {
        self.0.store(words);
    }

    #[inline(always)]
    unsafe fn load_words(isa: V::Token, lanes: &[*const u8], at: usize, order: ByteOrder) -> [Self; 4] {
        // SAFETY: the caller's.
        unsafe { V::load_words(isa, lanes, at, order) }.map(
            #[inline(always)]
            |v| Self(v),
        )
    }

    /// A lane each.
    #[inline(always)]
    fn parts(_: usize) -> usize {
        V::LANES
    }

    #[inline(always)]
    unsafe fn load_part(
        _: V::Token,
        lanes: &[*const u8],
        at: usize,
        _: ByteOrder,
        lane: usize,
        to: Spread<Self>,
    ) {
        const { assert!(V::LANES.is_multiple_of(2)) }
        /// Words in a copy.
        const fn held<W>() -> usize {
            COPY / size_of::<W>()
        }
        let from = lanes[lane].wrapping_add(at);
        let vector = lane % held::<V::Word>();
        debug_assert!(to.words.is_multiple_of(held::<V::Word>()));
        for copy in 0..to.words / held::<V::Word>() {
            // SAFETY: the caller's: the words are readable, and the vectors, of which each
            // has as many copies as lanes with its remainder, are writable.
            unsafe {
                let mut bytes = from.add(COPY * copy).cast::<u64>().read_unaligned();
                // It does nothing; without, LLVM loads two and takes them apart in a vector.
                asm!("/* {0} */", inout(reg) bytes, options(pure, nomem, nostack, preserves_flags));
                let to = to.word(copy * held::<V::Word>() + vector).cast::<u64>();
                to.add(lane / held::<V::Word>()).write(bytes);
            }
        }
    }

    #[inline(always)]
    unsafe fn settle(isa: V::Token, order: ByteOrder, to: Spread<Self>) {
        let put = |w: usize, v: V| {
            let v = match order {
                ByteOrder::Little => v,
                ByteOrder::Big => v.pin().swap_bytes(),
            };
            // SAFETY: the caller's.
            unsafe { *to.word(w) = Self(v) };
        };
        let at = |w: usize| to.word(w).cast::<V::Word>().cast_const();
        if size_of::<V::Word>() == COPY {
            if order == ByteOrder::Big {
                for w in 0..to.words {
                    // SAFETY: the caller's.
                    put(w, unsafe { Self::words(isa, at(w)) });
                }
            }
            return;
        }
        let odd = Self::odd(isa);
        for w in (0..to.words).step_by(2) {
            // A pair has the first word of one lane and its second one, then those of the
            // next lane but one. A word before the second vector, and behind the first,
            // there is what is not selected, but of the block too.
            // SAFETY: the caller's; the second vector does not come first, nor the first last.
            let [first, second] = unsafe {
                [
                    odd.select(Self::words(isa, at(w + 1).sub(1)), Self::words(isa, at(w))),
                    odd.select(Self::words(isa, at(w + 1)), Self::words(isa, at(w).add(1))),
                ]
            };
            put(w, first);
            put(w + 1, second);
        }
    }

    #[inline(always)]
    fn store_columns<const N: usize>(words: [Self; N], out: &mut [u8]) {
        let mut own = [words[0].0; N];
        for w in 1..N {
            own[w] = words[w].0;
        }
        V::store_columns(own, out);
    }

    #[inline(always)]
    fn pin(self) -> Self {
        Self(self.0.pin())
    }

    #[inline(always)]
    fn rotl(self, n: u32) -> Self {
        Self(self.0.rotl(n))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(self.0.shr(n))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Self(self.0.swap_bytes())
    }

    #[inline(always)]
    fn select(self, y: Self, z: Self) -> Self {
        Self(self.0.select(y.0, z.0))
    }

    #[inline(always)]
    fn add_select(self, mask: Self, y: Self, z: Self) -> Self {
        Self(self.0.add_select(mask.0, y.0, z.0))
    }

    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        Self(self.0.majority(y.0, z.0))
    }

    #[inline(always)]
    fn rotr(self, n: u32) -> Self {
        Self(self.0.rotr(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Has;
    use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2, Ssse3};
    use crate::lanes::Side;
    use crate::token::Token;
    use alloc::vec::Vec;
    use core::mem::MaybeUninit;

    /// The words of blocks loaded at once, and in parts.
    fn compare<V: Vector, const WORDS: usize>(isa: V::Token)
    where
        V::Word: PartialEq + core::fmt::Debug,
    {
        let block = WORDS * size_of::<V::Word>();
        let bytes: Vec<u8> = (0..V::LANES * (block + 1) + 3).map(|i| (i * 7 + i / 251) as u8).collect();
        let from: Vec<_> = (0..V::LANES).map(|i| bytes[i * (block + 1)..].as_ptr()).collect();
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let (mut whole, mut parts) =
                (MaybeUninit::<[V; WORDS]>::uninit(), MaybeUninit::<[V; WORDS]>::uninit());
            let spread = |to: &mut MaybeUninit<[V; WORDS]>| Spread {
                first: to.as_mut_ptr().cast::<V>(),
                pitch: 1,
                words: WORDS,
            };
            let (to_whole, to_parts) = (spread(&mut whole), spread(&mut parts));
            // SAFETY: each lane has a block, 3 bytes from where it is.
            let (whole, parts) = isa.vectorize(|| unsafe {
                V::load_block(isa, &from, 3, order, to_whole);
                for part in 0..V::parts(WORDS) {
                    V::load_part(isa, &from, 3, order, part, to_parts);
                }
                V::settle(isa, order, to_parts);
                (whole.assume_init(), parts.assume_init())
            });
            for (whole, parts) in whole.into_iter().zip(parts) {
                let [mut a, mut b] = [[V::Word::ZERO; 2 * MOST]; 2];
                whole.store(&mut a[..V::LANES]);
                parts.store(&mut b[..V::LANES]);
                assert_eq!(a, b);
            }
        }
    }

    fn on<T: Has<u32> + Has<u64>>() {
        if let Some(isa) = T::detect() {
            compare::<Side<Paired<<T as Has<u32>>::Vector>, 1>, 16>(isa);
            compare::<Side<Paired<<T as Has<u32>>::Vector>, 2>, 16>(isa);
            compare::<Side<Paired<<T as Has<u64>>::Vector>, 2>, 16>(isa);
            compare::<Side<Paired<<T as Has<u64>>::Vector>, 2>, 17>(isa);
            compare::<Side<<T as Has<u32>>::Vector, 2>, 16>(isa);
        }
    }

    #[test]
    fn words_are_in_their_lanes() {
        on::<Sse2>();
        on::<Ssse3>();
        on::<Avx2>();
        on::<Avx512Half>();
        on::<Avx512>();
    }
}
