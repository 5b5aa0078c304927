//! The rounds of BLAKE2b, BLAKE2s and BLAKE3 on two sets of lanes with AVX-512, in
//! assembly.
//!
//! Two states are 32 vectors, which is all the registers that there are, and each
//! step of G works in place. So the rounds need no other register, as long as what
//! goes on between them has no vectors: lanes that are paired.
//!
//! The order of the steps is what keeps a core's vector units full. Each set takes
//! two columns or diagonals at a time, step by step, and the second set is 12
//! instructions behind: while one waits for a rotation, the other adds. On an AMD
//! Zen 4 the rounds take 1.00 to 1.02 of the cycles that their operations would
//! take if none waited, where one set of lanes took 1.19.

use super::x86_round::{Schedule, words};
use crate::isa::x86_64::Avx512;
use crate::kernel::compression::Block;
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::__m512i};

/// Two sets of lanes: each word of the state, or of a block.
type Words = [[__m512i; 2]; 16];

/// A step of G on two columns or diagonals: `operation x, y, z`.
macro_rules! both {
    ($operation:expr, $x:literal $y:literal $z:literal, $p:literal $q:literal $r:literal) => {
        concat!(
            $operation, " zmm", $x, ", zmm", $y, ", zmm", $z, "\n", $operation, " zmm", $p, ", zmm", $q,
            ", zmm", $r, "\n",
        )
    };
}

/// The word of the message is added in two columns or diagonals.
macro_rules! words {
    ($add:expr, $set:literal, $a:literal $x:literal, $e:literal $y:literal) => {
        concat!(
            $add,
            " zmm",
            $a,
            ", zmm",
            $a,
            ", zmmword ptr [{m} + {",
            $x,
            "} + ",
            $set,
            "]\n",
            $add,
            " zmm",
            $e,
            ", zmm",
            $e,
            ", zmmword ptr [{m} + {",
            $y,
            "} + ",
            $set,
            "]\n",
        )
    };
}

/// Two columns or diagonals rotated.
macro_rules! rotated {
    ($rotate:expr, $x:literal $y:literal, $by:literal) => {
        concat!(
            $rotate, " zmm", $x, ", zmm", $x, ", ", $by, "\n", $rotate, " zmm", $y, ", zmm", $y, ", ", $by,
            "\n",
        )
    };
}

/// The first eight steps of G on two columns or diagonals: the last adds the second
/// word of the message.
macro_rules! head {
    (
        ($add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal) $set:literal
        [$a:literal $b:literal $c:literal $d:literal] $x:literal $y:literal
        [$e:literal $f:literal $g:literal $h:literal] $z:literal $w:literal
    ) => {
        concat!(
            words!($add, $set, $a $x, $e $z),
            both!($add, $a $a $b, $e $e $f),
            both!("vpxord", $d $d $a, $h $h $e),
            rotated!($rotate, $d $h, $r0),
            both!($add, $c $c $d, $g $g $h),
            both!("vpxord", $b $b $c, $f $f $g),
            rotated!($rotate, $b $f, $r1),
            words!($add, $set, $a $y, $e $w),
        )
    };
}

/// The other six.
macro_rules! tail {
    (
        ($add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal)
        [$a:literal $b:literal $c:literal $d:literal] [$e:literal $f:literal $g:literal $h:literal]
    ) => {
        concat!(
            both!($add, $a $a $b, $e $e $f),
            both!("vpxord", $d $d $a, $h $h $e),
            rotated!($rotate, $d $h, $r2),
            both!($add, $c $c $d, $g $g $h),
            both!("vpxord", $b $b $c, $f $f $g),
            rotated!($rotate, $b $f, $r3),
        )
    };
}

/// Assembly on two states and a block.
macro_rules! on_states {
    ($v:ident, $($assembly:expr),+; $($operands:tt)*) => {{
        let [
            [a0, b0], [a1, b1], [a2, b2], [a3, b3], [a4, b4], [a5, b5], [a6, b6], [a7, b7],
            [a8, b8], [a9, b9], [a10, b10], [a11, b11], [a12, b12], [a13, b13], [a14, b14], [a15, b15],
        ] = $v;
        // SAFETY: it reads the block only.
        unsafe {
            asm!(
                $($assembly,)+
                $($operands)*
                inout("zmm0") *a0, inout("zmm1") *a1, inout("zmm2") *a2, inout("zmm3") *a3,
                inout("zmm4") *a4, inout("zmm5") *a5, inout("zmm6") *a6, inout("zmm7") *a7,
                inout("zmm8") *a8, inout("zmm9") *a9, inout("zmm10") *a10, inout("zmm11") *a11,
                inout("zmm12") *a12, inout("zmm13") *a13, inout("zmm14") *a14, inout("zmm15") *a15,
                inout("zmm16") *b0, inout("zmm17") *b1, inout("zmm18") *b2, inout("zmm19") *b3,
                inout("zmm20") *b4, inout("zmm21") *b5, inout("zmm22") *b6, inout("zmm23") *b7,
                inout("zmm24") *b8, inout("zmm25") *b9, inout("zmm26") *b10, inout("zmm27") *b11,
                inout("zmm28") *b12, inout("zmm29") *b13, inout("zmm30") *b14, inout("zmm31") *b15,
                options(readonly, nostack, preserves_flags),
            );
        }
    }};
}

