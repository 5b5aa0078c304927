//! A round of BLAKE2b, of BLAKE2s and of BLAKE3 in one set of lanes with AVX2, in
//! assembly.
//!
//! The state takes all of the sixteen registers, and to rotate by a number of bits that
//! are no bytes takes one more. A single word in memory is room enough: `v[8]`, which
//! goes there while such rotations run. The compiler puts away words at every step:
//! every seventh instruction of BLAKE3 was that. Nothing of the next block is loaded
//! between the rounds, for it would put away more. On an AMD Zen 4, cycles for a step
//! of all lanes:
//!
//! |         | compiler | here |
//! |---------|----------|------|
//! | BLAKE2b | 627      | 557  |
//! | BLAKE2s |          | 542  |
//! | BLAKE3  |          | 382  |
//!
//! One set waits for itself: its four Gs are shifted at the same time, on two of four
//! vector units. Another order of the steps does not help, for a G takes 16 cycles and four
//! have work for 18. Two sets with both states in memory, where a new G begins every 18
//! operations, were tried: 527, 488 and 350 cycles for as many lanes. They are not here,
//! for a command that has them is a twentieth larger. With rounds in a loop, which is
//! small, they took 560, 517 and 373.

use crate::isa::x86_64::Avx2;
use crate::isa::x86_64::rotate::Order;
use crate::kernel::block::Block;
use crate::lanes::Vector;
use core::any::TypeId;
use core::arch::{asm, x86_64::__m256i};

/// The words of a state, or of a block.
type Words = [__m256i; 16];

/// Rounds, by the order in which each takes the words of a block.
pub(crate) trait Schedule {
    /// Those that repeat themselves are left out.
    const ROUNDS: &'static [[usize; 16]];

    /// How many there are with those.
    const COUNT: usize;
}

/// Round `R` of a schedule, where the vectors are one set of AVX2's.
#[inline(always)]
pub(crate) fn round<S: Schedule, V: Vector, const R: usize>(v: &mut [V; 16], m: &impl Block<V>) -> bool {
    let same = TypeId::of::<V::Token>() == TypeId::of::<Avx2>() && V::SETS == 1 && !V::PAIRED;
    if same {
        // Known when it is compiled. The trait is safe, so it cannot promise it.
        assert!(size_of::<V>() == size_of::<__m256i>());
        let is_32 = size_of::<V::Word>() == 4;
        // SAFETY: one set of lanes of this ISA is nothing but the vector.
        let v: &mut Words = unsafe { &mut *(&raw mut *v).cast() };
        // SAFETY: as before; it is the proof of the features.
        unsafe { if is_32 { columns32::<S, R>(v, words(m)) } else { columns64::<S, R>(v, words(m)) } }
        // SAFETY: as before.
        unsafe { if is_32 { diagonals32::<S, R>(v, words(m)) } else { diagonals64::<S, R>(v, words(m)) } }
    }
    same
}

/// The words of a block, in the vectors that they are.
///
/// # Safety
///
/// A `V` is nothing but vectors, and so many of them.
#[inline(always)]
pub(super) unsafe fn words<V: Vector, T>(m: &impl Block<V>) -> &[T; 16] {
    let words: &[V; 16] = m.words().as_array().expect("of 16");
    // SAFETY: the caller's.
    unsafe { &*(&raw const *words).cast() }
}

/// The orders of the bytes for the rotations by 16 and by 8 to the right; of 64 bits by
/// 24 and by 16.
static ROTATIONS: [Order; 4] = [Order::left(4, 2), Order::left(4, 3), Order::left(8, 5), Order::left(8, 6)];

/// A vector rotated: by whole bytes in an order, by 32 bits, or by any number of them,
/// for which `ymm8` is to spare.
macro_rules! rotated {
    ($x:literal (order $order:literal)) => {
        concat!("vpshufb ymm", $x, ", ymm", $x, ", ymmword ptr [{rotations} + ", $order, "]\n")
    };
    ($x:literal (halves)) => {
        concat!("vpshufd ymm", $x, ", ymm", $x, ", 0xb1\n")
    };
    ($x:literal (bits $right:literal $left:literal)) => {
        concat!(
            "vpsrld ymm8, ymm",
            $x,
            ", ",
            $right,
            "\n",
            "vpslld ymm",
            $x,
            ", ymm",
            $x,
            ", ",
            $left,
            "\n",
            "vpor ymm",
            $x,
            ", ymm",
            $x,
            ", ymm8\n",
        )
    };
    ($x:literal (left 1)) => {
        concat!(
            "vpsrlq ymm8, ymm",
            $x,
            ", 63\n",
            "vpaddq ymm",
            $x,
            ", ymm",
            $x,
            ", ymm",
            $x,
            "\n",
            "vpor ymm",
            $x,
            ", ymm",
            $x,
            ", ymm8\n",
        )
    };
}

/// `v[8]` goes to memory before rotations by bits.
macro_rules! put_away {
    (bits $right:literal $left:literal) => {
        "vmovdqa ymmword ptr [{v8}], ymm8\n"
    };
    (left 1) => {
        "vmovdqa ymmword ptr [{v8}], ymm8\n"
    };
    (order $order:literal) => {
        ""
    };
}

