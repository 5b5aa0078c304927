//! MD5 in three sets of lanes with AVX2, in assembly.
//!
//! A step waits for the one before, for six operations. Two sets of lanes leave a quarter of a
//! core's vector units idle, and the states of four take all registers. Three take twelve; a
//! step makes do with one more, for the result of an instruction goes to another register
//! of the core each time.
//!
//! The words of the next block are copied between the steps, by instructions that are not
//! for vectors: there is hardly a register to transpose vectors in. What comes later is
//! prefetched between them too: 24 messages of 16 KiB in the second level took 1.05 times as
//! long where all lines of a block were asked for at once.
//!
//! Cycles for a block of a lane on an AMD Zen 3:
//!
//! | sets  | compiled | here |
//! |-------|----------|------|
//! | two   | 28.6     |      |
//! | three | 26.7     | 22.4 |
//! | four  | 28.2     |      |

use super::K;
use crate::isa::x86_64::Avx2;
use crate::kernel::block::{Block, BlockCopy, Fetch, words};
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::__m256i};

/// A word of three sets.
type Word = [__m256i; 3];

/// The constant of each step, in a vector.
#[repr(C, align(32))]
struct Constants([[u32; 8]; 64]);

/// `K`; for I, which is subtracted, one less: `x - !y` is `x + y + 1`.
static CONSTANTS: Constants = {
    let mut constants = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 {
        constants[i] = [K[i].wrapping_sub((i >= 48) as u32); 8];
        i += 1;
    }
    Constants(constants)
};

/// All steps, where the vectors are three sets of AVX2's and the next block is to be copied.
#[inline(always)]
pub(super) fn steps<V: Vector>(state: &mut [V; 4], m: &mut impl Block<V>) -> bool {
    if TypeId::of::<V::Token>() != TypeId::of::<Avx2>() || V::SETS != 3 || V::PAIRED {
        return false;
    }
    let Some((copy, fetch)) = m.copy_and_fetch() else { return false };
    // Known when it is compiled. The trait is safe, so it cannot promise it.
    assert!(size_of::<V>() == size_of::<Word>());
    // SAFETY: three sets of lanes of this ISA are nothing but their vectors; the token is the
    // proof of the features, and the block says what it copies.
    unsafe { all(&mut *(&raw mut *state).cast(), words(m), copy, fetch) }
    true
}

/// What a step adds to `a`: F, G, H or I of `b`, `c` and `d`, by `ymm12`.
macro_rules! function {
    (f $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpxor ymm12, ",
            $c,
            ", ",
            $d,
            "\n",
            "vpand ymm12, ymm12, ",
            $b,
            "\n",
            "vpxor ymm12, ymm12, ",
            $d,
            "\n",
            "vpaddd ",
            $a,
            ", ",
            $a,
            ", ymm12\n",
        )
    };
    // Both sides are added one by one: that of `c` and `d` does not wait for `b`.
    (g $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpandn ymm12, ",
            $d,
            ", ",
            $c,
            "\n",
            "vpaddd ",
            $a,
            ", ",
            $a,
            ", ymm12\n",
            "vpand ymm12, ",
            $d,
            ", ",
            $b,
            "\n",
            "vpaddd ",
            $a,
            ", ",
            $a,
            ", ymm12\n",
        )
    };
    (h $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpxor ymm12, ",
            $c,
            ", ",
            $d,
            "\n",
            "vpxor ymm12, ymm12, ",
            $b,
            "\n",
            "vpaddd ",
            $a,
            ", ",
            $a,
            ", ymm12\n",
        )
    };
    // `c ^ (b | !d)` is `!(c ^ (!b & d))`.
    (i $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpandn ymm12, ",
            $b,
            ", ",
            $d,
            "\n",
            "vpxor ymm12, ymm12, ",
            $c,
            "\n",
            "vpsubd ",
            $a,
            ", ",
            $a,
            ", ymm12\n",
        )
    };
}

/// A step of a set, and a copy of two words, which is one of 192: of the function, its number,
/// and the message's word by that; how far it rotates, and how far the rest; the set, and its
/// registers.
macro_rules! step {
    (
        $f:ident $i:literal ($times:literal $plus:literal) ($left:literal $right:literal)
        $set:literal [$a:literal $b:literal $c:literal $d:literal]
    ) => {
        concat!(
            "vpaddd ", $a, ", ", $a, ", ymmword ptr [{k} + 32 * ", $i, "]\n",
            "vpaddd ", $a, ", ", $a,
            ", ymmword ptr [{m} + 96 * ((", $times, " * ", $i, " + ", $plus, ") & 15) + 32 * ", $set, "]\n",
            function!($f $a $b $c $d),
            "mov {t}, qword ptr [{from} + 8 * ((3 * ", $i, " + ", $set, ") >> 3)]\n",
            "mov {t}, qword ptr [{t} + {at} + 8 * ((3 * ", $i, " + ", $set, ") & 7)]\n",
            "mov dword ptr [{to} + 192 * ((3 * ", $i, " + ", $set, ") & 7) + 4 * ((3 * ", $i, " + ", $set, ") >> 3)], {t:e}\n",
            "vpslld ymm12, ", $a, ", ", $left, "\n",
            "vpsrld ", $a, ", ", $a, ", ", $right, "\n",
            "vpor ", $a, ", ", $a, ", ymm12\n",
            "vpaddd ", $a, ", ", $a, ", ", $b, "\n",
            "shr {t}, 32\n",
            "mov dword ptr [{to} + 192 * ((3 * ", $i, " + ", $set, ") & 7) + 96 + 4 * ((3 * ", $i, " + ", $set, ") >> 3)], {t:e}\n",
        )
    };
}

