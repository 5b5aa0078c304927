//! One lane, on any CPU.

pub(crate) mod aes;

use super::Has;
use crate::lanes::{ByteOrder, Spread, Vector};
use crate::token::{Isa, Token};
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// Barriers for the compiler, where it has them.
mod pin {
    macro_rules! pin {
        ($word:ident) => {
            #[inline(always)]
            #[allow(unused_mut, reason = "where there is no barrier")]
            #[allow(asm_sub_register, reason = "the register's name is not used")]
            pub(super) fn $word(mut x: $word) -> $word {
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                // SAFETY: it does nothing.
                unsafe {
                    core::arch::asm!(
                        "/* {0} */",
                        inout(reg) x,
                        options(nomem, nostack, preserves_flags),
                    );
                }
                x
            }
        };
    }
    pin!(u32);
    pin!(u64);
}

/// No instruction set in particular.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

// SAFETY: every CPU has it.
unsafe impl Token for Portable {
    const ISA: Isa = Isa::Portable;

    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

macro_rules! operator {
    ($vector:ident $($trait:ident::$op:ident($x:ident, $y:ident) = $e:expr;)*) => {
        $(impl $trait for $vector {
            type Output = Self;
            #[inline(always)]
            fn $op(self, y: Self) -> Self {
                let ($x, $y) = (self.0, y.0);
                Self($e)
            }
        })*
    };
}

macro_rules! one_lane {
    ($vector:ident, $word:ident) => {
        /// 1 lane.
        #[derive(Clone, Copy)]
        pub(crate) struct $vector($word);

        operator! { $vector
            Add::add(x, y) = x.wrapping_add(y);
            Sub::sub(x, y) = x.wrapping_sub(y);
            BitAnd::bitand(x, y) = x & y;
            BitOr::bitor(x, y) = x | y;
            BitXor::bitxor(x, y) = x ^ y;
        }

        impl Not for $vector {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl Has<$word> for Portable {
            type Vector = $vector;
        }

        impl Vector for $vector {
            type Token = Portable;
            type Word = $word;
            const LANES: usize = 1;

            #[inline(always)]
            fn splat(_: Portable, x: $word) -> Self {
                Self(x)
            }

            #[inline(always)]
            fn load(_: Portable, words: &[$word]) -> Self {
                Self(words[0])
            }

            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                words[0] = self.0;
            }

            const PART: Option<usize> = Some(4);

            #[inline(always)]
            unsafe fn load_part(
                _: Portable,
                lanes: &[*const u8],
                at: usize,
                order: ByteOrder,
                part: usize,
                to: Spread<Self>,
            ) {
                let first = to.first_of(part, 4);
                let at = at.wrapping_add(first * size_of::<$word>());
                let from = lanes[0].wrapping_add(at).cast::<[[u8; size_of::<$word>()]; 4]>();
                // SAFETY: the caller's: the words are readable.
                let [a, b, c, d] = unsafe { from.read() };
                let word = match order {
                    ByteOrder::Little => $word::from_le_bytes,
                    ByteOrder::Big => $word::from_be_bytes,
                };
                // SAFETY: the caller's.
                unsafe { to.put(first, [Self(word(a)), Self(word(b)), Self(word(c)), Self(word(d))]) }
            }

            #[inline(always)]
            fn store_columns<const N: usize>(words: [Self; N], out: &mut [u8]) {
                let (out, rest) = out.as_chunks_mut();
                assert!(out.len() == N && rest.is_empty());
                for w in 0..N {
                    out[w] = words[w].0.to_le_bytes();
                }
            }

            #[inline(always)]
            fn pin(self) -> Self {
                Self(pin::$word(self.0))
            }

            #[inline(always)]
            fn rotl(self, n: u32) -> Self {
                Self(self.0.rotate_left(n))
            }

            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                Self(self.0 >> n)
            }

            #[inline(always)]
            fn swap_bytes(self) -> Self {
                Self(self.0.swap_bytes())
            }

            // Two sums off the chain of `y` and `z`, instead of a chain of three
            // operations: a scalar core has adders to spare.
            #[inline(always)]
            fn add_select(self, mask: Self, y: Self, z: Self) -> Self {
                (self + (z & !mask)).pin() + (y & mask)
            }
        }
    };
}

one_lane!(U32x1, u32);
one_lane!(U64x1, u64);
