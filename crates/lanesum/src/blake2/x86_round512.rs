//! The rounds of BLAKE2b, BLAKE2s and BLAKE3 on two sets of lanes with AVX-512, of 512
//! bits and of 256, in assembly.
//!
//! Two states are 32 vectors, which is all the registers that there are, and each
//! step of G works in place. So the rounds need no other register, as long as what
//! goes on between them has no vectors: lanes that are paired.
//!
//! The order of the steps is what keeps a core's vector units full: while one set
//! waits for a rotation, the other adds. Which order does is found by trying, with all that
//! a block has: the rounds alone, in a loop, come to run well in orders that take long to
//! come to it again after whatever stands between two blocks. On an AMD Zen 4, cycles for a
//! block of BLAKE3 among others, of which the operations would take 792 and 400 if none
//! waited:
//!
//! |                                                          | 512 bits | 256 bits |
//! |----------------------------------------------------------|----------|----------|
//! | two columns of a set, then its others, then the other    | 873      | 463      |
//! | half of G of a set, both of the other, then its other    | 868      | 438      |
//! | half of G of a set, then of the other, then their others | 861      | **427**  |
//! | two columns of a set, then of the other, as below        | **833**  | 451      |
//!
//! The words of the next block are copied between the steps, a few at a time. All that
//! belongs to half a round at once, a core whose other hardware thread is at work runs
//! out of room for stores, and waits: 1 MiB of BLAKE3 took 0.75 to 0.8 of the rate then,
//! and takes 0.9; where nothing else runs, 5 % more are hashed.

use super::x86_round256::{Schedule, words};
use crate::isa::x86_64::{Avx512, Avx512Half};
use crate::kernel::block::{Block, Copies};
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::*};

/// Two sets of lanes: each word of the state, or of a block.
type Words<T> = [[T; 2]; 16];

/// A jump to where the instructions go on. On an AMD Zen 4 a loop of 12 to 20 KB without a
/// jump ran its first four blocks at half of its rate: a stop of eight lanes of BLAKE2b cost
/// 1,660 cycles, and with a jump in each half of a round 180. The jumps cost nothing beside
/// the vectors. A core that has begun to decode instructions afresh may go on with that
/// until it jumps to some that it has decoded before: no counter has shown it.
macro_rules! jump {
    () => {
        "jmp 2f\n2:\n"
    };
}

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

/// Copies of the next block, two words of a lane or of two.
///
/// Two words of 32 bits are loaded at once: the loads, not the stores, are what a core
/// runs short of.
macro_rules! copy {
    (none $($pair:literal)+) => { "" };
    (one32 $($pair:literal)+) => { concat!($(copy!(@ "p" "0" $pair),)+) };
    (two32 $($pair:literal)+) => { concat!($(copy!(@ "p" "0" $pair), copy!(@ "q" "{pitch} / 2" $pair),)+) };
    (one64 $($pair:literal)+) => {
        concat!($(
            "mov {t}, qword ptr [{p} + 16 * ", $pair, "]\n",
            "mov qword ptr [{to} + {pitch} * 2 * ", $pair, "], {t}\n",
            "mov {t}, qword ptr [{p} + 16 * ", $pair, " + 8]\n",
            "mov qword ptr [{to} + {pitch} * 2 * ", $pair, " + {pitch}], {t}\n",
        )+)
    };
    (@ $from:literal $set:literal $pair:literal) => {
        concat!(
            "mov {t}, qword ptr [{", $from, "} + 8 * ", $pair, "]\n",
            "mov dword ptr [{to} + ", $set, " + {pitch} * 2 * ", $pair, "], {t:e}\n",
            "shr {t}, 32\n",
            "mov dword ptr [{to} + ", $set, " + {pitch} * 2 * ", $pair, " + {pitch}], {t:e}\n",
        )
    };
}

