//! The rounds of one, two or four messages with AVX-512, in assembly: a vector holds a row of
//! each.
//!
//! A round is a chain of 24 operations, and 22 more beside it: words are added, rows turned,
//! and the words laid out for the next round. Intel's cores have two units for 512 bits, of
//! which one rotates and the other one shuffles, so both have work in nearly every cycle of
//! the chain. They take first what comes first, so what is not in the chain comes as late as it
//! may. A block of four messages took 188 cycles where rows were turned and words added a few
//! steps sooner, and 179 so.
//!
//! Words are laid out by shuffles that leave other words as they are. Permutations of two
//! vectors would be fewer instructions, and take four messages 20 cycles a block longer.
//!
//! Of the 168 cycles of a block's chain an Intel Granite Rapids takes 175 for one message or two,
//! and 181 for four; with LLVM's rounds 177 and 190 to 200.
//!
//! An AMD Zen 5 takes 338, and 248 where rounds of two or four messages are metered, as
//! [`x86_meter`](crate::kernel::x86_meter) says: the chain of a block's rounds, in which a rotation
//! is two cycles, is 224 there.

use crate::blake3::{BLOCK_LEN, CHUNK_LEN};
use crate::kernel::x86_meter::{FILL, Meter, fill, tick};
use core::arch::{
    asm,
    x86_64::{__m128i, __m256i, __m512i},
};

/// The second, the third and the last word of every message.
const SECOND: u16 = 0x2222;
const THIRD: u16 = 0x4444;
const LAST: u16 = 0x8888;

/// Half of G, on four columns or diagonals of each message, and what stands behind each of its
/// steps but the last. The rows are in the first four registers.
macro_rules! half {
    ($how:ident $v:literal $d_by:literal $b_by:literal; $a:expr, $d:expr, $rotated:expr, $c:expr, $b:expr) => {
        concat!(
            op!("vpaddd" $v 0 $v 0 $v 1),
            $a,
            ticks!($how 1),
            op!("vpxord" $v 3 $v 3 $v 0),
            $d,
            ticks!($how 1),
            op!("vprord" $v 3 $v 3 $d_by),
            $rotated,
            ticks!($how 2),
            op!("vpaddd" $v 2 $v 2 $v 3),
            $c,
            ticks!($how 1),
            op!("vpxord" $v 1 $v 1 $v 2),
            $b,
            ticks!($how 1),
            op!("vprord" $v 1 $v 1 $b_by),
            ticks!($how 2),
        )
    };
    ($how:ident $v:literal $d_by:literal $b_by:literal) => {
        half!($how $v $d_by $b_by; "", "", "", "", "")
    };
}

/// The cycles that an operation takes, where rounds are metered.
macro_rules! ticks {
    (plain $n:literal) => {
        ""
    };
    (metered $n:literal) => {
        concat!(".rept ", $n, "\n", tick!(), ".endr\n")
    };
}

/// What stands before the rounds of a block: where they are metered, what the words take that are
/// loaded and laid out for the first one.
macro_rules! before {
    (plain) => {
        ""
    };
    (metered) => {
        concat!(fill!(), ticks!(metered 15))
    };
}

/// An operation on vectors.
macro_rules! op {
    ($op:literal $v:literal $to:literal $w:literal $x:literal $y:literal) => {
        concat!($op, " ", $v, $to, ", ", $w, $x, ", ", $y, "\n")
    };
    ($op:literal $v:literal $to:literal $w:literal $x:literal $u:literal $y:literal) => {
        concat!($op, " ", $v, $to, ", ", $w, $x, ", ", $u, $y, "\n")
    };
}

/// Adds a word of each message to row `a`.
macro_rules! add {
    ($v:literal $word:literal) => { op!("vpaddd" $v 0 $v 0 $v $word) };
}

/// Turns the rows against row `b`, which is what comes last out of the steps before: `a` and
/// `c` as they are told, `d` by two columns.
macro_rules! turn {
    ($v:literal $by_a:literal $by_c:literal) => {
        concat!(
            op!("vpshufd" $v 0 $v 0 $by_a),
            op!("vpshufd" $v 3 $v 3 0x4e),
            op!("vpshufd" $v 2 $v 2 $by_c),
        )
    };
}

/// A step of laying out words: all of a vector, or some, in another order or in theirs.
macro_rules! lay {
    ($v:literal $to:literal from $from:literal $order:literal) => { op!("vpshufd" $v $to $v $from $order) };
    ($v:literal $to:literal $which:literal from $from:literal $order:literal) => {
        concat!("vpshufd ", $v, $to, "{{{", $which, "}}}, ", $v, $from, ", ", $order, "\n")
    };
    ($v:literal $to:literal $which:literal from $from:literal) => {
        concat!("vmovdqa32 ", $v, $to, "{{{", $which, "}}}, ", $v, $from, "\n")
    };
}

