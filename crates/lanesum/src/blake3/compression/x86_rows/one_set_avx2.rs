//! The rounds of one and of two messages with AVX2, in assembly: a vector holds a row of each.
//!
//! A block is a chain of 196 operations, and all else hides behind them. Where a rotation
//! shifts a vector to both sides at once, one of an AMD Zen 3's shifts often waits for the
//! other: so `b` and `c` are shifted to the left apart, before they are joined, and the shift to
//! the right follows a cycle later. In which order the operations stand is the best of some
//! thousands that were tried.
//!
//! Cycles for a block on an AMD Zen 3:
//!
//! |              | LLVM's order | here |
//! |--------------|--------------|------|
//! | one message  | 213          | 208  |
//! | two messages | 224          | 208  |

use super::schedule::lay;
use crate::isa::x86_64::rotate::ROTATIONS;
use crate::kernel::x86_meter::Meter;
use core::arch::{
    asm,
    x86_64::{__m128i, __m256i},
};

/// An instruction of three operands, of which two are registers.
macro_rules! three {
    ($op:literal $v:literal $to:tt, $x:tt, $v2:literal $y:tt) => {
        concat!($op, " ", $v, $to, ", ", $v, $x, ", ", $v2, $y, "\n")
    };
    ($op:literal $v:literal $to:tt, $x:tt, $y:tt) => {
        concat!($op, " ", $v, $to, ", ", $v, $x, ", ", $y, "\n")
    };
}

/// A step. The rows `a` to `d` are in the first four registers, and the last two are to spare:
/// `t` and `u`.
///
/// Those of half of G, RFC 7693, section 3.1: `am` and `ab` add the word of the message and `b`
/// to `a`, `da` and `bc` are the exclusive ors, `dr` rotates `d`, and `cd` adds `d` to `c`; `b` is
/// rotated by `bl` and `cl`, which shift what `bc` joins to the left, to `u` and `t`, by `tu`,
/// which joins those, by `br`, which shifts `b` to the right, and by `bt`.
///
/// `ta`, `td` and `tc` turn the rows against row `b`, which is what comes last out of the steps.
///
/// `lay` makes the words of the next round, `p` to `s`, out of those of this, `x` to `w`; words
/// that more than one of them takes wait in registers 12 and 13.
macro_rules! step {
    ($v:literal $m:tt $next:tt [am $i:tt]) => { step!(@ $v $i $m) };
    (@ $v:literal 0 [$x:tt $y:tt $z:tt $w:tt]) => { three!("vpaddd" $v 0, 0, $v $x) };
    (@ $v:literal 1 [$x:tt $y:tt $z:tt $w:tt]) => { three!("vpaddd" $v 0, 0, $v $y) };
    (@ $v:literal 2 [$x:tt $y:tt $z:tt $w:tt]) => { three!("vpaddd" $v 0, 0, $v $z) };
    (@ $v:literal 3 [$x:tt $y:tt $z:tt $w:tt]) => { three!("vpaddd" $v 0, 0, $v $w) };
    ($v:literal $m:tt $next:tt [ab]) => { three!("vpaddd" $v 0, 0, $v 1) };
    ($v:literal $m:tt $next:tt [da]) => { three!("vpxor" $v 3, 3, $v 0) };
    ($v:literal $m:tt $next:tt [dr $order:literal]) => {
        concat!("vpshufb ", $v, "3, ", $v, "3, [{rotations} + ", $order, "]\n")
    };
    ($v:literal $m:tt $next:tt [cd]) => { three!("vpaddd" $v 2, 2, $v 3) };
    ($v:literal $m:tt $next:tt [bl $by:literal]) => { three!("vpslld" $v 15, 1, $by) };
    ($v:literal $m:tt $next:tt [cl $by:literal]) => { three!("vpslld" $v 14, 2, $by) };
    ($v:literal $m:tt $next:tt [bc]) => { three!("vpxor" $v 1, 1, $v 2) };
    ($v:literal $m:tt $next:tt [tu]) => { three!("vpxor" $v 14, 14, $v 15) };
    ($v:literal $m:tt $next:tt [br $by:literal]) => { three!("vpsrld" $v 1, 1, $by) };
    ($v:literal $m:tt $next:tt [bt]) => { three!("vpor" $v 1, 1, $v 14) };
    ($v:literal $m:tt $next:tt [ta $order:literal]) => { three!("vpshufd" $v 0, 0, $order) };
    ($v:literal $m:tt $next:tt [td $order:literal]) => { three!("vpshufd" $v 3, 3, $order) };
    ($v:literal $m:tt $next:tt [tc $order:literal]) => { three!("vpshufd" $v 2, 2, $order) };
    ($v:literal $m:tt [] [lay $i:tt]) => { "" };
    ($v:literal [$x:tt $y:tt $z:tt $w:tt] [$p:tt $q:tt $r:tt $s:tt] [lay $i:tt]) => {
        lay!(
            $i [concat!($v, $x), concat!($v, $y), concat!($v, $z), concat!($v, $w)]
            [concat!($v, $p), concat!($v, $q), concat!($v, $r), concat!($v, $s)]
            concat!($v, 12), concat!($v, 13)
        )
    };
}

