//! Two sets of lanes.
//!
//! Two states are 32 vectors, which is all the registers that there are, and each
//! step of G works in place. So the rounds need no other register, as long as what
//! goes on between them has no vectors: lanes that are paired.
//!
//! The order of the steps is what keeps a core's vector units full: while one set
//! waits for a rotation, the other adds. Which order does is found by trying, with all that
//! a block has: the rounds alone, in a loop, come to run well in orders that take long to
//! come to it again after whatever stands between two blocks. Cycles for a block of BLAKE3
//! among others, of which the operations would take 792 and 400 on an AMD Zen 4, 416 and 401 on
//! a Zen 5, if none waited:
//!
//! |                                                          | Zen 4, 512 bits | 256 bits | Zen 5, 512 bits | 256 bits |
//! |----------------------------------------------------------|-----------------|----------|-----------------|----------|
//! | two columns of a set, then its others, then the other    | 873             | 463      |                 |          |
//! | half of G of a set, both of the other, then its other    | 868             | 438      |                 |          |
//! | half of G of a set, then of the other, then their others | 861             | **427**  | **459**         | **443**  |
//! | the same, two columns at a time                          |                 |          | 461             |          |
//! | two columns of a set, then of the other                  | **833**         | 451      | 485             |          |
//!
//! An operation takes two cycles on a Zen 5: with 512 bits it would have all columns at once, and a
//! Zen 4 two. So there are kernels of both orders, the former of which are named abreast.

use crate::blake2::rounds::Rounds;
use crate::kernel::block::Copies;
use core::arch::{asm, x86_64::*};

/// Each word of two states, or of two blocks.
pub(super) type Words<T> = [[T; 2]; 16];

/// Half of G on some columns or diagonals of a set, step by step: of each its words of
/// the state, and its word of the message.
macro_rules! half {
    (
        ($vector:literal $add:literal $rotate:literal) $set:literal $d_by:literal $b_by:literal;
        $([$a:literal $b:literal $c:literal $d:literal] $w:literal)+
    ) => {
        concat!(
            $($add, " ", $vector, $a, ", ", $vector, $a, ", [{m} + {", $w, "} + ", $set, "]\n",)+
            $($add, " ", $vector, $a, ", ", $vector, $a, ", ", $vector, $b, "\n",)+
            $("vpxord ", $vector, $d, ", ", $vector, $d, ", ", $vector, $a, "\n",)+
            $($rotate, " ", $vector, $d, ", ", $vector, $d, ", ", $d_by, "\n",)+
            $($add, " ", $vector, $c, ", ", $vector, $c, ", ", $vector, $d, "\n",)+
            $("vpxord ", $vector, $b, ", ", $vector, $b, ", ", $vector, $c, "\n",)+
            $($rotate, " ", $vector, $b, ", ", $vector, $b, ", ", $b_by, "\n",)+
        )
    };
}

/// Copies of the next block, two words of a lane or of two that are neighbours.
///
/// Two words of 32 bits are loaded at once: the loads are what a core runs short of. The
/// same words of two lanes are stored one behind the other: a store buffer gives a cache
/// two pieces of a line in a cycle, and one of each of two lines. On an AMD Zen 5 a block of
/// BLAKE3 took 545 cycles where lanes of both sets were copied together, and takes 485.
macro_rules! copy {
    (none $($pair:literal)+) => { "" };
    (one32 $($pair:literal)+) => {
        concat!($(
            "mov r10, qword ptr [{p} + 8 * ", $pair, "]\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, "], r10d\n",
            "shr r10, 32\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, " + {pitch}], r10d\n",
        )+)
    };
    (two32 $($pair:literal)+) => {
        concat!($(
            "mov r10, qword ptr [{p} + 8 * ", $pair, "]\n",
            "mov r11, qword ptr [{q} + 8 * ", $pair, "]\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, "], r10d\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, " + 4], r11d\n",
            "shr r10, 32\n",
            "shr r11, 32\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, " + {pitch}], r10d\n",
            "mov dword ptr [{to} + {pitch} * 2 * ", $pair, " + {pitch} + 4], r11d\n",
        )+)
    };
    (one64 $($pair:literal)+) => {
        concat!($(
            "mov r10, qword ptr [{p} + 16 * ", $pair, "]\n",
            "mov qword ptr [{to} + {pitch} * 2 * ", $pair, "], r10\n",
            "mov r10, qword ptr [{p} + 16 * ", $pair, " + 8]\n",
            "mov qword ptr [{to} + {pitch} * 2 * ", $pair, " + {pitch}], r10\n",
        )+)
    };
}

