//! The rounds of four messages with AVX2, in assembly: two sets of rows, of two messages each.
//!
//! The rows of both sets take eight registers, and all else waits for them: the words of the
//! block lie in memory, and between its steps a round lays them out for the next one, in one
//! of two places in turn. LLVM lays them out before the steps, and puts rows away for that:
//! 297 cycles a block on an AMD Zen 3, where this takes 248.
//!
//! The second set is half a G behind the first, and more, so that they do not ask at once for
//! the units that shift and shuffle; one step behind, it took 255. In which order the steps
//! stand is the best of some thousands that were tried.

use super::schedule::lay;
use crate::isa::x86_64::rotate::ROTATIONS;
use crate::kernel::x86_meter::Meter;
use core::arch::{asm, x86_64::__m256i};
use core::mem::MaybeUninit;

/// A row of each message.
type Row = [__m256i; 2];

/// The words of a block of each message, as a round takes them.
type Words = [[__m256i; 4]; 2];

/// A vector of a set's words.
macro_rules! word {
    ($place:tt $set:tt $i:tt) => {
        concat!("ymmword ptr [{m} + 256 * ", $place, " + 128 * ", $set, " + 32 * ", $i, "]")
    };
}

/// An instruction of three operands, of which two are registers.
macro_rules! three {
    ($op:literal $to:literal, $x:literal, $y:expr) => {
        concat!($op, " ymm", $to, ", ymm", $x, ", ", $y, "\n")
    };
}

/// A step of a set in half of G, of which a round has four, RFC 7693, section 3.1: `am` and `ab`
/// add the word of the message and `b` to `a`, `da` and `bc` are the exclusive ors, `dr` rotates
/// `d`, and `cd` adds `d` to `c`; `b` is rotated by `bs` and `bl`, which shift it to both sides,
/// and `br`. Behind the second and the fourth `ta`, `td` and `tc` turn the rows against row `b`.
macro_rules! step {
    ($place:tt 0 $step:ident $half:tt) => { step!(@ $step $half 0 "0" "1" "2" "3" "8" $place) };
    ($place:tt 1 $step:ident $half:tt) => { step!(@ $step $half 1 "4" "5" "6" "7" "9" $place) };
    (@ am $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $t:tt $place:tt) => {
        three!("vpaddd" $a, $a, word!($place $set $half))
    };
    (@ ab $half:tt $set:tt $a:tt $b:tt $($rest:tt)+) => { three!("vpaddd" $a, $a, concat!("ymm", $b)) };
    (@ da $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $($rest:tt)+) => {
        three!("vpxor" $d, $d, concat!("ymm", $a))
    };
    (@ dr $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $($rest:tt)+) => {
        three!("vpshufb" $d, $d, concat!("[{rotations} + ", of_half!($half 0 32), "]"))
    };
    (@ cd $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $($rest:tt)+) => {
        three!("vpaddd" $c, $c, concat!("ymm", $d))
    };
    (@ bc $half:tt $set:tt $a:tt $b:tt $c:tt $($rest:tt)+) => { three!("vpxor" $b, $b, concat!("ymm", $c)) };
    (@ bs $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $t:tt $place:tt) => {
        three!("vpsrld" $t, $b, of_half!($half 12 7))
    };
    (@ bl $half:tt $set:tt $a:tt $b:tt $($rest:tt)+) => { three!("vpslld" $b, $b, of_half!($half 20 25)) };
    (@ br $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $t:tt $place:tt) => {
        three!("vpor" $b, $b, concat!("ymm", $t))
    };
    (@ ta $half:tt $set:tt $a:tt $($rest:tt)+) => { three!("vpshufd" $a, $a, of_turn!($half 0x93 0x39)) };
    (@ td $half:tt $set:tt $a:tt $b:tt $c:tt $d:tt $($rest:tt)+) => { three!("vpshufd" $d, $d, 0x4e) };
    (@ tc $half:tt $set:tt $a:tt $b:tt $c:tt $($rest:tt)+) => {
        three!("vpshufd" $c, $c, of_turn!($half 0x39 0x93))
    };
}

/// What the first half of G has, or the second.
macro_rules! of_half {
    (0 $first:tt $second:tt) => {
        $first
    };
    (1 $first:tt $second:tt) => {
        $second
    };
    (2 $first:tt $second:tt) => {
        $first
    };
    (3 $first:tt $second:tt) => {
        $second
    };
}

/// What turns columns to diagonals, or back.
macro_rules! of_turn {
    (1 $there:tt $back:tt) => {
        $there
    };
    (3 $there:tt $back:tt) => {
        $back
    };
}

/// A step of laying out a set's words for the next round, from one place to the other: that of
/// [`lay`] with the number, or the vector that is done is stored.
macro_rules! laid {
    (p $from:tt $to:tt $set:tt) => { concat!("vmovdqa ", word!($to $set 0), ", ymm12\n") };
    (q $from:tt $to:tt $set:tt) => { concat!("vmovdqa ", word!($to $set 1), ", ymm12\n") };
    (r $from:tt $to:tt $set:tt) => { concat!("vmovdqa ", word!($to $set 2), ", ymm13\n") };
    (s $from:tt $to:tt $set:tt) => { concat!("vmovdqa ", word!($to $set 3), ", ymm15\n") };
    ($i:tt $from:tt $to:tt $set:tt) => {
        lay!(
            $i [word!($from $set 0), word!($from $set 1), word!($from $set 2), word!($from $set 3)]
            ["ymm12", "ymm12", "ymm13", "ymm15"] "ymm13", "ymm14"
        )
    };
}

