//! What an algorithm may ask of an ISA with the AES round: blocks of 16 bytes,
//! several side by side in a vector.
//!
//! `A(x)` is MixColumns(ShiftRows(SubBytes(x))) of FIPS 197, a round without
//! its key. x86 adds the key after it, Arm before.

use crate::token::Token;

/// A vector of blocks.
pub(crate) trait Blocks: Copy {
    /// The proof that the instructions are there.
    type Token: Token;

    /// Blocks in a vector.
    const BLOCKS: usize;

    /// Whether a key that is added before the round costs nothing.
    const KEY_FIRST: bool;

    /// One block, copied to every place of the vector.
    fn splat(isa: Self::Token, block: &[u8; 16]) -> Self;

    /// As many blocks as there are, one behind the other.
    fn load(isa: Self::Token, blocks: &[[u8; 16]]) -> Self;

    /// Writes the blocks, one behind the other.
    fn store(self, blocks: &mut [[u8; 16]]);

    /// The exclusive or.
    fn xor(self, y: Self) -> Self;

    /// `A(self) ^ key`: AESENC.
    fn round(self, key: Self) -> Self;

    /// `A(self ^ key)`: AESE and AESMC.
    fn round_of_sum(self, key: Self) -> Self;

    /// `ShiftRows(SubBytes(self ^ key))`: AESE.
    fn last_of_sum(self, key: Self) -> Self;

    /// Block `i` of all rows, as vector `i`: there are as many rows as blocks
    /// in a vector.
    fn load_rows(isa: Self::Token, rows: &[&[[u8; 16]; 4]]) -> [Self; 4];
}

/// Implements [`Blocks`] by intrinsics.
#[allow(unused_macros, reason = "not every architecture has any")]
macro_rules! blocks {
    (
        #[$features:meta] $isa:ident => $vector:ident($raw:ty; $blocks:literal, $key_first:literal)
        splat($sp:ident) = $splat:expr;
        load($lp:ident) = $load:expr;
        store($st:ident, $sv:ident) = $store:expr;
        xor($xx:ident, $xy:ident) = $xor:expr;
        round($rx:ident, $rk:ident) = $round:expr;
        round_of_sum($sx:ident, $sk:ident) = $round_of_sum:expr;
        last_of_sum($fx:ident, $fk:ident) = $last:expr;
        load_rows($rows:ident) = $load_rows:expr;
    ) => {
        #[doc = concat!("Blocks: ", stringify!($blocks), ".")]
        #[derive(Clone, Copy)]
        pub(crate) struct $vector($raw);

        impl crate::isa::aes::Blocks for $vector {
            type Token = $isa;
            const BLOCKS: usize = $blocks;
            const KEY_FIRST: bool = $key_first;

            #[inline(always)]
            fn splat(_: $isa, block: &[u8; 16]) -> Self {
                #[$features]
                #[inline]
                unsafe fn op($sp: *const u8) -> $raw {
                    // SAFETY: 16 bytes can be read, the caller says.
                    unsafe { $splat }
                }
                // SAFETY: the token is the proof of the features; a block is 16 bytes.
                Self(unsafe { op(block.as_ptr()) })
            }

            #[inline(always)]
            fn load(_: $isa, blocks: &[[u8; 16]]) -> Self {
                #[$features]
                #[inline]
                unsafe fn op($lp: *const u8) -> $raw {
                    // SAFETY: the vector's bytes can be read, the caller says.
                    unsafe { $load }
                }
                assert!(blocks.len() == $blocks);
                // SAFETY: the token is the proof of the features; the length is checked.
                Self(unsafe { op(blocks.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, blocks: &mut [[u8; 16]]) {
                #[$features]
                #[inline]
                unsafe fn op($st: *mut u8, $sv: $raw) {
                    // SAFETY: the vector's bytes can be written, the caller says.
                    unsafe { $store }
                }
                assert!(blocks.len() == $blocks);
                // SAFETY: a vector is the proof of the features; the length is checked.
                unsafe { op(blocks.as_mut_ptr().cast(), self.0) }
            }

            blocks!(@binary $features, $raw, xor($xx, $xy) = $xor);
            blocks!(@binary $features, $raw, round($rx, $rk) = $round);
            blocks!(@binary $features, $raw, round_of_sum($sx, $sk) = $round_of_sum);
            blocks!(@binary $features, $raw, last_of_sum($fx, $fk) = $last);

            #[inline(always)]
            fn load_rows(_: $isa, rows: &[&[[u8; 16]; 4]]) -> [Self; 4] {
                #[$features]
                #[inline]
                unsafe fn op($rows: [*const u8; $blocks]) -> [$raw; 4] {
                    // SAFETY: 64 bytes can be read at each, the caller says.
                    unsafe { $load_rows }
                }
                assert!(rows.len() == $blocks);
                let mut from = [core::ptr::null(); $blocks];
                for i in 0..$blocks {
                    from[i] = rows[i].as_ptr().cast();
                }
                // SAFETY: the token is the proof of the features; a row is 64 bytes.
                let [a, b, c, d] = unsafe { op(from) };
                [Self(a), Self(b), Self(c), Self(d)]
            }
        }
    };
    (@binary $features:meta, $raw:ty, $name:ident($x:ident, $y:ident) = $e:expr) => {
        #[inline(always)]
        fn $name(self, y: Self) -> Self {
            #[$features]
            #[inline]
            fn op($x: $raw, $y: $raw) -> $raw {
                $e
            }
            // SAFETY: a vector is the proof of the features.
            Self(unsafe { op(self.0, y.0) })
        }
    };
}
#[allow(unused_imports, reason = "not every architecture has any")]
pub(super) use blocks;