/// Both halves of G on four columns or diagonals of each set: of each set by turns on all four
/// at once, or on two.
macro_rules! half_round {
    (
        $copy:ident all_columns ($($how:tt)+) $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            jump!(),
            half!(($($how)+) "0" $r0 $r1; $a "w0" $b "w2" $c "w4" $d "w6"),
            copy!($copy 0 1),
            half!(($($how)+) "{set}" $r0 $r1; $p "w0" $q "w2" $r "w4" $s "w6"),
            copy!($copy 2 3),
            half!(($($how)+) "0" $r2 $r3; $a "w1" $b "w3" $c "w5" $d "w7"),
            copy!($copy 4 5),
            half!(($($how)+) "{set}" $r2 $r3; $p "w1" $q "w3" $r "w5" $s "w7"),
            copy!($copy 6 7),
        )
    };
    (
        $copy:ident two_columns ($($how:tt)+) $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            jump!(),
            half!(($($how)+) "0" $r0 $r1; $a "w0" $b "w2"),
            copy!($copy 0),
            half!(($($how)+) "{set}" $r0 $r1; $p "w0" $q "w2"),
            copy!($copy 1),
            half!(($($how)+) "0" $r2 $r3; $a "w1" $b "w3"),
            copy!($copy 2),
            half!(($($how)+) "0" $r0 $r1; $c "w4" $d "w6"),
            copy!($copy 3),
            half!(($($how)+) "{set}" $r0 $r1; $r "w4" $s "w6"),
            copy!($copy 4),
            half!(($($how)+) "{set}" $r2 $r3; $p "w1" $q "w3"),
            copy!($copy 5),
            half!(($($how)+) "0" $r2 $r3; $c "w5" $d "w7"),
            copy!($copy 6),
            half!(($($how)+) "{set}" $r2 $r3; $r "w5" $s "w7"),
            copy!($copy 7),
        )
    };
}

/// Assembly on two states and a block, of which it takes the words from `$first` on.
macro_rules! on_states {
    ($v:ident, $m:ident, $first:literal, $assembly:expr; $($operands:tt)*) => {{
        let [
            [a0, b0], [a1, b1], [a2, b2], [a3, b3], [a4, b4], [a5, b5], [a6, b6], [a7, b7],
            [a8, b8], [a9, b9], [a10, b10], [a11, b11], [a12, b12], [a13, b13], [a14, b14], [a15, b15],
        ] = $v;
        // SAFETY: it reads the block, and copies what it may.
        unsafe {
            asm!(
                $assembly,
                m = in(reg) $m,
                set = const size_of::<T>(),
                w0 = const place::<S, T>(R, $first + 0),
                w1 = const place::<S, T>(R, $first + 1),
                w2 = const place::<S, T>(R, $first + 2),
                w3 = const place::<S, T>(R, $first + 3),
                w4 = const place::<S, T>(R, $first + 4),
                w5 = const place::<S, T>(R, $first + 5),
                w6 = const place::<S, T>(R, $first + 6),
                w7 = const place::<S, T>(R, $first + 7),
                inout("zmm0") *a0, inout("zmm1") *a1, inout("zmm2") *a2, inout("zmm3") *a3,
                inout("zmm4") *a4, inout("zmm5") *a5, inout("zmm6") *a6, inout("zmm7") *a7,
                inout("zmm8") *a8, inout("zmm9") *a9, inout("zmm10") *a10, inout("zmm11") *a11,
                inout("zmm12") *a12, inout("zmm13") *a13, inout("zmm14") *a14, inout("zmm15") *a15,
                inout("zmm16") *b0, inout("zmm17") *b1, inout("zmm18") *b2, inout("zmm19") *b3,
                inout("zmm20") *b4, inout("zmm21") *b5, inout("zmm22") *b6, inout("zmm23") *b7,
                inout("zmm24") *b8, inout("zmm25") *b9, inout("zmm26") *b10, inout("zmm27") *b11,
                inout("zmm28") *b12, inout("zmm29") *b13, inout("zmm30") *b14, inout("zmm31") *b15,
                $($operands)*
            );
        }
    }};
}