/// Half of G, on four columns or diagonals: for each its words of the state, where
/// the third of them is, and its word of the message; and the rotations.
macro_rules! half {
    (
        $add:literal $d_by:tt ($($b_by:tt)+);
        $([$a:literal $b:literal $c:literal $d:literal] $from:literal $w:literal)+
    ) => {
        half!(@ $add $d_by ($($b_by)+) (put_away!($($b_by)+)); $([$a $b $c $d] $from $w)+)
    };
    (
        @ $add:literal $d_by:tt $b_by:tt ($put_away:expr);
        $([$a:literal $b:literal $c:literal $d:literal] $from:literal $w:literal)+
    ) => {
        concat!(
            $($add, " ymm", $a, ", ymm", $a, ", ymmword ptr [{m} + {", $w, "}]\n",)+
            $($add, " ymm", $a, ", ymm", $a, ", ymm", $b, "\n",)+
            $("vpxor ymm", $d, ", ymm", $d, ", ymm", $a, "\n",)+
            half!(@ each $d_by; $($d)+),
            $($add, " ymm", $c, ", ymm", $d, ", ", $from, "\n",)+
            $("vpxor ymm", $b, ", ymm", $b, ", ymm", $c, "\n",)+
            $put_away,
            half!(@ each $b_by; $($b)+),
        )
    };
    (@ each $by:tt; $($x:literal)+) => { concat!($(rotated!($x $by),)+) };
}

/// Half a round, both halves of G on its four columns or diagonals: the words of the
/// state, and where the third of them is in each.
macro_rules! half_round {
    (
        $v:ident, $m:ident, $first:literal; $add:literal $r0:tt $r1:tt $r2:tt $r3:tt;
        $p:tt $from_p:tt $then_p:tt, $q:tt $from_q:tt $then_q:tt,
        $r:tt $from_r:tt $then_r:tt, $s:tt $from_s:tt $then_s:tt
    ) => {{
        // `v8` is where it is, not copied: the compiler then keeps all the state in memory
        // between the halves. With a copy, steps take 709, 656 and 460 cycles.
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15] = $v;
        // SAFETY: it reads the message and the orders, which are aligned, and writes `v8`.
        unsafe {
            asm!(
                half!($add $r0 $r1; $p $from_p "w0" $q $from_q "w2" $r $from_r "w4" $s $from_s "w6"),
                half!($add $r2 $r3; $p $then_p "w1" $q $then_q "w3" $r $then_r "w5" $s $then_s "w7"),
                m = in(reg) $m,
                v8 = in(reg) v8,
                rotations = in(reg) &ROTATIONS,
                w0 = const place::<S>(R, $first + 0),
                w1 = const place::<S>(R, $first + 1),
                w2 = const place::<S>(R, $first + 2),
                w3 = const place::<S>(R, $first + 3),
                w4 = const place::<S>(R, $first + 4),
                w5 = const place::<S>(R, $first + 5),
                w6 = const place::<S>(R, $first + 6),
                w7 = const place::<S>(R, $first + 7),
                inout("ymm0") *v0, inout("ymm1") *v1, inout("ymm2") *v2, inout("ymm3") *v3,
                inout("ymm4") *v4, inout("ymm5") *v5, inout("ymm6") *v6, inout("ymm7") *v7,
                out("ymm8") _, inout("ymm9") *v9, inout("ymm10") *v10, inout("ymm11") *v11,
                inout("ymm12") *v12, inout("ymm13") *v13, inout("ymm14") *v14, inout("ymm15") *v15,
                options(nostack, preserves_flags),
            );
        }
    }};
}

/// Functions for both halves of a round: how to add, the four rotations, and where
/// `v[8]` is in the second half of G.
macro_rules! rounds {
    ($columns:ident, $diagonals:ident: ($($how:tt)+), $then:literal) => {
        #[target_feature(enable = "avx2")]
        #[inline]
        fn $columns<S: Schedule, const R: usize>(v: &mut Words, m: &Words) {
            half_round!(
                v, m, 0; $($how)+;
                [0 4 8 12] "ymmword ptr [{v8}]" $then, [1 5 9 13] "ymm9" "ymm9",
                [2 6 10 14] "ymm10" "ymm10", [3 7 11 15] "ymm11" "ymm11"
            )
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        fn $diagonals<S: Schedule, const R: usize>(v: &mut Words, m: &Words) {
            half_round!(
                v, m, 8; $($how)+;
                [0 5 10 15] "ymm10" "ymm10", [1 6 11 12] "ymm11" "ymm11",
                [2 7 8 13] "ymmword ptr [{v8}]" $then, [3 4 9 14] "ymm9" "ymm9"
            )
        }
    };
}

rounds!(columns32, diagonals32: ("vpaddd" (order 0) (bits 12 20) (order 32) (bits 7 25)), "ymmword ptr [{v8}]");
rounds!(columns64, diagonals64: ("vpaddq" (halves) (order 64) (order 96) (left 1)), "ymm8");

/// Where the word is that round `r` takes as its `i`-th.
const fn place<S: Schedule>(r: usize, i: usize) -> usize {
    size_of::<__m256i>() * S::ROUNDS[r % S::ROUNDS.len()][i]
}
