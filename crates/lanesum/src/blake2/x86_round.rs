//! A round of BLAKE2s and of BLAKE3 in 8 lanes with AVX2, in assembly.
//!
//! The state takes all of the sixteen registers, and to rotate by 12 or by 7
//! takes one more. A single word in memory is room enough: `v[8]`, which goes
//! there in each half of G. The compiler puts away words at every step: every
//! seventh instruction of BLAKE3 was that.

use crate::isa::x86_64::Avx2;
use crate::isa::x86_64::rotate::Order;
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::__m256i};

/// Rounds, by the order in which each takes the words of a block.
pub(crate) trait Schedule {
    /// Those that repeat themselves are left out.
    const ROUNDS: &'static [[usize; 16]];

    /// How many there are with those.
    const COUNT: usize;
}

/// Round `R` of a schedule, where the vectors are AVX2's.
#[inline(always)]
pub(crate) fn round<S: Schedule, V: Vector<Word = u32>, const R: usize>(
    v: &mut [V; 16],
    m: &[V; 16],
) -> bool {
    let same = TypeId::of::<V::Token>() == TypeId::of::<Avx2>() && V::SETS == 1 && !V::PAIRED;
    if same {
        // Known when it is compiled. The trait is safe, so it cannot promise it.
        assert!(size_of::<V>() == size_of::<__m256i>());
        // SAFETY: one set of lanes of this ISA is nothing but the vector, and is the
        // proof of the features.
        unsafe { round_avx2::<S, R>(&mut *(&raw mut *v).cast(), &*(&raw const *m).cast()) }
    }
    same
}

/// The orders of the bytes for the rotations by 16 and by 8 to the right.
static ROTATIONS: [Order; 2] = [Order::left(4, 2), Order::left(4, 3)];

/// Half of G, on four columns or diagonals: for each its words of the state, where
/// the third of them is, and its word of the message; and the rotations.
macro_rules! half {
    (
        $([$a:literal $b:literal $c:literal $d:literal] $from:literal $w:literal)+;
        $order:literal, $right:literal, $left:literal
    ) => {
        concat!(
            $("vpaddd ymm", $a, ", ymm", $a, ", ymmword ptr [{m} + {", $w, "}]\n",)+
            $("vpaddd ymm", $a, ", ymm", $a, ", ymm", $b, "\n",)+
            $("vpxor ymm", $d, ", ymm", $d, ", ymm", $a, "\n",)+
            $("vpshufb ymm", $d, ", ymm", $d, ", ymmword ptr [{rotations} + ", $order, "]\n",)+
            $("vpaddd ymm", $c, ", ymm", $d, ", ", $from, "\n",)+
            $("vpxor ymm", $b, ", ymm", $b, ", ymm", $c, "\n",)+
            "vmovdqa ymmword ptr [{v8}], ymm8\n",
            $(
                "vpsrld ymm8, ymm", $b, ", ", $right, "\n",
                "vpslld ymm", $b, ", ymm", $b, ", ", $left, "\n",
                "vpor ymm", $b, ", ymm", $b, ", ymm8\n",
            )+
        )
    };
}

/// G, on four columns or diagonals: as in `half`, with its two words of the message.
macro_rules! g {
    ($([$a:literal $b:literal $c:literal $d:literal] $from:literal $x:literal $y:literal)+) => {
        concat!(
            half!($([$a $b $c $d] $from $x)+; 0, 12, 20),
            half!($([$a $b $c $d] $from $y)+; 32, 7, 25),
        )
    };
}

/// Where the word is that round `r` takes as its `i`-th.
const fn place<S: Schedule>(r: usize, i: usize) -> usize {
    size_of::<__m256i>() * S::ROUNDS[r % S::ROUNDS.len()][i]
}

#[target_feature(enable = "avx2")]
#[inline]
fn round_avx2<S: Schedule, const R: usize>(v: &mut [__m256i; 16], m: &[__m256i; 16]) {
    let [v0, v1, v2, v3, v4, v5, v6, v7, mut v8, v9, v10, v11, v12, v13, v14, v15] = *v;
    let (u0, u1, u2, u3, u4, u5, u6, u7);
    let (u9, u10, u11, u12, u13, u14, u15);
    // SAFETY: it reads the message and the orders, which are aligned, and writes `v8`.
    unsafe {
        asm!(
            g!(
                [0 4 8 12] "ymmword ptr [{v8}]" "w0" "w1"
                [1 5 9 13] "ymm9" "w2" "w3"
                [2 6 10 14] "ymm10" "w4" "w5"
                [3 7 11 15] "ymm11" "w6" "w7"
            ),
            g!(
                [0 5 10 15] "ymm10" "w8" "w9"
                [1 6 11 12] "ymm11" "w10" "w11"
                [2 7 8 13] "ymmword ptr [{v8}]" "w12" "w13"
                [3 4 9 14] "ymm9" "w14" "w15"
            ),
            m = in(reg) m,
            v8 = in(reg) &mut v8,
            rotations = in(reg) &ROTATIONS,
            w0 = const place::<S>(R, 0),
            w1 = const place::<S>(R, 1),
            w2 = const place::<S>(R, 2),
            w3 = const place::<S>(R, 3),
            w4 = const place::<S>(R, 4),
            w5 = const place::<S>(R, 5),
            w6 = const place::<S>(R, 6),
            w7 = const place::<S>(R, 7),
            w8 = const place::<S>(R, 8),
            w9 = const place::<S>(R, 9),
            w10 = const place::<S>(R, 10),
            w11 = const place::<S>(R, 11),
            w12 = const place::<S>(R, 12),
            w13 = const place::<S>(R, 13),
            w14 = const place::<S>(R, 14),
            w15 = const place::<S>(R, 15),
            inout("ymm0") v0 => u0,
            inout("ymm1") v1 => u1,
            inout("ymm2") v2 => u2,
            inout("ymm3") v3 => u3,
            inout("ymm4") v4 => u4,
            inout("ymm5") v5 => u5,
            inout("ymm6") v6 => u6,
            inout("ymm7") v7 => u7,
            out("ymm8") _,
            inout("ymm9") v9 => u9,
            inout("ymm10") v10 => u10,
            inout("ymm11") v11 => u11,
            inout("ymm12") v12 => u12,
            inout("ymm13") v13 => u13,
            inout("ymm14") v14 => u14,
            inout("ymm15") v15 => u15,
            options(nostack, preserves_flags),
        );
    }
    *v = [u0, u1, u2, u3, u4, u5, u6, u7, v8, u9, u10, u11, u12, u13, u14, u15];
}
