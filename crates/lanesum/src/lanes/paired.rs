//! Blocks that are laid out by copies, not by shuffles.

use super::{ByteOrder, Spread, Vector};
use crate::kernel::Form;
use core::arch::asm;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// A vector whose blocks are copied to their places word by word, by scalar
/// instructions.
///
/// A CPU that has scalar units beside its vectors' does that for nothing: a
/// transpose in registers takes 80 operations of vectors for sixteen lanes, and
/// registers that the rounds could have.
///
/// The copies are to be made well before the words are read: a vector is not
/// loaded before the pieces that it is made of have left the store buffer.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Paired<V, const ABREAST: bool = false>(V);

/// A paired vector of kernels that are [`Form::Abreast`].
pub(crate) type Abreast<V> = Paired<V, true>;

macro_rules! operator {
    ($($trait:ident::$op:ident = $symbol:tt;)*) => {
        $(impl<V: Vector, const ABREAST: bool> $trait for Paired<V, ABREAST> {
            type Output = Self;
            #[inline]
            fn $op(self, y: Self) -> Self {
                Self(self.0 $symbol y.0)
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

impl<V: Vector, const ABREAST: bool> Not for Paired<V, ABREAST> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<V: Vector, const ABREAST: bool> Vector for Paired<V, ABREAST> {
    type Token = V::Token;
    type Word = V::Word;
    const LANES: usize = V::LANES;
    const FORM: Form = if ABREAST { Form::Abreast } else { Form::Paired };

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

    /// In vectors, where nothing else keeps their units busy.
    #[inline(always)]
    unsafe fn load_block(isa: V::Token, lanes: &[*const u8], at: usize, order: ByteOrder, to: Spread<Self>) {
        let to = Spread { first: to.first.cast::<V>(), pitch: to.pitch, words: to.words };
        // SAFETY: the caller's; a pair is nothing but its vector.
        unsafe { V::load_block(isa, lanes, at, order, to) }
    }

    const PART: Option<usize> = None;

    #[inline(always)]
    unsafe fn load_part(
        _: V::Token,
        lanes: &[*const u8],
        at: usize,
        order: ByteOrder,
        lane: usize,
        to: Spread<Self>,
    ) {
        let from = lanes[lane].wrapping_add(at);
        for w in 0..to.words {
            let to = to.word(w).cast::<V::Word>().wrapping_add(lane);
            // SAFETY: the caller's: so many words are readable, and each vector has room
            // for one of each lane.
            unsafe {
                if size_of::<V::Word>() == 8 {
                    copy64(from.cast::<u64>().wrapping_add(w), to.cast(), order);
                } else {
                    copy32(from.cast::<u32>().wrapping_add(w), to.cast(), order);
                }
            }
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

    #[inline]
    fn rotl(self, n: u32) -> Self {
        Self(self.0.rotl(n))
    }

    #[inline]
    fn shr(self, n: u32) -> Self {
        Self(self.0.shr(n))
    }

    #[inline]
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

    #[inline]
    fn rotr(self, n: u32) -> Self {
        Self(self.0.rotr(n))
    }
}

/// `copy!(name, Word, register)`: a word copied through a register, which is named,
/// for LLVM would load several in a vector, and take them apart there.
macro_rules! copy {
    ($name:ident, $word:ty, $register:literal) => {
        /// Copies a word.
        ///
        /// # Safety
        ///
        /// It can be read there, and written.
        #[inline]
        unsafe fn $name(from: *const $word, to: *mut $word, order: ByteOrder) {
            // SAFETY: the caller's; the assembly does nothing.
            unsafe {
                let mut word = from.read_unaligned();
                asm!($register, inout(reg) word, options(pure, nomem, nostack, preserves_flags));
                to.write(match order {
                    ByteOrder::Little => word,
                    ByteOrder::Big => word.swap_bytes(),
                });
            }
        }
    };
}

copy!(copy32, u32, "/* {0:e} */");
copy!(copy64, u64, "/* {0} */");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Has;
    use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2, Ssse3};
    use crate::lanes::{MAX_LANES, Side, Word, parts};
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
            let (mut whole, mut pieces) =
                (MaybeUninit::<[V; WORDS]>::uninit(), MaybeUninit::<[V; WORDS]>::uninit());
            let spread = |to: &mut MaybeUninit<[V; WORDS]>| Spread {
                first: to.as_mut_ptr().cast::<V>(),
                pitch: 1,
                words: WORDS,
            };
            let (to_whole, to_pieces) = (spread(&mut whole), spread(&mut pieces));
            // SAFETY: each lane has a block, 3 bytes from where it is.
            let (whole, pieces) = isa.vectorize(|| unsafe {
                V::load_block(isa, &from, 3, order, to_whole);
                for part in 0..parts::<V>(WORDS) {
                    V::load_part(isa, &from, 3, order, part, to_pieces);
                }
                (whole.assume_init(), pieces.assume_init())
            });
            for (whole, pieces) in whole.into_iter().zip(pieces) {
                let [mut a, mut b] = [[V::Word::ZERO; MAX_LANES]; 2];
                whole.store(&mut a[..V::LANES]);
                pieces.store(&mut b[..V::LANES]);
                assert_eq!(a, b);
            }
        }
    }

    fn on<T: Has<u32> + Has<u64>>() {
        if let Some(isa) = T::detect() {
            compare::<Paired<<T as Has<u32>>::Vector>, 16>(isa);
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
