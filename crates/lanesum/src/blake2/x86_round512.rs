//! The rounds of BLAKE2b, BLAKE2s and BLAKE3 on two sets of lanes with AVX-512, of 512
//! bits and of 256, in assembly.
//!
//! Two states are 32 vectors, which is all the registers that there are, and each
//! step of G works in place. So the rounds need no other register, as long as what
//! goes on between them has no vectors: lanes that are paired.
//!
//! The order of the steps is what keeps a core's vector units full: while one set
//! waits for a rotation, the other adds. Which order does is found by trying. On an
//! AMD Zen 4, cycles for BLAKE3's rounds alone, of which the operations would take 784
//! and 392 if none waited:
//!
//! |                                                        | 512 bits | 256 bits |
//! |--------------------------------------------------------|----------|----------|
//! | two columns of a set, then two of the other, 12 behind | 866      | 464      |
//! | four columns of a set, half of G, then of the other    | 812      | 411      |
//! | two columns of a set, then its others, then the other  | **797**  | 448      |
//! | half of G of a set, both of the other, then its other  | 849      | **393**  |

use super::x86_round::{Schedule, words};
use crate::isa::x86_64::{Avx512, Avx512Half};
use crate::kernel::compression::Block;
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::*};

/// Two sets of lanes: each word of the state, or of a block.
type Words<T> = [[T; 2]; 16];

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

/// Both halves of G on four columns or diagonals of each set, in the order that is best
/// for the width.
macro_rules! half_round {
    (
        "zmm" $add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            half!(("zmm" $add $rotate) 0 $r0 $r1; $a "w0" $b "w2"),
            half!(("zmm" $add $rotate) 0 $r2 $r3; $a "w1" $b "w3"),
            half!(("zmm" $add $rotate) 0 $r0 $r1; $c "w4" $d "w6"),
            half!(("zmm" $add $rotate) 0 $r2 $r3; $c "w5" $d "w7"),
            half!(("zmm" $add $rotate) 64 $r0 $r1; $p "w0" $q "w2"),
            half!(("zmm" $add $rotate) 64 $r2 $r3; $p "w1" $q "w3"),
            half!(("zmm" $add $rotate) 64 $r0 $r1; $r "w4" $s "w6"),
            half!(("zmm" $add $rotate) 64 $r2 $r3; $r "w5" $s "w7"),
        )
    };
    (
        "ymm" $add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            half!(("ymm" $add $rotate) 0 $r0 $r1; $a "w0" $b "w2" $c "w4" $d "w6"),
            half!(("ymm" $add $rotate) 32 $r0 $r1; $p "w0" $q "w2" $r "w4" $s "w6"),
            half!(("ymm" $add $rotate) 32 $r2 $r3; $p "w1" $q "w3" $r "w5" $s "w7"),
            half!(("ymm" $add $rotate) 0 $r2 $r3; $a "w1" $b "w3" $c "w5" $d "w7"),
        )
    };
}

/// Assembly on two states and a block, of which it takes the words from `$first` on.
macro_rules! on_states {
    ($v:ident, $m:ident, $first:literal, $assembly:expr) => {{
        let [
            [a0, b0], [a1, b1], [a2, b2], [a3, b3], [a4, b4], [a5, b5], [a6, b6], [a7, b7],
            [a8, b8], [a9, b9], [a10, b10], [a11, b11], [a12, b12], [a13, b13], [a14, b14], [a15, b15],
        ] = $v;
        // SAFETY: it reads the block only.
        unsafe {
            asm!(
                $assembly,
                m = in(reg) $m,
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
                options(readonly, nostack, preserves_flags),
            );
        }
    }};
}

/// Functions for both halves of a round on two sets of a vector.
macro_rules! rounds {
    ($columns:ident, $diagonals:ident, $vector:ty: $($how:tt)+) => {
        #[target_feature(enable = "avx512f,avx512vl")]
        #[inline]
        fn $columns<S: Schedule, const R: usize>(v: &mut Words<$vector>, m: &Words<$vector>) {
            type T = $vector;
            on_states!(v, m, 0, half_round!(
                $($how)+;
                [0 4 8 12] [1 5 9 13] [2 6 10 14] [3 7 11 15];
                [16 20 24 28] [17 21 25 29] [18 22 26 30] [19 23 27 31]
            ))
        }

        #[target_feature(enable = "avx512f,avx512vl")]
        #[inline]
        fn $diagonals<S: Schedule, const R: usize>(v: &mut Words<$vector>, m: &Words<$vector>) {
            type T = $vector;
            on_states!(v, m, 8, half_round!(
                $($how)+;
                [0 5 10 15] [1 6 11 12] [2 7 8 13] [3 4 9 14];
                [16 21 26 31] [17 22 27 28] [18 23 24 29] [19 20 25 30]
            ))
        }
    };
}

rounds!(columns32, diagonals32, __m512i: "zmm" "vpaddd" "vprord" 16 12 8 7);
rounds!(columns64, diagonals64, __m512i: "zmm" "vpaddq" "vprorq" 32 24 16 63);
rounds!(columns32_half, diagonals32_half, __m256i: "ymm" "vpaddd" "vprord" 16 12 8 7);
rounds!(columns64_half, diagonals64_half, __m256i: "ymm" "vpaddq" "vprorq" 32 24 16 63);

/// Where the word is that round `r` takes as its `i`-th.
const fn place<S: Schedule, T>(r: usize, i: usize) -> usize {
    size_of::<[T; 2]>() * S::ROUNDS[r % S::ROUNDS.len()][i]
}

/// Round `R` of a schedule, where the vectors are two paired sets of AVX-512's.
#[inline(always)]
pub(crate) fn round<S: Schedule, V: Vector, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
    let is = |token| TypeId::of::<V::Token>() == token && V::SETS == 2 && V::PAIRED;
    let is_32 = size_of::<V::Word>() == 4;
    // Known when it is compiled. The trait is safe, so it cannot promise it.
    macro_rules! run {
        ($vector:ty: $columns32:ident $diagonals32:ident $columns64:ident $diagonals64:ident) => {{
            assert!(size_of::<V>() == size_of::<[$vector; 2]>());
            // SAFETY: two sets of lanes of this ISA are nothing but their vectors.
            let v: &mut Words<$vector> = unsafe { &mut *(&raw mut *v).cast() };
            load_ahead::<S, V>(2 * R, m);
            // SAFETY: as before; they are the proof of the features.
            unsafe { if is_32 { $columns32::<S, R>(v, words(m)) } else { $columns64::<S, R>(v, words(m)) } }
            load_ahead::<S, V>(2 * R + 1, m);
            // SAFETY: as before.
            unsafe {
                if is_32 { $diagonals32::<S, R>(v, words(m)) } else { $diagonals64::<S, R>(v, words(m)) }
            }
        }};
    }
    if is(TypeId::of::<Avx512>()) {
        run!(__m512i: columns32 diagonals32 columns64 diagonals64);
        true
    } else if is(TypeId::of::<Avx512Half>()) {
        run!(__m256i: columns32_half diagonals32_half columns64_half diagonals64_half);
        true
    } else {
        false
    }
}

/// Loads of the next block what belongs before a half of a round.
#[inline(always)]
fn load_ahead<S: Schedule, V: Vector>(half: usize, m: &mut impl Block<V>) {
    for part in 16 * half / (2 * S::COUNT)..16 * (half + 1) / (2 * S::COUNT) {
        m.load_ahead(part);
    }
}