/// Prefetches the line of a lane that comes later.
macro_rules! fetch {
    ($lane:literal) => {
        concat!("mov {t}, qword ptr [{near} + 8 * ", $lane, "]\n", "prefetcht0 byte ptr [{t} + {later}]\n")
    };
}

/// Four steps of all sets, after which the words of the states are where they were; and lanes
/// to prefetch for.
macro_rules! four_steps {
    ($f:ident $word:tt $r0:tt $r1:tt $r2:tt $r3:tt [$i0:literal $i1:literal $i2:literal $i3:literal; $($lane:literal)+]) => {
        concat!(
            $(fetch!($lane),)+
            step!($f $i0 $word $r0 0 ["ymm0" "ymm1" "ymm2" "ymm3"]),
            step!($f $i0 $word $r0 1 ["ymm4" "ymm5" "ymm6" "ymm7"]),
            step!($f $i0 $word $r0 2 ["ymm8" "ymm9" "ymm10" "ymm11"]),
            step!($f $i1 $word $r1 0 ["ymm3" "ymm0" "ymm1" "ymm2"]),
            step!($f $i1 $word $r1 1 ["ymm7" "ymm4" "ymm5" "ymm6"]),
            step!($f $i1 $word $r1 2 ["ymm11" "ymm8" "ymm9" "ymm10"]),
            step!($f $i2 $word $r2 0 ["ymm2" "ymm3" "ymm0" "ymm1"]),
            step!($f $i2 $word $r2 1 ["ymm6" "ymm7" "ymm4" "ymm5"]),
            step!($f $i2 $word $r2 2 ["ymm10" "ymm11" "ymm8" "ymm9"]),
            step!($f $i3 $word $r3 0 ["ymm1" "ymm2" "ymm3" "ymm0"]),
            step!($f $i3 $word $r3 1 ["ymm5" "ymm6" "ymm7" "ymm4"]),
            step!($f $i3 $word $r3 2 ["ymm9" "ymm10" "ymm11" "ymm8"]),
        )
    };
}

/// A round of 16 steps.
macro_rules! round {
    ($f:ident $word:tt $r0:tt $r1:tt $r2:tt $r3:tt; $($four:tt)+) => {
        concat!($(four_steps!($f $word $r0 $r1 $r2 $r3 $four),)+)
    };
}

/// All steps, and the copies.
///
/// # Safety
///
/// What is copied can be read and written.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn all(state: &mut [Word; 4], m: &[Word; 16], copy: BlockCopy, fetch: Fetch) {
    let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2], [d0, d1, d2]] = state;
    // SAFETY: it reads the message and the constants, which are aligned, and copies what it
    // may: 16 words of 24 lanes.
    unsafe {
        asm!(
            round!(f (1 0) (7 25) (12 20) (17 15) (22 10); [0 1 2 3; 0] [4 5 6 7; 1 2] [8 9 10 11; 3] [12 13 14 15; 4 5]),
            round!(g (5 1) (5 27) (9 23) (14 18) (20 12); [16 17 18 19; 6] [20 21 22 23; 7 8] [24 25 26 27; 9] [28 29 30 31; 10 11]),
            round!(h (3 5) (4 28) (11 21) (16 16) (23 9); [32 33 34 35; 12] [36 37 38 39; 13 14] [40 41 42 43; 15] [44 45 46 47; 16 17]),
            round!(i (7 0) (6 26) (10 22) (15 17) (21 11); [48 49 50 51; 18] [52 53 54 55; 19 20] [56 57 58 59; 21] [60 61 62 63; 22 23]),
            m = in(reg) m,
            k = in(reg) &CONSTANTS,
            from = in(reg) copy.from, at = in(reg) copy.at, to = in(reg) copy.to, t = out(reg) _,
            near = in(reg) fetch.near, later = in(reg) fetch.at,
            inout("ymm0") *a0, inout("ymm1") *b0, inout("ymm2") *c0, inout("ymm3") *d0,
            inout("ymm4") *a1, inout("ymm5") *b1, inout("ymm6") *c1, inout("ymm7") *d1,
            inout("ymm8") *a2, inout("ymm9") *b2, inout("ymm10") *c2, inout("ymm11") *d2,
            out("ymm12") _,
            options(nostack),
        );
    }
}
