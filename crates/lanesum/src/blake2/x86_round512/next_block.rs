//! The next block of one set of lanes, transposed to vectors of words.
//!
//! It is loaded before the rounds, where the state is eight vectors of a chaining value, in
//! the first eight registers: in assembly, because LLVM would put these elsewhere.

use crate::kernel::block::BlockCopy;
use crate::kernel::x86_transpose512::{parts, row, zip};
use core::arch::asm;

/// Four vectors of 32-bit words, transposed in each 128-bit part, with room for four.
macro_rules! square {
    ($a:literal $b:literal $c:literal $d:literal; $e:literal $f:literal $g:literal $h:literal) => {
        concat!(
            zip!("dq" $a $b => $e $f),
            zip!("dq" $c $d => $g $h),
            zip!("qdq" $e $g => $a $b),
            zip!("qdq" $f $h => $c $d),
        )
    };
}

/// `load!(name: about; parts)`: a function that loads a block.
macro_rules! load {
    ($name:ident: $about:literal; $($part:expr,)+) => {
        #[doc = $about]
        ///
        /// # Safety
        ///
        /// The block can be read, and its words written, which are aligned.
        #[target_feature(enable = "avx512f,avx512vl")]
        #[inline]
        pub(super) unsafe fn $name(next: BlockCopy) {
            // SAFETY: the caller's.
            unsafe {
                asm!(
                    $($part,)+
                    from = in(reg) next.from, at = in(reg) next.at, to = in(reg) next.to,
                    p = out(reg) _, q = out(reg) _,
                    out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
                    out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
                    out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
                    out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
                    out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
                    out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
                    options(nostack, preserves_flags)
                );
            }
        }
    };
}

/// Eight words of sixteen lanes, from a word on.
macro_rules! eight32 {
    ($at:literal; $w0:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal $w6:literal $w7:literal;
     $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal) => {
        concat!(
            row!(8 0 4 $at), row!(9 1 5 $at), row!(10 2 6 $at), row!(11 3 7 $at),
            row!(12 8 12 $at), row!(13 9 13 $at), row!(14 10 14 $at), row!(15 11 15 $at),
            square!(8 9 10 11; $a $b $c $d),
            square!(12 13 14 15; $e $f $g $h),
            parts!(8 12 => $a $e; $w0 $w4),
            parts!(9 13 => $b $f; $w1 $w5),
            parts!(10 14 => $c $g; $w2 $w6),
            parts!(11 15 => $d $h; $w3 $w7),
        )
    };
}

load! {
    lanes16: "Sixteen lanes of 32 bits.";
    eight32!(0; 0 1 2 3 4 5 6 7; 16 17 18 19 20 21 22 23),
    eight32!(32; 8 9 10 11 12 13 14 15; 24 25 26 27 28 29 30 31),
}

/// Four words of eight lanes, from a word on.
macro_rules! four64 {
    ($at:literal; $w0:literal $w1:literal $w2:literal $w3:literal; $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal) => {
        concat!(
            row!($a 0 2 $at), row!($b 1 3 $at), row!($c 4 6 $at), row!($d 5 7 $at),
            zip!("qdq" $a $b => $e $f),
            zip!("qdq" $c $d => $g $h),
            parts!($e $g => $a $b; $w0 $w2),
            parts!($f $h => $c $d; $w1 $w3),
        )
    };
}

load! {
    lanes8: "Eight lanes of 64 bits.";
    four64!(0; 0 1 2 3; 8 9 10 11 12 13 14 15),
    four64!(32; 4 5 6 7; 16 17 18 19 20 21 22 23),
    four64!(64; 8 9 10 11; 24 25 26 27 28 29 30 31),
    four64!(96; 12 13 14 15; 8 9 10 11 12 13 14 15),
}