/// Functions for both halves of a round on two sets of a vector, which copy lanes of
/// the next block meanwhile, if any.
macro_rules! rounds {
    ($columns:ident, $diagonals:ident, $vector:ty: $copy:ident $($how:tt)+) => {
        rounds!(
            $columns, 0, $vector, $copy ($($how)+);
            [0 4 8 12] [1 5 9 13] [2 6 10 14] [3 7 11 15];
            [16 20 24 28] [17 21 25 29] [18 22 26 30] [19 23 27 31]
        );
        rounds!(
            $diagonals, 8, $vector, $copy ($($how)+);
            [0 5 10 15] [1 6 11 12] [2 7 8 13] [3 4 9 14];
            [16 21 26 31] [17 22 27 28] [18 23 24 29] [19 20 25 30]
        );
    };
    ($name:ident, $first:literal, $vector:ty, $copy:ident ($($how:tt)+); $($which:tt)+) => {
        /// # Safety
        ///
        /// What is to be copied can be, and the CPU has the features.
        #[target_feature(enable = "avx512f,avx512vl")]
        #[inline]
        pub(super) unsafe fn $name<S: Rounds, const R: usize>(
            v: &mut Words<$vector>,
            m: &Words<$vector>,
            copies: Option<Copies>,
        ) {
            type T = $vector;
            match copies {
                None => on_states!(
                    v, m, $first, half_round!(none $($how)+; $($which)+);
                    options(readonly, nostack, preserves_flags)
                ),
                Some(Copies { from, to }) => rounds!(
                    @ $copy v, m, $first, half_round!($copy $($how)+; $($which)+), from, to
                ),
            }
        }
    };
    (@ two32 $v:ident, $m:ident, $first:literal, $assembly:expr, $from:ident, $to:ident) => {
        on_states!(
            $v, $m, $first, $assembly;
            p = in(reg) $from[0], q = in(reg) $from[1], to = in(reg) $to, out("r10") _, out("r11") _,
            pitch = const size_of::<[T; 2]>(), options(nostack)
        )
    };
    (@ $one:ident $v:ident, $m:ident, $first:literal, $assembly:expr, $from:ident, $to:ident) => {
        on_states!(
            $v, $m, $first, $assembly;
            p = in(reg) $from[0], to = in(reg) $to, out("r10") _,
            pitch = const size_of::<[T; 2]>(), options(nostack)
        )
    };
}

rounds!(columns32, diagonals32, __m512i: two32 two_columns ("zmm" "vpaddd" "vprord") 16 12 8 7);
rounds!(columns64, diagonals64, __m512i: one64 two_columns ("zmm" "vpaddq" "vprorq") 32 24 16 63);
rounds!(columns32_abreast, diagonals32_abreast, __m512i: two32 all_columns ("zmm" "vpaddd" "vprord") 16 12 8 7);
rounds!(columns64_abreast, diagonals64_abreast, __m512i: one64 all_columns ("zmm" "vpaddq" "vprorq") 32 24 16 63);
rounds!(columns32_half, diagonals32_half, __m256i: one32 all_columns ("ymm" "vpaddd" "vprord") 16 12 8 7);
rounds!(columns64_half, diagonals64_half, __m256i: one64 all_columns ("ymm" "vpaddq" "vprorq") 32 24 16 63);

/// Where the word is that round `r` takes as its `i`-th.
const fn place<S: Rounds, T>(r: usize, i: usize) -> usize {
    size_of::<[T; 2]>() * S::SIGMA[r % S::SIGMA.len()][i]
}