/// A round, of words that are in one place, and that it lays out in the other for the next one:
/// steps of the first set and of the second, in half of G or of laying words out, and those that
/// the second set still has of the round before.
macro_rules! round {
    ($which:ident $from:tt $to:tt) => {
        round!(@ $which $from $to
            [f am 0] [f ab 0] [f da 0] [b lay 9] [b lay 6] [b lay 7] [b lay q] [b am 3] [f dr 0] [b ab 3]
            [b lay 10] [b lay r] [b da 3] [f cd 0] [b lay 11] [b lay 12] [f bc 0] [b dr 3] [f bs 0]
            [f bl 0] [b cd 3] [b lay s] [f br 0] [b bc 3] [f lay 0] [b bs 3] [b bl 3] [f am 1] [f lay 1]
            [f ab 1] [b br 3] [b ta 3] [b td 3] [b tc 3] [s am 0] [s ab 0] [f da 1] [f dr 1] [f lay 2]
            [f lay 3] [f lay p] [f cd 1] [s da 0] [f lay 4] [s dr 0] [s cd 0] [f bc 1] [f lay 5] [f bs 1]
            [f bl 1] [f lay 6] [f ta 1] [s bc 0] [f br 1] [s bs 0] [s bl 0] [f td 1] [f lay 7] [f lay q]
            [f am 2] [f lay 8] [f ab 2] [f lay 9] [f da 2] [f dr 2] [s br 0] [s am 1] [s ab 1] [f tc 1]
            [s da 1] [f cd 2] [s dr 1] [f lay 11] [s ta 1] [f lay 10] [f lay r] [f lay 12] [s cd 1]
            [f bc 2] [f bs 2] [f bl 2] [f br 2] [f lay s] [s bc 1] [s am 2] [s bs 1] [s bl 1] [s lay 0]
            [f am 3] [f ab 3] [s br 1] [s lay 1] [s td 1] [s tc 1] [f da 3] [s lay 2] [s ab 2] [f dr 3]
            [s lay 3] [s lay p] [f cd 3] [s da 2] [s lay 4] [s dr 2] [f bc 3] [s cd 2] [s lay 5] [f bs 3]
            [f bl 3] [f br 3] [s bc 2] [s bs 2] [f td 3] [f ta 3] [f tc 3] [s bl 2] [s br 2] [s lay 8]
        )
    };
    (@ $which:ident $from:tt $to:tt $([$set:ident $step:ident $n:tt])+) => {
        concat!($(in_round!($which $from $to $set $step $n),)+)
    };
}

/// A step in the first round, the last or others.
macro_rules! in_round {
    (first $from:tt $to:tt b $step:ident $n:tt) => { "" };
    ($which:ident $from:tt $to:tt b lay $n:tt) => { laid!($n $to $from 1) };
    ($which:ident $from:tt $to:tt b $step:ident $n:tt) => { step!($to 1 $step $n) };
    (last $from:tt $to:tt $set:ident lay $n:tt) => { "" };
    ($which:ident $from:tt $to:tt f lay $n:tt) => { laid!($n $from $to 0) };
    ($which:ident $from:tt $to:tt s lay $n:tt) => { laid!($n $from $to 1) };
    ($which:ident $from:tt $to:tt f $step:ident $n:tt) => { step!($from 0 $step $n) };
    ($which:ident $from:tt $to:tt s $step:ident $n:tt) => { step!($from 1 $step $n) };
}

/// What the second set still has of the last round.
macro_rules! end {
    ($place:tt: $($step:ident)+) => { concat!($(step!($place 1 $step 3),)+) };
}

/// The seven rounds, before the feed-forward, of states and the words of their blocks, as
/// the first round takes them.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn rounds(rows: [Row; 4], words: Words, _: &mut Meter) -> [Row; 4] {
    let [[mut a0, mut a1], [mut b0, mut b1], [mut c0, mut c1], [mut d0, mut d1]] = rows;
    let mut m = [MaybeUninit::new(words), MaybeUninit::uninit()];
    // SAFETY: it reads and writes the words, and reads the orders, which are aligned.
    unsafe {
        asm!(
            round!(first 0 1), round!(then 1 0), round!(then 0 1), round!(then 1 0), round!(then 0 1),
            round!(then 1 0), round!(last 0 1), end!(0: am ab da dr cd bc bs bl br ta td tc),
            m = in(reg) &mut m,
            rotations = in(reg) &ROTATIONS,
            inout("ymm0") a0, inout("ymm1") b0, inout("ymm2") c0, inout("ymm3") d0,
            inout("ymm4") a1, inout("ymm5") b1, inout("ymm6") c1, inout("ymm7") d1,
            out("ymm8") _, out("ymm9") _, out("ymm12") _, out("ymm13") _, out("ymm14") _, out("ymm15") _,
            options(nostack, preserves_flags),
        );
    }
    [[a0, a1], [b0, b1], [c0, c1], [d0, d1]]
}