/// Half a round: the columns or the diagonals of the first set; of the second one
/// the last steps of the half before, where there is one, and all but its own.
macro_rules! half {
    (
        $v:ident, $m:ident, $before:expr, $first:literal, $how:tt;
        $last:tt $other_last:tt;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        on_states!(
            $v,
            head!($how 0 $a "w0" "w1" $b "w2" "w3"),
            tail!($how $a $b),
            ".if {before}",
            tail!($how $last $other_last),
            ".endif",
            head!($how 64 $p "w0" "w1" $q "w2" "w3"),
            head!($how 0 $c "w4" "w5" $d "w6" "w7"),
            tail!($how $c $d),
            tail!($how $p $q),
            head!($how 64 $r "w4" "w5" $s "w6" "w7");
            m = in(reg) $m,
            before = const $before as usize,
            w0 = const place::<S>(R, $first + 0),
            w1 = const place::<S>(R, $first + 1),
            w2 = const place::<S>(R, $first + 2),
            w3 = const place::<S>(R, $first + 3),
            w4 = const place::<S>(R, $first + 4),
            w5 = const place::<S>(R, $first + 5),
            w6 = const place::<S>(R, $first + 6),
            w7 = const place::<S>(R, $first + 7),
        )
    };
}

/// Functions for both halves of a round, and for the end of the last round.
macro_rules! rounds {
    ($columns:ident, $diagonals:ident, $end:ident: $how:tt) => {
        #[target_feature(enable = "avx512f")]
        #[inline]
        fn $columns<S: Schedule, const R: usize>(v: &mut Words, m: &Words) {
            half!(
                v, m, (R > 0), 0, $how;
                [18 23 24 29] [19 20 25 30];
                [0 4 8 12] [1 5 9 13] [2 6 10 14] [3 7 11 15];
                [16 20 24 28] [17 21 25 29] [18 22 26 30] [19 23 27 31]
            )
        }

        #[target_feature(enable = "avx512f")]
        #[inline]
        fn $diagonals<S: Schedule, const R: usize>(v: &mut Words, m: &Words) {
            half!(
                v, m, true, 8, $how;
                [18 22 26 30] [19 23 27 31];
                [0 5 10 15] [1 6 11 12] [2 7 8 13] [3 4 9 14];
                [16 21 26 31] [17 22 27 28] [18 23 24 29] [19 20 25 30]
            )
        }

        #[target_feature(enable = "avx512f")]
        #[inline]
        fn $end(v: &mut Words) {
            on_states!(v, tail!($how [18 23 24 29] [19 20 25 30]);)
        }
    };
}

rounds!(columns32, diagonals32, end32: ("vpaddd" "vprord" "16" "12" "8" "7"));
rounds!(columns64, diagonals64, end64: ("vpaddq" "vprorq" "32" "24" "16" "63"));

/// Where the word is that round `r` takes as its `i`-th.
const fn place<S: Schedule>(r: usize, i: usize) -> usize {
    size_of::<[__m512i; 2]>() * S::ROUNDS[r % S::ROUNDS.len()][i]
}

/// Round `R` of a schedule, where the vectors are two paired sets of AVX-512's. Of
/// the second set a rest stays for the next round: they are to be run in order,
/// all of them, and nothing else on the state between them.
#[inline(always)]
pub(crate) fn round<S: Schedule, V: Vector, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
    let same = TypeId::of::<V::Token>() == TypeId::of::<Avx512>() && V::SETS == 2 && V::PAIRED;
    if same {
        // Known when it is compiled. The trait is safe, so it cannot promise it.
        assert!(size_of::<V>() == size_of::<[__m512i; 2]>());
        let is_32 = size_of::<V::Word>() == 4;
        // SAFETY: two sets of lanes of this ISA are nothing but their vectors.
        let v: &mut Words = unsafe { &mut *(&raw mut *v).cast() };
        load_ahead::<S, V>(2 * R, m);
        // SAFETY: as before; they are the proof of the features.
        unsafe { if is_32 { columns32::<S, R>(v, words(m)) } else { columns64::<S, R>(v, words(m)) } }
        load_ahead::<S, V>(2 * R + 1, m);
        // SAFETY: as before.
        unsafe { if is_32 { diagonals32::<S, R>(v, words(m)) } else { diagonals64::<S, R>(v, words(m)) } }
        if R + 1 == S::COUNT {
            // SAFETY: as before.
            unsafe { if is_32 { end32(v) } else { end64(v) } }
        }
    }
    same
}

/// Loads of the next block what belongs before a half of a round.
#[inline(always)]
fn load_ahead<S: Schedule, V: Vector>(half: usize, m: &mut impl Block<V>) {
    for part in 16 * half / (2 * S::COUNT)..16 * (half + 1) / (2 * S::COUNT) {
        m.load_ahead(part);
    }
}