/// A round of words in the registers `$x` to `$w`, of which the first ones are added. It lays
/// them out in `$p` to `$s` as the next round takes them, and adds the first of those.
macro_rules! round {
    ($how:ident $v:literal $x:literal $y:literal $z:literal $w:literal => $p:literal $q:literal $r:literal $s:literal) => {
        concat!(
            half!(
                $how $v 16 12;
                "",
                lay!($v $p from $x 0x81),
                lay!($v $p "second" from $y),
                lay!($v $p "third" from $y 0x30),
                lay!($v $q from $x 0x03)
            ),
            add!($v $y),
            half!(
                $how $v 8 7;
                lay!($v $q "second" from $z 0x08),
                lay!($v $q "last" from $w),
                lay!($v $r from $w 0x48),
                lay!($v $r "second" from $y 0x00),
                lay!($v $r "third" from $z 0x30)
            ),
            turn!($v 0x93 0x39),
            add!($v $z),
            half!(
                $how $v 16 12;
                lay!($v $s from $z 0x01),
                lay!($v $s "second" from $w 0x08),
                lay!($v $s "third" from $y),
                "",
                ""
            ),
            add!($v $w),
            half!($how $v 8 7),
            turn!($v 0x39 0x93),
            add!($v $p),
        )
    };
    ($how:ident $v:literal $x:literal $y:literal $z:literal $w:literal) => {
        concat!(
            half!($how $v 16 12),
            add!($v $y),
            half!($how $v 8 7),
            turn!($v 0x93 0x39),
            add!($v $z),
            half!($how $v 16 12),
            add!($v $w),
            half!($how $v 8 7),
            turn!($v 0x39 0x93),
        )
    };
}

/// `rounds!(how name: features, vector, its name; twelve of its registers; operands and options)`:
/// the function.
macro_rules! rounds {
    (
        $how:ident $name:ident: $features:literal, $vector:ty, $v:literal;
        $a:tt $b:tt $c:tt $d:tt $x:tt $y:tt $z:tt $w:tt $p:tt $q:tt $r:tt $s:tt
    ) => {
        rounds!(
            $how $name: $features, $vector, $v;
            $a $b $c $d $x $y $z $w $p $q $r $s;
            _meter; options(pure, nomem, nostack, preserves_flags)
        );
    };
    (
        $how:ident $name:ident: $features:literal, $vector:ty, $v:literal;
        $a:tt $b:tt $c:tt $d:tt $x:tt $y:tt $z:tt $w:tt $p:tt $q:tt $r:tt $s:tt;
        $meter:ident; $($operand:tt)+
    ) => {
        /// The seven rounds, before the feed-forward, of states and the words of their blocks,
        /// as the first round takes them.
        #[target_feature(enable = $features)]
        #[inline]
        pub(super) fn $name(
            rows: [[$vector; 1]; 4],
            [[x, y, z, w]]: [[$vector; 4]; 1],
            $meter: &mut Meter,
        ) -> [[$vector; 1]; 4] {
            let [[mut a], [mut b], [mut c], [mut d]] = rows;
            // SAFETY: it computes in registers.
            unsafe {
                asm!(
                    before!($how),
                    add!($v 4),
                    round!($how $v 4 5 6 7 => 8 9 10 11),
                    round!($how $v 8 9 10 11 => 4 5 6 7),
                    round!($how $v 4 5 6 7 => 8 9 10 11),
                    round!($how $v 8 9 10 11 => 4 5 6 7),
                    round!($how $v 4 5 6 7 => 8 9 10 11),
                    round!($how $v 8 9 10 11 => 4 5 6 7),
                    round!($how $v 4 5 6 7),
                    second = in(kreg) SECOND,
                    third = in(kreg) THIRD,
                    last = in(kreg) LAST,
                    inout($a) a, inout($b) b, inout($c) c, inout($d) d,
                    inout($x) x => _, inout($y) y => _, inout($z) z => _, inout($w) w => _,
                    out($p) _, out($q) _, out($r) _, out($s) _,
                    $($operand)+
                );
            }
            [[a], [b], [c], [d]]
        }
    };
}

/// [`rounds`] that are metered.
macro_rules! metered {
    ($($rounds:tt)+) => {
        rounds!(
            metered $($rounds)+;
            meter;
            ticks = inout(reg) meter.ticks, blocks = inout(reg) meter.blocks,
            fill = const FILL, until = const CHUNK_LEN / BLOCK_LEN,
            options(pure, nomem, nostack)
        );
    };
}

rounds! {
    plain one: "avx512f,avx512vl", __m128i, "xmm";
    "xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5" "xmm6" "xmm7" "xmm8" "xmm9" "xmm10" "xmm11"
}
rounds! {
    plain two: "avx512f,avx512vl", __m256i, "ymm";
    "ymm0" "ymm1" "ymm2" "ymm3" "ymm4" "ymm5" "ymm6" "ymm7" "ymm8" "ymm9" "ymm10" "ymm11"
}
rounds! {
    plain four: "avx512f", __m512i, "zmm";
    "zmm0" "zmm1" "zmm2" "zmm3" "zmm4" "zmm5" "zmm6" "zmm7" "zmm8" "zmm9" "zmm10" "zmm11"
}
metered! {
    two_metered: "avx512f,avx512vl", __m256i, "ymm";
    "ymm0" "ymm1" "ymm2" "ymm3" "ymm4" "ymm5" "ymm6" "ymm7" "ymm8" "ymm9" "ymm10" "ymm11"
}
metered! {
    four_metered: "avx512f", __m512i, "zmm";
    "zmm0" "zmm1" "zmm2" "zmm3" "zmm4" "zmm5" "zmm6" "zmm7" "zmm8" "zmm9" "zmm10" "zmm11"
}