/// A round of words in four registers, which lays them out in four others, unless there are none.
macro_rules! round {
    ($v:literal $m:tt => $next:tt) => {
        round!(@ $v $m $next
            [am 0] [ab] [da] [dr 0] [lay 0] [cd] [cl 20] [lay 1] [bl 20] [bc] [br 12] [tu]
            [bt] [lay 2] [lay 3]
            [am 1] [ab] [da] [dr 32] [lay 4] [bl 25] [cd] [bc] [lay 5] [cl 25] [br 7]
            [lay 6] [lay 7] [tu] [bt] [ta 0x93] [tc 0x39]
            [am 2] [ab] [lay 8] [lay 9] [td 0x4e] [da] [dr 0] [lay 10] [bl 20] [cd] [bc]
            [lay 11] [lay 12] [cl 20] [br 12]
            [am 3] [tu] [bt] [ab] [da] [dr 32] [bl 25] [cd] [bc] [cl 25] [tu] [ta 0x39]
            [br 7] [bt] [td 0x4e] [tc 0x93]
        )
    };
    (@ $v:literal $m:tt $next:tt $($step:tt)+) => { concat!($(step!($v $m $next $step),)+) };
}

/// `rounds!(name: vector, its name; its registers)`: the function.
macro_rules! rounds {
    (
        $name:ident: $vector:ty, $v:literal;
        $a:tt $b:tt $c:tt $d:tt $x:tt $y:tt $z:tt $w:tt $($out:tt)+
    ) => {
        /// The seven rounds, before the feed-forward, of states and the words of their blocks,
        /// as the first round takes them.
        #[target_feature(enable = "avx2")]
        #[inline]
        pub(super) fn $name(
            rows: [[$vector; 1]; 4],
            [[x, y, z, w]]: [[$vector; 4]; 1],
            _: &mut Meter,
        ) -> [[$vector; 1]; 4] {
            let [[mut a], [mut b], [mut c], [mut d]] = rows;
            // SAFETY: it computes in registers, and reads the orders, which are aligned.
            unsafe {
                asm!(
                    round!($v [4 5 6 7] => [8 9 10 11]),
                    round!($v [8 9 10 11] => [4 5 6 7]),
                    round!($v [4 5 6 7] => [8 9 10 11]),
                    round!($v [8 9 10 11] => [4 5 6 7]),
                    round!($v [4 5 6 7] => [8 9 10 11]),
                    round!($v [8 9 10 11] => [4 5 6 7]),
                    round!($v [4 5 6 7] => []),
                    rotations = in(reg) &ROTATIONS,
                    inout($a) a, inout($b) b, inout($c) c, inout($d) d,
                    inout($x) x => _, inout($y) y => _, inout($z) z => _, inout($w) w => _,
                    $(out($out) _,)+
                    options(pure, readonly, nostack, preserves_flags),
                );
            }
            [[a], [b], [c], [d]]
        }
    };
}

rounds! {
    one: __m128i, "xmm";
    "xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5" "xmm6" "xmm7"
    "xmm8" "xmm9" "xmm10" "xmm11" "xmm12" "xmm13" "xmm14" "xmm15"
}
rounds! {
    two: __m256i, "ymm";
    "ymm0" "ymm1" "ymm2" "ymm3" "ymm4" "ymm5" "ymm6" "ymm7"
    "ymm8" "ymm9" "ymm10" "ymm11" "ymm12" "ymm13" "ymm14" "ymm15"
}