/// Both halves of G on four columns or diagonals of each set, in the order that is best
/// for the width.
macro_rules! half_round {
    (
        $copy:ident "zmm" $add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            jump!(),
            half!(("zmm" $add $rotate) 0 $r0 $r1; $a "w0" $b "w2"),
            copy!($copy 0),
            half!(("zmm" $add $rotate) 64 $r0 $r1; $p "w0" $q "w2"),
            copy!($copy 1),
            half!(("zmm" $add $rotate) 0 $r2 $r3; $a "w1" $b "w3"),
            copy!($copy 2),
            half!(("zmm" $add $rotate) 0 $r0 $r1; $c "w4" $d "w6"),
            copy!($copy 3),
            half!(("zmm" $add $rotate) 64 $r0 $r1; $r "w4" $s "w6"),
            copy!($copy 4),
            half!(("zmm" $add $rotate) 64 $r2 $r3; $p "w1" $q "w3"),
            copy!($copy 5),
            half!(("zmm" $add $rotate) 0 $r2 $r3; $c "w5" $d "w7"),
            copy!($copy 6),
            half!(("zmm" $add $rotate) 64 $r2 $r3; $r "w5" $s "w7"),
            copy!($copy 7),
        )
    };
    (
        $copy:ident "ymm" $add:literal $rotate:literal $r0:literal $r1:literal $r2:literal $r3:literal;
        $a:tt $b:tt $c:tt $d:tt; $p:tt $q:tt $r:tt $s:tt
    ) => {
        concat!(
            jump!(),
            half!(("ymm" $add $rotate) 0 $r0 $r1; $a "w0" $b "w2" $c "w4" $d "w6"),
            copy!($copy 0 1),
            half!(("ymm" $add $rotate) 32 $r0 $r1; $p "w0" $q "w2" $r "w4" $s "w6"),
            copy!($copy 2 3),
            half!(("ymm" $add $rotate) 0 $r2 $r3; $a "w1" $b "w3" $c "w5" $d "w7"),
            copy!($copy 4 5),
            half!(("ymm" $add $rotate) 32 $r2 $r3; $p "w1" $q "w3" $r "w5" $s "w7"),
            copy!($copy 6 7),
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
        unsafe fn $name<S: Schedule, const R: usize>(
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
            p = in(reg) $from[0], q = in(reg) $from[1], to = in(reg) $to, t = out(reg) _,
            pitch = const size_of::<[T; 2]>(), options(nostack)
        )
    };
    (@ $one:ident $v:ident, $m:ident, $first:literal, $assembly:expr, $from:ident, $to:ident) => {
        on_states!(
            $v, $m, $first, $assembly;
            p = in(reg) $from[0], to = in(reg) $to, t = out(reg) _,
            pitch = const size_of::<[T; 2]>(), options(nostack)
        )
    };
}

rounds!(columns32, diagonals32, __m512i: two32 "zmm" "vpaddd" "vprord" 16 12 8 7);
rounds!(columns64, diagonals64, __m512i: one64 "zmm" "vpaddq" "vprorq" 32 24 16 63);
rounds!(columns32_half, diagonals32_half, __m256i: one32 "ymm" "vpaddd" "vprord" 16 12 8 7);
rounds!(columns64_half, diagonals64_half, __m256i: one64 "ymm" "vpaddq" "vprorq" 32 24 16 63);

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
            // SAFETY: the copies are made; the vectors are the proof of the features, and
            // the words, as before, nothing but vectors.
            unsafe {
                let copies = ahead::<S, V>(2 * R, m);
                let words_of = words::<V, [$vector; 2]>;
                if is_32 {
                    $columns32::<S, R>(v, words_of(m), copies);
                } else {
                    $columns64::<S, R>(v, words_of(m), copies);
                }
                let copies = ahead::<S, V>(2 * R + 1, m);
                if is_32 {
                    $diagonals32::<S, R>(v, words_of(m), copies);
                } else {
                    $diagonals64::<S, R>(v, words_of(m), copies);
                }
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

/// The part of the next block that half a round copies; where there are more of them, the
/// others are loaded here.
///
/// # Safety
///
/// [`Block::copy_ahead`]'s.
#[inline(always)]
unsafe fn ahead<S: Schedule, V: Vector>(half: usize, m: &mut impl Block<V>) -> Option<Copies> {
    let (first, end) = (16 * half / (2 * S::COUNT), 16 * (half + 1) / (2 * S::COUNT));
    for part in first..end.saturating_sub(1) {
        m.load_ahead(part);
    }
    // SAFETY: the caller's.
    if first < end { unsafe { m.copy_ahead(end - 1) } } else { None }
}
